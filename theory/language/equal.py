"""Whether two formulas are equal by construction: cheap checks, so that a wrong version is not the truth in another dress."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import mpmath
import sympy as sp

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm, LogDet, NuclearNorm, OperatorNorm, SingularValue
from lemmata.theory.language.signs import known_sign
from lemmata.theory.language.walking import short

GOLDEN = sp.Rational(1618033988749895, 10**15)  # its multiples spread evenly
_PLAIN = (
    sp.Symbol,
    sp.Number,
    sp.NumberSymbol,
    sp.Add,
    sp.Mul,
    sp.Pow,
    sp.exp,
    sp.log,
    sp.Abs,
    sp.Max,
    sp.Min,
    sp.sin,
    sp.cos,
    sp.tanh,
)
POINTS = 8
TURNED = (Eigenvalue, SingularValue, FrobeniusNorm, NuclearNorm, OperatorNorm, LogDet, sp.Determinant)
LARGEST = 60  # operations; what is longer is not simplified, nor multiplied out


class NormalForms:
    """Normal forms of formulas that are compared with each other: definitions expanded, every number made of matrices (a
    norm, a slope) a symbol, and every trace of a product one that its rotations, and those of its transpose, share."""

    def __init__(self) -> None:
        self._ids: dict[Any, int] = {}
        self._keys: dict[Any, tuple[Any, ...]] = {}
        self._made: dict[Any, Any] = {}  # versions of a statement share most of their formulas
        self._order: dict[bool, dict[Any, int]] = {}  # of the symbols, as they were met: integers, and others
        self._values: dict[tuple[Any, int], Any] = {}

    def form(self, x: Any) -> Any:
        """The normal form of a formula."""
        if x not in self._made:
            self._made[x] = self._form(expand(x))
        return self._made[x]

    def _form(self, x: Any) -> Any:
        table: dict[Any, sp.Symbol] = {}
        walk = sp.preorder_traversal(x)
        for node in walk:
            if isinstance(node, sp.Trace):
                table[node] = sp.Symbol(f"tr{self._key(node.arg)}", real=True)
            elif not getattr(node, "is_Matrix", True) and any(getattr(a, "is_Matrix", False) for a in node.args):
                table[node] = sp.Symbol(f"id{self._number(node)}", real=True)
            else:
                continue
            walk.skip()
        return x.xreplace(table) if table else x

    def same(self, a: Any, b: Any) -> bool:
        """Whether two normal forms are equal: as they stand, multiplied out, or, formulas of numbers, at several points."""
        if a is None or b is None or (hash(a) == hash(b) and a == b):
            return bool(a is b or a == b)
        if not (isinstance(a, sp.Expr) and isinstance(b, sp.Expr)) or a.is_Matrix or b.is_Matrix:
            return False
        if not (_plain(a) and _plain(b)):
            if _short(a) and _short(b) and _expanded(a) == _expanded(b):
                return True
            a, b = a - b, sp.S.Zero
            if not _plain(a):
                return False
        # what no point tells apart is taken for equal: to simplify a difference takes longer, and may not end
        alike = False
        for k in range(POINTS):
            apart = self._apart(a, b, k)
            if apart:
                return False
            alike = alike or apart is False
        return alike

    def at_least(self, larger: Any, smaller: Any) -> bool:
        """Whether it can be read off that one formula is never below another; where a point says no, nobody reads."""
        x, y = (self._at_a_point(self.form(f)) for f in (larger, smaller))
        if x is not None and y is not None and x < y - 1e-12 * (abs(x) + abs(y)):
            return False
        return bool(larger == smaller or (known_sign(larger - smaller) or 0) > 0)

    def _at_a_point(self, form: Any) -> Any:
        """The value of a formula of numbers at a point that respects the signs of its symbols; None where it is not real."""
        value = self._value(form, 0) if isinstance(form, sp.Expr) and not form.is_Matrix and _plain(form) else None
        return value if isinstance(value, mpmath.mpf) else None

    def _apart(self, a: Any, b: Any, number: int) -> bool | None:
        """Whether two formulas differ at a point, one of several, that respects the signs of their symbols; None without values."""
        x, y = self._value(a, number), self._value(b, number)
        if x is None or y is None:
            return None
        scale = 1 if b == 0 else max(abs(x), abs(y))  # two small values may be far apart; a difference is 0 up to rounding
        return bool(abs(x - y) > 1e-12 * scale)

    def _value(self, formula: Any, number: int) -> Any:
        """A formula at one of the points, to 25 digits; a root of a negative number is complex. Kept, as it is compared with many."""
        if (formula, number) not in self._values:
            point = {s: self._place(s, number) for s in sorted(formula.free_symbols, key=str)}
            found = formula.xreplace(point).evalf(25)
            self._values[formula, number] = found._to_mpmath(90) if found.is_number and found.is_finite else None
        return self._values[formula, number]

    def _place(self, symbol: Any, number: int) -> Any:
        """The value of a symbol at one of the points; no two symbols share one."""
        order = self._order.setdefault(bool(symbol.is_integer), {})
        k = order.setdefault(symbol, len(order))
        value = sp.prime(k + number + 1) if symbol.is_integer else GOLDEN * (k + 1 + 1000 * number) % 3 + sp.Rational(1, 7)
        return sp.Float(value, 30)  # exact powers of powers do not fit in memory

    def _number(self, node: Any) -> int:
        """A number of the matrix, which a spectrum, a norm or a determinant of its transpose shares, and a sum in another order."""
        if node not in self._ids:
            twins = [_unordered(node)]
            if isinstance(node, TURNED):
                twins.append(_unordered(node.func(node.args[0].T, *node.args[1:])))
            number = next((self._ids[t] for t in twins if t in self._ids), len(self._ids))
            self._ids[node] = number
            self._ids.setdefault(twins[0], number)
        return self._ids[node]

    def _key(self, x: Any) -> tuple[Any, ...]:
        if x not in self._keys:
            self._keys[x] = self._rotations(x)
        return self._keys[x]

    def _rotations(self, x: Any) -> tuple[Any, ...]:
        found = []
        for product in (x, _turned(x)):
            scalar, matrices = product.as_coeff_matrices() if isinstance(product, sp.MatMul) else (sp.S.One, [product])
            ids = tuple(self._ids.setdefault(m, len(self._ids)) for m in matrices)
            found += [(ids[k:] + ids[:k], self._ids.setdefault(scalar, len(self._ids))) for k in range(len(ids))]
        return min(found)


def _unordered(node: Any) -> Any:
    """The node, but for the order of the terms where it is one of a sum of matrices."""
    inside, *rest = node.args or (None,)
    return (node.func, frozenset(inside.args), *rest) if isinstance(inside, sp.MatAdd) else node


@lru_cache(maxsize=8192)
def _turned(x: Any) -> Any:
    """The transpose, each term once: versions of one formula share nearly all of them, and sympy evaluates all anew."""
    if isinstance(x, sp.MatMul):
        scalar, matrices = x.as_coeff_matrices()
        return sp.MatMul(scalar, *(_turned(m) for m in reversed(matrices))).doit(deep=False)
    if isinstance(x, sp.MatAdd):
        return sp.MatAdd(*(_turned(m) for m in x.args)).doit(deep=False)
    return x.T


@lru_cache(maxsize=4096)  # each formula once, not each pair
def _expanded(x: Any) -> Any:
    return sp.expand(x)


@lru_cache(maxsize=4096)
def _short(x: Any) -> bool:
    return short(x, LARGEST)


@lru_cache(maxsize=4096)
def _plain(x: Any) -> bool:
    return all(isinstance(node, _PLAIN) for node in sp.preorder_traversal(x))

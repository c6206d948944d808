"""Whether two formulas are equal by construction: cheap checks, so that a wrong version is not the truth in another dress."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm, LogDet, NuclearNorm, OperatorNorm, SingularValue

_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
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

    def form(self, x: Any) -> Any:
        """The normal form of a formula."""
        x = expand(x)
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

    def _number(self, node: Any) -> int:
        """A number of the matrix, which a spectrum, a norm or a determinant of its transpose shares."""
        if node not in self._ids and isinstance(node, TURNED):
            turned = node.func(node.args[0].T, *node.args[1:])
            if turned in self._ids:
                self._ids[node] = self._ids[turned]
        return self._ids.setdefault(node, len(self._ids))

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


@lru_cache(maxsize=8192)
def _turned(x: Any) -> Any:
    """The transpose, each term once: versions of one formula share nearly all of them, and sympy evaluates all anew."""
    if isinstance(x, sp.MatMul):
        scalar, matrices = x.as_coeff_matrices()
        return sp.MatMul(scalar, *(_turned(m) for m in reversed(matrices))).doit(deep=False)
    if isinstance(x, sp.MatAdd):
        return sp.MatAdd(*(_turned(m) for m in x.args)).doit(deep=False)
    return x.T


def same(a: Any, b: Any) -> bool:
    """Whether two normal forms are equal: as they stand or, short formulas of numbers, after simplification."""
    if a is None or b is None or a == b:
        return bool(a is b or a == b)
    if (
        not (isinstance(a, sp.Expr) and isinstance(b, sp.Expr))
        or getattr(a, "is_Matrix", False)
        or getattr(b, "is_Matrix", False)
    ):
        return False
    if _plain(a) and _plain(b):
        if _differ(a, b):  # at a point that costs nothing, before their difference is made
            return False
        gap = a - b
    else:
        if max(_operations(a), _operations(b)) <= LARGEST and _expanded(a) == _expanded(b):
            return True
        gap = a - b
        if not _plain(gap) or _differ(gap, sp.S.Zero):
            return False
    long = sp.count_ops(gap) > LARGEST
    if not long and bool(sp.expand(gap) == 0):
        return True
    if long or gap.has(sp.Abs, sp.Max, sp.Min):  # it may not end; what no point tells apart is taken for equal
        return not any(_differ(a, b, k) for k in range(1, POINTS))
    return bool(sp.count_ops(gap) <= LARGEST and sp.simplify(gap) == 0)


@lru_cache(maxsize=4096)  # each formula once, not each pair
def _expanded(x: Any) -> Any:
    return sp.expand(x)


@lru_cache(maxsize=4096)
def _operations(x: Any) -> int:
    return int(sp.count_ops(x))


@lru_cache(maxsize=4096)
def _plain(x: Any) -> bool:
    return all(isinstance(node, _PLAIN) for node in sp.preorder_traversal(x))


def _differ(a: Any, b: Any, number: int = 0) -> bool:
    """Whether a difference is plainly not zero at a point, one of several, that respects the signs of its symbols."""
    symbols = tuple(sorted(a.free_symbols | b.free_symbols, key=str))
    gap = sp.Abs(_value(a, symbols, number) - _value(b, symbols, number)).evalf(20)  # a root of a negative number is complex
    return bool(gap.is_Float and gap > sp.Float("1e-12"))


@lru_cache(maxsize=4096)
def _value(formula: Any, symbols: tuple[Any, ...], number: int) -> Any:
    """A formula at one of the points; kept, as it is compared with many others."""
    values = (_PRIMES * (2 + len(symbols) // len(_PRIMES)))[number:]
    point = {
        s: sp.Integer(p) if s.is_integer else sp.Rational(p, 4) * sp.Rational(1, 1 + 7 * (number % 3))
        for s, p in zip(symbols, values, strict=False)
    }
    return formula.xreplace(point).evalf(25)

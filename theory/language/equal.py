"""Whether two formulas are equal by construction: cheap checks, so that a wrong version is not the truth in another dress."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.language.definitions import expand

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
LARGEST = 60  # operations; what is longer is not simplified


class NormalForms:
    """Normal forms of formulas that are compared with each other: definitions expanded, every trace of a product a symbol
    that its rotations, and those of its transpose, share."""

    def __init__(self) -> None:
        self._ids: dict[Any, int] = {}

    def form(self, x: Any) -> Any:
        """The normal form of a formula."""
        x = expand(x)
        table = {t: sp.Symbol(f"tr{self._key(t.arg)}", real=True) for t in x.atoms(sp.Trace)}
        return x.xreplace(table) if table else x

    def _key(self, x: Any) -> tuple[Any, ...]:
        found = []
        for product in (x, x.T):
            scalar, matrices = product.as_coeff_matrices() if isinstance(product, sp.MatMul) else (sp.S.One, [product])
            ids = tuple(self._ids.setdefault(m, len(self._ids)) for m in matrices)
            found += [(ids[k:] + ids[:k], self._ids.setdefault(scalar, len(self._ids))) for k in range(len(ids))]
        return min(found)


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
    gap = a - b
    if not all(isinstance(node, _PLAIN) for node in sp.preorder_traversal(gap)):
        return bool(sp.expand(gap) == 0) if sp.count_ops(gap) <= LARGEST else False
    if _differ(gap):
        return False
    return bool(sp.expand(gap) == 0) or bool(sp.count_ops(gap) <= LARGEST and sp.simplify(gap) == 0)


def _differ(gap: Any) -> bool:
    """Whether a difference is plainly not zero at one point that respects the signs of its symbols."""
    symbols = sorted(gap.free_symbols, key=str)
    values = _PRIMES * (1 + len(symbols) // len(_PRIMES))
    point = {s: sp.Integer(p) if s.is_integer else sp.Rational(p, 4) for s, p in zip(symbols, values, strict=False)}
    value = gap.xreplace(point).evalf(20)
    return bool(value.is_Float and abs(value) > sp.Float("1e-12"))

r"""Words of a statement that sympy does not have: simulated quantities and their means.

``Observable("G")`` is what one replicate of the experiment returns; ``Mean(G)`` is $\mathbb E[G]$, and
``Mean(G * x**2)`` the mean of any expression of observables and parameters.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.printing.latex import LatexPrinter


class Observable(sp.Symbol):  # type: ignore[misc]
    """A random quantity: the experiment returns one value of it per replicate."""

    def __new__(cls, name: str, **assumptions: Any) -> Observable:
        assumptions.setdefault("real", True)
        return super().__new__(cls, name, **assumptions)  # type: ignore[no-any-return]

    def _latex(self, printer: LatexPrinter) -> str:
        return self.name if len(self.name) == 1 else rf"\mathrm{{{self.name.replace('_', ' ')}}}".replace(" ", r"\ ")


class Mean(sp.Function):  # type: ignore[misc]
    r"""$\mathbb E[\cdot]$ over the replicates of the experiment."""

    nargs = 1
    is_real = True
    is_commutative = True

    @classmethod
    def eval(cls, argument: sp.Expr) -> sp.Expr | None:
        """A constant is its own mean."""
        return argument if not argument.atoms(Observable) else None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        body = rf"\mathbb{{E}}\left[{printer._print(self.args[0])}\right]"
        return rf"{body}^{{{exp}}}" if exp else body


def means(expr: sp.Basic) -> list[sp.Basic]:
    """The ``Mean`` nodes of an expression, in a fixed order."""
    return sorted(expr.atoms(Mean), key=sp.default_sort_key)


@lru_cache(maxsize=20_000)
def names(expr: sp.Basic) -> frozenset[str]:
    """The names an environment must hold to evaluate the expression (observables included)."""
    bound: set[str] = set()
    for node in sp.preorder_traversal(expr):
        if isinstance(node, sp.concrete.expr_with_limits.ExprWithLimits):
            bound |= {str(limit[0]) for limit in node.limits}
    free = {str(s) for s in expr.free_symbols if not isinstance(s, sp.Indexed)}
    bases = {str(b.label) for b in expr.atoms(sp.IndexedBase)}
    return frozenset(name for name in free | bases if name not in bound or name in bases)


SQUARES = {"sigma2": r"{\sigma^{2}}", "sigma2p": r"{\sigma'^{2}}"}


def latex(expr: Any) -> str:
    """LaTeX of a sympy object or of any value; used for every displayed formula."""
    if not isinstance(expr, sp.Basic | sp.MatrixBase):
        return str(expr)
    names_of = {s: SQUARES[s.name] for s in expr.free_symbols if getattr(s, "name", "") in SQUARES}
    return str(sp.latex(expr, symbol_names=names_of))

"""Numbers that are made of matrices, under names: algebra goes on without a look inside them."""

from __future__ import annotations

from typing import Any

import sympy as sp


def opaque(e: Any) -> dict[Any, Any]:
    """Names for the numbers that are made of matrices, such as traces: polynomials in them are multiplied out and factored
    without a look inside."""
    found: dict[Any, Any] = {}
    left = [e]
    while left:
        node = left.pop()
        if isinstance(node, sp.Add | sp.Mul) or (isinstance(node, sp.Pow) and node.exp.is_Integer):
            left += node.args
        elif isinstance(node, sp.Expr) and node.has(sp.MatrixExpr):
            found.setdefault(node, sp.Dummy(f"m{len(found)}", commutative=True))
    return found

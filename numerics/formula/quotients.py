r"""The terms of a sum over a spectrum, such as $l_j/(l_j+\kappa)$ and $b_j^2 l_j/(l_j+\kappa)^2$, by one reciprocal for all of them.

A division costs as much as three products, and sums with the same denominator stand side by side in a formula and in its
derivative. Each term has at most as many roundings more as its denominator has powers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.letters import put
from lemmata.numerics.formula.lowering import Builder
from lemmata.numerics.formula.program import Node

HIGHEST = 4  # power of a denominator


@dataclass(frozen=True)
class Quotient:
    """The factors without the index, those with it, and the sums below the line with their powers."""

    apart: tuple[sp.Expr, ...]
    over: tuple[sp.Expr, ...]
    under: tuple[tuple[sp.Expr, int], ...]

    def rest(self) -> sp.Expr:
        """What depends on the index."""
        return sp.Mul(*self.over, *(base**-power for base, power in self.under))

    def at(self, variable: sp.Symbol, symbol: sp.Symbol) -> Quotient:
        """The same with another symbol in place of the index."""
        return Quotient(
            tuple(put(f, variable, symbol) for f in self.apart),
            tuple(put(f, variable, symbol) for f in self.over),
            tuple((put(base, variable, symbol), power) for base, power in self.under),
        )


@lru_cache(maxsize=4096)  # wrong versions of a formula share most of its sums
def split(body: sp.Expr, variable: sp.Symbol) -> Quotient | None:
    """The term as such a quotient; None where it is none."""
    if not isinstance(body, sp.Mul) or body.atoms(sp.Function, sp.Piecewise, sp.Sum, sp.Product, sp.Integral):
        return None
    apart: list[sp.Expr] = []
    over: list[sp.Expr] = []
    under: list[tuple[sp.Expr, int]] = []
    for factor in body.args:
        base, exponent = factor.as_base_exp()
        if variable not in factor.free_symbols:
            apart.append(factor)
        elif not exponent.is_Integer:
            return None
        elif exponent > 0:
            over.append(factor)
        elif isinstance(base, sp.Add) and -exponent <= HIGHEST:
            under.append((base, int(-exponent)))
        else:
            return None
    return Quotient(tuple(apart), tuple(over), tuple(under)) if under else None


def lowered(b: Builder, quotient: Quotient) -> Node:
    """Its value, each reciprocal first beside a factor that its denominator is made of: so l/(l + κ) is shared."""
    left = {base: int(power) for base, power in (f.as_base_exp() for f in quotient.over)}
    parts: list[Node] = []
    for base, power in quotient.under:
        inverse = b.apply("inverse sum", _inverse, [b.lower(a) for a in sp.Add.make_args(base)])
        for _ in range(power):
            beside = next((f for f in left if left[f] and f in base.args), None)
            if beside is None:
                parts.append(inverse)
            else:
                left[beside] -= 1
                parts.append(b.apply("mul", torch.mul, [b.lower(beside), inverse]))
    parts += [b.lower(f**power) for f, power in left.items() if power]
    result = parts[0]
    for part in parts[1:]:
        result = b.apply("mul", torch.mul, [result, part])
    return result


def _inverse(first: Tensor, *others: Tensor) -> Tensor:
    """1/(x + y + ...) in the memory of the sum."""
    for other in others:
        first = first + other
    return first.reciprocal_()

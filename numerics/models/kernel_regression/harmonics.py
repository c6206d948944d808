"""Functions on the sphere by their degree: the orthonormal polynomials q_k of √d<x, x'>, and sums over degrees.

Σ_k a_k q_k(√d<x, x'>), x and x' uniform on the unit sphere. By the formula of Funk and Hecke the mean over z of
q_k(√d<x, z>) q_l(√d<z, x'>) is [k = l] N_k^(-1/2) q_k(√d<x, x'>): population means of products need no test points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest

import sympy as sp
import torch
from torch import Tensor

from lemmata.theory.sphere import notation as sphere

DEGREES = 4  # 0 to 3


@lru_cache(maxsize=256)
def counted(d: int, degrees: int = DEGREES) -> tuple[float, ...]:
    """N_0, N_1, ...: how many harmonics there are of each degree."""
    return tuple(float(sphere.harmonics(k).subs(sphere.d, d)) for k in range(degrees))


@lru_cache(maxsize=256)
def _step(k: int, d: int) -> float:
    """b_k of the recursion t q_k = b_{k+1} q_{k+1} + b_k q_{k-1}."""
    return float(sphere.sphere(sp.Integer(k)).subs(sphere.d, d)) ** 0.5


def combined(coefficients: Sequence[float], inner: Tensor, d: int) -> Tensor:
    """Σ_k a_k q_k(√d t) of inner products t, as a polynomial in t."""
    first, *rest = monomials(coefficients, d)[::-1]
    total = torch.full_like(inner, first)
    for a in rest:
        total.mul_(inner).add_(a)
    return total


def monomials(coefficients: Sequence[float], d: int) -> list[float]:
    """The coefficients of Σ_k a_k q_k(√d t) as a polynomial in t, up to the last that counts, by the recursion t q_k = b_{k+1} q_{k+1} + b_k q_{k-1}."""
    before, now, last = [0.0], [1.0], 0.0
    total = [coefficients[0]]
    for k, a in enumerate(coefficients[1:], 1):
        b = _step(k, d)
        raised = [0.0, *(d**0.5 * c for c in now)]
        before, now, last = now, [(r - last * c) / b for r, c in zip_longest(raised, before, fillvalue=0.0)], b
        total = [c + a * e for c, e in zip_longest(total, now, fillvalue=0.0)]
    while len(total) > 1 and total[-1] == 0:
        total.pop()
    return total


def degree(k: int, inner: Tensor, d: int) -> Tensor:
    """q_k alone."""
    return combined([0.0] * k + [1.0], inner, d)


def given(p: Mapping[str, float], name: str) -> list[float]:
    """The coefficients name_0, name_1, ... of the degrees."""
    return [float(p[f"{name}_{k}"]) for k in range(DEGREES)]

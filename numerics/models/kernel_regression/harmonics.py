"""Functions on the sphere by their degree: the orthonormal polynomials q_k of √d<x, x'>, and sums over degrees.

Σ_k a_k q_k(√d<x, x'>), x and x' uniform on the unit sphere. By the formula of Funk and Hecke the mean over z of
q_k(√d<x, z>) q_l(√d<z, x'>) is [k = l] N_k^(-1/2) q_k(√d<x, x'>): population means of products need no test points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy as sp
from torch import Tensor

from lemmata.theory.sphere import notation as sphere

DEGREES = 4  # 0 to 3


def counted(d: int, degrees: int = DEGREES) -> list[float]:
    """N_0, N_1, ...: how many harmonics there are of each degree."""
    return [float(sphere.harmonics(k).subs(sphere.d, d)) for k in range(degrees)]


def combined(coefficients: Sequence[float], inner: Tensor, d: int) -> Tensor:
    """Σ_k a_k q_k(√d t) of inner products t, by the recursion t q_k = b_{k+1} q_{k+1} + b_k q_{k-1}."""
    t = d**0.5 * inner
    before, now, last = t * 0, t * 0 + 1, 0.0
    total = coefficients[0] * now
    for k, a in enumerate(coefficients[1:], 1):
        b = float(sphere.sphere(sp.Integer(k)).subs(sphere.d, d)) ** 0.5
        before, now, last = now, (t * now - last * before) / b, b
        total = total + a * now
    return total


def degree(k: int, inner: Tensor, d: int) -> Tensor:
    """q_k alone."""
    return combined([0.0] * k + [1.0], inner, d)


def given(p: Mapping[str, float], name: str) -> list[float]:
    """The coefficients name_0, name_1, ... of the degrees."""
    return [float(p[f"{name}_{k}"]) for k in range(DEGREES)]

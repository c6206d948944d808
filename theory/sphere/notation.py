"""Orthonormal polynomials on the sphere and on the cube: the symbols of the family, and what they define.

For two independent points x, x' uniform on the unit sphere of R^d the number t = √d⟨x, x'⟩ has variance 1; q_0, q_1, q_2, ... are the
orthonormal polynomials of its law, t q_k = b_{k+1} q_{k+1} + b_k q_{k-1}. They are multiples of the Gegenbauer polynomials. With
points of independent fair signs over √d they are those of Krawtchouk.
"""

from typing import Any

import sympy as sp

from lemmata import Counts, Iterate, Naturals, Source, Symbol, binomial, sqrt

d = Symbol("d", "dimension", Naturals)
k = Symbol("k", "degree", Counts)
s, u = Symbol("q_+", "the polynomial of the next degree"), Symbol("q", "the polynomial of the degree that is counted")
step = Symbol("i", "number of the step", Counts)


def sphere(k: Any) -> Any:
    """b_k² of points on the sphere."""
    return d * k * (k + d - 3) / ((2 * k + d - 4) * (2 * k + d - 2))


def cube(k: Any) -> Any:
    """b_k² of points of independent signs."""
    return k * (d - k + 1) / d


def harmonics(k: Any) -> Any:
    """N_k, the dimension of the spherical harmonics of degree k, for d >= 3."""
    number = (2 * k + d - 2) / (d - 2) * binomial(d + k - 3, k)
    return sp.factor(sp.expand_func(number)) if isinstance(k, int) else number


def polynomials(t: Any, most: int, b2: Any = sphere) -> list[Any]:
    """q_0, ..., q_most at t, written out: the monic ones over their norms."""
    made, squares = [sp.Integer(1), t], [sp.Integer(1)]
    for degree in range(1, most + 1):
        coefficient = sp.factor(b2(sp.Integer(degree)))
        squares.append(sp.cancel(squares[-1] * coefficient))
        made.append(t * made[-1] - coefficient * made[-2])
    return [sp.collect(sp.expand(p), t, sp.factor) / sqrt(sp.factor(v)) for p, v in zip(made, squares, strict=False)]


def path(t: Any, length: Any, b2: Any = sphere) -> Any:
    """The recursion as a path of q_{i+1} and q_i, from q_1 = t and q_0 = 1."""
    return Iterate((s, u), ((t * s - sqrt(b2(step + 1)) * u) / sqrt(b2(step + 2)), s), (t, 1), length, clock=step)


def monic(t: Any, length: Any, b2: Any) -> Any:
    """The same for the monic ones, P_{i+1} = t P_i - b_i² P_{i-1}: no coefficient is divided by."""
    return Iterate((s, u), (t * s - b2(step + 1) * u, s), (t, 1), length, clock=step)


def source(heading: str | None = None, paper: str = "lu2022") -> Source:
    """The abstracts that use these polynomials; the formulas are those of the papers they belong to."""
    return Source(
        "002_28381bf033af2fcd.txt",
        heading or "Abstract 8: an equivalence principle for the spectrum of kernel matrices on the sphere",
        paper,
    )

"""SGD on a single-index model: one spherical neuron w, its overlap m with the hidden direction θ, its run in R^d and its chain.

Data are Gaussian, x ~ N(0, I_d), labels are noiseless, y = σ*(⟨x,θ⟩), and |w| = |θ| = 1. A step moves w along the spherical
gradient of the loss of one sample and normalises. The chain of overlaps needs a few scalars per step: z = ⟨x,θ⟩ and ζ are
standard normal, u = ⟨x,w⟩ = mz + √(1−m²)ζ, and |P_w x|² = (√(1−m²)z − mζ)² + c, where c is chi-square with d − 2 degrees.
"""

from collections.abc import Callable
from typing import Any

import sympy as sp

from lemmata import (
    Array,
    ChiSquare,
    Counts,
    Gradient,
    He,
    I,
    Iterate,
    Maximum,
    Naturals,
    Normal,
    Positive,
    Reals,
    Sampled,
    Source,
    Symbol,
    Tied,
    dot,
    norm,
    sin,
    sqrt,
)

d = Symbol("d", "dimension", Naturals)
n = Symbol("n", "number of samples", Naturals)
k = Symbol("k", "information exponent of the link", Naturals)
p = Symbol("p", "degree of the link", Naturals)
T = Symbol("T", "number of steps", Counts)
eta = Symbol("η", "step size", Positive, latex=r"\eta")
a = Symbol("a", "step size times the dimension, ηd", Positive)
kappa = Symbol("κ", "step that is kept times the dimension, (1 − ξ)ηd", Positive, latex=r"\kappa")
xi = Symbol("ξ", "interpolation: the fraction 1 − ξ of a move is kept", Reals, latex=r"\xi")
m = Symbol("m", "overlap ⟨w,θ⟩ of unit vectors", Reals)
m0 = Symbol("m0", "overlap at the start", Reals, latex=r"m_0")

Link = Callable[[Any], Any]


def _frame(p: Any, draw: Any) -> dict[str, Any]:
    """Two orthonormal vectors."""
    first, second = draw.normal(p.d), draw.normal(p.d)
    if p.style == "axes":
        first, second = 0 * first, 0 * second
        first[..., 0], second[..., -1] = 1, 1
    first = first / first.norm(dim=-1, keepdim=True)
    second = second - (first * second).sum(-1, keepdim=True) * first
    return {"θ": first, "ν": second / second.norm(dim=-1, keepdim=True)}


FRAME = Tied(("θ", "ν"), _frame, ("generic", "axes"))
theta = Array("θ", "hidden direction, of length 1", d, kind=FRAME, latex=r"\theta")
nu = Array("ν", "unit vector across θ", d, kind=FRAME, latex=r"\nu")
w = Array("w", "weights of the neuron", d)
x, x2 = Sampled("x", Normal(), d), Sampled("x′", Normal(), d)

q = sp.Symbol("q", real=True)  # the overlap, where a path runs over it
Z, zeta, c = Sampled("Z", Normal()), Sampled("ζ", Normal()), Sampled("c", ChiSquare(d - 2))
Z2, zeta2, c2, beside = (
    Sampled("Z′", Normal()),
    Sampled("ζ′", Normal()),
    Sampled("c′", ChiSquare(d - 3)),
    Sampled("b", Normal()),
)


def h3(z: Any) -> Any:
    """The link of information exponent 3 that the family runs."""
    return He(3, z).doit() / sqrt(6)


def minus_two_sin(v: Any) -> Any:
    """The activation with slope −cos(v/2)."""
    return -2 * sin(v / 2)


def correlation(at: Any, sample: Any, link: Link, activation: Link, outer: Any = None, target: Any = theta) -> Any:
    """The loss −yσ(⟨x,w⟩) of a sample, or (y − aσ(⟨x,w⟩))² with an outer weight a."""
    y, out = link(dot(target, sample)), activation(dot(at, sample))
    return -y * out if outer is None else (y - outer * out) ** 2


def across(at: Any, v: Any) -> Any:
    """v without its part along the unit vector ``at``."""
    return (I(d) - at * at.T) * v


def sgd_step(
    eta: Any, kept: Any = 1, *, link: Link = h3, activation: Link = minus_two_sin, sample: Any = x, again: Any = None,
    outer: Any = None, reuse: bool = True, normalise: bool = True, at: Any = w, target: Any = theta,
) -> Any:  # fmt: skip
    """The weights after two spherical steps from ``at`` on a sample (the second on ``again``), of which the fraction ``kept`` stays.

    Both projections are taken at the weights before; without ``reuse`` there is one step a sample.
    """
    first = at - eta * across(at, Gradient(correlation(w, sample, link, activation, outer, target), w, at=at))
    second = sample if again is None else again
    more = Gradient(correlation(w, second, link, activation, outer, target), w, at=first)
    moved = at + kept * ((first - eta * across(at, more) if reuse else first) - at)
    return moved / norm(moved) if normalise else moved


def sgd(steps: Any, eta: Any, kept: Any = 1, *, start: Any = m0, **options: Any) -> Any:
    """The run in R^d from the overlap ``start``, a new sample at every step."""
    again = options.get("again")
    fresh = (x,) if again is None else (x, again)
    return Iterate(w, sgd_step(eta, kept, **options), start_at(start), steps, fresh=fresh)


def start_at(m: Any) -> Any:
    """A unit vector of the overlap m with θ."""
    return m * theta + sqrt(1 - m**2) * nu


def gradient(y: Any, v: Any, activation: Link, outer: Any = None) -> Any:
    """Minus the slope of the loss in ⟨x,w⟩ at ⟨x,w⟩ = v."""
    s = sp.Symbol("s", real=True)
    slope = sp.diff(activation(s), s).replace(sp.sinh, lambda x: sp.tanh(x) * sp.cosh(x))  # a tanh does not overflow
    slope, value = slope.subs(s, v), activation(v)
    return y * slope if outer is None else 2 * outer * (y - outer * value) * slope


def chain(
    steps: Any, eta: Any, kept: Any = 1, *, link: Link = h3, activation: Link = minus_two_sin, start: Any = m0,
    outer: Any = None, reuse: bool = True, normalise: bool = True, freedom: Any = None, length: Any = None,
) -> Any:  # fmt: skip
    """The chain of overlaps of the same run on one sample a step, in O(1) a step; the last three options are wrong versions."""
    drawn = c if freedom is None else Sampled("e", ChiSquare(freedom))
    s = sqrt(Maximum(0, 1 - q**2))
    squared = (s * Z - q * zeta) ** 2 + drawn if length is None else length
    moved = stepped(q, Z, q * Z + s * zeta, squared, eta, kept, link, activation, outer, reuse, normalise)
    return Iterate(q, moved, start, steps, fresh=(Z, zeta) if length is not None else (Z, zeta, drawn))


def stepped(
    m: Any, z: Any, u: Any, squared: Any, eta: Any, kept: Any = 1, link: Link = h3, activation: Link = minus_two_sin,
    outer: Any = None, reuse: bool = True, normalise: bool = True,
) -> Any:  # fmt: skip
    """The overlap after one step from m, where z = ⟨x,θ⟩, u = ⟨x,w⟩ and ``squared`` = |P_w x|²."""
    g = gradient(link(z), u, activation, outer)
    if reuse:
        g = g + gradient(link(z), u + eta * g * squared, activation, outer)
    step = kept * eta * g
    return (m + step * (z - m * u)) / (sqrt(1 + step**2 * squared) if normalise else 1)


def fresh_chain(
    steps: Any, eta: Any, kept: Any = 1, *, link: Link = h3, activation: Link = minus_two_sin, start: Any = m0
) -> Any:
    """The chain with a fresh second sample: P_w x and P_w x' have the inner product pp' + √c b."""
    s = sqrt(Maximum(0, 1 - q**2))
    along, other = s * Z - q * zeta, s * Z2 - q * zeta2
    inner = along * other + sqrt(c) * beside
    g = gradient(link(Z), q * Z + s * zeta, activation)
    more = gradient(link(Z2), q * Z2 + s * zeta2 + eta * g * inner, activation)
    squared = g**2 * (along**2 + c) + more**2 * (other**2 + beside**2 + c2) + 2 * g * more * inner
    moved = (q + kept * eta * s * (g * along + more * other)) / sqrt(1 + (kept * eta) ** 2 * squared)
    return Iterate(q, moved, start, steps, fresh=(Z, zeta, c, Z2, zeta2, beside, c2))


def on_grid(f: Link, index: str = "i", per_unit: int = 8) -> Any:
    """E f(ζ) by the trapezoid rule on [-17/2, 17/2]; for an analytic f its error falls faster than any power of the step."""
    i, end = sp.Symbol(index, integer=True), 17 * per_unit // 2
    weight = sp.exp(-(i**2) / sp.Integer(2 * per_unit**2)) / (per_unit * sqrt(2 * sp.pi))
    return sp.Sum(weight * f(i / sp.Integer(per_unit)), (i, -end, end))


def both(y: Any, u: Any, reach: Any, activation: Link = minus_two_sin) -> Any:
    """g_1 + g_2 on a sample of label y, where the first step moves u by ``reach`` times g_1."""
    first = gradient(y, u, activation)
    return first + gradient(y, u + reach * first, activation)


def in_the_limit(
    f: Any, overlap: Any, reach: Any = a, link: Link = h3, activation: Link = minus_two_sin, per_unit: tuple[int, int] = (16, 8)
) -> Any:
    """E f(z, u, g_1 + g_2) at this overlap for |P_w x|² = d and η = reach/d, on a grid of so many nodes a unit in z and in ζ."""
    s = sqrt(1 - overlap**2)

    def given(z: Any) -> Any:
        def at(zeta: Any) -> Any:
            u = overlap * z + s * zeta
            return f(z, u, both(link(z), u, reach, activation))

        return on_grid(at, "j", per_unit[1])

    return on_grid(given, "i", per_unit[0])


def source(heading: str, paper: str | None = "lee2024") -> Source:
    """The slides, with the paper that they follow."""
    return Source("004_dc3df60509519715.txt", heading, paper=paper)

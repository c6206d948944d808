"""The overlap of one spherical neuron with the hidden direction is a Markov chain that a few scalars per step drive.

With z, ζ ~ N(0, 1) and c ~ χ²(d - 2) independent, s = √(1 - m²), p = s z - m ζ, u = m z + s ζ and r² = p² + c = |x - u w|²,
a step w -> (w + δ P_w x)/|w + δ P_w x| takes m to (m + δ(z - m u))/√(1 + δ² r²), where δ = η y σ'(u) online and δ = (1 - ξ) η
y [σ'(u) + σ'(u + η y σ'(u) r²)] with the sample used twice: a function of z, ζ, c. For the squared loss y σ' becomes 2a(y - a
σ)σ'; for a fresh second sample z', ζ', one normal and χ²(d - 3) enter as well. Here σ = -2 sin(u/2), a = 1, link h_3. The run
in R^d is gradient descent, its gradients taken by automatic differentiation of the loss; it is compared with the chain in law.
"""

from lemmata import (
    ChiSquare,
    Claim,
    Domain,
    Gradient,
    Identity,
    Iterate,
    Maximum,
    Mean,
    Normal,
    Part,
    Probability,
    Rational,
    Reals,
    Sampled,
    Symbol,
    cos,
    dot,
    norm,
    sin,
    sqrt,
)
from lemmata.theory.sgd.notation import T, d, eta, link, m0, source, theta, v, w, x, xi

OUTER = 1
m = Symbol("m", "overlap", Reals)
again = Sampled("x'", Normal(), d)
Z, Zeta, C = Sampled("Z", Normal()), Sampled("ζ", Normal()), Sampled("C", ChiSquare(d - 2))
Z2, Zeta2, Nu, C2 = (
    Sampled(name, law) for name, law in (("Z'", Normal()), ("ζ'", Normal()), ("ν", Normal()), ("C'", ChiSquare(d - 3)))
)
start = m0 * theta + sqrt(1 - m0**2) * v


def sigma(u):
    return -2 * sin(u / 2)


def slope(u):
    return -cos(u / 2)


def correlation(y, u):
    return -y * sigma(u)


def squared(y, u):
    return (y - OUTER * sigma(u)) ** 2


def plain(y, u):
    """Minus the derivative of the correlation loss in u."""
    return y * slope(u)


def full(y, u):
    """The same of the squared loss."""
    return 2 * OUTER * (y - OUTER * sigma(u)) * slope(u)


def tangent(sample, at, loss):
    """Minus the gradient of the loss on a sample at ``at``, projected at w."""
    g = -Gradient(loss(link(dot(sample, theta)), dot(sample, w)), w, at=at)
    return g - w * dot(w, g)


def run(loss=correlation, reuse=True, second=x):
    """The overlap after T steps in R^d."""
    first = tangent(x, w, loss)
    move = (1 - xi) * eta * (first + tangent(second, w + eta * first, loss)) if reuse else eta * first
    fresh = (x,) if second is x else (x, second)
    return dot(theta, Iterate(w, (w + move) / norm(w + move), start, T, fresh=fresh).end)


def moved(force=plain, reuse=True, long=None, normalise=True, z=Z, zeta=Zeta, c=C, at=m):
    """The overlap after one step of the chain."""
    s = sqrt(1 - at**2) if normalise else sqrt(Maximum(1 - at**2, 0))  # without the norm m leaves [-1, 1]
    u, p, y = at * z + s * zeta, s * z - at * zeta, link(z)
    r2 = p**2 + c if long is None else long
    first = force(y, u)
    step = (1 - xi) * eta * (first + force(y, u + eta * first * r2)) if reuse else eta * first
    return (at + step * (z - at * u)) / (sqrt(1 + step**2 * r2) if normalise else 1)


def moved_fresh():
    """The same with a second sample that is new."""
    s = sqrt(1 - m**2)
    p, q = s * Z - m * Zeta, s * Z2 - m * Zeta2
    first = plain(link(Z), m * Z + s * Zeta)
    inner = p * q + sqrt(C) * Nu
    second = plain(link(Z2), m * Z2 + s * Zeta2 + eta * first * inner)
    long = first**2 * (p**2 + C) + second**2 * (q**2 + Nu**2 + C2) + 2 * first * second * inner
    step = (1 - xi) * eta
    return (m + step * s * (first * p + second * q)) / sqrt(1 + step**2 * long)


def chain(step, *fresh):
    return Iterate(m, step, m0, T, fresh=fresh or (Z, Zeta, C)).end


def wide(**options):
    """The chain with one degree of freedom too many."""
    c = Sampled("C1", ChiSquare(d - 1))
    return chain(moved(c=c, **options), Z, Zeta, c)


literal, reduced = run(), chain(moved())
online, online_chain = run(reuse=False), chain(moved(reuse=False))
fresh, fresh_chain = run(second=again), chain(moved_fresh(), Z, Zeta, C, Z2, Zeta2, Nu, C2)
by_square, square_chain = run(loss=squared), chain(moved(force=full))


def same(left, right, says, **wrong):
    return Part(Identity(Mean(left), Mean(right), scale=1), says=says, wrong={k: {"right": Mean(v)} for k, v in wrong.items()})


half = Rational(1, 2)
claim = Claim(
    "sgd.reduced_chain",
    source=source("Single-index Model / SGD Training of Two-layer Neural Network"),
    domain=Domain(
        *(d >= 4, xi >= 0, xi < 1, m0 > -1, m0 < 1),
        core=(d <= 8, T >= 6, T <= 10, eta >= 0.35, eta <= 0.6, xi >= 0.3, xi <= 0.5, m0 >= 0.2, m0 <= 0.4),
    ),
    parts={
        "main": same(
            literal,
            reduced,
            "With the sample used twice the overlap in R^d and the chain have one mean after T steps",
            online=online_chain,
        ),
        "square": same(literal**2, reduced**2, "So have the squares of the two", online=online_chain**2),
        "oscillation": same(
            cos(5 * literal) / 2, cos(5 * reduced) / 2, "So have the cosines of five times the two", still=cos(5 * m0) / 2
        ),
        "above_half": Part(
            Identity(Probability(literal > half), Probability(reduced > half), scale=1),
            says="The two exceed 1/2 with one probability",
            wrong={
                "chi2_d-1": {"right": Probability(wide() > half)},
                "r2_is_d": {"right": Probability(chain(moved(long=d)) > half)},
                "no_normalisation": {"right": Probability(chain(moved(normalise=False)) > half)},
            },
        ),
        "online": same(online**2, online_chain**2, "Online, the squares have one mean", reused=reduced**2),
        "fresh_second_sample": same(
            fresh, fresh_chain, "With a fresh second sample the overlap and its own chain have one mean", reused=reduced
        ),
        "squared_loss": same(
            by_square,
            square_chain,
            "For the squared loss the overlap and the chain with its force have one mean",
            plain_chain=reduced,
        ),
    },
    notes="In d = 2 the chi-square is 0. Without the normalisation |w| drifts and the recursion does not close.",
)

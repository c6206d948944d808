"""The first gradient of a wide network is nearly of rank one: G = (μ₁/(n√N)) X'y a' + a rest that is smaller by n^(-1/2) in operator norm.

σ' = μ₁ + (a part of mean zero): the first term times the labels is A = (μ₁/(n√N)) X'y a'. The entries of the second have mean nearly zero, so that
its operator norm is smaller by n^(-1/2), up to logs; what the network fits at the start is smaller by N^(-1/2). The norm of A is exact, |A| =
(μ₁/√N)|X'y/n||a|, and E|X'y/n|² = (1 - 1/n)μ₁*² + (E y²(z² - 1) + d E y²)/n, which tends to μ₁*² + E y²/ψ₁: noise and the target's nonlinear part
stand in the spike as well. The slides bound |G - A|/|G| by log²n/√n; for erf the runs show n^(-1/2); with half of μ₁, or with |a|/√N for every entry
of a, nothing falls. G itself has full rank.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.one_step.notation import N, d, moved, remainder, source

mu = Symbol("μ₁", "slope of the activation", Positive, latex=r"\mu_1")
w = Symbol("w", "a weight", Reals)
c, a = Array("c", "correlation X'y/n", d), Array("a", "second layer", N)
D_, SAMPLES, NOISE = 48, 96, Rational(1, 100)
slope, square, bent = (GaussMean(f, z) for f in (z * erf(z), erf(z) ** 2, (z**2 - 1) * erf(z) ** 2))


def size(count=SAMPLES):
    """E|X'y/n|² at d = 48, n = 96 for erf."""
    return (1 - Rational(1, count)) * slope**2 + (bent + D_ * (square + NOISE)) / count


weights = sp.Matrix([[w, Rational(1, 2)], [0, 1]])  # X = 1, y = (1, 2), a = (1, 1), σ = u²
outputs = weights.multiply_elementwise(weights) * sp.ones(2, 1) / sqrt(2)
residual = sp.Matrix([1, 2]) - outputs
G = Definition(
    "det G", "determinant of G for two of everything", (residual * sp.ones(1, 2)).multiply_elementwise(weights).det() / 2
)


def left_over(size, kind="left over"):
    """The mean of |G - A|/|G| at that d."""
    return Mean(moved(size, 2 * size, 2 * size, 1, NOISE, remainder)[kind])


def falls(kind="left over"):
    return left_over(48, kind) / left_over(12, kind)


claim = Claim(
    "one_step.rank_one",
    source=source("Rank 1 property: rank one approximation of the gradient"),
    domain=Domain(core=(d >= 2, d <= 6, N <= 6, mu >= 0.1, mu <= 2)),
    parts={
        "main": Part(
            Within(falls(), Rational(2, 5), Rational(3, 5)),
            says="For erf, n = N = 2d, the mean of |G − A|/|G| in operator norm falls like n^(−1/2) from d = 12 to 48: to 0.4 to 0.6 of it",
            wrong={
                "no_decay": {"low": Rational(4, 5), "high": Rational(6, 5)},
                "faster": {"low": Rational(1, 5), "high": Rational(3, 10)},
                "half_the_slope": {"quantity": falls("half left")},
                "without_second_layer": {"quantity": falls("row left")},
            },
        ),
        "norm": Part(
            Identity(operator_norm(mu / sqrt(N) * c * a.T), mu / sqrt(N) * norm(c) * norm(a)),
            says="The rank-one part (μ₁/√N)(X'y/n)a' has the operator norm (μ₁/√N)|X'y/n||a|",
            wrong={"over_width": {"right": mu / N * norm(c) * norm(a)}, "squared": {"right": mu / sqrt(N) * sq(c) * norm(a)}},
        ),
        "correlation": Part(
            Identity(Mean(moved(D_, SAMPLES, D_, 1, NOISE, remainder)["correlation"]), size()),
            says="and E|X'y/n|² is (1 − 1/n)μ₁*² + (E(z² − 1)σ*² + d(E σ*² + σ_ε²))/n, at d = 48, n = 96 for erf",
            wrong={"signal_alone": {"right": slope**2}, "twice_the_samples": {"right": size(count=2 * SAMPLES)}},
        ),
        "full_rank": Part(
            Existence(Ne(G, 0), {w: 1}),
            says="G itself is not of rank one: for σ = u², X = 1 and two of everything its determinant is not 0 at W = (1, 1/2; 0, 1)",
            wrong={"dead_neuron": {"witness": {w: 0}}},
        ),
    },
    procedures=(remainder,),
)

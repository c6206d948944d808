"""The forward process run backwards: drift Y + (1 + κ²)∇log p and noise √2 κ dB keep the marginals, for every κ ≥ 0.

With q_t = p_{T−t} the law of Y_t has −∂_τ p = −∇·[(y + (1 + κ²)∇log p)p] + κ²Δp, because p∇log p = ∇p; κ = 1 is the printed process and
κ = 0 the flow of probability. Judged with p_0 a mixture of two Gaussians on the line. For p_0 = N(0, v) the paths agree as well: the
exact sampler carries a unit from τ to 0 by exp ∫(1 − 2/v_u) du = e^{−τ}v/v_τ, the coefficient of the regression of X_0 on X_τ. The
process is run in the plane for two Gaussians, each step with the score held fixed (so the marginals of the run are only near those of
the process: in a pilot with keys of its own, at twelve points, 10^5 runs of 64 steps differed by at most 0.017).
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import T, at, noise, propagator, shrink, source, tau, v, variance

kappa = Symbol("κ", "share of the noise", NonNegative)
omega, rest = (
    Symbol("ω", "weight of the first Gaussian", Positive),
    Symbol("ϖ", "weight of the second", Positive, latex=r"\varpi"),
)
a, b = Symbol("a", "mean of the first", Reals), Symbol("b", "mean of the second", Reals)
y = Symbol("y", "position", Reals)
first, second = Symbol("r_1", "frequency, first coordinate", Reals), Symbol("r_2", "second coordinate", Reals)


def spread(time):
    return v * shrink(time) ** 2 + noise(time)


def density(x, time):
    """p_t of [ωN(a, v) + ϖN(b, v)]/(ω + ϖ)."""
    parts = [w * exp(-((x - shrink(time) * m) ** 2) / (2 * spread(time))) for w, m in ((omega, a), (rest, b))]
    return sum(parts) / (sqrt(2 * pi * spread(time)) * (omega + rest))


p = density(y, at)
score = sp.diff(log(p), y)


def backward(factor, amount, sign=1):
    """The change of a density p under a drift sign·y + factor·score and the noise √(2 amount) dB."""
    return -Slope((sign * y + factor * score) * p, y, 1) + amount * Slope(p, y, 1, order=2)


def evolution(k):
    left, right = k.derivative(change), k.derivative(truth)
    return k.le(left, k.normal(left.right, right.right), k.flip(right))


change = -Slope(p, at, 1)
truth = backward(1 + kappa**2, kappa**2)
sampler = Procedure(
    "sampler",
    "the process in the plane from p_T down to time 1/100, with drift Y + factor × score and noise √2 κ",
    ("v", "T", "ω", "ϖ", "a", "b", "κ", "factor", "late"),
    {"first": "first coordinate of the end point", "second": "second coordinate"},
)


def end(factor=1 + kappa**2, late=0):
    found = sampler(**{str(x): x for x in (v, T, omega, rest, a, b, kappa)}, factor=factor, late=late)
    return Mean(cos(first * found["first"] + second * found["second"]))


def expected(time):
    """E cos⟨r, X⟩ at a time, X_0 from N(a(1, 1), vI) and N(b(1, 1), vI) in the plane."""
    waves = [w * cos(shrink(time) * m * (first + second)) for w, m in ((omega, a), (rest, b))]
    return exp(-spread(time) * (first**2 + second**2) / 2) * sum(waves) / (omega + rest)


STOP, NEAR = Rational(1, 100), Rational(1, 25)
limits = {"low": expected(STOP) - NEAR, "high": expected(STOP) + NEAR}
carried = exp(Integral(1 - 2 / variance(tau), (tau, 0, at)))
claim = Claim(
    "diffusion.reverse_sde",
    source=source("Decoder: Diffusion model / Reverse process", "haussmann1986"),
    procedures=(sampler,),
    domain=Domain(
        core=(
            (v >= Rational(1, 10), v <= 2, T >= 1, T <= 2, at >= Rational(1, 20), at <= 2, kappa <= Rational(3, 2)),
            (omega >= Rational(1, 5), omega <= 1, rest >= Rational(1, 5), rest <= 1, a >= -2, a <= -Rational(1, 2)),
            (b >= Rational(1, 2), b <= 2, y >= -3, y <= 3, first >= -Rational(3, 2), first <= Rational(3, 2)),
            (second >= -Rational(3, 2), second <= Rational(3, 2)),
        )
    ),
    parts={
        "main": Part(
            Identity(change, truth, scale=(1 + kappa**2) * (1 + y**2) / spread(at) ** 2),
            says="For two Gaussians the drift y + (1 + κ²)∇log p and the noise √2 κ dB carry p_(T−t) along, for every κ",
            proof=evolution,
            wrong={
                "score_once": {"right": backward(1, 1)},
                "flow_with_twice_the_score": {"right": backward(2, 0)},
                "inward": {"right": backward(1 + kappa**2, kappa**2, -1)},
            },
        ),
        "paths": Part(
            Identity(carried, propagator(at)),
            says="For p_0 = N(0, v) the exact sampler carries a unit from τ to 0 by e^(−τ)v/v_τ, the regression of X_0 on X_τ",
            wrong={
                "score_once": {"left": exp(Integral(1 - 1 / variance(tau), (tau, 0, at)))},
                "of_the_forward_process": {"right": shrink()},
            },
        ),
        "run": Part(
            Within(end(), **limits),
            says="A run in the plane (two Gaussians, the score frozen in each of its steps) has E cos⟨r, Y⟩ of p at time 1/100 up to 0.04",
            wrong={"score_once": {"quantity": end(factor=Integer(1))}, "score_of_p_t": {"quantity": end(late=1)}},
        ),
    },
    notes="Equality of the laws of whole paths is Haussmann and Pardoux (1986); judged are marginals, and the covariances of Gaussian paths.",
)

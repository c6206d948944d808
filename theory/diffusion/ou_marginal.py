"""The law of the forward process: X_t is e^{−t}X_0 + √(1 − e^{−2t}) Z, with the density ∫ N(x; μy, σ²I) p_0(y) dy in R^d.

The kernel σ^{−d}(2π)^{−d/2} exp(−|x − μy|²/(2σ²)) has mass 1 and solves the equation ∂_t k = ∇·(xk) + Δk of dX = −X dt + √2 dB. The
document has two formulas laid over each other, with the factor σ^{−4}(2π)^{−3/2} that would leave the mass σ^{d−4}(2π)^{(d−3)/2}. Euler's
scheme in R^d, run from a point, is normal with the mean (1 − h)^N x_0 and the variance 2(1 − (1 − h)^{2N})/(2 − h), judged by its
characteristic function at the frequency r in every coordinate; at h = t/N both tend to those of the process. For p_0 uniform on
[−1, 1] the density is a difference of two error functions.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import at, mu, noise, sigma, sigma2, source

d, steps = Symbol("d", "dimension", Naturals), Symbol("N", "number of steps", Naturals)
x = Array("x", "position", d)
y = Array("y", "where the process starts", d)
h = Symbol("h", "length of a step", Positive)
s = Symbol("s", "a later stretch of time", Positive)
place = Symbol("q", "a position on the line", Reals)
mild = Kind("general", ("generic", "zero", "sparse"))
start, wave = Array("x_0", "where the process starts", d, kind=mild), Array("r", "a frequency", d, kind=mild)
u, w = sp.Symbol("u", real=True), sp.Symbol("w", real=True)
xi = Sampled("ξ", Normal(), d)
state = Array("X", "the process", d)


def kernel(constant, decay=mu, spread=sigma2):
    return constant * exp(-sq(x - decay * y) / (2 * spread))


def mass(constant):
    """Of the kernel in R^d: the integral is one of d equal factors."""
    return constant * Integral(exp(-(u**2) / (2 * sigma2)), (u, -oo, oo)) ** d


normaliser = (2 * pi * sigma2) ** (-d / 2)
printed = sigma2 ** (-2) * (2 * pi) ** Rational(-3, 2)
density = kernel(normaliser)
flow = d * density + dot(x, Gradient(density, x)) + Trace(Hessian(density, x))
scale = (1 + d + sq(x) + sq(y)) * density / sigma2**2


def path(amplitude=2, pull=1):
    return Iterate(state, (1 - pull * h) * state + sqrt(amplitude * h) * xi, start, steps, fresh=(xi,)).end


def spread(step, count):
    """The variance of Euler's scheme."""
    return 2 * (1 - (1 - step) ** (2 * count)) / (2 - step)


def characteristic(decay, variance):
    return cos(decay * dot(wave, start)) * exp(-variance * sq(wave) / 2)


def uniform(decay=mu, deviation=sigma):
    ends = [erf((place + sign * decay) / (sqrt(2) * deviation)) for sign in (1, -1)]
    return (ends[0] - ends[1]) / (4 * decay)


smoothed = Integral(exp(-((place - mu * w) ** 2) / (2 * sigma2)) / (2 * sigma * sqrt(2 * pi)), (w, -1, 1))
far = Ladder(steps, (10**3, 10**4, 10**5, 10**6, 10**7))
terms = (1 / steps, steps**-2, steps**-3)
law = characteristic((1 - h) ** steps, spread(h, steps))
claim = Claim(
    "diffusion.ou_marginal",
    source=source("Forward process", "oko2023"),
    domain=Domain(
        core=(
            (d <= 4, at >= Rational(1, 20), at <= 2, s >= Rational(1, 20), s <= 2),
            (h >= Rational(1, 50), h <= Rational(1, 4), steps >= 4, steps <= 12, place >= -2, place <= 2),
        )
    ),
    parts={
        "main": Part(
            Identity(mass(normaliser), 1),
            says="The density of X_t given X_0 = y, with the factor (2πσ²)^(−d/2), has the mass 1 in every dimension",
            printed=Print(
                left=mass(printed),
                erratum=Erratum.illegible(
                    "two formulas are laid over each other, N(μ_t y, σ_t² I) and its integral; the factor σ_t^(−4)(2π)^(−3/2) that can be "
                    "read gives the mass σ_t^(d−4)(2π)^((d−3)/2)"
                ),
            ),
            wrong={
                "variance_for_deviation": {"left": mass((2 * pi) ** (-d / 2) * sigma2 ** (-d))},
                "noise_once": {"left": mass((2 * pi * (1 - exp(-at))) ** (-d / 2))},
            },
        ),
        "equation": Part(
            Identity(Slope(density, at, 1), flow, scale=scale),
            says="and solves the equation ∂_t k = ∇·(xk) + Δk of the process",
            wrong={
                "half_the_noise": {"right": flow - Trace(Hessian(density, x)) / 2},
                "no_drift": {"right": Trace(Hessian(density, x))},
                "outward": {"right": Trace(Hessian(density, x)) - d * density - dot(x, Gradient(density, x))},
            },
        ),
        "semigroup": Part(
            Identity(noise(at + s), exp(-2 * s) * sigma2 + noise(s)),
            says="σ² after t + s is e^(−2s) times that after t, plus that after s",
            proof="normal",
            wrong={"once": {"right": exp(-s) * sigma2 + noise(s)}},
        ),
        "path": Part(
            Identity(Mean(cos(dot(wave, path()))), law, scale=1),
            says="Euler's scheme in R^d has the characteristic function of N((1 − h)^N x_0, 2(1 − (1 − h)^(2N))/(2 − h) I)",
            wrong={
                "half_the_noise": {"left": Mean(cos(dot(wave, path(1))))},
                "twice_the_drift": {"left": Mean(cos(dot(wave, path(2, 2))))},
            },
        ),
        "mean": Part(
            Limit((1 - at / steps) ** steps, mu, ladder=far, expansion=terms),
            says="In the limit h = t/N → 0 the factor of x_0 is e^(−t)",
            wrong={"twice": {"value": exp(-2 * at)}},
        ),
        "variance": Part(
            Limit(spread(at / steps, steps), sigma2, ladder=far, expansion=terms),
            says="and the variance is 1 − e^(−2t)",
            wrong={"once": {"value": 1 - exp(-at)}, "half": {"value": sigma2 / 2}},
        ),
        "uniform": Part(
            Identity(smoothed, uniform(), scale=1),
            says="For p_0 uniform on [−1, 1] the density is [erf((x+μ)/(√2σ)) − erf((x−μ)/(√2σ))]/(4μ)",
            wrong={"without_shrinking": {"right": uniform(decay=Integer(1))}, "variance": {"right": uniform(deviation=sigma2)}},
        ),
    },
)

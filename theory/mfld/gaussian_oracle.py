"""An exactly solvable mean-field model: the particle system, its partition function and its discrete dynamics in closed form.

The law p^(N) ∝ exp(−NF(μ̂)/λ_2) of N particles is Gaussian with the precision (aI + (b/N)11')/λ_2 in every coordinate: a/λ_2 for N
− 1 fluctuations, (a + b)/λ_2 for the mean, so that −(λ_2/N) log Z_N exceeds the least value of L by exactly (λ_2 d/(2N)) log(1 +
b/a). The step X ← X − η(aX + b(x̄ − c)) + √(2λ_2 η) ξ keeps Gaussian laws: from m_0 its mean is m_k = m_* + (1 − η(a + b))^k (m_0 −
m_*), a fluctuation has the variance V_k = V_∞(1 − (1 − ηa)^{2k}), V_∞ = λ_2/(a(1 − ηa/2)), and √N times the mean the variance U_k,
with a + b for a. Gradient noise of variance s² that all particles share adds Nη²s² to each step of U and nothing to V; noise of
each particle's own adds η²s² to both. The dynamics is run in R^d.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.mfld.notation import N, X, a, b, best, c, d, energy, eta, lam, least, ones, optimum, source, steps

precision = a * I(N) + b / N * ones * ones.T
logdet = LogDet(precision)
log_z = N * d / 2 * log(2 * pi * lam) - d / 2 * logdet - N * least() / lam
extra = lam * d / (2 * N) * log(1 + b / a)
moved = X - ones * best.T
target = Symbol("γ", "target of the mean of two particles on the line", Reals)
x, y = sp.Symbol("x", real=True), sp.Symbol("y", real=True)
# F of two particles on the line at x + y and x − y, where dx_1 dx_2 = 2 dx dy
mean_mode = a / 2 * x**2 + b / 2 * (x - target) ** 2
partition = 2 * Integral(exp(-2 * mean_mode / lam), (x, -oo, oo)) * Integral(exp(-a * y**2 / lam), (y, -oo, oo))
floor = a / 2 * (b * target / (a + b)) ** 2 + b / 2 * (b * target / (a + b) - target) ** 2

start = Array("m_0", "where all particles start", d, kind=Kind("general", ("generic", "zero")))
s2 = Symbol("s²", "variance of the gradient noise", Positive)
xi, own, shared = Sampled("ξ", Normal(), N, d), Sampled("ζ", Normal(s2), N, d), Sampled("ϑ", Normal(s2), d)


def path(amplitude=2, pull=b / N, gradient=None):
    drift = a * X + ones * (pull * ones.T * X - b * c.T)
    fresh = (xi,) if gradient is None else (xi, gradient)
    noise = 0 * X if gradient is None else (ones * gradient.T if gradient is shared else gradient)
    return Iterate(X, X - eta * (drift + noise) + sqrt(amplitude * eta * lam) * xi, ones * start.T, steps, fresh=fresh).end


def variance(rate, added):
    """After k steps of x ← (1 − rate)x + noise of variance `added`, from a point."""
    return added * (1 - (1 - rate) ** (2 * steps)) / (1 - (1 - rate) ** 2)


V, U = variance(eta * a, 2 * lam * eta), variance(eta * (a + b), 2 * lam * eta)
mean = best + (1 - eta * (a + b)) ** steps * (start - best)


def expected(V, U):
    return a / 2 * (d * (N - 1) / N * V + d * U / N + sq(mean)) + b / 2 * (sq(mean - c) + d * U / N)


def spread(end):
    """E|√N (x̄ − m_k)|²."""
    return Mean(sq(end.T * ones - N * mean)) / N


claim = Claim(
    "mfld.gaussian_oracle",
    source=source("Uniform log-Sobolev inequality"),
    domain=Domain(
        eta * (a + b) < 1,
        core=(
            (a >= Rational(1, 2), a <= 2, b >= Rational(1, 2), b <= 4, lam >= Rational(1, 10), lam <= 2),
            (eta >= Rational(1, 20), eta <= Rational(3, 20), s2 >= Rational(1, 4), s2 <= 2),
            (N >= 2, N <= 6, d <= 3, steps >= 4, steps <= 12, target >= -2, target <= 2),
        ),
    ),
    parts={
        "main": Part(
            Identity(-lam / N * log_z - optimum(), extra, scale=1 + lam * d + sq(c)),
            says="For Gaussian particles −(λ_2/N) log Z_N exceeds the least value of F + λ_2 Ent by (λ_2 d/(2N)) log(1 + b/a)",
            wrong={
                "first_order": {"right": lam * d / (2 * N) * b / a},
                "interaction_not_divided": {"right": lam * d / (2 * N) * log(1 + b * N / a)},
            },
        ),
        "square": Part(
            Identity(N * energy(X), N * least() + Trace(moved.T * precision * moved) / 2, scale=N * (sq(X) + sq(c))),
            says="as NF is quadratic with the precision aI + (b/N)11ᵀ around m_*",
            wrong={
                "interaction_not_divided": {"right": N * least() + Trace(moved.T * (a * I(N) + b * ones * ones.T) * moved) / 2}
            },
        ),
        "determinant": Part(
            Identity(logdet, (N - 1) * log(a) + log(a + b), scale=1 + N),
            says="of eigenvalues a, N − 1 times, and a + b",
            wrong={"all": {"right": N * log(a + b)}},
        ),
        "two": Part(
            Identity(
                -lam / 2 * log(partition), floor - lam / 2 * log(2 * pi * lam / a) + lam / 4 * log(1 + b / a), scale=1 + lam
            ),
            says="Two particles on the line, in their mean and half their difference, have that integral",
            wrong={"without_interaction": {"right": floor - lam / 2 * log(2 * pi * lam / a)}},
        ),
        "path": Part(
            Identity(Mean(energy(path())), expected(V, U)),
            says="k steps in R^d from one point have E F of the closed form in V_k, U_k and m_k",
            wrong={"half_the_noise": {"left": Mean(energy(path(1)))}, "interaction_not_divided": {"right": expected(V, V)}},
        ),
        "shared": Part(
            Identity(spread(path(gradient=shared)), d * variance(eta * (a + b), 2 * lam * eta + N * eta**2 * s2)),
            says="Gradient noise that all particles share adds Nη²s² to each step of the variance of √N x̄",
            wrong={"as_if_own": {"right": d * variance(eta * (a + b), 2 * lam * eta + eta**2 * s2)}},
        ),
        "own": Part(
            Identity(spread(path(gradient=own)), d * variance(eta * (a + b), 2 * lam * eta + eta**2 * s2)),
            says="and noise of each particle's own adds η²s²",
            wrong={"as_if_shared": {"right": d * variance(eta * (a + b), 2 * lam * eta + N * eta**2 * s2)}},
        ),
    },
)

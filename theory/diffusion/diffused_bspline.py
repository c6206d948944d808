"""The diffused B-spline in closed form: E over the noise of N_m(2^a y − b), through H_m(u) = E (u − Z)_+^m.

D(x, t) = ∫ N(x; μy, σ²) N_m(2^a y − b) dy = (2^{am} σ^m/(m! μ^{m+1})) Σ_j (−1)^j C(m+1, j) H_m((x − μ2^{−a}(b + j))/σ), with H_0 =
Φ, H_1 = uΦ + φ, H_m = uH_{m−1} + (m − 1)H_{m−2} and H_m' = mH_{m−1}; products over the coordinates give E_{a,b} in R^d. Judged for
m = 2 and m = 3 at moderate σ2^a: the alternating sum cancels to the order (σ2^a)^m. The lemma on networks is not judged: its φ̂
takes values in R and not in R^d, and its sparsity O(log 1/ε) is doubtful beside its depth O(log⁴ 1/ε), as every layer in use has a
weight that is not 0. Its static half, networks for N_2⊗N_2, is diffusion.relu_tensor.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import at, mu, sigma, sigma2, source, spline

a, b = Symbol("a", "level", Counts), Symbol("b", "index of the spline", Integers)
x, u = Symbol("x", "position", Reals), Symbol("u", "argument of H", Reals)
z, y = sp.Symbol("z", real=True), sp.Symbol("y", real=True)


def mean(degree, at_u, minus=1):
    """H_m by its recursion."""
    if degree < 2:
        return Phi(at_u) if degree == 0 else at_u * Phi(at_u) + phi(at_u)
    return at_u * mean(degree - 1, at_u, minus) + minus * (degree - 1) * mean(degree - 2, at_u, minus)


def closed(m, power=1, level=1, minus=1, shift=b):
    places = [(x - mu * (shift + j) / 2**a) / sigma for j in range(m + 2)]
    terms = sum((-1) ** j * binomial(m + 1, j) * mean(m, e, minus) for j, e in enumerate(places))
    return 2 ** (a * m * level) * sigma**m / (factorial(m) * mu ** (m + power)) * terms


def smoothed(m):
    """The integral, knot by knot."""
    kernel = exp(-((x - mu * (y + b) / 2**a) ** 2) / (2 * sigma2)) / sqrt(2 * pi * sigma2)
    return sum(Integral(kernel * spline(y, m).doit() / 2**a, (y, j, j + 1)) for j in range(m + 1))


def wrong(m):
    return {
        "power_of_mu": {"right": closed(m, power=0)},
        "without_level": {"right": closed(m, level=0), "when": (a >= 1,)},
        "recursion": {"right": closed(m, minus=-1)},
    }


def part(m, says):
    return Part(Identity(smoothed(m), closed(m), scale=1), says=says, wrong=wrong(m))


def derivative(k):
    left = k.derivative(Slope(mean(3, u), u, 1))
    return k.le(left, k.normal(left.right, 3 * mean(2, u)))


j = Index("j")
whole = Sum(closed(2, shift=j - 31).xreplace({a: Integer(0)}), (j, 1, 61))
claim = Claim(
    "diffusion.diffused_bspline",
    source=source("Proof outline (1) / Approximation error of Diffused B-spline", "oko2023"),
    domain=Domain(
        (a <= 3, b >= -8, b <= 8, at >= Rational(1, 50), at <= 1, x >= -1, x <= 1, u >= -4, u <= 20),
        core=(a <= 2, b >= -4, b <= 2, at >= Rational(1, 20), u >= -3, u <= 3),
    ),
    parts={
        "main": part(2, "The quadratic B-spline, diffused, is the closed form with H_2"),
        "cubic": part(3, "and the cubic one that with H_3"),
        "recursion": Part(
            Identity(Integral(z**3 * phi(u - z), (z, 0, 40)), mean(3, u), scale=1 + mean(3, u)),
            says="H_3 = uH_2 + 2H_1 is E (u − Z)_+³",
            wrong={"minus": {"right": mean(3, u, -1)}},
        ),
        "derivative": Part(
            Identity(Slope(mean(3, u), u, 1), 3 * mean(2, u), scale=1 + u**2),
            says="with the derivative 3H_2",
            proof=derivative,
            wrong={"once": {"right": mean(2, u)}},
        ),
        "sum": Part(
            Identity(whole, 1 / mu, scale=1 / mu),
            says="The diffused splines of level 0 sum to 1/μ (those with |b| ≤ 30)",
            wrong={"mass": {"right": 1 + 0 * mu}},
        ),
    },
    uses=("diffusion.ou_marginal", "diffusion.bspline_basics"),
)

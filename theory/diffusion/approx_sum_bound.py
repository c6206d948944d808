"""Diffusion expands a Lebesgue norm by at most μ^{−(1−1/r)}, so that an approximation of p_0 passes to p_t.

With p_t = Σ α_i φ_i and f_N = Σ_{i≤N} α_i φ̂_i the slide's bound Σ|α_i| |φ_i − φ̂_i| + |Σ_{i>N} α_i φ_i| is the triangle
inequality. That the second term inherits the error N^{−s/d} of p_0 uses |P_t f|_r ≤ μ^{−(1−1/r)} |f|_r on the line, P_t f(x) = ∫
N(x; μy, σ²) f(y) dy: a dilation by μ and Young's inequality. Judged for combinations of two Gaussians in L², for one in every L^r,
and for 1_[−1,1] at r = ∞, where P_t f(0) = (2Φ(μ/σ) − 1)/μ exceeds 1: the factor cannot be left out. At r = 1 it is 1. Norms
weighted by p_t are another matter.
"""

from lemmata import *
from lemmata.theory.diffusion.notation import at, mu, sigma, sigma2, source

r, w = Symbol("r", "order of the norm", Positive), Symbol("w", "deviation of a Gaussian", Positive)
heights = [Symbol(f"h_{i}", f"height of Gaussian {i}", Reals) for i in (1, 2)]
widths = [Symbol(f"w_{i}", f"variance of Gaussian {i}", Positive) for i in (1, 2)]
gap = Symbol("δ", "distance of their means", Reals)
n = Symbol("n", "number of points", Naturals)
u, y, rest = (
    Array(name, f"values of {what} at some points", n)
    for name, what in (("u", "φ_1 − φ̂_1"), ("y", "φ_2 − φ̂_2"), ("ψ", "the tail"))
)
a, b = Symbol("α_1", "first coefficient", Reals), Symbol("α_2", "second coefficient", Reals)


def square(shrunk, noise):
    """The squared L² norm of the two Gaussians, moved by x ↦ shrunk x + √noise Z."""
    sums = [[shrunk**2 * (v + w) + 2 * noise for w in widths] for v in widths]
    apart = [[0, gap], [gap, 0]]
    terms = (
        heights[i] * heights[j] * exp(-((shrunk * apart[i][j]) ** 2) / (2 * sums[i][j])) / sqrt(2 * pi * sums[i][j])
        for i in range(2)
        for j in range(2)
    )
    return sum(terms)


before, after = square(1, 0), square(mu, sigma2)
ratio = (w**2 / (mu**2 * w**2 + sigma2)) ** ((1 - 1 / r) / 2)  # of the norms of order r of N(0, w²) after and before
centre = (2 * Phi(mu / sigma) - 1) / mu
claim = Claim(
    "diffusion.approx_sum_bound",
    source=source("Approximation error", "oko2023"),
    domain=Domain(
        (r >= 1, at >= Rational(1, 100), at <= 3),
        core=(
            (at >= Rational(1, 50), at <= 2, r <= 50, w >= Rational(1, 10), w <= 100, n <= 6),
            (*(w_ >= Rational(1, 10) for w_ in widths), *(w_ <= 100 for w_ in widths), gap >= -5, gap <= 5),
            (*(h >= -2 for h in heights), *(h <= 2 for h in heights), a >= -3, a <= 3, b >= -3, b <= 3),
        ),
    ),
    parts={
        "main": Part(
            Inequality(after, before / mu),
            says="For a combination of two Gaussians on the line diffusion expands the squared L² norm by at most 1/μ",
            wrong={"contraction": {"right": before}},
        ),
        "gaussian": Part(
            Inequality(ratio, mu ** (-(1 - 1 / r))),
            says="For a Gaussian density it expands the norm of order r by at most μ^(−(1−1/r))",
            wrong={"contraction": {"right": Integer(1)}, "conjugate": {"right": mu ** (-1 / r)}},
        ),
        "uniform": Part(
            Inequality(centre, 1 / mu),
            says="For 1_[−1,1] the value at 0 is at most 1/μ",
            proof=lambda k: k.to(k.compare(centre, centre + 2 * Phi(-mu / sigma) / mu), 1 / mu),
            wrong={"contraction": {"right": Integer(1)}},
        ),
        "triangle": Part(
            Inequality(norm(a * u + b * y + rest), Abs(a) * norm(u) + Abs(b) * norm(y) + norm(rest)),
            says="The error of a sum is at most the weighted errors of its terms and the norm of what is left out",
            wrong={
                "without_rest": {"right": Abs(a) * norm(u) + Abs(b) * norm(y)},
                "signed": {"right": a * norm(u) + b * norm(y) + norm(rest)},
            },
        ),
    },
)

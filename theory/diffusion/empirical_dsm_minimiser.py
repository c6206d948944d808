"""The least denoising loss over all functions is attained by the score of the smoothed sample, which generates the sample back.

At time t and position x the loss over n data points is Σ_i e_i (s + (x − μx_i)/σ²)², e_i = exp(−(x − μx_i)²/(2σ²)), up to a factor
that does not depend on s. It is least at s* = (μ Σ_i w_i x_i − x)/σ², w_i = e_i/Σ_j e_j, exceeds its least value by (Σ_i e_i)(s −
s*)² and has the least value (Σ_i e_i)(μ²/σ⁴) Var_w(x_i). s* is the score of (1/n) Σ_i N(μx_i, σ²): started from its own p_T the
reverse process ends in the sample smoothed by σ, so that without a restriction of the class nothing is learned: at a fixed sample
the distance in total variation from a law with a density tends to 1 as σ → 0 (judged for n = 1 and the uniform law on [−1, 1]).
Judged on the line.
"""

from lemmata import *
from lemmata.theory.diffusion.notation import at, mu, sigma2, source

n, j = Symbol("n", "number of data points", Naturals), Index("j")
data = Array("x", "data", n, kind=Kind("general", ("generic", "repeated", "sparse")))
y, s = Symbol("y", "position", Reals), Symbol("s", "value of the estimate there", Reals)
m = Symbol("m", "one over the deviation σ", Positive)


def sum_of(e):
    return Sum(weight() * e, (j, 1, n))


def weight(decay=mu):
    return exp(-((y - decay * data[j]) ** 2) / (2 * sigma2))


total = sum_of(1)
first, second = sum_of(data[j]) / total, sum_of(data[j] ** 2) / total
loss = sum_of((s + (y - mu * data[j]) / sigma2) ** 2)
best = (mu * first - y) / sigma2
least = total * mu**2 / sigma2**2 * (second - first**2)
unshrunk = Sum(weight(1) * data[j], (j, 1, n)) / Sum(weight(1), (j, 1, n))
# N(0, 1/m²) against the uniform law on [−1, 1]: its density exceeds 1/2 within an edge, ±√(2 log(2m/√(2π)))/m
edge = sqrt(2 * log(2 * m / sqrt(2 * pi)))
apart = (2 * Phi(edge) - 1) - edge / m

claim = Claim(
    "diffusion.empirical_dsm_minimiser",
    source=source("Score matching / Empirical score matching loss"),
    domain=Domain(core=(n <= 8, at >= Rational(1, 10), at <= 2, y >= -2, y <= 2, s >= -5, s <= 5, m >= 2)),
    parts={
        "main": Part(
            Optimality(loss, {s: best}),
            says="At every position and time the empirical denoising loss is least at (μ Σ w_i x_i − x)/σ²",
            wrong={
                "weights_without_shrinking": {"at": {s: (mu * unshrunk - y) / sigma2}},
                "without_variance": {"at": {s: mu * first - y}},
                "mean_of_the_data": {"at": {s: (mu * Sum(data[j], (j, 1, n)) / n - y) / sigma2}},
            },
        ),
        "excess": Part(
            Identity(loss, least + total * (s - best) ** 2, scale=total * (1 + s**2 + y**2 + second) / sigma2**2),
            says="The loss is (Σ e_i)[(μ²/σ⁴) Var_w(x_i) + (s − s*)²]",
            wrong={
                "half": {"right": least + total * (s - best) ** 2 / 2},
                "without_variance": {"right": total * (s - best) ** 2},
            },
        ),
        "score": Part(
            Identity(best, Gradient(log(total), y), scale=(1 + y**2 + second) / sigma2),
            says="and its minimiser is the score of the sample smoothed by σ: of (1/n) Σ N(μx_i, σ²)",
            wrong={"twice": {"right": 2 * Gradient(log(total), y)}},
        ),
        "memorised": Part(
            Limit(
                apart,
                1,
                ladder=Ladder(m, (10**3, 10**4, 10**5, 10**6, 10**7)),
                expansion=(sqrt(log(m)) / m, 1 / m, 1 / (m * sqrt(log(m)))),
            ),
            says="For one data point at 0 the smoothed sample N(0, σ²) has the distance 1 in total variation from the uniform law as σ → 0",
            wrong={"half": {"value": Rational(1, 2)}},
        ),
    },
    uses=("diffusion.score_matching_identity", "diffusion.reverse_sde"),
    notes="That the reverse process with this score, started from its own law at T, ends in the smoothed sample is diffusion.reverse_sde.",
)

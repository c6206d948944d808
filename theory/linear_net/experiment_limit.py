"""The end of the curve of linear_net.experiment_equivalents: for a large only one direction is left, at a risk close to σ²/n.

R₁ <= κN₁ <= R₁ + n/(n - N₁) Σ_{j>=2} j^-(1+a), the factor being nκ/σ², at most 2 where N₁ <= n/2: the derivative of nκ - σ² in one eigenvalue μ
is n/(n - N₂) (κ/(μ + κ))², and N₂ <= N₁. With R₁ = c the fixed point reads σ² = nc/(1-c) - c, so that nR₁/σ² - 1 =
(1 - c(n+1))/(n-1+c), at most (1 + σ²)/(n-1) in size; with n in place of n - 1 this fails for little noise.
"""

from lemmata import *
from lemmata.theory.linear_net.experiment_equivalents import D, a, j, oracle, over, penalty, y
from lemmata.theory.linear_net.notation import n, s2, source

c = Symbol("c", "equivalent of the risk in one direction", Positive)
single = Root(y, n - s2 / y - 1 / (1 + y), inside=(s2 / n, s2 / n + 2 / n))
one = Definition("R₁", "that of one direction of variance 1", single / (1 + single))
rest = over(j ** -(1 + a)) - 1
noise = n * c / (1 - c) - c  # σ², of which c is the equivalent in one direction
ratio, share = n * c / noise, (1 + noise) / (n - 1)

claim = Claim(
    "linear_net.experiment_limit",
    source=source("Experiment"),
    domain=Domain(
        (n >= 20, n <= D, a <= 20, s2 <= 20, c < 1), core=(n >= 50, n <= 100, a <= 10, s2 >= 0.5, s2 <= 5, c >= 0.001, c <= 0.9)
    ),
    parts={
        "main": Part(
            Inequality(one, oracle),
            says="At d = 1000, λ_j = 1/j, Σβ = diag(j^−a) the equivalent of the risk of the best first layer is at least that of one direction alone",
        ),
        "limit_in_a": Part(
            Inequality(oracle, one + n * penalty(a) / s2 * rest),
            says="and at most n/(n − N₁) Σ_{j≥2} j^−(1+a) above it",
            wrong={"half_noise_over_n": {"right": s2 / (2 * n)}},
        ),
        "one_is_the_root": Part(
            Identity(Root(y, n - noise / y - 1 / (1 + y), inside=(noise / n, noise / n + 2 / n)), c / (1 - c)),
            says="In one direction the noise σ² = nc/(1 − c) − c has the effective penalty c/(1 − c), so that c is its equivalent",
        ),
        "near_noise_over_n": Part(
            Inequality(ratio - 1, share),
            proof="compare",
            says="which exceeds σ²/n by a share of at most (1 + σ²)/(n − 1)",
            wrong={"half_noise": {"left": 2 * ratio - 1}, "without_one": {"right": noise / (n - 1)}},
        ),
        "not_below": Part(
            Inequality(1 - ratio, share),
            proof="compare",
            says="and falls short of it by no larger one",
            wrong={"tenth": {"right": share / 10}},
        ),
    },
    uses=("linear_net.experiment_equivalents", "linear_net.bayes_de"),
)

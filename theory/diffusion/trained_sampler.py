"""A score network trained by denoising and run backwards: the distance to the data is below the bound by its integrated error.

p_0 = 0.4 N(−0.5, 0.15²) + 0.6 N(0.6, 0.2²) on the line, n samples, times log-uniform on [1/1000, 5], loss E(σŝ(X_t, t) + Z)², a
network of two hidden layers of 24 units trained by 800 steps of Adam, and the process dŶ = (Ŷ + 2ŝ) dt + √2 dB from N(0, 1) in 60
steps, 2000 paths. Judged: TV ≤ √(I/2) + the distance of the same sampler with the true score (which holds discretisation, start,
stop and the noise of a histogram of 40 cells), I the measured ∫E|ŝ − ∇log p_t|² dt; and W_1 ≤ 1/10. A pilot with keys of its own
had TV from 0.08 to 0.16 for bounds from 0.20 to 0.28, and W_1 up to 0.08 at n = 100. With 1/8 for 1/2 (the constant that is printed
for Girsanov's theorem) the bound is met as well: that print is refuted by diffusion.girsanov and not here. For X_0 ~ N(0, v) the loss of a linear ŝ is least
at the score, with the value 1 − σ²/v_t: a loss below such a floor would be one of the sample. Not judged is a rate in n.
"""

from lemmata import *
from lemmata.theory.diffusion.notation import at, mu, sigma, sigma2, source, v, variance

n = Symbol("n", "number of data", Naturals)
WAYS = {"once": "taken once in the drift", "sign": "of the other sign", "late": "at the reverse time"}
trained = Procedure(
    "trained",
    "training on n data, then 2000 paths of the reverse process",
    ("n", "steps"),
    {
        "tv": "distance in total variation",
        "w1": "distance W_1",
        **{
            f"{distance}_{name}": f"{text} with the score {how}, of 500 paths"
            for name, how in WAYS.items()
            for distance, text in (("tv", "that in total variation"), ("w1", "W_1"))
        },
        "tv_exact": "that in total variation with the true score",
        "integral": "the integrated squared error of the score",
    },
)
found = trained(n=n, steps=800)
bound = sqrt(found["integral"] / 2) + found["tv_exact"]
often = Rational(1, 2)
b = Symbol("b", "the estimate is ŝ(x) = bx", Reals)
start, kick = Sampled("X_0", Normal(v)), Sampled("Z", Normal())
linear = Mean((sigma * b * (mu * start + sigma * kick) + kick) ** 2)
floor = 1 - sigma2 / variance(at)
parabola = floor + sigma2 * variance(at) * (b + 1 / variance(at)) ** 2
claim = Claim(
    "diffusion.trained_sampler",
    source=source("Score matching / Reverse process / Implementable discretization", "oko2023"),
    procedures=(trained,),
    domain=Domain(n >= 100, core=(n >= 200, n <= 2000, at >= 0.1, at <= 2, v >= 0.1, v <= 3, b >= -2, b <= 1)),
    parts={
        "main": Part(
            Guarantee(found["tv"] <= bound, often),
            says="More often than not the law of the trained sampler is within √(I/2) plus the distance of the true-score sampler, in total variation",
            wrong={f"score_{name}": {"event": found[f"tv_{name}"] <= bound} for name in WAYS},
        ),
        "wasserstein": Part(
            Guarantee(found["w1"] <= Rational(1, 10), often),
            says="and within 1/10 in W_1",
            wrong={f"score_{name}": {"event": found[f"w1_{name}"] <= Rational(1, 10)} for name in WAYS},
        ),
        "floor": Part(
            Identity(linear, parabola),
            says="For X_0 ~ N(0, v) and ŝ(x) = bx the loss E(σŝ(X_t) + Z)² is 1 − σ²/v_t + σ²v_t(b + 1/v_t)²: least at the score",
            proof="mean",
            wrong={
                "other_sign": {"right": floor + sigma2 * variance(at) * (b - 1 / variance(at)) ** 2},
                "no_floor": {"right": parabola - floor},
            },
        ),
    },
    uses=("diffusion.error_decomposition", "diffusion.score_matching_identity"),
)

"""The one-step bounds summed up, and the variance of a mini-batch drawn without replacement.

With q = e^{−x}, x = λ_2η/α, the gaps of k steps obey g_k ≤ q^k g_0 + c Σ_{j<k} q^j, and Σ_{j<k} q^j ≤ 1/(1 − q) ≤ 1 + 1/x; the
slide leaves out g_0 before e^{−λ_2ηk/α}. The mean of B of n vectors drawn without replacement has the variance (n − B)/(B(n − 1))
times that of the population, divisor n. In the Gaussian model, at rest and N → ∞, the batches cost ηs²/(4(1 − η(a + b)/2)), of the
order η, while the bound has √η: it holds and is not tight. Batches are drawn, for data cos 1, ..., cos n.
"""

from lemmata import *
from lemmata.theory.mfld.notation import a, b, source

n, B, i = Symbol("n", "number of data", Naturals), Symbol("B", "size of a batch", Naturals), Index("i")
x = Symbol("x", "λ_2η/α", Positive)
k = Symbol("k", "number of steps", Counts)
s2 = Symbol("s²", "variance of the gradient noise", Positive)
m = Symbol("m", "one over the step size", Naturals)
j = Index("j")
batch = Procedure("batch", "a batch drawn from cos 1, ..., cos n", ("n", "B", "again"), {"mean": "its mean"})
centre = Sum(cos(i), (i, 1, n)) / n
population = Sum((cos(i) - centre) ** 2, (i, 1, n)) / n


def squared(again=0):
    return Mean((batch(n=n, B=B, again=again)["mean"] - centre) ** 2)


left = Sum(exp(-x * (j - 1)), (j, 1, k))
rest = s2 / (4 * m * (1 - (a + b) / (2 * m)))
claim = Claim(
    "mfld.sg_mfld_bound",
    source=source("Computational complexity"),
    procedures=(batch,),
    domain=Domain(
        (B < n, n >= 2, n <= 40, k <= 5000, k >= 1),
        core=(
            (n >= 4, n <= 12, B <= 6, x >= Rational(1, 10**4), x <= 1),
            (k >= 1, k <= 2000, a >= 0.1, a <= 3, b <= 5, s2 >= 0.1, s2 <= 5),
        ),
    ),
    parts={
        "main": Part(
            Identity(squared(), (n - B) / (B * (n - 1)) * population, scale=population / B),
            says="The mean of a batch of B out of n drawn without replacement has (n − B)/(B(n − 1)) times the variance of the data",
            wrong={
                "divisor_n": {"right": (n - B) / (B * n) * population},
                "with_replacement": {"right": population / B},
                "drawn_again": {"left": squared(1)},
            },
        ),
        "sum": Part(
            Inequality(left, 1 + 1 / x),
            says="The sum of e^(−λ_2ηj/α) over the steps is at most 1 + α/(λ_2η)",
            wrong={"without_1": {"right": 1 / x}},
        ),
        "closed": Part(
            Identity(left, (1 - exp(-x * k)) / (1 - exp(-x))),
            says="as it is (1 − e^(−kx))/(1 − e^(−x))",
            wrong={"one_more": {"right": (1 - exp(-x * (k + 1))) / (1 - exp(-x))}},
        ),
        "not_tight": Part(
            Order(rest, 1 / m, ladder=Ladder(m, (10**2, 10**3, 10**4, 10**5, 10**6))),
            says="At rest in the Gaussian model, N → ∞, the batches cost ηs²/(4(1 − η(a+b)/2)): of the order η and not √η",
            wrong={"as_bounded": {"scale": 1 / sqrt(m)}},
        ),
    },
    uses=("mfld.one_step_update",),
)

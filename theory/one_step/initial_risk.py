"""The risk of a mean-field start is closer to the null risk than the size N^(-1/2) of its output suggests.

The initial risk differs from the mean of y² by the mean of f², which is O(1/N), and by -2 mean(y f). The latter has mean zero,
and given the data its second moment is (4/(N n²)) y'κy, κ the kernel E_w σ(<w, x>)σ(<w, x'>), for erf the arcsine kernel:
O(1/N²) in mean for labels that the kernel's leading directions do not carry. The data are arbitrary; the start is random.
"""

from sympy import DiagonalMatrix, asin

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.one_step.initialisation_scale import W, a, energy, f, q
from lemmata.theory.one_step.notation import N, X, d, n, source

label = Symbol("η", "the label of x", Reals, latex=r"\eta")
v = Array("v", "labels of the sample over √n", n, kind=UnitVector)
outputs = Definition("F", "outputs on the sample of inputs √d X, for erf", Entrywise(erf, sqrt(d) * X * W) * a / sqrt(N))
gram = X * X.T
damped = DiagonalMatrix(Entrywise(Lambda(z, 1 / sqrt(1 + 2 * Abs(z))), gram))
kappa = Definition("κ", "arcsine kernel", 2 / pi * Entrywise(Lambda(z, asin(2 * z)), damped * gram * damped), latex=r"\kappa")
undamped = 2 / pi * Entrywise(Lambda(z, 2 * z), damped * gram * damped)

claim = Claim(
    "one_step.initial_risk",
    source=source("Problem setting: 2-layer NN of mean field scaling"),
    uses=("one_step.initialisation_scale",),
    domain=Domain(core=(N <= 20, n <= 8, d <= 8, label >= -1, label <= 1, q >= 0.1, q <= 3)),
    parts={
        "main": Part(
            Identity(N * Mean((label - f) ** 2 - label**2), energy, scale=1 + sqrt(N) * Abs(label)),
            says="The squared error of the initial output exceeds the squared label by E σ(√q Z)²/N in mean",
            wrong={"order_one": {"right": N * energy}, "root": {"right": sqrt(N) * energy}},
        ),
        "cross_term": Part(
            Identity(Mean((2 * sqrt(N / n) * dot(v, outputs)) ** 2), 4 / n * quad(kappa, v), scale=4 / n),
            says="Given the data, √N times the cross term 2 mean(y f) of the initial risk has second moment (4/n) v'κv for labels √n v",
            wrong={
                "same_sample_only": {"right": 4 / n * quad(DiagonalMatrix(kappa), v)},
                "mean_of_squares": {"right": 4 * quad(kappa, v)},
                "without_the_factor_2": {"right": quad(kappa, v) / n},
                "linear_kernel": {"right": 4 / n * quad(undamped, v)},
            },
        ),
    },
)

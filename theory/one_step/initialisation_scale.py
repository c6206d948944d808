"""At a mean-field start the output of the network is of order N^(-1/2), and the risk is closer still to the null risk.

Each of the N terms of f has mean zero and variance E σ(√q Z)²/N² with q = |x|²/d, as <w, x> is N(0, q). The initial risk
differs from the mean of y² by the mean of f², which is O(1/N), and by -2 mean(y f). The latter has mean zero, and given
the data its second moment is (4/(N n²)) y'κy, κ the kernel E_w σ(<w, x>)σ(<w, x'>), for erf the arcsine kernel: O(1/N²)
in mean for labels that the kernel's leading directions do not carry. The data are arbitrary; the start is random.
"""

from sympy import DiagonalMatrix, asin

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.one_step.notation import N, X, d, n, source

BOUNDED = FunctionClass("bounded activations", {name: LINKS.options[name] for name in ("tanh", "erf", "sine")})
sigma = Function("σ", "activation", of=BOUNDED, latex=r"\sigma")
u = Array("u", "direction of an input", d, kind=UnitVector)
label = Symbol("η", "the label of x", Reals, latex=r"\eta")
v = Array("v", "labels of the sample over √n", n, kind=UnitVector)
q = Symbol("q", "mean square of the entries of an input", Positive)
x = sqrt(q * d) * u

W, a, Z = Sampled("W", Normal(1 / d), d, N), Sampled("a", Normal(1 / N), N), Sampled("Z", Normal())
f = Definition("f", "output at x", dot(sigma.entrywise(W.T * x), a) / sqrt(N))
energy = GaussMean(sigma(sqrt(q) * z) ** 2, z)

outputs = Definition("F", "outputs on the sample of inputs √d X, for erf", Entrywise(erf, sqrt(d) * X * W) * a / sqrt(N))
gram = X * X.T
damped = DiagonalMatrix(Entrywise(Lambda(z, 1 / sqrt(1 + 2 * Abs(z))), gram))
kappa = Definition("κ", "arcsine kernel", 2 / pi * Entrywise(Lambda(z, asin(2 * z)), damped * gram * damped), latex=r"\kappa")
undamped = 2 / pi * Entrywise(Lambda(z, 2 * z), damped * gram * damped)


def arcsine(q):
    """E erf(√q Z)²."""
    return 2 / pi * asin(2 * q / (1 + 2 * q))


claim = Claim(
    "one_step.initialisation_scale",
    source=source("Problem setting: 2-layer NN of mean field scaling"),
    domain=Domain(core=(N <= 20, n <= 8, d <= 8, label >= -1, label <= 1, q >= 0.1, q <= 3)),
    parts={
        "main": Part(
            Identity(N * Mean(f**2), energy, scale=1),
            says="At a fixed input N times the mean square of the initial output is E σ(√q Z)² with q = |x|²/d",
            wrong={
                "one_over_n_squared": {"right": energy / N},
                "order_one": {"right": N * energy},
                "variance_of_the_weights": {"right": GaussMean(sigma(sqrt(q * d) * z) ** 2, z)},
            },
        ),
        "risk": Part(
            Identity(N * Mean((label - f) ** 2 - label**2), energy, scale=1 + sqrt(N) * Abs(label)),
            says="The squared error of the initial output exceeds the squared label by E σ(√q Z)²/N in mean",
            wrong={"order_one": {"right": N * energy}, "root": {"right": sqrt(N) * energy}},
        ),
        "erf": Part(
            Identity(Mean(erf(sqrt(q) * Z) ** 2), arcsine(q)),
            says="For erf the mean square is (2/π) arcsin(2q/(1 + 2q))",
            wrong={"angle": {"right": 2 / pi * asin(q / (1 + q))}, "unit_norm": {"right": arcsine(1)}},
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
    notes="Weights are N(0, 1/d) and N(0, 1/N), as in the slides; with second-layer weights N(0, 1) the output is O(1).",
)

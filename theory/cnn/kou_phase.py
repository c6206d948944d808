"""With ReLU the error is set by κ = n|μ|⁴/(σ_ξ⁴d): at least 0.1 for κ ≤ C_3, exponentially small for κ ≥ C_1, no logarithm in between.

When training ends γ is about n SNR²/2 times the noise coefficients, which have a common size ρ, and what a neuron sees of fresh
noise has a standard deviation of order ρ√(n/d): the error is about Φ(-c√κ), κ = (n SNR²)² d/n = n SNR⁴ d. So n SNR² = o(1) and κ ≥ C_1
are compatible, in dimensions d ≥ C_1 n/(n SNR²)²; in the harmful case the first follows, and the error does not need it in the
other. C_1 = 3, C_2 = 7/2 and C_3 = 3/10 are witnesses. On κ from 1 to 10 the error itself looks like exp(-√κ/C), by its
prefactor; the large-deviation rate I of a trained network, error = e^(-I(1+o(1))), has none and grows like κ. ReLU, no label
flips, m = 16, n from 8 to 24, starts σ_0σ_ξ√d = 1/100, e_0 = 1/2, until the training loss is 1/50; fresh noise is N(0, σ_ξ²I_d), along μ too; I by
ascent from several directions.
"""

from lemmata import *
from lemmata.theory.cnn.common.runs import PARAMETERS, STOP, h, literal, relu, training
from lemmata.theory.cnn.notation import source

d = Symbol("d", "dimension of a patch", Naturals)
kappa = Symbol("κ", "n|μ|⁴/(σ_ξ⁴d)", Positive, latex=r"\kappa")
value = Symbol("k", "value of κ", Positive)
excess = Symbol("e", "C less κ", NonNegative)
dimension = Symbol("D", "dimension", Positive)
snr = Symbol("SNR", "signal-to-noise ratio |μ|/(σ_ξ√d)", Positive, latex=r"\mathrm{SNR}")
C = Symbol("C", "a constant", Positive)
n, often = 2 * h, Rational(3, 4)
tail = Procedure(
    "tail",
    "the trained network and the tail of its output on fresh noise",
    PARAMETERS,
    {
        "error": "share of fresh data with the wrong sign",
        "decay": "large-deviation rate of the error",
        "train": "training loss",
    },
)


NARROW, WIDE = (Rational(1, 25), Rational(1, 5)), (Rational(1, 40), Rational(1, 4))


def at(value, count=n, size=d):
    """The SNR at which n SNR⁴ d has this value."""
    return (value / (count * size)) ** Rational(1, 4)


def small(value, below):
    run = relu(n, d, at(value))
    return And(run["train"] <= STOP, run["error"] <= below)


def large(value):
    run = relu(n, d, at(value))
    return And(run["train"] <= STOP, run["error"] >= Rational(1, 10))


def rate(growth, where=None):
    """The rate lies between growth/5 and 7/10 of it."""
    found = relu(n, d, at(kappa) if where is None else where, run=tail)["decay"]
    return And(found >= growth / 5, found <= Rational(7, 10) * growth)


def weak_signal(size, above):
    """n SNR² = 1/10 and 20 samples in this dimension: an error of at least 0.1, or of at most 0.01."""
    error = relu(20, size, sqrt(Rational(1, 200)))["error"]
    return error >= Rational(1, 10) if above else error <= Rational(1, 100)


def between(ratio, count=n, size=d, run=training, window=NARROW):
    error = relu(count, size, ratio, run=run)["error"]
    return And(error >= window[0], error <= window[1])


def in_space(value):
    """Descent on the weights themselves at n = 8 and d = 60."""
    return between(at(value, 8, 60), 8, 60, literal, WIDE)


def weak(value):
    """n SNR² at n SNR⁴ d = value."""
    return n * at(value) ** 2


def follows(k):
    """κ n/d is at most C n/d, under the root."""
    return k.monotone(k.scale(k.compare(value, value + excess), n / d), "sqrt")


harmful, edge = Rational(3, 10), Rational(5, 4)
claim = Claim(
    "cnn.kou_phase",
    source=source("BENIGN OVERFITTING WITH FEATURE LEARNING (ReLU)", "kou2023"),
    domain=Domain(h >= 4, d >= 100 * h, h <= 12, d <= 6000, kappa >= 3, kappa <= 20),
    parts={
        "main": Part(
            Guarantee(small(kappa, exp(-2 * kappa / 7)), often),
            says="With ReLU, for κ from C_1 = 3 to 20, three quarters of the trained networks fit the sample with an error of at most exp(−κ/C_2), C_2 = 7/2",
            wrong={
                "half": {"event": small(kappa, exp(-2 * kappa))},
                "tenth": {"event": small(kappa / 10, exp(-2 * kappa / 7))},
            },
        ),
        "harmful": Part(
            Guarantee(large(harmful), often),
            says="At κ = C_3 = 3/10 three quarters fit the sample and have an error of at least 0.1",
            wrong={"at_three": {"event": large(3)}},
        ),
        "in_space": Part(
            Guarantee(in_space(edge), often),
            says="At κ = 5/4, n = 8 and d = 60 descent on the weights in R^d ends with an error between 1/40 and 1/4 in three quarters of the runs",
            wrong={"at_ten": {"event": in_space(10)}},
        ),
        "threshold": Part(
            Guarantee(between(at(edge)), often),
            says="and in the coordinates that descent moves between 0.04 and 0.2, for all n from 8 to 24 and d from 50n to 6000",
            wrong={
                "n_snr_squared": {"event": between(sqrt(Rational(1, 20) / n))},
                "d_squared": {"event": between(at(8000 * edge / d))},
                "n_squared": {"event": between(at(32 * edge / n))},
            },
        ),
        "rate": Part(
            Guarantee(rate(kappa), often),
            says="The large-deviation rate of the error lies between κ/5 and 7κ/10 in three quarters of the networks",
            wrong={
                "root": {"event": rate(sqrt(kappa))},
                "square": {"event": rate(kappa**2)},
                "n_snr_squared": {"event": rate(kappa, sqrt(Rational(8, 100) * kappa / n))},
            },
        ),
        "low_dimension": Part(
            Guarantee(weak_signal(500, True), often),
            says="At n SNR² = 1/10 and n = 20 three quarters have an error of at least 0.1 in dimension 500, where κ = 1/4",
            wrong={"benign": {"event": weak_signal(500, False)}},
        ),
        "high_dimension": Part(
            Guarantee(weak_signal(20000, False), often),
            says="and of at most 0.01 in dimension 20000, where κ = 10: n SNR² does not decide",
            wrong={"harmful": {"event": weak_signal(20000, True)}},
        ),
        "follows": Part(
            Inequality(weak(value), sqrt((value + excess) * n / d)),
            says="Where κ ≤ C = κ + e, n SNR² is at most √(Cn/d): in the harmful case the assumption n SNR² = o(1) follows",
            proof=follows,
            wrong={"without_n": {"right": sqrt((value + excess) / d)}, "first_power": {"right": (value + excess) * n / d}},
        ),
        "compatible": Part(
            Existence(dimension * n * snr**4 >= C, {dimension: C * n / (n * snr**2) ** 2}),
            says="κ ≥ C is compatible with every value of n SNR², however small: in the dimension Cn/(n SNR²)² it holds",
            proof=lambda k: k.witness(dimension * n * snr**4 >= C, {dimension: C * n / (n * snr**2) ** 2}),
        ),
    },
    procedures=(literal, training, tail),
    uses=("cnn.growth_linear",),
)

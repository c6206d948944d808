"""What a dimension that is large relative to the sample size buys: noise patches that are nearly orthogonal, and any labels fitted.

For n patches ξ ~ N(0, σ_ξ²I), with probability 1 - δ and for all i ≠ k, |<ξ_i, ξ_k>|/(σ_ξ²d) ≤ √(2u/d) + u/d, u = log(2n(n - 1)/δ),
and ||ξ_i|²/(σ_ξ²d) - 1| ≤ 2√(v/d) + 2v/d, v = log(4n/δ): tail bounds and a union over all events. In d ≥ n dimensions the weights M
j_r Σ_k y_k ξ*_k, ξ* the dual basis, give every labelling the margin M with ReLUs. In few dimensions descent does not fit labels
that the data know nothing of; that no weights at all do follows from a count of the patterns of signs (cnn.capacity). But a
signal fits by itself: w_r = c j_r μ has margins (c|μ|²)^q in every dimension if the noise is orthogonal to μ, so the condition
matters only where the signal is too weak. The largest inner product is in mean that of as many normal numbers of variance 1/d, and
so are the lengths, of variance 2/d, up to what the skewness of a chi-square adds: the constants √2 and 2 of the bounds cannot be
lowered; √(2 log(n²/2)/d) itself is some 8 % more at these sizes. In a pilot the means were 0.999 to 1.013 and 1.001 to 1.011 times those
of normal numbers, most at 60 patches in 200 dimensions. Units σ_ξ²d = 1; ReLU; n SNR² = 50 in the run with a signal.
"""

from lemmata import *
from lemmata.theory.cnn.cube_growth import across, cube
from lemmata.theory.cnn.notation import Xi, d, j, m, margins, mu, n, source, y, z

delta = Symbol("δ", "probability of failure", Positive, latex=r"\delta")
M, c = Symbol("M", "margin", Positive), Symbol("c", "factor of the signal", Positive)
k, D = Symbol("k", "number of patches", Naturals), Symbol("D", "their dimension", Naturals)
e = Symbol("e", "how many dimensions there are more than samples", Counts)
X = Array("X", "noise patches in general position, one sample a row", n, n + e, kind=Kind("general", ("generic",)))

overlaps = Procedure(
    "overlaps",
    "Gram matrix of Gaussian noise patches in units σ_ξ²d = 1",
    ("n", "d"),
    {"pairs": "largest |⟨ξ_i, ξ_k⟩| of two samples", "lengths": "largest ||ξ_i|² − 1|"},
)
fitted = Procedure(
    "fitted",
    "descent on the two-layer ReLU network in R^d",
    ("n", "m", "d", "SNR", "s0", "rate", "steps"),
    {"fitted": "share of the samples with a margin above 10⁻⁹", "loss": "training loss"},
)
patches, half = overlaps(n=k, d=D), Rational(1, 2)


def pairs(events=2 * k * (k - 1), factor=2, power=half):
    """No two of the patches overlap by more than the bound."""
    u = log(events / delta)
    return patches["pairs"] <= (factor * u / D) ** power + u / D


def lengths(events=4 * k, power=half):
    """No length is further from 1 than the bound."""
    v = log(events / delta)
    return patches["lengths"] <= 2 * (v / D) ** power + 2 * v / D


x = Symbol("x", "size of a normal number", NonNegative)


def largest(count):
    """The mean of the largest |Z| of so many independent standard normal numbers; above 12 there is nothing of it up to 1e-28."""
    above = 1 - (1 - 2 * Phi(-x)) ** count
    return Integral(above, (x, 0, 2)) + Integral(above, (x, 2, 4)) + Integral(above, (x, 4, 12))


of_pairs = Definition("z_P", "mean of the largest of k(k − 1)/2 absolute normal numbers", largest(k * (k - 1) / 2))
of_samples = Definition("z_k", "mean of the largest of k absolute normal numbers", largest(k))


def beside(what, normal, variance):
    """The mean of a largest deviation over that of normal numbers of this variance."""
    return Mean(patches[what]) / (sqrt(variance) * normal)


def near_normal(what, normal, variance, slack):
    return Within(beside(what, normal, variance), 1 - slack, 1 + slack)


near = Rational(1, 50)
dual = Definition("Ξ*", "dual basis of the noise patches, one a row", (X * X.T).inv() * X)


def without_signal(weights):
    """Margins of ReLUs that see the noise alone."""
    return hadamard(y, Entrywise(Lambda(z, Maximum(z, 0)), weights * X.T).T * j / m)


def run(samples, neurons, dimension, rate, steps, signal=0):
    """A run from small weights."""
    return fitted(n=samples, m=neurons, d=dimension, SNR=signal, s0=Rational(1, 100), rate=rate, steps=steps)


wide, low = run(10, 12, 20, Rational(1, 5), 300), run(200, 1, 3, Rational(1, 200), 150)
low_signal = run(50, 12, 4, Rational(1, 50), 100, signal=1)


def fits(one):
    return And(one["fitted"] >= 1, one["loss"] <= Rational(1, 10))


often = Rational(9, 10)
claim = Claim(
    "cnn.overparam",
    source=source("MAIN RESULTS"),
    domain=Domain(
        (d >= 2, k >= 40, k <= 60, D >= 200, D <= 4000, delta >= Rational(1, 50), delta <= Rational(1, 20)),
        core=(n <= 6, m <= 3, d <= 12, e <= 8, M >= 0.3, M <= 3, c >= 0.3, c <= 3),
    ),
    parts={
        "main": Part(
            Guarantee(pairs(), 1 - delta),
            says="With probability 1 − δ no two noise patches have |⟨ξ_i, ξ_k⟩| above σ_ξ²d(√(2u/d) + u/d), u = log(2n(n − 1)/δ)",
            wrong={
                "no_union": {"event": pairs(events=1)},
                "constant_one": {"event": pairs(factor=1)},
                "faster": {"event": pairs(power=1)},
            },
        ),
        "lengths": Part(
            Guarantee(lengths(), 1 - delta),
            says="and no length has ||ξ_i|² − σ_ξ²d| above σ_ξ²d(2√(v/d) + 2v/d), v = log(4n/δ)",
            wrong={"no_union": {"event": lengths(events=1)}, "faster": {"event": lengths(power=1)}},
        ),
        "normal_maximum": Part(
            near_normal("pairs", of_pairs, 1 / D, near),
            says="For 40 to 60 patches in 200 to 4000 dimensions the mean of the largest |⟨ξ_i, ξ_k⟩| of n is σ_ξ²√d times that of n(n − 1)/2 "
            "absolute normal numbers, up to 2 %,",
            wrong={
                "of_as_many_as_samples": {"quantity": beside("pairs", of_samples, 1 / D)},
                "leading_order": {"quantity": Mean(patches["pairs"]) / sqrt(2 * log(k**2 / 2) / D)},
                "lower_constant": {"quantity": beside("pairs", of_pairs, half / D)},
            },
        ),
        "normal_lengths": Part(
            near_normal("lengths", of_samples, 2 / D, near),
            says="and that of the largest ||ξ_i|² − σ_ξ²d| is σ_ξ²√(2d) times that of n, up to 2 % as well",
            wrong={
                "variance_one": {"quantity": beside("lengths", of_samples, 1 / D)},
                "of_all_pairs": {"quantity": beside("lengths", of_pairs, 2 / D)},
            },
        ),
        "interpolates": Part(
            Identity(without_signal(M * j * y.T * dual), M * OneMatrix(n, 1)),
            says="In at least as many dimensions as samples the weights M j_r Σ_k y_k ξ*_k give every labelling the margin M, without a signal",
            wrong={"no_dual_basis": {"left": without_signal(M * j * y.T * X)}},
        ),
        "signal_alone": Part(
            Identity(margins(c * j * mu.T, across, cube), (c * sq(mu)) ** 3 * OneMatrix(n, 1)),
            says="Where the noise is orthogonal to μ, w_r = c j_r μ has margins (c|μ|²)³ with the cube, in every dimension",
            wrong={"noise_not_orthogonal": {"left": margins(c * j * mu.T, Xi, cube)}},
        ),
        "fitted": Part(
            Guarantee(fits(wide), often),
            says="Without a signal nine tenths of the runs of descent fit 10 samples in 20 dimensions to a loss of 0.1",
            wrong={"in_three_dimensions": {"event": fits(low)}},
        ),
        "not_fitted": Part(
            Guarantee(low["fitted"] <= Rational(7, 10), often),
            says="but in 3 dimensions, with one neuron of each sign, nine tenths fit at most 7 in 10 of 200 samples",
            wrong={"interpolates": {"event": fits(low)}, "of_wide": {"event": wide["fitted"] <= Rational(7, 10)}},
        ),
        "signal_fits": Part(
            Guarantee(fits(low_signal), often),
            says="With a signal as long as the noise and across it nine tenths fit 50 samples to a loss of 0.1, with noise in 4 dimensions",
            wrong={"necessary": {"event": low_signal["fitted"] <= often}},
        ),
    },
    procedures=(overlaps, fitted),
)

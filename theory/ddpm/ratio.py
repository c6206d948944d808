"""Balanced features: early descent aligns every growing neuron with the mean patch, so that the ratio is n SNR²/2; later it may saturate.

To leading order in small weights the denoising loss of the tied quadratic network is -(4αβ/√m) Σ_r |w_r|²<w_r, v> + const with
the mean patch v = (μ_1 + μ_-1)/2 + (1/n) Σ ξ_i. Its flow w' ∝ 2<w,v>w + |w|²v keeps |w_⊥|³/|w|² (w_⊥: the part across v), so
|w_⊥|/|w| falls like |w|^(-1/3) only. For orthogonal patches <v, μ>/<v, ξ_i> = n|μ|²/(2|ξ_i|²). The theorem's data have two
orthogonal signals; with the signals ±μ of the slides v has none (what signal is left is a part of the weights across the data).
The noise of the target has variance 1, so the scale of the data counts: with σ_ξ = 1 and α = 4/5 the stationary ratio that
descent from a small start reaches hardly depends on n SNR², against the printed Θ(n SNR²), which holds there for α = 3/100 or
σ_ξ = 1/√d. (The theorem states only that some stationary point has it.) Runs with 16 samples and 4 neurons; ratios of means
over neurons and patches, σ_ξ² d = 400 or 1, until a change of the weights by one part in a hundred changes the loss by less
than one in ten thousand of d.
"""

from lemmata import *
from lemmata.theory.ddpm.notation import d, source

ORDINARY = Kind("general", ("generic", "large"))
w, v = (Array(name, meaning, d, kind=ORDINARY) for name, meaning in (("w", "weights of a neuron"), ("v", "mean patch")))
field = 2 * dot(w, v) * w + sq(w) * v
across = sq(w) - dot(w, v) ** 2 / sq(v)  # |w_⊥|²


def kept(power=3, size=2):
    """|w_⊥|^(2 power)/|w|^(2 size): the squares of what is kept."""
    return across**power / sq(w) ** size


def moving(term, at=field):
    return Slope(term, w, along=at)


cubic = sq(w) * dot(w, v)

train = Procedure(
    "descend",
    "descent on the denoising loss, averaged over the noise, of the tied quadratic network",
    ("n", "m", "d", "s", "σ", "α", "early", "flipped", "run"),
    {
        "aligned": "ratio when the largest neuron has length early, over that of the mean patch",
        "first": "the same over n SNR²/2",
        "ratio": "ratio at the end of the run",
        "still": "|W| |gradient|/d there",
    },
)
SIZES = {"m": 4, "early": Rational(1, 50), "flipped": 0, "run": 1}
DIM, often = 400, Rational(1, 2)
snr = Symbol("s", "n SNR²", Positive)
low, high = Rational(4, 5), Rational(3, 100)
unit, weak = Integer(1), Rational(1, 20)  # σ_ξ² d = 400 and 1


def growing(key, factor=1):
    """The ratio in the early phase."""
    run = train(n=16, d=1000, s=snr, **{"σ": weak, "α": low}, **(SIZES | {"run": 0}))
    margin = Rational(1, 20) if key == "aligned" else Rational(1, 4)
    return Abs(run[key] / factor - 1) < margin


def stationary(alpha, sigma, s, flipped=0):
    return train(n=16, d=DIM, s=s, **{"σ": sigma, "α": alpha}, **(SIZES | {"flipped": flipped}))


def proportional(alpha, sigma, factor=1):
    """At the end the ratio is n SNR²/2 up to a factor 3/2."""
    run = stationary(alpha, sigma, snr)
    return And(Abs(log(run["ratio"] / (factor * snr / 2))) < log(Rational(3, 2)), run["still"] < Rational(1, 100))


def balanced(alpha=low, sigma=unit):
    """It lies between 3/4 and 3/2."""
    run = stationary(alpha, sigma, snr)
    return And(run["ratio"] > Rational(3, 4), run["ratio"] < Rational(3, 2), run["still"] < Rational(1, 100))


EARLY, LATE = (snr >= Rational(1, 2), snr <= 8), (snr >= Rational(1, 2), snr <= 5)
none = stationary(low, unit, Integer(1), flipped=1)["ratio"]
made = Gradient(cubic, w)


claim = Claim(
    "ddpm.ratio",
    source=source("DIFFUSION MODEL FEATURE LEARNING"),
    domain=Domain(sq(v) > 0, sq(w) > 0, core=(d >= 2, d <= 5, snr >= Rational(1, 2), snr <= 8)),
    parts={
        "main": Part(
            Guarantee(growing("aligned"), often),
            when=EARLY,
            says="More often than not the neurons of an early network have the ratio of the mean patch, up to 5 %",
            wrong={"a_third_more": {"event": growing("aligned", Rational(4, 3))}},
        ),
        "growing": Part(
            Guarantee(growing("first"), often),
            when=EARLY,
            says="and n SNR²/2 up to 25 %",
            wrong={"n_snr_squared": {"event": growing("first", 2)}, "four_times_fewer": {"event": growing("first", 4)}},
        ),
        "gradient": Part(
            Identity(made, field, scale=norm(w) ** 2 * norm(v)),
            says="because the gradient of the cubic |w|²⟨w, v⟩ is 2⟨w, v⟩w + |w|²v",
            wrong={"radial_only": {"right": 2 * dot(w, v) * w}},
            proof=lambda k: k.le(k.derivative(made), k.words(k.derivative(made).right, field)),
        ),
        "slow": Part(
            Identity(moving(kept()), Integer(0), scale=norm(v) * norm(w) ** 3),
            says="and along it |w_⊥|⁶/|w|⁴ does not change: the part across the mean patch loses only like |w|^(−1/3)",
            wrong={
                "halves": {"left": moving(kept(2, 2)), "scale": norm(v) * norm(w)},
                "alone": {"left": moving(kept(3, 0)), "scale": norm(v) * norm(w) ** 7},
            },
            proof="derivative",
        ),
        "small_factor": Part(
            Guarantee(proportional(high, unit), often),
            when=LATE,
            says="At the stationary point of descent the ratio is n SNR²/2 up to a factor 3/2 for α = 3/100, n SNR² from 1/2 to 5",
            wrong={"n_snr_squared": {"event": proportional(high, unit, 2)}},
        ),
        "weak_data": Part(
            Guarantee(proportional(low, weak), often),
            when=LATE,
            says="and for α = 4/5 and weak data, σ_ξ²d = 1",
            wrong={"n_snr_squared": {"event": proportional(low, weak, 2)}},
        ),
        "saturates": Part(
            Guarantee(balanced(), often),
            when=(snr >= 1, snr <= 5),
            says="For α = 4/5 and σ_ξ = 1 it lies between 3/4 and 3/2 for n SNR² from 1 to 5",
            printed=Print(
                readings={
                    "point_of_descent": ({"event": proportional(low, unit)}, "fails"),
                    "small_factor": ({"event": proportional(high, unit)}, "holds"),
                },
                erratum=Erratum.unclear(
                    "which stationary point is meant, and the scale of the data against the noise of the target, are not printed: at the one that "
                    "descent reaches from a small start the ratio is of order n SNR² for small α_t or weak data, and of order 1 else"
                ),
            ),
            wrong={"weak_data": {"event": balanced(sigma=weak)}},
        ),
        "one_signal": Part(
            Guarantee(none < Rational(1, 20), often),
            says="With the signals ±μ of the slides, in balanced classes, the ratio is below 1/20 at n SNR² = 1, a tenth of n SNR²/2",
            wrong={"balanced": {"event": none > Rational(1, 4)}},
        ),
    },
    procedures=(train,),
    notes="That the cubic is the leading order is read off the closed form of ddpm.population_loss, whose other terms are of degree 6 in the weights.",
    uses=("ddpm.population_loss",),
)

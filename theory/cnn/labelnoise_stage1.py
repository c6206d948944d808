"""With flipped labels descent first learns the signal: early all true labels are fitted, no flipped one is, and fresh data are right.

While all |ℓ'| are near 1/2 a step adds (η/4m)|μ|²(1 - 2τ) to every signal coefficient γ, as a flipped sample pulls it back, and
(η/2nm)|ξ_i|² to the own noise coefficients ρ_i. So γ > ρ asks for n SNR² > 2/(1 - 2τ): n SNR² = Θ(1) suffices above a constant
alone. Runs: ReLU, n = 20, m = 16, exactly 10τ flips in each class, σ_0σ_ξ√d = 1/100, e_0 = 1/10, training noise N(0, σ_ξ²I) as
printed, the first part by descent on weights in R^d; the error is that on fresh data with true labels, given the weights.
"""

from lemmata import *
from lemmata.theory.cnn.notation import source

HEADING = "BENIGN OVERFITTING WITH FEATURE LEARNING (LABEL NOISE)"
PARAMETERS = ("n", "m", "d", "flips", "s", "s0", "rate", "early", "steps", "stop", "directions")
OUTPUTS = {
    "gap": "least γ_jr minus the largest own ρ_ri at the early step",
    "clean": "share of the samples with true labels that are fitted at the early step",
    "noisy": "share of the flipped samples that are fitted at the early step",
    "error": "share of fresh data with the wrong sign at the early step",
    "times": "number of the first 40 steps at which γ > ρ, all true labels are fitted and no flipped one is",
    "always": "least share of the samples with true labels that are fitted after a step",
    "crossings": "how often the mean noise coefficient of the flipped samples and the mean γ change places",
    "half": "share of the flipped samples that are fitted when this noise coefficient comes to be the larger one",
    "overtaken": "steps at which the mean noise coefficient of the samples with true labels is above the mean γ",
    "train": "training loss at the end",
    "fit": "share of all samples that are fitted at the end",
    "share": "mean γ over the mean margin at the end",
    "ratio": "mean noise coefficient of the flipped samples over that of the others at the end",
    "last": "share of fresh data with the wrong sign at the end",
}
literal = Procedure("literal", "descent on flipped labels in R^d", PARAMETERS, OUTPUTS)
flipped = Procedure("flipped", "the same in the coordinates that descent moves", PARAMETERS, OUTPUTS)

k = Symbol("k", "flipped labels in each class of 10", Naturals)
s = Symbol("s", "n SNR²", Positive)
b = Symbol("b", "dimension over the number of samples", Naturals)
tau = k / 10
nine = Rational(9, 10)
to_signal, to_noise = (10 - k) * s / 20 - k * s / 20, Integer(1)  # in units of (η/nm)|ξ|²|ℓ'|, |μ|² = s|ξ|²/n
SIZES = {"n": 20, "m": 16, "flips": k, "rate": Rational(1, 10), "stop": 0}


def short(strength, steps=3):
    """A few steps at this n SNR², in R^d."""
    return literal(**SIZES, d=20 * b, s=strength, s0=Rational(1, 100), early=3, steps=steps, directions=100)


run = short(5 / (1 - 2 * tau))
weak = short(1 / (1 - 2 * tau), steps=40)
LEARNED = (run["gap"] > 0, run["clean"] >= 1, run["noisy"] <= 0)


def gap(strength):
    """γ_jr - ρ_ri at its least after one step from a small start, d = 40 n."""
    return flipped(**SIZES, d=800, s=strength, s0=Rational(1, 1000), early=1, steps=1, directions=2)["gap"]


critical, above = 2 / (1 - 2 * tau), Rational(13, 10)
claim = Claim(
    "cnn.labelnoise_stage1",
    source=source(HEADING, "han2025b"),
    domain=Domain(k <= 3, b >= 4, core=(b <= 25, s <= 20)),
    parts={
        "main": Part(
            Guarantee(And(*LEARNED, run["error"] <= exp(-b)), nine),
            says="At n SNR² = 2.5·2/(1 − 2τ) nine tenths of the runs have, after three steps, γ > ρ throughout, all true labels fitted, no "
            "flipped one, and an error of exp(−d/n) at most",
            printed=Print(
                event=weak["times"] >= 1,
                erratum=Erratum.condition_missing(
                    "n SNR² = Θ(1) is not enough: below the constant 2/(1 − 2τ) the noise coefficients grow faster than γ, and at half of it no "
                    "step among the first 40 has the three properties"
                ),
            ),
            wrong={
                "swapped": {"event": And(run["gap"] > 0, run["clean"] <= 0, run["noisy"] >= 1)},
                "faster": {"event": And(*LEARNED, run["error"] <= exp(-10 * b))},
                "weak_signal": {"event": And(weak["gap"] > 0, weak["clean"] >= 1, weak["noisy"] <= 0)},
            },
        ),
        "above": Part(
            Guarantee(gap(critical * above) > 0, nine),
            says="From a small start and at d = 40 n the first step makes every γ larger than every ρ at n SNR² = 1.3·2/(1 − 2τ) in nine "
            "tenths of the runs",
            wrong={
                "one_tau": {"event": gap(2 / (1 - tau) * above) > 0},
                "no_flips": {"event": gap(2 * above) > 0},
                "whole_sample": {"event": gap(critical * above / 2) > 0},
            },
        ),
        "below": Part(
            Guarantee(gap(critical / above) < 0, nine),
            says="and at n SNR² = 2/(1 − 2τ)/1.3, in nine tenths too, it leaves a γ below a ρ",
            wrong={"twice": {"event": gap(2 * critical / above) < 0}},
        ),
        "rates": Part(
            Identity(to_signal / to_noise, s * (1 - 2 * tau) / 2),
            says="Flipped samples pull back: at equal |ℓ'| and σ' = 1 what a step adds to γ is n SNR²(1 − 2τ)/2 times what it adds to an own ρ",
            proof="normal",
            wrong={"one_tau": {"right": s * (1 - tau) / 2}, "all_samples": {"right": s * (1 - 2 * tau)}},
        ),
    },
    procedures=(literal, flipped),
    notes="Networks of 16 neurons of each sign; the constants in Ω(d/n) and Θ(1) are those of these runs.",
)

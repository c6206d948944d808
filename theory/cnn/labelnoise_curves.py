"""Learning with flipped labels has two stages: signal and true labels first, then the noise of the flipped samples overtakes the signal.

With γ(t) the mean signal coefficient and ρ_c, ρ_n the mean own noise coefficients of samples with true and with flipped labels: true
labels are fitted throughout, flipped ones not at first and all at the end; ρ_n comes above γ once and stays there, as a flipped
margin is about ρ_n - γ; the noise that is memorised is that of the flipped samples. At the largest margin M, ρ_n/ρ_c = (M + γ)/(M - γ).
The figures give no setting; claimed is the order of events. Runs as in cnn.labelnoise_stage2_fit with τ = 1/10, n SNR² = 6 and
d = 10 n or 4 n. At larger τ the noise of true labels may overtake the signal as well.
"""

from lemmata import *
from lemmata.theory.cnn.labelnoise_stage1 import flipped, nine
from lemmata.theory.cnn.labelnoise_stage2_fit import long, low
from lemmata.theory.cnn.notation import source

run, shallow = long(1, 10, 6), long(1, 4, 6)
gamma = Symbol("γ", "mean signal coefficient", Positive)
noise = Symbol("ρ_c", "mean noise coefficient of the samples with true labels", Positive)
margin = gamma + noise
end, ratio = margin + gamma, (1 + gamma / margin) / (1 - gamma / margin)  # ρ_n, and what it is over ρ_c
claim = Claim(
    "cnn.labelnoise_curves",
    source=source("Feature Learning Process w/ Label Noise", "han2025b"),
    domain=Domain(core=(gamma <= 5, noise <= 5)),
    parts={
        "main": Part(
            Guarantee(And(run["always"] >= 1, run["noisy"] <= 0, run["train"] <= low, run["fit"] >= 1), nine),
            says="At n SNR² = 6, τ = 1/10 and d = 10 n nine tenths of the runs fit all true labels after every step, no flipped one at step "
            "three, and all in the end",
            wrong={"swapped": {"event": And(run["noisy"] >= 1, run["clean"] <= 0)}},
        ),
        "crossing": Part(
            Guarantee(Eq(run["crossings"], 1), nine),
            says="In nine tenths the mean noise coefficient of the flipped samples comes above that of the signal once, and stays there",
            wrong={"again": {"event": run["crossings"] >= 2}, "never": {"event": run["crossings"] <= 0}},
        ),
        "half_fitted": Part(
            Guarantee(Eq(run["half"], Rational(1, 2)), Rational(1, 2)),
            says="When it does, in half of the runs at least, one of the two flipped samples is fitted and the other is not",
            wrong={"none_yet": {"event": run["half"] <= 0}, "all": {"event": run["half"] >= 1}},
        ),
        "true_labels": Part(
            Guarantee(run["overtaken"] <= 0, nine),
            says="In nine tenths of the runs the noise of the samples with true labels never does",
            wrong={"overtakes": {"event": run["overtaken"] >= 1}},
        ),
        "ratio": Part(
            Guarantee(run["ratio"] > 2, nine),
            says="and ends below half of that of the flipped ones",
            wrong={"no_distinction": {"event": run["ratio"] < Rational(3, 2)}},
        ),
        "error": Part(
            Guarantee(shallow["last"] > 2 * shallow["error"], nine),
            says="At d = 4 n, in nine tenths of the runs, the error on fresh true labels ends above twice that of step three",
            wrong={"falls": {"event": shallow["last"] <= shallow["error"]}},
        ),
        "limit": Part(
            Identity(end / noise, ratio),
            says="Equal margins M = γ + ρ_c = ρ_n − γ have ρ_n/ρ_c = (1 + g)/(1 − g), g = γ/M",
            proof="normal",
            wrong={"inverse": {"right": 1 / ratio}},
        ),
    },
    procedures=(flipped,),
    uses=("cnn.labelnoise_stage2_error",),
    notes="Networks of 16 neurons of each sign; the photographs of a deep network are out of reach.",
)

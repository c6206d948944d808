"""Trained on, the network fits the flipped samples as well: at some t* ≥ T_1, and not at T_1 as the slide has it.

At T_1 no flipped sample is fitted (stage I), so that the printed W^(T_1) must be W^(t*): read with "most" it says nothing beyond
stage I, where the share 1 - τ of true labels is fitted already; read with "all" it is false. A sample that is not fitted has a loss of
log 2 at least, so that a mean loss below log 2/n leaves none: that descent reaches such a loss is the statement. Runs: ReLU,
n = 20, m = 16, d = 10 n, τ = 1/5, n SNR² = 8, σ_0σ_ξ√d = 1/100, e_0 = 1/5, until the training loss is 1/50.
"""

from lemmata import *
from lemmata.theory.cnn.labelnoise_stage1 import HEADING, flipped, nine
from lemmata.theory.cnn.notation import source

low = Rational(1, 50)


def long(flips=2, ratio=10, strength=8):
    """A run until the training loss is 1/50, with so many flips in each class of 10, d/n and n SNR²."""
    sizes = {"n": 20, "m": 16, "d": 20 * ratio, "flips": flips, "s": strength, "s0": Rational(1, 100), "rate": Rational(1, 5)}
    return flipped(**sizes, early=3, steps=1200, stop=low, directions=200)


run = long()
u = Symbol("u", "minus the margin of a sample that is not fitted", NonNegative)
others = Symbol("R", "sum of the losses of the other samples", NonNegative)
at_first = Rational(4, 5) * run["clean"] + run["noisy"] / 5


def proof(K):
    """1 + e^u is at least 2, and the losses of the others are not negative."""
    mine = K.monotone(K.compare(Integer(2), 1 + exp(u)), "log")
    return K.le(mine, K.compare(log(1 + exp(u)), log(1 + exp(u)) + others))


claim = Claim(
    "cnn.labelnoise_stage2_fit",
    source=source(HEADING, "han2025b"),
    domain=Domain(core=(u <= 5, others <= 5)),
    parts={
        "main": Part(
            Guarantee(And(run["train"] <= low, run["fit"] >= 1), nine),
            says="In nine tenths of the runs descent comes to a training loss of 1/50, with all samples fitted to their given labels",
            printed=Print(
                readings={
                    "all_at_t1": ({"event": at_first >= 1}, "fails"),
                    "most_at_t1": ({"event": at_first > Rational(1, 2)}, "holds"),
                },
                erratum=Erratum.unclear(
                    "W^(T_1) must be W^(t*). At T_1 no flipped sample is fitted (stage I), so that 'all' is false; 'most' is true there because "
                    "of the share 1 − τ of true labels, and says nothing of stage II"
                ),
            ),
            wrong={
                "flipped_at_t1": {"event": And(run["train"] <= low, run["noisy"] >= 1)},
                "never_flipped": {"event": And(run["train"] <= low, run["fit"] <= Rational(4, 5))},
            },
        ),
        "loss": Part(
            Inequality(log(2), log(1 + exp(u)) + others),
            says="If one sample is not fitted the sum of all losses is at least log 2: a mean loss below log 2/n leaves none",
            proof=proof,
            wrong={"twice": {"left": 2 * log(2)}},
        ),
    },
    procedures=(flipped,),
    uses=("cnn.labelnoise_stage1",),
    notes="With few neurons a sample may see no active neuron of its sign at the start (probability 2^−m): then it may stay unfitted.",
)

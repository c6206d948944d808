"""Two modalities learn the signal where one memorises the noise: for n SNR² between c/C and c, c a constant a little above 2.

To leading order in small weights signal and noise of one tower grow at rates whose ratio is n SNR²/2, and those of two towers
with |μ̃| = C|μ| at rates with the ratio C n SNR²/2 (see contrastive.scaling). So one tower learns the signal if n SNR² is above
some c, which tends to 2 as the start gets smaller, and two do if C n SNR² is. The print's two conclusions hold together only in
between, not for every n SNR² = Θ(1) and C > 1. Judged are runs with 20 samples, 16 neurons, d = 400, starts of size 1/1000,
opposite-label negatives and 130 steps, by max |<w, μ>|/max <w, ξ_i>: at n SNR² (times C) = 1 and 6, and the pair n SNR² = 7/10,
C = 6. There a linear probe of the embeddings, summed over the patches, tells the labels of fresh data after training with two
towers and guesses after training with one. With all other samples as negatives two towers keep the noise as well.
"""

from lemmata import *
from lemmata.theory.contrastive.notation import procedure, source, trained

often = Rational(1, 2)
low, high = Rational(1, 20), Integer(3)


def single(s):
    return trained(s=s)["balance"]


def multi(s, C=4):
    """Two towers with |μ̃| = C|μ|."""
    return trained(s=s, C=C, two=1)["balance"]


inside, gain = Rational(7, 10), Integer(6)
one, pair = trained(s=inside), trained(s=inside, C=gain, two=1)
crowd = trained(s=inside, C=gain, two=1, every=1)
claim = Claim(
    "contrastive.single_vs_multi",
    source=source("MULTI-MODEL CONTRASTIVE LEARNING"),
    domain=Domain(),
    parts={
        "main": Part(
            Guarantee(multi(inside, gain) > high, often),
            says="At n SNR² = 0.7 two towers with |μ̃| = 6|μ| end with signal above 3 times the noise, more often than not",
            printed=Print(
                readings={"weak_signal": ({"event": multi(Rational(1, 4), Integer(2)) > high}, "fails")},
                erratum=Erratum.unclear(
                    "n SNR² = Θ(1) and C_μ > 1 do not suffice: both conclusions hold for c/C_μ < n SNR² < c with c a little above 2; below "
                    "c/C_μ two towers memorise as well"
                ),
            ),
            wrong={"little_help": {"event": multi(inside, Rational(3, 2)) > high}},
        ),
        "alone": Part(
            Guarantee(single(inside) < low, often),
            says="and one tower with signal below 1/20 of the noise",
            printed=Print(
                readings={"strong_signal": ({"event": single(Integer(6)) < low}, "fails")},
                erratum=Erratum.unclear("for n SNR² = Θ(1) above c, a little above 2, one tower learns the signal as well"),
            ),
            wrong={"learns": {"event": single(inside) > 1}},
        ),
        "probe": Part(
            Guarantee(And(pair["probe"] < Rational(1, 50), one["probe"] > Rational(1, 4)), often),
            says="A ridge regression of the labels on the embeddings errs on less than 1 in 50 fresh data for two such towers, on more than 1 in 4 for one",
            wrong={
                "swapped": {"event": And(one["probe"] < Rational(1, 50), pair["probe"] > Rational(1, 4))},
                "one_suffices": {"event": one["probe"] < Rational(1, 4)},
            },
        ),
        "all_negatives": Part(
            Guarantee(And(crowd["balance"] < often, crowd["signal"] > Rational(1, 4)), often),
            says="With all others as negatives two such towers learn the signal, to more than 1/4, and more than twice as much noise",
            wrong={"as_before": {"event": crowd["balance"] > high}},
        ),
        "single_low": Part(
            Guarantee(single(Integer(1)) < low, often),
            says="One tower memorises the noise at n SNR² = 1",
            wrong={"learns": {"event": single(Integer(1)) > 1}},
        ),
        "single_high": Part(
            Guarantee(single(Integer(6)) > high, often),
            says="and learns the signal at 6",
            wrong={"memorises": {"event": single(Integer(6)) < 1}},
        ),
        "multi_low": Part(
            Guarantee(multi(Rational(1, 4)) < low, often),
            says="Two towers with |μ̃| = 4|μ| memorise the noise at C n SNR² = 1",
            wrong={"c_squared": {"event": multi(Rational(1, 4)) > 1}},
        ),
        "multi_high": Part(
            Guarantee(multi(Rational(3, 2)) > high, often),
            says="and learn the signal at 6",
            wrong={"c_ignored": {"event": multi(Rational(3, 2), 1) > high}},
        ),
        "no_augmentation": Part(
            Guarantee(trained(s=Integer(1), augment=Integer(0))["balance"] < low, often),
            says="Without augmentation one tower memorises at n SNR² = 1 as well",
            wrong={"learns": {"event": trained(s=Integer(1), augment=Integer(0))["balance"] > 1}},
        ),
        "augmentation": Part(
            Guarantee(trained(s=Integer(1), augment=Integer(1))["balance"] < low, often),
            says="as with one of the size of the noise",
            wrong={"learns": {"event": trained(s=Integer(1), augment=Integer(1))["balance"] > 1}},
        ),
    },
    procedures=(procedure,),
    uses=("contrastive.scaling",),
)

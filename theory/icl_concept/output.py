"""Output neurons learn concepts with a positive sign, and semantics with the sign of their head, so that half of these are negative.

ReLU(<w, c> + s<w, d>) with s = ±1 for the semantics has to fire for s = sgn r alone: so <w, c> > 0 and r<w, d> > 0, and the
printed <w, d> = Ω(1) has the wrong sign for neurons with r < 0. The network answers by the semantics of the query's examples:
right on every prompt that has an example with the query's semantics, so on a share 1 - 2^(-L) of all. Runs as in
icl_concept.attention; averages over neurons of one sign and concepts.
"""

from lemmata import *
from lemmata.theory.icl_concept.notation import run, source, training

often, level = Rational(1, 2), Rational(1, 2)
L = 4
plus = And(run["plus_c"] > level, run["plus_d"] > level)
minus = And(run["minus_c"] > level, run["minus_d"] < -level)


def ceiling(share):
    return Abs(run["accuracy"] - share) < Rational(1, 50)


claim = Claim(
    "icl_concept.output",
    source=source("IN-CONTEXT LEARNING FEATURE LEARNING [2]"),
    domain=Domain(),
    parts={
        "main": Part(
            Guarantee(And(plus, minus), often),
            says="More often than not ⟨w_O, c⟩ ends above 1/2 in the mean, and ⟨w_O, d⟩ above 1/2 for heads r > 0 and below −1/2 for r < 0",
            printed=Print(
                event=And(plus, run["minus_c"] > level, run["minus_d"] > level),
                erratum=Erratum.wrong("⟨w_O, d_k⟩ has the sign of the neuron's head r: it is negative for the half with r < 0"),
            ),
            wrong={"no_concept": {"event": And(run["plus_c"] < level / 2, run["minus_c"] < level / 2)}},
        ),
        "answers": Part(
            Guarantee(run["met"] > Rational(99, 100), often),
            says="The network is right on more than 99 % of the prompts that have an example with the query's semantics",
            wrong={"guess": {"event": run["met"] < Rational(3, 4)}},
        ),
        "ceiling": Part(
            Guarantee(ceiling(1 - Rational(1, 2**L)), often),
            says="so on a share 1 − 2^(−L) of all prompts of L = 4 examples, up to 0.02",
            wrong={"one_less": {"event": ceiling(1 - Rational(1, 2 ** (L - 1)))}},
        ),
    },
    procedures=(training,),
    uses=("icl_concept.attention",),
)

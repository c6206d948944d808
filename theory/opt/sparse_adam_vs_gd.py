"""With feature noise in the noise patch Adam ends with an error near 1 where descent has none; without it both generalise.

Sparse noise of s coordinates is learned by sign-like steps at the speed ηsσ, s times as fast as the signal; once α times its
pull exceeds that of the signal, the gradient on the signal changes sign and Adam learns the feature noise -αy, so that fresh
data are classified wrongly. Descent weighs coordinates by their gradients and learns the signal first where sσ²/n is small. The
footnote's feature noise is needed: with the displayed data, α = 0, the error of Adam is small as well. Runs: n = 40, s = 20, σ
= 3/10 (sσ = 6, sσ²/n = 0.045), d = 4000, disjoint supports, cubic ReLUs, 16 neurons of each sign (with few neurons descent
fails on some starts), until the training loss is 1/20, or 1/1000; Adam with (0.9, 0.99) as printed and ε = 0. Weight decay is not
needed. Small starts and cubes have small gradients at first: stationary is small against the largest gradient of the run.
"""

from lemmata import *
from lemmata.theory.opt.notation import ADAM, compared, source, sparse_run

often, small = Rational(1, 2), Rational(1, 50)
run, plain = sparse_run(Rational(1, 5)), sparse_run(Integer(0))
late, twentieth = sparse_run(Rational(1, 5), stop=Rational(1, 1000)), Rational(1, 20)
claim = Claim(
    "opt.sparse_adam_vs_gd",
    source=source(ADAM, "zou2023"),
    domain=Domain(),
    parts={
        "main": Part(
            Guarantee(And(run["adam_error"] > often, run["sign_error"] > often, run["descent_error"] < small), often),
            says="At n = 40, s = 20, d = 4000 and feature noise 1/5 Adam and sign descent end with an error above 1/2, descent with one below 0.02, more often than not",
            printed=Print(
                event=And(plain["adam_error"] > often, plain["descent_error"] < small),
                erratum=Erratum.condition_missing(
                    "the feature noise of the footnote is needed: with the displayed data ξ = ξ̃ ⊙ s Adam generalises as well"
                ),
            ),
            wrong={
                "swapped": {"event": And(run["descent_error"] > often, run["adam_error"] < small)},
                "guess": {"event": And(run["adam_error"] < Rational(3, 5), run["adam_error"] > Rational(2, 5))},
            },
        ),
        "without": Part(
            Guarantee(And(plain["adam_error"] < small, plain["sign_error"] < small, plain["descent_error"] < small), often),
            says="and without feature noise, more often than not, all three errors are below 0.02",
            wrong={"adam_errs": {"event": plain["adam_error"] > often}},
        ),
        "stationary": Part(
            Guarantee(And(late["adam_flat1"] < twentieth, late["adam_error"] > often), often),
            says="At the training loss 1/1000, more often than not, the 1-norm of the gradient of Adam is below 1/20 of its largest on the way, and its error above 1/2",
            wrong={
                "at_one_twentieth": {"event": And(run["adam_flat1"] < twentieth, run["adam_error"] > often)},
                "generalises": {"event": And(late["adam_flat1"] < twentieth, late["adam_error"] < small)},
            },
        ),
        "stationary_descent": Part(
            Guarantee(And(late["descent_flat2"] < twentieth, late["descent_error"] < small), often),
            says="and so is the 2-norm of the gradient of descent, whose error is below 0.02",
            wrong={"at_one_twentieth": {"event": And(run["descent_flat2"] < twentieth, run["descent_error"] < small)}},
        ),
    },
    procedures=(compared,),
    uses=("opt.sign_growth",),
)

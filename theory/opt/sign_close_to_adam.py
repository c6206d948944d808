"""Full batch, sign descent and Adam go in almost the same direction, to almost the same error, and descent goes in another one.

Adam with β_1 = β_2 = 0 and ε = 0 is sign descent. With (0.9, 0.99) as printed, without bias correction, its steps are up to B =
2.35 times as long (opt.adam_algorithm), so that it is faster by a factor between 1 and B. Where the memory 1/(1 - β_2) is far longer
than the run its steps are those on a constant gradient, c_t = (1 - β_1^t)/√(1 - β_2^t) times η, and their sum is a common clock; for
β_2 = 0.99 it is not, as gradients grow within the memory. Displacements from the start are compared, not weights. Signs of the
first moment go elsewhere (Kunstner et al. compare with momentum, and in stochastic training). The figure of the slide has language
models; this is the network of opt.sparse_adam_vs_gd, with the same sizes, feature noise 1/5.
"""

from lemmata import *
from lemmata.theory.opt.notation import ADAM, by_momentum, compared, source, sparse_run

often = Rational(1, 2)
first, second = Rational(9, 10), Rational(99, 100)
run, none = sparse_run(Rational(1, 5)), sparse_run(Rational(1, 5), Integer(0), Integer(0))
longer = sparse_run(Rational(1, 5), second=Rational(999, 1000))
moment = sparse_run(Rational(1, 5), rules=by_momentum)
longest = (1 - first) / sqrt((1 - second) * (1 - first**2 / second))


def faster(low, high):
    return And(run["sign_steps"] >= low * run["adam_steps"], run["sign_steps"] <= high * run["adam_steps"])


def same_time(time, of=longer):
    """It is the number of steps of sign descent, up to 10 %."""
    return Abs(time / of["sign_steps"] - 1) < Rational(1, 10)


claim = Claim(
    "opt.sign_close_to_adam",
    source=source(ADAM, "kunstner2023"),
    domain=Domain(),
    parts={
        "main": Part(
            Guarantee(And(run["adam_cosine"] > Rational(97, 100), Abs(run["descent_cosine"]) < Rational(1, 20)), often),
            says="At n = 40, s = 20, d = 4000 and feature noise 1/5, more often than not, the displacements of Adam (0.9, 0.99) and sign descent have "
            "a cosine above 0.97, those of descent and sign descent one below 0.05 in size",
            wrong={"descent_as_well": {"event": run["descent_cosine"] > Rational(97, 100)}},
        ),
        "errors": Part(
            Guarantee(Abs(run["adam_error"] - run["sign_error"]) < Rational(1, 20), often),
            says="The errors of Adam and sign descent differ, more often than not, by less than 0.05",
            wrong={"as_descent": {"event": Abs(run["descent_error"] - run["sign_error"]) < Rational(1, 20)}},
        ),
        "speed": Part(
            Guarantee(faster(1, longest), often),
            says="and sign descent takes from 1 to B = 2.35 times the steps of Adam, more often than not",
            wrong={
                "same": {"event": faster(Rational(9, 10), Rational(11, 10))},
                "slower": {"event": faster(Rational(1, 10), 1)},
            },
        ),
        "clock": Part(
            Guarantee(same_time(longer["adam_clock"]), often),
            says="With (0.9, 0.999) the sum of c_t over the steps of Adam is the number of steps of sign descent up to 10 %, more often than not",
            wrong={
                "number_of_steps": {"event": same_time(longer["adam_steps"])},
                "shorter_memory": {"event": same_time(run["adam_clock"], run)},
            },
        ),
        "momentum": Part(
            Guarantee(moment["momentum_adam"] < Rational(9, 10), often),
            says="Signs of the first moment, with decay 0.9, go further away: their displacement and "
            "that of Adam (0.9, 0.99) have a cosine below 0.9, more often than not",
            wrong={"closer": {"event": moment["momentum_adam"] > moment["adam_cosine"]}},
        ),
        "without_memory": Part(
            Guarantee(And(none["adam_cosine"] > 1 - Rational(1, 10**12), Eq(none["adam_steps"], none["sign_steps"])), often),
            says="With β_1 = β_2 = 0 and ε = 0 Adam takes as many steps as sign descent, and their displacements have a cosine above 1 − 10⁻¹², more often than not",
            wrong={
                "with_memory": {
                    "event": And(run["adam_cosine"] > 1 - Rational(1, 10**12), Eq(run["adam_steps"], run["sign_steps"]))
                }
            },
        ),
    },
    procedures=(compared, by_momentum),
    uses=("opt.adam_is_sign", "opt.adam_algorithm"),
)

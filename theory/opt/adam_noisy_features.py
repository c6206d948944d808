"""Adam and sign descent spread over all noise coordinates, descent moves along a few; this says nothing of the error by itself.

After one sign step each coordinate of a neuron with a gradient has moved by η: 2m neurons on the signal and about m on each of
the K = ns noise coordinates, so that the signal has the share 2/(K + 2) of the squares. When the sample is fitted this is still
so: the share off the signal is above 0.98 and the effective number of coordinates (Σ p_k)²/Σ p_k² of the order of K, against a
few for descent. Without feature noise it is the same, though then Adam generalises. The pictures of the slide show AlexNet on
CIFAR-10; this is the network of opt.sparse_adam_vs_gd, with the same sizes.
"""

from lemmata import *
from lemmata.theory.opt.notation import ADAM, compared, source, sparse_run

often, K = Rational(1, 2), 40 * 20
run, plain = sparse_run(Rational(1, 5)), sparse_run(Integer(0))
most, half = Rational(98, 100), Rational(K, 2)


def spread(found):
    """Adam and sign descent are off the signal, on half of the noise coordinates or more."""
    return And(*(And(found[f"{key}_off"] > most, found[f"{key}_wide"] > half) for key in ("adam", "sign")))


def first(share):
    return Abs(run["once"] / share - 1) < Rational(1, 10)


claim = Claim(
    "opt.adam_noisy_features",
    source=source(ADAM, "zou2023"),
    domain=Domain(),
    parts={
        "main": Part(
            Guarantee(And(spread(run), run["descent_off"] < Rational(3, 10), run["descent_wide"] < 5), often),
            says="At n = 40, s = 20, d = 4000 and feature noise 1/5 Adam and sign descent end, more often than not, with more than 98 % off the signal, "
            "on more than ns/2 coordinates; descent with less than 30 %, on less than 5",
            wrong={
                "swapped": {"event": And(run["descent_off"] > most, run["adam_off"] < Rational(3, 10))},
                "one_support": {"event": run["adam_wide"] < 40},
            },
        ),
        "first_step": Part(
            Guarantee(first(Rational(2, K + 2)), often),
            says="After one sign step the signal has, more often than not, the share 2/(ns + 2) of the squares, up to 10 %",
            wrong={"one_for_two": {"event": first(Rational(1, K + 1))}},
        ),
        "not_the_error": Part(
            Guarantee(And(spread(plain), plain["adam_error"] < Rational(1, 50)), often),
            says="Without feature noise Adam and sign descent are spread as widely, and the error of Adam is below 0.02, more often than not",
            wrong={"errs": {"event": And(spread(plain), plain["adam_error"] > often)}},
        ),
    },
    procedures=(compared,),
    uses=("opt.sparse_adam_vs_gd",),
)

"""Sign descent fits the sample of a softmax attention by its sparse noise, and the test loss stays of order 1; descent learns the signal.

A sign step moves the value of a noise token by η|ξ|₁, about sσ√(2/π) times as much as that of the signal, which is one coordinate, and
attention goes to the larger value: training ends with no attention on the signal. Θ(1) is the test loss; the error is 0.2 to 0.5, for the
signal's own query and fresh noise are still seen. With sσ = 1/4 sign descent generalises as well. Two tokens, one head, n = 10,
d = 1000, s = 80, σ = 3/10 (sσ = 24), h = 8. L_S^(T) and L_D^(T) are the losses L_S and L_D at W^(T).
"""

from lemmata import *
from lemmata.theory.transformer.common.runs import both, descent, gap, procedure, signed
from lemmata.theory.transformer.notation import SIGN, source

often, half = Rational(9, 10), Rational(1, 2)
run, other = signed(), descent(Integer(10), Rational(1, 100))
few = signed(Rational(1, 100), **{"s": 5, "σ": Rational(1, 20), "stop": Rational(1, 20)})


def overfits(of):
    return And(of["train"] <= Rational(1, 100), of["loss"] >= half, of["error"] >= Rational(3, 20))


def on_signal(of, least):
    return And(of["attention"] >= least, of["signal_value"] >= Rational(3, 2) * of["noise_value"])


def on_noise(of):
    return And(of["attention"] <= Rational(1, 100), of["noise_value"] >= 8 * of["signal_value"])


def generalises(of, fit):
    return And(of["train"] <= fit, of["loss"] <= Rational(3, 20), of["error"] <= Rational(1, 50))


claim = Claim(
    "transformer.sign_gd",
    source=source(SIGN, "li2025"),
    domain=Domain(),
    parts={
        "main": Part(
            Guarantee(overfits(run), often),
            says="Nine tenths of the networks that sign descent has trained to a loss of 0.001 have a test loss of at least 1/2 and an error "
            "of at least 0.15",
            wrong={"descent": {"event": overfits(other)}, "small_noise": {"event": overfits(few)}},
        ),
        "values": Part(
            Guarantee(on_noise(run), often),
            says="In nine tenths attention on the signal is at most 1/100 on the sample, and the mean value of a noise token at least 8 times that of the signal",
            wrong={"on_signal": {"event": run["attention"] > half}, "descent": {"event": on_noise(other)}},
        ),
        "keys": Part(
            Guarantee(And(run["noise_query"] >= 10 * run["signal_query"], run["noise_key"] >= 10 * run["signal_key"]), often),
            says="and queries and keys of noise tokens are at least 10 times as long as those of the signal",
            wrong={
                "of_the_signal": {
                    "event": And(run["noise_query"] <= run["signal_query"], run["noise_key"] <= run["signal_key"])
                }
            },
        ),
        "descent": Part(
            Guarantee(And(generalises(other, Rational(1, 100)), on_signal(other, Rational(9, 10))), often),
            says="Nine tenths of those that descent has trained to a loss of 0.01 have a test loss of at most 0.15, an error of at most 0.02 and nine tenths "
            "of their attention on the signal, whose value is at least 3/2 of that of noise",
            wrong={"on_noise": {"event": on_noise(other)}},
        ),
        "small_noise": Part(
            Guarantee(And(generalises(few, Rational(1, 20)), on_signal(few, Rational(9, 10))), often),
            says="and so have those of sign descent to a loss of 0.05 for the noise sσ = 1/4",
            wrong={"on_noise": {"event": on_noise(few)}},
        ),
        "path": Part(
            Guarantee(gap(1, Rational(1, 100)) <= Rational(1, 10**9), often),
            says="A run of sign descent in products with tokens is the run on all weights of R^d, up to rounding",
            wrong={"other_steps": {"event": gap(1, Rational(1, 100), Rational(11, 10)) <= Rational(1, 10**9)}},
        ),
        "path_of_descent": Part(
            Guarantee(gap(0, Integer(1)) <= Rational(1, 10**9), often),
            says="and so is one of descent",
            wrong={"other_steps": {"event": gap(0, Integer(1), Rational(11, 10)) <= Rational(1, 10**9)}},
        ),
    },
    procedures=(procedure, both),
    uses=("transformer.model", "opt.sign_growth"),
)

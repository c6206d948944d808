"""Descent with label noise keeps the training loss at -log(1 - p): all margins are drawn to log((1 - p)/p).

The mean of the step vanishes where E ε ℓ'(εz) = sigmoid(z) - (1 - p) does, that is at z = log((1 - p)/p) alone, with the loss
-log(1 - p) on the clean label and H(p) on the noisy one: this makes the printed Θ(1) a number. Fluctuations add a little, of
the order of the step size. Runs: squared ReLUs, n = 20, m = 16, d = 4000, n SNR² = 3/10, e_0 = 1/2, averages over the last
quarter of 1600 steps.
"""

from lemmata import *
from lemmata.theory.opt.notation import NOISE, labelled, logistic, noisy_run, p, sigmoid, source

z = Symbol("z", "margin", Reals)
x = Symbol("x", "a margin", Reals)
still = log((1 - p) / p)
often = Rational(1, 2)


CLEAN = -log(1 - p)


def near(loss=CLEAN, margin=still):
    """Loss and margin at the end."""
    run = noisy_run(Rational(3, 10), often, p, 1600)
    return And(Abs(run["loss"] - loss) < Rational(3, 100), Abs(run["margin"] - margin) < Rational(1, 10))


def entropy(q):
    return -q * log(q) - (1 - q) * log(1 - q)


claim = Claim(
    "opt.lngd_fixed_point",
    source=source(NOISE, "huang2025"),
    domain=Domain(core=(p >= Rational(1, 10), p <= Rational(2, 5))),
    parts={
        "main": Part(
            Guarantee(near(), often),
            when=(p >= Rational(1, 10), p <= Rational(2, 5)),
            says="For p from 1/10 to 2/5, at n = 20, d = 4000 and n SNR² = 3/10, more often than not the training loss ends within 0.03 of −log(1 − p), "
            "the mean margin within 0.1 of log((1 − p)/p)",
            wrong={
                "entropy": {"event": near(loss=entropy(p))},
                "twice": {"event": near(loss=-log(1 - 2 * p))},
                "log_2": {"event": near(loss=log(2))},
                "log_one_over_p": {"event": near(margin=log(1 / p))},
            },
        ),
        "root": Part(
            Identity(Root(x, Eq(sigmoid(x), 1 - p)), still, scale=1 + Abs(still)),
            says="The mean of the noisy step, sigmoid(z) − (1 − p), vanishes at z = log((1 − p)/p) alone",
            wrong={"log_one_over_p": {"right": log(1 / p)}},
        ),
        "clean": Part(
            Identity(logistic(still), -log(1 - p)),
            says="where the loss on the clean label is −log(1 − p)",
            wrong={"entropy": {"right": entropy(p)}},
        ),
        "noisy": Part(
            Identity((1 - p) * logistic(still) + p * logistic(-still), entropy(p)),
            says="and on the noisy one H(p) = −p log p − (1 − p) log(1 − p) in the mean",
            wrong={"clean": {"right": -log(1 - p)}},
        ),
    },
    procedures=(labelled,),
    uses=("opt.lngd_update",),
)

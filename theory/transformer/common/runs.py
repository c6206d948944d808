"""Training runs of the softmax attention on two tokens, the signal ye_1 and sparse noise, that two claims share.

The noise token is N(0, σ²) on s coordinates of its own, supports of the sample are disjoint; pooling and head as in the notation, the
head has entries ±1/h, all three matrices start as N(0, 1/2500) and are trained by descent or sign descent on the mean logistic loss.
"""

from sympy import Integer

from lemmata import Procedure, Rational
from lemmata.theory.transformer.notation import SEEN, beside

PARAMETERS = ("n", "d", "s", "σ", "h", "s0", "sign", "rate", "stop", "steps", "tests")
OUTPUTS = {
    "train": "training loss at the end, which is the first step with a training loss of at most `stop`",
    **SEEN,
    "signal_value": "value of the signal, ⟨W_Vw_o, e_1⟩",
    "noise_value": "value of a noise token times the label, averaged over the samples",
    "signal_query": "|W_Qᵀe_1|",
    "noise_query": "|W_Qᵀξ_i|, averaged over the samples",
    "signal_key": "|W_Kᵀe_1|",
    "noise_key": "|W_Kᵀξ_i|, averaged over the samples",
    "steps": "steps until the end",
    "length": "|ξ_i|₁, averaged over the samples",
    "first": "steps until the training loss is at most 1/20",
    "second": "steps until it is at most 1/100",
    "third": "steps until it is at most 1/1000",
}
procedure = Procedure("sparse_attention", "descent or sign descent in products of weights with tokens", PARAMETERS, OUTPUTS)
both = beside("the rule", PARAMETERS)
SIZES = {"n": 10, "d": 1000, "s": 80, "σ": Rational(3, 10), "h": 8, "s0": Rational(1, 50), "tests": 64}


SIGN_STEP, STEP, FINE = Rational(1, 250), Integer(20), Rational(1, 1000)


def signed(rate=SIGN_STEP, **changed):
    """Sign descent until the training loss is 1/1000."""
    return procedure(**(SIZES | {"sign": 1, "rate": rate, "stop": FINE, "steps": 400} | changed))


def descent(rate=STEP, stop=FINE):
    """Descent until the training loss is that."""
    return procedure(**SIZES, sign=0, rate=rate, stop=stop, steps=600)


def gap(sign, rate, times=1):
    """Of two runs at small sizes, with steps that are longer by a factor in one of them."""
    sizes = {"n": 4, "d": 30, "s": 6, "σ": Rational(3, 10), "h": 4, "s0": Rational(1, 10), "tests": 8}
    return both(**sizes, sign=sign, rate=rate, stop=Rational(1, 10**6), steps=40, times=times)["gap"]

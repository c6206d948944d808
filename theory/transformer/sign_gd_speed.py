"""Sign descent on a softmax attention takes log(a)/(η|ξ|₁) steps to divide the training loss by a; descent takes a times as many in all.

The value of a noise token grows by η|ξ|₁ a step (transformer.sign_growth), the attention goes to it, and the loss is e^(-value): so the
training loss reaches ε after log(1/ε)/(η|ξ|₁) steps, with |ξ|₁ about sσ√(2/π) in the mean over the sample; only ηt counts, as steps have a
fixed length. "Fast" is not quantified in print: to the first levels descent with a large step takes fewer steps. Entries of
W_Q'e_1 and W_K'e_1 move by η a step, so that their norm is about ηt√h; queries and keys of noise tokens are longer still, not so
under descent. Signs need 1 - p of a softmax p near 1: in single precision it is rounded to 0 on the way, and these lengths stop short.
Runs as in transformer.sign_gd.
"""

from lemmata import *
from lemmata.theory.transformer.common.runs import SIGN_STEP, SIZES, descent, procedure, signed
from lemmata.theory.transformer.notation import SIGN, source

often = Rational(9, 10)

run, slow, other = signed(), signed(Rational(1, 1000)), descent()


def paced(of, length, rate=SIGN_STEP):
    """From 1/20 to 1/100 and from there to 1/1000 in log(a)/(η length) steps up to 15 %."""
    events = []
    for begin, end, factor in (("first", "second", 5), ("second", "third", 10)):
        events.append(Abs((of[end] - of[begin]) * rate * length - log(factor)) <= Rational(15, 100) * log(factor))
    return And(*events)


def reached(power=1):
    """For η = 1/250 and 1/1000, log(1000) over mean |ξ|₁ and the step size, to this power in units of the first, up to 15 %."""
    events = []
    for of, rate in ((run, SIGN_STEP), (slow, Rational(1, 1000))):
        clock = of["third"] * of["length"] * SIGN_STEP * (rate / SIGN_STEP) ** power
        events.append(Abs(clock - log(1000)) <= Rational(15, 100) * log(1000))
    return And(*events)


def norms(size):
    return And(*(Abs(run[f"signal_{name}"] - size) <= size / 10 for name in ("query", "key")))


def longer(of, factor):
    """Queries and keys of noise tokens are more than that much longer."""
    return And(*(of[f"noise_{name}"] > factor * of[f"signal_{name}"] for name in ("query", "key")))


def shorter(of):
    """They are less than 6/5 as long."""
    return And(*(of[f"noise_{name}"] < Rational(6, 5) * of[f"signal_{name}"] for name in ("query", "key")))


def inverse(of):
    return And(of["third"] >= 8 * of["second"], of["third"] <= 10 * of["second"])


claim = Claim(
    "transformer.sign_gd_speed",
    source=source(SIGN, "li2025"),
    domain=Domain(),
    parts={
        "main": Part(
            Guarantee(paced(run, run["length"]), often),
            says="Nine tenths of the runs of sign descent take log(a)/(η mean|ξ|₁) steps up to 15 % to divide the training loss by a, "
            "a = 5 from 1/20 on and then a = 10",
            wrong={
                "inverse": {"event": inverse(run)},
                "without_the_constant": {"event": paced(run, SIZES["s"] * SIZES["σ"])},
                "euclidean": {"event": paced(run, sqrt(SIZES["s"]) * SIZES["σ"])},
                "descent": {"event": paced(other, other["length"], 20)},
            },
        ),
        "descent": Part(
            Guarantee(inverse(other), often),
            says="Nine tenths of the runs of descent take 8 to 10 times as many steps to a training loss of 0.001 as to 0.01",
            wrong={"logarithmic": {"event": other["third"] - other["second"] <= 2 * (other["second"] - other["first"])}},
        ),
        "step_size": Part(
            Guarantee(reached(), often),
            says="At η = 1/250 and at 1/1000 sign descent reaches the loss 0.001 in log(1000)/(η mean|ξ|₁) steps, up to 15 %",
            wrong={"same_steps": {"event": reached(0)}, "square_root": {"event": reached(Rational(1, 2))}},
        ),
        "signal_norms": Part(
            Guarantee(norms(SIGN_STEP * run["steps"] * sqrt(SIZES["h"])), often),
            says="The query and the key of the signal end with norms ηt√h, up to 10 %",
            wrong={"without_root": {"event": norms(SIGN_STEP * run["steps"] * SIZES["h"])}},
        ),
        "noise_norms": Part(
            Guarantee(And(longer(run, 10), shorter(other)), often),
            says="Those of noise tokens end more than 10 times as long under sign descent, and less than 1.2 times as long under descent",
            wrong={"descent": {"event": longer(other, 2)}, "sign": {"event": shorter(run)}},
        ),
    },
    procedures=(procedure,),
    uses=("transformer.sign_gd", "transformer.sign_growth"),
)

"""Training strategies: Adam and sign descent, sharpness-aware minimisation and label noise; symbols, and what they define.

Adam as printed: m <- β_1m + (1 - β_1)g, v <- β_2v + (1 - β_2)g², θ <- θ - ηm/(√v + ε), coordinate by coordinate, from m = v = 0 and without
bias correction. Label noise: at every step each label is kept with probability 1 - p and flipped with probability p; logistic loss.
"""

from sympy import Lambda

from lemmata import Naturals, NonNegative, Positive, Procedure, Rational, Source, Symbol, exp, log, sqrt
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.language.symbols import NumberSet

POSITIVE = {"real": True, "positive": True}
b1 = Symbol(
    "β_1", "decay of the first moment", NumberSet("(0, 1)", 0, 1, ordinary=(0.1, 0.95), assumptions=POSITIVE), latex=r"\beta_1"
)
b2 = Symbol(
    "β_2",
    "decay of the second moment",
    NumberSet("(0, 1)", 0, 1, ordinary=(0.1, 0.999), assumptions=POSITIVE),
    latex=r"\beta_2",
)
eta = Symbol("η", "step size", Positive, latex=r"\eta")
eps = Symbol("ε", "what is added to the root", NonNegative, latex=r"\epsilon")
t = Symbol("t", "number of steps", Naturals)
n = Symbol("n", "number of samples", Naturals)
p = Symbol("p", "probability of a flipped label", NumberSet("(0, 1/2)", 0, 0.5, ordinary=(0.02, 0.45), assumptions=POSITIVE))


def moments(m, v, g, first=b1, second=b2):
    """The next m and v, of numbers or entry by entry."""
    square = Entrywise(Lambda(z, z**2), g) if getattr(g, "is_Matrix", False) else g**2
    return first * m + (1 - first) * g, second * v + (1 - second) * square


def step(m, v, small=eps):
    """m/(√v + ε) of numbers."""
    return m / (sqrt(v) + small)


def logistic(x):
    """log(1 + e^(-x))."""
    return log(1 + exp(-x))


def sigmoid(x):
    """1/(1 + e^(-x))."""
    return 1 / (1 + exp(-x))


def source(heading: str, paper: str | None) -> Source:
    """The slides, with the paper that they follow."""
    return Source("001_4c481594b380f97e.txt", heading, paper)


ADAM = "FEATURE LEARNING WITH SIGN GD AND ADAM"
SAM = "FEATURE LEARNING UNDER DIFFERENT OPTIMIZERS (SAM)"
NOISE = "FEATURE LEARNING UNDER DIFFERENT OPTIMIZERS (LABEL NOISE SGD)"

labelled = Procedure(
    "label_noise",
    "descent with fresh label noise on the two-layer network with squared ReLUs",
    ("n", "m", "d", "s", "s0", "rate", "p", "fixed", "steps", "tests"),
    {
        "loss": "training loss on clean labels, averaged over the last quarter of the run",
        "margin": "mean margin there",
        "grown": "largest ⟨w, jμ⟩ at the end over that after the first step",
        "signal": "largest ⟨w, jμ⟩ at the end",
        "noise": "largest ⟨w, ξ_i⟩ of a neuron of the sample's class at the end",
        "half": "the same after half the run",
        "peak": "its maximum along the run",
        "pace": "log 10 over the steps that the signal takes from 1/25 to 2/5",
        "law": "change of Ei(M_i) + log M_i over the second half, over 4e|ξ_i|²/(σ_ξ²d) a step, averaged over the samples",
        "error": "share of fresh data with the wrong sign at the end",
    },
)
SIZES = {"n": 20, "m": 16, "d": 4000, "s0": Rational(1, 10), "fixed": 0, "tests": 256}


def noisy_run(s, rate, flips, steps, **changed):
    """A run at n SNR² = s with e_0 = rate, the step size times σ_ξ²d/(nm)."""
    return labelled(s=s, rate=rate, p=flips, steps=steps, **(SIZES | changed))


RULES = {"descent": "descent", "sign": "sign descent", "adam": "Adam"}
SPARSE = ("n", "m", "s", "d", "s0", "α", "σ", "eta", "descent", "first", "second", "stop", "steps", "tests")
compared = Procedure(
    "compared",
    "descent, sign descent and Adam on one network with sparse noise from one start, each until it fits",
    SPARSE,
    {
        **{f"{key}_steps": f"steps of {name} until the training loss is at most `stop`" for key, name in RULES.items()},
        **{f"{key}_error": f"error of {name} on fresh data" for key, name in RULES.items()},
        **{f"{key}_off": f"share of the displacement of {name} off the signal, in squares" for key, name in RULES.items()},
        **{f"{key}_wide": f"effective number of coordinates of the displacement of {name}" for key, name in RULES.items()},
        **{f"{key}_cosine": f"cosine of the displacements of {RULES[key]} and of sign descent" for key in ("descent", "adam")},
        "descent_flat2": "2-norm of the gradient where descent stops, over its largest on the way",
        "adam_flat1": "1-norm of the gradient where Adam stops, over its largest on the way",
        "adam_clock": "sum over the steps t of Adam of (1 − β_1^t)/√(1 − β_2^t), by which it moves on a constant gradient",
        "once": "share of the first sign step on the signal",
    },
)


by_momentum = Procedure(
    "by_momentum",
    "sign descent, the same with the sign of Adam's first moment, and Adam, on that network from one start",
    SPARSE,
    {
        "momentum_adam": "cosine of the displacements by signs of the moment and of Adam",
        "adam_cosine": "cosine of the displacements of Adam and of sign descent",
    },
)
MEMORY, FITTED = (Rational(9, 10), Rational(99, 100)), Rational(1, 20)


def sparse_run(noise, first=MEMORY[0], second=MEMORY[1], stop=FITTED, rules=compared):
    """A run with 40 samples, 16 neurons of each sign, 20 noise coordinates a sample and feature noise of size noise."""
    sizes = {"n": 40, "m": 16, "s": 20, "d": 4000, "s0": Rational(1, 100), "σ": Rational(3, 10), "tests": 256}
    rates = {"eta": Rational(1, 500), "descent": 8, "stop": stop, "steps": 600}
    return rules(**sizes, **rates, **{"α": noise}, first=first, second=second)

"""Contrastive learning on signal-noise data: the symbols of the family, and what they define.

A sample has two patches [yμ, ξ] with label y = ±1, in the second modality [yμ̃, ξ̃] with the same label; embeddings are σ(Wx)
patch by patch, similarities are inner products of embeddings. The loss of a sample with the similarity s to its positive and
S_1, ..., S_M to its negatives is -log(e^(s/τ)/(e^(s/τ) + Σ e^(S_j/τ))). Training runs have their usual sizes here; in units
with σ_ξ²d = 1.
"""

from sympy import Lambda, OneMatrix

from lemmata import Array, Naturals, Positive, Procedure, Rational, Reals, Source, Symbol, dot, exp
from lemmata.theory.language.arrays import Kind
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.calculus import Z as z

M = Symbol("M", "number of negatives", Naturals)
tau = Symbol("τ", "temperature", Positive)
s = Symbol("s", "similarity of the positive pair", Reals)
S = Array("S", "similarities to the negatives", M, kind=Kind("general", ("generic", "sparse", "repeated", "zero")))
ones = OneMatrix(M, 1)


def total(v):
    """The sum of the entries of a column."""
    return dot(OneMatrix(*v.shape), v)


masses = Entrywise(Lambda(z, exp(z / tau)), S)
away = total(masses)
share = exp(s / tau) / (exp(s / tau) + away)  # π_+


PARAMETERS = ("n", "m", "d", "s", "C", "s0", "rate", "augment", "every", "two", "steps")
OUTPUTS = {
    "signal": "largest |⟨w, μ⟩|",
    "noise": "largest ⟨w, ξ_i⟩",
    "balance": "their ratio",
    "loss": "loss at the end",
    "positive": "mean similarity of the positive pairs",
    "negative": "mean similarity of pairs with opposite labels",
    "cosine": "mean cosine of their embeddings",
    "first_negative": "that similarity at the start",
    "first_cosine": "that cosine at the start",
    "first_loss": "loss at the start",
    "same": "mean cosine of the embeddings of two samples with the same label at the end",
    "probe": "share of fresh data that a ridge regression of the labels on the summed embeddings of the sample gets wrong, in the first modality",
}
procedure = Procedure("towers", "descent on the weights of one or two towers on a contrastive loss", PARAMETERS, OUTPUTS)
USUAL = {
    "n": 20,
    "m": 16,
    "d": 400,
    "C": 1,
    "s0": Rational(1, 1000),
    "rate": Rational(1, 10),
    "augment": Rational(1, 10),
    "every": 0,
    "two": 0,
    "steps": 130,
}


def trained(**changed):
    """A run at the usual sizes: n SNR² = s, |μ̃| = C|μ|."""
    return procedure(**(USUAL | changed))


def source(heading: str) -> Source:
    """The slides, with the paper that they follow."""
    return Source("001_4c481594b380f97e.txt", heading, "huang2024")

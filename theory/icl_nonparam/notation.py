"""Nonparametric in-context learning: what this family takes from that of the attention landscape, and its tasks.

N equally likely inputs; the rows of F and H are the true features f° and the learned ones h at them (k of each), Γ is the key matrix, and
A = E[f°h'], Σ = E[hh']. A task is a vector β, its label of x is β'f°(x); with infinitely many examples the prediction at q is β'AΓh(q).
"""

from lemmata import Array, Source
from lemmata.theory.icl.notation import F, H, N, k
from lemmata.theory.language.arrays import Kind

ORDINARY = Kind("general", ("generic", "rank one"))
G = Array("Γ", "key matrix", k, k)
A = F.T * H / N
left = F - H * G.T * A.T  # f° - AΓh, one input a row


def source() -> Source:
    """The slides, with the paper that they follow."""
    return Source("001_4c481594b380f97e.txt", "NONPARAMETRIC IN-CONTEXT FEATURE LEARNING", "kim2024")

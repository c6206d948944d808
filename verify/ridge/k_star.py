"""The spectra of ridge.de_vs_bv; the wrong constants fall at one eigenvalue just below κ, and at one just above it."""

from lemmata import Settings
from lemmata.theory.ridge.de_vs_bv import SHAPES
from lemmata.theory.ridge.k_star import claim


def point(style, n, d, lam=0.0, i=1):
    return {"n": n, "d": d, "i": i, "λ": lam, "l,b:style": style}


CORNERS = (
    point("bias high", 20, 2010, i=10),
    point("bias low", 200, 401),
    point("variance high", 200, 401),
    point("variance low", 200, 1, lam=1.0),
    point("past half", 20, 2041),
    point("short tail", 20, 39, i=39),
)
PLAIN = tuple(point(style, 20, 30) for style in SHAPES)  # d < 2n, so that the largest eigenvalue is above κ
settings = Settings(claim, examples=(*CORNERS, *PLAIN), core=(1, 40), rest=(1, 30), search=(10, 1000))

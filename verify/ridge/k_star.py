"""The spectra of ridge.de_vs_bv, at the first eigenvalue and where the constants are approached."""

from lemmata import Settings
from lemmata.theory.ridge.de_vs_bv import SHAPES
from lemmata.theory.ridge.k_star import claim


def point(style, n, d, i=1):
    return {"n": n, "d": d, "i": i, "λ": 0.0, "l,b:style": style}


PLAIN = tuple(point(style, 20, 30) for style in SHAPES)  # d < 2n, so that the largest eigenvalue is above κ
EXAMPLES = (point("bias high", 20, 2010, 10), point("short tail", 20, 39, 39), *PLAIN)
settings = Settings(claim, examples=EXAMPLES, core=(1, 40), rest=(1, 30), search=(10, 1000))

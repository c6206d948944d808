"""Spectra of many shapes, and for each constant the corner at which it is approached."""

from lemmata import Settings
from lemmata.theory.ridge.de_vs_bv import SHAPES, claim


def corner(style, n, d, lam=0.0):
    return {"n": n, "d": d, "λ": lam, "σ²": 1e-3, "l,b:style": style}


CORNERS = (
    corner("bias high", 20, 2010),
    corner("bias low", 200, 401),
    corner("variance high", 200, 401),
    corner("variance low", 200, 1, lam=1.0),
    corner("past half", 20, 2041),
    {**corner("short tail", 20, 39), "σ²": 1e3},
)
PLAIN = tuple(corner(style, 20, 30) for style in SHAPES)  # d < 2n, so that the largest eigenvalue is above κ
settings = Settings(claim, examples=(*CORNERS, *PLAIN), core=(1, 40), rest=(1, 30), search=(10, 1000))

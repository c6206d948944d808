"""Spectra of many shapes with sparse targets, the two examples with their multiplicities (d = n³), and the corners."""

from lemmata import Settings
from lemmata.theory.ridge.misalignment import claim


def point(style, **changes):
    return {"n": 20, "λ": 0.0, "σ²": 1e-3, "q": 1, "z": 0.1, "t": 0.1, "l,ν,m:style": style, **changes}


EXAMPLES = (
    point("spike", **{"σ²": 1.0}),
    point("at kappa", n=40),
    point("flat tail", q=420),
    point("two levels", n=40, λ=1.0),
    point("random", n=4),
)
settings = Settings(claim, examples=EXAMPLES, core=(0, 40), rest=(1, 30), search=(0, 1000))

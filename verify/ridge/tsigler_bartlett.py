"""Deterministic equivalents up to ten thousand samples with d = cn; exact conditional risks of designs with up to 20 samples."""

from lemmata import Settings
from lemmata.theory.ridge.tsigler_bartlett import claim


def point(style, a, λ, σ2, N=12, c=4.0):
    return {"a": a, "c": c, "λ": λ, "σ²": σ2, "n": 10**4, "N": N, "l,b,m:style": style, "s,S,h:style": style}


EXAMPLES = (
    point("power law", 1.5, 0.01, 0.001, 16),
    point("power law", 0.5, 0.0, 1.0, 16),
    point("just over", 0.0, 1e-9, 1.0),
    # one of the four terms carries the risk, the others are below a fiftieth of it: none can be dropped
    point("two levels", 5.0, 1000.0, 0.001),
    point("flat", 0.0, 10.0, 0.001),
    point("two levels", 4.0, 100.0, 1000.0, 16),
    point("two levels", 3.0, 1e4, 1e7),
    point("flat", 0.0, 1.0, 1000.0, 16),
    # two terms nearly balance, one or the other the larger: with a wrong sign little is left
    point("two levels", 3.0, 30.0, 4.3),
    point("two levels", 3.0, 30.0, 4.85),
    point("flat", 0.0, 10.0, 78.0),
    point("flat", 0.0, 10.0, 84.0),
)
settings = Settings(claim, examples=EXAMPLES, core=(1, 40), rest=(0, 20), replicates=(2**13, 2**15), first=512)

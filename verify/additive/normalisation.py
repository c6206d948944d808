"""Polynomial links on given directions: orthogonal, random, close together, or equal and opposite."""

from lemmata import Settings
from lemmata.theory.additive.normalisation import claim


def point(style, **changes):
    return {"M": 2, "d": 4, "k": 3, "r": 0.5, "Θ,g,A,B,C,D:style": style, **changes}


EXAMPLES = (
    point("equal links, close"),
    point("opposite", k=1),
    point("random", k=2, d=6),
    point("orthogonal", M=4),
    point("orthogonal", M=3, k=1),
    point("orthogonal", M=2, k=2),
)
settings = Settings(
    claim, examples=EXAMPLES, core=(0, 16), rest=(0, 6), replicates=(2**19, 2**21), first=2**17, chunk=2**17, search=(40, 600)
)

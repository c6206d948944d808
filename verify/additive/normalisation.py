"""Polynomial links on given directions: random, close together, or equal and opposite."""

from lemmata import Settings
from lemmata.theory.additive.normalisation import claim


def point(style, **changes):
    return {"M": 2, "d": 4, "k": 3, "r": 0.5, "e": 2, "Θ,g,A,B,C,D:style": style, **changes}


EXAMPLES = (point("equal links, close"), point("opposite", k=1), point("random", k=2, d=5))
settings = Settings(
    claim,
    examples=EXAMPLES,
    core=(0, 16),
    rest=(0, 0),  # beyond d = 5 the kurtosis grows
    replicates=(2**16, 2**19),
    first=2**14,
    search=(40, 600),
    kurtosis={"many_tasks": 200},  # up to 91 in a pilot with its own key, at d ≤ 5
)

"""The heads flow by their differential equation; the two signs where the speed is as slow as the bound allows."""

from lemmata import Settings
from lemmata.theory.icl.decay2 import claim

NUMBERS = {"r": 1.0, "ϱ": 4.0, "ϑ": 0.5, "η": 0.5, "l": 0.3, "ω": 0.7}


def hidden(density, share, top, time):
    """A true sign of mass 1/R with head 0 beside share s₁ + (1 - share) s₂ with head 1."""
    rows = [[float(s), share * s + (1 - share) * t] for s in (1, -1) for t in (1, -1)]
    measure = {"Φ": rows, "a": [[0.0], [1.0]], "a_o": [[1.0], [1.0]], "p": [1 / density, 1 - 1 / density], "p_o": [1.0, 0.0]}
    return {**NUMBERS, **measure, "ς": top, "r": top**2, "T": time}


settings = Settings(
    claim,
    examples=(hidden(100.0, 0.7, 1.0, 10.0), hidden(100.0, 0.98, 2.0, 0.1)),
    core=(1, 12),
    rest=(0, 2),
    search=(1, 60),
)

"""The heads flow by their differential equation; the two signs where the speed is as slow as the bound allows."""

from lemmata import Settings
from lemmata.theory.icl.decay2 import claim

NUMBERS = {"r": 1.0, "ϱ": 4.0, "ϑ": 0.5, "η": 0.5, "l": 0.3, "ω": 0.7}


def hidden(density, share, top, time):
    """A true sign of mass 1/R with head 0 beside share s₁ + (1 - share) s₂ with head 1."""
    rows = [[float(s), share * s + (1 - share) * t] for s in (1, -1) for t in (1, -1)]
    measure = {"Φ": rows, "a": [[0.0], [1.0]], "a_o": [[1.0], [1.0]], "p": [1 / density, 1 - 1 / density], "p_o": [1.0, 0.0]}
    return {**NUMBERS, **measure, "ς": top, "T": time}


# two signs with heads and masses of their own, half of each in the true features: k²r = |σ|²α°²
SIGNS = [[float(1 - 2 * (i >> j & 1)) for j in range(3)] for i in range(8)]
DISJOINT = {
    **NUMBERS,
    "Φ": SIGNS,
    "a": [[0.0, 0.5], [1.0, 0.0], [0.5, 1.0]],
    "a_o": [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]],
    "p": [0.25, 0.25, 0.5],
    "p_o": [0.5, 0.5, 0.0],
    "ς": 1.0,
    "T": 0.25,
}

# learned features uncorrelated with the true ones, which stay so: L = 2r does not fall
UNSEEN = {
    **DISJOINT,
    "Φ": [[s1, s2, s3, s1 * s2] for s1, s2, s3 in SIGNS],
    "a": [[0.0, 0.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
    "a_o": [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0], [0.0, 0.0]],
    "p": [0.25, 0.25, 0.25, 0.25],
    "p_o": [0.5, 0.5, 0.0, 0.0],
}
settings = Settings(
    claim,
    examples=(hidden(100.0, 0.7, 1.0, 1.0), hidden(100.0, 0.98, 2.0, 0.1), DISJOINT, UNSEEN),
    core=(1, 8),
    rest=(0, 2),
    search=(1, 40),
)

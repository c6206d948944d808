"""Both sides are compiled from the statement; the signs at which the bounds are nearly attained, with heads of size 1 and 2."""

from lemmata import Settings
from lemmata.theory.icl.theorem1_12 import claim

SIGNS = [[s1, s2, s3] for s1 in (1.0, -1.0) for s2 in (1.0, -1.0) for s3 in (1.0, -1.0)]


def tight(k, e, eta, scale=1.0):
    """The features of the sharp case, by saturated neurons: true ones s₁, s₂, learned ones (1 - e)s₁ + e s₃ and η s₂."""
    return {
        "k": k,
        "r": 1 / k**2,
        "e": e,
        "η": eta,
        "σ": "tanh",
        "X": SIGNS,
        "W": [[20.0 * (i == j) for j in range(3)] for i in range(3)],
        "a": [[scale, 0.0][:k], [0.0, scale][:k], [scale, 0.0][:k]],
        "p": [(1 - e) / (1 + eta), eta / (1 + eta), e / (1 + eta)],
        "W_o": [[20.0 * (i == j) for j in range(3)] for i in range(3)],
        "a_o": [[1.0, 0.0][:k], [0.0, 1.0][:k], [0.0, 0.0][:k]],
        "p_o": [1 / k, 1 - 1 / k, 0.0],
        "F": [[s1, s2][:k] for s1, s2, _ in SIGNS],
        "F_o": [[s1, s2][:k] for s1, s2, _ in SIGNS],
        "H": [[scale * ((1 - e) * s1 + e * s3), scale * eta * s2][:k] for s1, s2, s3 in SIGNS],
    }


settings = Settings(
    claim, examples=(tight(1, 0.1, 0.1), tight(2, 0.1, 0.1), tight(1, 0.1, 0.1, 2.0)), core=(2, 16), rest=(1, 4), search=(2, 60)
)

"""Random measures, rotations and contractions; the contraction as an explicit mixture of rotations."""

from lemmata.numerics.models.feature_attention.icl_measures import rotated
from lemmata.theory.icl.pushforward import claim
from lemmata.verify import bind

NAMES = {
    "H": "features",
    "H_mix": "mixture",
    "Phi": "neurons",
    "P": "masses",
    "a": "heads",
    "R_1": "turn",
    "a_R": "turned",
    "R": "contraction",
    "R_mix": "hull",
    "alpha": "weights",
    "alpha_min": "least",
    "R_F": "frobenius",
    "G": "direction",
    "R_G": "aligned",
}


def instance(p, draw):
    made = rotated(p.k, p.n, p.d, p.M, p.g, draw)
    return {name: made[source] for name, source in NAMES.items()}


EXAMPLES = ({"k": 2, "n": 10, "d": 2, "M": 3, "g": 1.0}, {"k": 1, "n": 10, "d": 2, "M": 3, "g": 1.0})
pushforward = bind(claim, instance=instance, examples=EXAMPLES, points=(8, 60), rounding=1e-12)

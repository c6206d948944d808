"""Exceptional points of independent signs, random and extremal; the aligned rotation and an arbitrary one."""

from numerics.models import icl
from theory.icl.theorem1_2 import claim
from verify import bind

SMALL = {"shape": "extremal", "c": 1.0, "eta": 0.03}
EXAMPLES = (
    *tuple({"k": k, "l": l, **SMALL} for k, l in ((1, 1), (2, 1), (3, 2), (4, 4))),
    {"k": 3, "l": 1, "shape": "random", "c": 2.0, "eta": 0.1},
)


def instance(p, draw):
    extremal = p.shape == "extremal"
    made = icl.exceptional_features(p.k, p.l, p.c, draw, mix=p.eta if extremal else None)
    return {
        "F": made["f"],
        "H": made["h"],
        "R": made["aligned"],
        "Pi": made["kernel"],
        "R_other": icl.orthogonal(p.k, draw),
        "extremal": 1.0 if extremal else 0.0,
    }


theorem1_2 = bind(claim, instance=instance, examples=EXAMPLES, points=(8, 100), rounding=1e-8)

"""Exceptional points of independent signs, random and extremal; the aligned rotation and an arbitrary one."""

from lemmata.numerics.models.feature_attention import icl
from lemmata.theory.icl.theorem1_2 import claim
from lemmata.verify import bind

SMALL = {"shape": "extremal", "c": 1.0, "eta": 0.03}
EXAMPLES = (
    *tuple({"k": k, "l": l, **SMALL} for k, l in ((1, 1), (2, 1), (3, 2), (4, 4))),
    {"k": 3, "l": 1, "shape": "random", "c": 2.0, "eta": 0.1},
    {"k": 3, "l": 2, **SMALL, "shape": "bounded"},
    {"k": 2, "l": 1, **SMALL, "c": 2.0},
)


def instance(p, draw):
    mix = None if p.shape == "random" else p.eta
    made = icl.exceptional_features(p.k, p.l, p.c, draw, mix=mix, unit_heads=p.shape == "extremal")
    return {
        "F": made["f"],
        "H": made["h"],
        "R": made["aligned"],
        "Pi": made["kernel"],
        "R_other": icl.orthogonal(p.k, draw),
        "extremal": int(p.shape != "random"),
        "unit_heads": int(p.shape != "bounded"),
    }


theorem1_2 = bind(claim, instance=instance, examples=EXAMPLES, points=(6, 60), rounding=1e-8)

"""Particle measures near and far from the true one, and the signs at which the bounds are attained."""

from lemmata.numerics.models.feature_attention import icl_measures
from lemmata.theory.icl.theorem1_12 import claim
from lemmata.verify import bind

SIGNS = {"shape": "signs", "n": 20, "d": 2, "M": 9, "g": 1.0, "t": 0.0, "e": 0.03, "eta": 0.005, "a": 2.0}
EXAMPLES = (
    *({"k": k, "c": 1.0, **SIGNS} for k in (1, 2, 3)),
    {"k": 2, "c": 2.0, **SIGNS},
    {"k": 2, "c": 1.0, **SIGNS, "e": 0.9},
    {"k": 3, "c": 1.0, **SIGNS, "shape": "bounded"},
    *({"k": k, "c": 1.0, **SIGNS, "shape": "measure", "g": 30.0, "t": 0.9} for k in (1, 2)),
)


def instance(p, draw):
    if p.shape == "measure":
        made = icl_measures.pair(p.k, p.n, p.d, p.M, p.g, p.c, p.t, draw)
    else:
        made = icl_measures.one_sign_off(p.k, p.e, p.eta, p.c, draw, unit_heads=p.shape == "signs")
    return {"F": made["f"], "H": made["h"], "extremal": int(p.shape != "measure"), "unit_heads": int(p.shape != "bounded")}


theorem1_12 = bind(claim, instance=instance, examples=EXAMPLES, points=(8, 60), rounding=1e-6)

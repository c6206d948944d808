"""Combinations of orthonormal functions: arbitrary ones, exceptional points of every level, and their neighbours."""

from lemmata.numerics.models.feature_attention.icl_measures import orthonormal_mixtures
from lemmata.theory.icl.theorem1_11 import claim
from lemmata.verify import bind

EXAMPLES = (
    *({"k": k, "l": l, "shape": "exceptional"} for k, l in ((1, 0), (1, 1), (2, 1), (3, 2), (4, 4))),
    *({"k": k, "l": 1, "shape": shape} for k in (2, 5) for shape in ("generic", "perturbed")),
)


def instance(p, draw):
    made = orthonormal_mixtures(p.k, p.l, p.shape, draw)
    return {"F": made["f"], "H": made["h"]}


theorem1_11 = bind(claim, instance=instance, examples=EXAMPLES, points=(20, 300))

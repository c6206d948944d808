"""Two random tanh measures; a key matrix near the best one and an invertible mixing of the features."""

import torch

from lemmata.numerics.models.feature_attention import icl_measures
from lemmata.theory.icl.two_timescale import claim
from lemmata.verify import bind

EXAMPLES = ({"k": 1, "n": 20, "d": 3, "M": 4, "g": 1.0}, {"k": 3, "n": 40, "d": 4, "M": 8, "g": 2.0})


def instance(p, draw):
    inputs = draw.normal(p.n, p.d)
    f, h = (icl_measures.features(inputs, *icl_measures.atoms(p.k, p.d, p.M, p.g, draw)) for _ in range(2))
    best = torch.linalg.inv(h.mT @ h / p.n)
    size = best.norm(dim=(-2, -1), keepdim=True)
    return {
        "F": f,
        "H": h,
        "Gamma_1": best + size * draw.normal(p.k, p.k) / p.k,
        "C": torch.eye(p.k, dtype=f.dtype, device=draw.device) + 0.3 * draw.normal(p.k, p.k),
    }


two_timescale = bind(claim, instance=instance, examples=EXAMPLES, points=(8, 60), rounding=1e-8)

"""Random mixtures that dominate the true measure, jointly or in the weights alone, and two features where the bound is sharp."""

import torch

from lemmata.numerics.models.feature_attention import icl, icl_mixtures
from lemmata.theory.icl.decay1 import claim
from lemmata.verify import bind

BASE = {"k": 1, "d": 2, "g": 1.0, "R_mu": 100.0, "alpha": 2.0, "t": 1.0, "c": 1.0}
EXAMPLES = (
    *({"shape": shape, **BASE} for shape in ("two_features", "extremal")),
    {**BASE, "shape": "extremal", "alpha": 0.3, "R_mu": 3.0},
    {**BASE, "shape": "joint", "k": 2, "R_mu": 4.0},
)


def instance(p, draw):
    if p.shape in {"joint", "marginal"}:
        mixture = icl_mixtures.random_mixture(p.k, p.d, 4, 3, 20, p.g, p.R_mu, draw, joint=p.shape == "joint")
        pair = 0.0
    else:
        heads = (1.0, p.c) if p.shape == "two_features" else (0.0, 1.0)
        mixture = icl_mixtures.pair_mixture(1.0, *heads, p.R_mu, 0.4, draw)
        pair = 1.0 if p.shape == "two_features" else 2.0
    mixture["a_true"] = p.alpha * mixture["a_true"] / mixture["a_true"].norm(dim=-1).amax()
    f, h = icl_mixtures.features(mixture)
    _, in_weight, moving = icl_mixtures.gradients(mixture)
    return {
        "F": f,
        "H": h,
        "R": icl.contraction(icl.steepest_rotation(f, h), p.t, draw),
        "N": f.shape[-2],
        "P": mixture["p"].shape[-1],
        "Phi": mixture["act"],
        "M": torch.diag_embed(mixture["p"]),
        "H_t": moving,
        "W": (mixture["p"] * in_weight.square().sum(-1)).sum(-1),
        "pair": pair,
    }


decay1 = bind(claim, instance=instance, examples=EXAMPLES, points=(12, 200), rounding=1e-9)

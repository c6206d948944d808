"""Heads flow, weights are frozen: white random networks, and two signs where the speed is as slow as the bound allows."""

import torch

from lemmata.numerics.models.feature_attention import icl_mixtures
from lemmata.theory.icl.decay2 import claim
from lemmata.verify import bind

BASE = {"k": 1, "d": 2, "g": 1.0}
EXAMPLES = (
    {"shape": "hidden", **BASE, "c": 1.0, "R_mu": 100.0, "tau": 10.0, "omega": 0.7},
    {"shape": "hidden", **BASE, "c": 2.0, "R_mu": 100.0, "tau": 0.1, "omega": 0.98},
    {"shape": "nearly_done", **BASE, "c": 1.0, "R_mu": 1.01, "tau": 1.0, "omega": 0.5},
    *({"shape": "random", "k": k, "d": 3, "g": 1.0, "c": 1.0, "R_mu": 1.5, "tau": 10.0, "omega": 0.5} for k in (2, 3)),
)
STEPS = 30


def instance(p, draw):
    if p.shape == "random":
        mixture = icl_mixtures.random_mixture(p.k, p.d, 6, 4, 24, p.g, p.R_mu, draw, white=True)
    elif p.shape == "hidden":
        mixture = icl_mixtures.pair_mixture(1.0, 0.0, 1.0, p.R_mu, p.omega, draw)
    else:
        mixture = icl_mixtures.pair_mixture(1.0, 1.0, 1.0, p.R_mu, 0.0, draw)
    mixture["act"], mixture["slope"] = p.c * mixture["act"], p.c * mixture["slope"]
    f, h = icl_mixtures.features(mixture)
    coarse, moved = (icl_mixtures.head_flow(mixture, p.tau, steps) for steps in (STEPS, 2 * STEPS))
    later, size = icl_mixtures.features(moved)[1], [(m["p"] * m["a"].square().sum(-1)).sum(-1) for m in (coarse, moved)]
    halving = (icl_mixtures.features(coarse)[1] - later).norm() / later.norm() + (size[0] - size[1]).abs()
    return {
        "F": f,
        "H": h,
        "H_T": later,
        "N": f.shape[-2],
        "P": mixture["p"].shape[-1],
        "Phi": mixture["act"],
        "M": torch.diag_embed(mixture["p"]),
        "A2": size[1],
        "halving": halving,
    }


decay2 = bind(claim, instance=instance, examples=EXAMPLES, points=(5, 150), rounding=1e-9)

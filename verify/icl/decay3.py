"""The whole operator H of random networks, of exceptional points, and of the two features that attain the bound."""

import torch

from lemmata.numerics.models.feature_attention import icl, icl_mixtures
from lemmata.theory.icl.decay3 import claim
from lemmata.verify import bind

BASE = {"k": 1, "d": 1, "g": 1.0, "t": 1.0}
EXAMPLES = (
    {"shape": "counterexample", "R_mu": 2.5, **BASE},
    *({"shape": "attained", "R_mu": ratio, **BASE} for ratio in (1.5, 2.0, 20.0)),
    {"shape": "exceptional", "R_mu": 25.0, **BASE, "k": 2},
    {"shape": "uphill", "R_mu": 3.0, **BASE, "k": 2, "d": 2},
)


def mixture_of(p, draw):
    if p.shape == "counterexample":
        act = draw.tensor([1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.6]).view(1, 4, 2)
        return icl_mixtures.two_features(act, (1.0, 0.0), (0.4, 0.6), (1.0, -5 / 6), draw)
    if p.shape == "attained":
        return icl_mixtures.attaining_mixture(p.R_mu, draw)
    if p.shape == "exceptional":
        return icl_mixtures.exceptional_mixture(p.k, 1 + (p.k > 2), p.R_mu, draw)
    return icl_mixtures.random_mixture(p.k, p.d, 3, 2, 16, p.g, p.R_mu, draw)


def instance(p, draw):
    mixture = mixture_of(p, draw)
    f, h = icl_mixtures.features(mixture)
    if p.shape in {"joint", "uphill"}:
        rotation = icl.contraction(icl.steepest_rotation(f, h), p.t, draw) * (1 if p.shape == "joint" else -1)
    else:
        rotation = torch.eye(p.k, dtype=f.dtype, device=f.device)[None] * (1 if p.shape == "exceptional" else -1)
    operator = icl_mixtures.operator(mixture)
    size = operator.shape[0] // mixture["p"].shape[-1]
    head = torch.arange(operator.shape[0], device=f.device) % size < p.k
    return {
        "F": f,
        "H": h,
        "R": rotation,
        "N": f.shape[-2],
        "D": operator.shape[0],
        "D_a": mixture["p"].shape[-1] * p.k,
        "H_mu": operator[None],
        "H_a": operator[head][:, head][None],
        "v_0": icl_mixtures.descent_direction(mixture, rotation, 0.0)[None],
        "v_1": icl_mixtures.descent_direction(mixture, rotation, 1.0)[None],
        "critical": float(p.shape == "exceptional"),
        "attained": float(p.shape == "attained"),
    }


decay3 = bind(claim, instance=instance, examples=EXAMPLES, points=(6, 200), rounding=1e-9)

"""Both models trained from one start on one population, at several numbers of steps; any features against white ones."""

import torch

from lemmata.numerics.models.feature_attention import icl_training
from lemmata.theory.icl.experiment import claim
from lemmata.verify import experiment

EXAMPLES = tuple({"k_true": true, "k": 5, "M": 80, "r": r} for true, r in ((5, 1.0), (7, 2.0)))
ROWS = 40


def instance(p, draw):
    f = p.r**0.5 * ROWS**0.5 * torch.linalg.qr(draw.normal(ROWS, p.k_true)).Q
    extra = draw.normal(ROWS, max(p.k - p.k_true, 0))
    mixing = draw.normal(p.k, p.k)
    return {"F": f, "H": draw.normal(ROWS, p.k), "H_best": torch.cat([f[..., : p.k], extra], dim=-1) @ mixing, "N": ROWS}


@experiment(claim, instance=instance, examples=EXAMPLES, points=(0, 1), replicates=(12, 16), rounding=1e-9)
def training(p, draw):
    setup = icl_training.Setup(k=p.k, true=p.k_true, neurons=p.M, steps=p.n)
    return icl_training.compare(("static", "attention"), setup, draw)

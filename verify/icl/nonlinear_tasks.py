"""Tasks on random networks; inner averages over Gaussian features; the first steps of two trained models."""

import torch

from lemmata.numerics.models.feature_attention import icl, icl_training
from lemmata.theory.icl.nonlinear_tasks import claim
from lemmata.verify import experiment

EXAMPLES = tuple(
    {"task": task, "k": k, "N": 20, "d": 4, "M": 7, "g": 1.0, "r": r} for task, k, r in (("max", 2, 0.5), ("norm", 3, 2.0))
)
INNER, STEPS = 4096, 10


def instance(p, draw):
    inputs = draw.normal(p.N, p.d)
    f = icl.network_features(inputs, p.k, p.M, p.g, draw) + 0.05
    values, vectors = torch.linalg.eigh(f.mT @ f / p.N)
    f = p.r**0.5 * f @ (vectors * values[..., None, :] ** -0.5) @ vectors.mT
    h = icl.network_features(inputs, p.k, p.M, p.g, draw)
    mixing = torch.eye(p.k, dtype=h.dtype, device=h.device) + 0.3 * draw.normal(p.k, p.k)
    tasks = icl_training.tasks(f)
    return {
        "F": f,
        "H": h,
        "R": mixing,
        "y": tasks[..., :1] if p.task == "max" else tasks[..., 1:],
        "H_C": h @ mixing.mT,
    }


@experiment(
    claim,
    instance=instance,
    examples=EXAMPLES,
    points=(0, 12),
    replicates=(96, 512),
    first=96,
    resolution=(0.05, 0.03),
    rounding=1e-9,
)
def nonlinear_tasks(p, draw, variant):
    if variant == "training":
        return icl_training.compare(("static", "attention"), icl_training.Setup(steps=STEPS), draw)
    return icl_training.gaussian_tasks(p.k, p.r, INNER, draw)

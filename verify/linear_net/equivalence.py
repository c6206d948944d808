"""Random designs and labels; first layers that are invertible, tall, wide, or of half rank."""

import torch

from lemmata.numerics.models.feature_attention.icl import orthogonal
from lemmata.numerics.models.linear_net.linear_net_training import first_layer
from lemmata.theory.linear_net.equivalence import claim
from lemmata.verify import bind


def instance(p, draw):
    w, _ = first_layer(p.shape, p.d, draw)
    square, _ = first_layer("invertible", p.d, draw)
    _, values, right = torch.linalg.svd(w, full_matrices=False)
    kept = values > 1e-9 * values[..., :1]
    inverse = torch.where(kept, 1 / values, 0.0)[..., None] * right
    onto = right.mT @ (kept[..., None] * right)
    given = {"X": draw.normal(p.n, p.d), "y": draw.normal(p.n, 1), "W": w, "V": square, "Q": orthogonal(w.shape[-2], draw)}
    return {**given, "G": inverse.mT @ inverse, "P": onto, "p": w.shape[-2]}


equivalence = bind(claim, instance=instance, points=(8, 80), rounding=1e-9)

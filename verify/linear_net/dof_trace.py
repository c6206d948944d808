"""Random designs; first layers that are invertible, tall, wide, or of half rank."""

from lemmata.numerics.models.linear_net.linear_net_training import first_layer
from lemmata.theory.linear_net.dof_trace import claim
from lemmata.verify import bind


def instance(p, draw):
    w, rank = first_layer(p.shape, p.d, draw)
    return {"X": draw.normal(p.n, p.d), "W": w, "p": w.shape[-2], "r": float(rank)}


dof_trace = bind(claim, instance=instance, points=(14, 100), rounding=1e-9)

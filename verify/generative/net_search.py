"""Caps by one coordinate of a uniform direction; the search is run only for the laws that speak of it."""

import torch

from lemmata.numerics.models.single_index.links import net_search as search
from lemmata.theory.generative.net_search import claim
from lemmata.verify import experiment


@experiment(claim, points=(3, 8), resolution=(0.1, 0.05), replicates=(2**16, 2**18), first=64, chunk=512)
def net_search(p, draw, variant):
    if variant == "search":
        zero = torch.zeros(draw.replicates, device=draw.device)
        return {"cap": zero, "four": search(8, 32, draw), "eight": search(p.q, 8 * p.q, draw)}
    inside = (draw.sphere(p.d)[:, 0] >= p.t).to(draw.dtype)
    return {"cap": inside, "four": inside, "eight": inside}

"""A fixed design, W and tasks; only the label noise is redrawn, through the energies of its eigendirections."""

import torch

from lemmata.numerics.models.linear_net.linear_net import criterion_after_noise
from lemmata.theory.linear_net.mallows_expectation import claim
from lemmata.verify import experiment


def instance(p, draw):
    x, w, tasks = draw.normal(p.n, p.d), draw.normal(p.d, p.d) / p.d**0.5, draw.normal(p.d, p.m)
    features, signal = x @ w.mT, x @ tasks
    values, vectors = torch.linalg.eigh(features @ features.mT)
    energies = (vectors.mT @ signal).square().sum(dim=-1) / p.m
    return {"K": features @ features.mT, "signal": signal, "k": values.clamp(min=0), "e": energies}


@experiment(claim, instance=instance)
def mallows_expectation(p, draw):
    return criterion_after_noise(p.K[0], p.signal[0], p.lam, p.sigma2, p.sigma2p, draw)

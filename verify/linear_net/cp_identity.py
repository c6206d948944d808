"""A fixed design, W and tasks; heads are fitted to fresh noisy labels and compared with the noiseless signal."""

import torch

from lemmata.numerics.models.linear_net.linear_net import in_sample_losses
from lemmata.theory.linear_net.cp_identity import claim
from lemmata.verify import experiment

POINT = {"n": 2, "d": 2, "m": 2, "lambda": 0.5, "sigma2": 1.0, "r": 1.5}
NO_SIGNAL = {**POINT, "w": 1e4, "b": 0.0}
NO_FEATURES = {**POINT, "r": 4.0, "w": 1e-4, "b": 1.0}


def instance(p, draw):
    x, w, tasks = draw.normal(p.n, p.d), p.w * draw.normal(p.d, p.d) / p.d**0.5, p.b * draw.normal(p.d, p.m)
    features, signal = x @ w.mT, x @ tasks
    values, vectors = torch.linalg.eigh(features @ features.mT)
    energies = (vectors.mT @ signal).square().sum(dim=-1) / p.m
    return {"features": features, "signal": signal, "k": values.clamp(min=0), "e": energies}


@experiment(claim, instance=instance, examples=(NO_SIGNAL, NO_FEATURES), points=(8, 40), rounding=1e-7)
def cp_identity(p, draw):
    return in_sample_losses(p.features[0], p.signal[0], p.lam, p.sigma2, p.r * p.sigma2, draw)

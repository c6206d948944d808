"""Random designs, covariances of condition number up to about a hundred, and a random competitor."""

import torch

from lemmata.theory.linear_net.bayes import claim
from lemmata.verify import bind


def covariance(d, draw):
    factor = draw.normal(d, 2 * d)
    return factor @ factor.mT / (2 * d) + 0.02 * torch.eye(d, dtype=factor.dtype, device=draw.device)


def instance(p, draw):
    return {"X": draw.normal(p.n, p.d), "Sigma": covariance(p.d, draw), "T": covariance(p.d, draw), "H": draw.normal(p.d, p.n)}


bayes = bind(claim, instance=instance, points=(12, 100), rounding=1e-10)

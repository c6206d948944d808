"""Gaussian designs and a full covariance; noise vectors and targets with exact second moments (scaled orthogonal matrices)."""

import torch

from lemmata.numerics.models.ridge.ridge import drawn_risk
from lemmata.theory.ridge.bv_exact import claim
from lemmata.verify import experiment


def covariance(d, draw):
    factor = draw.normal(d, 2 * d)
    return factor @ factor.mT / (2 * d) + 0.02 * torch.eye(d, dtype=factor.dtype, device=draw.device)


def opposite_pairs(size, scale, draw):
    """Orthogonal columns and their negatives: mean 0, covariance scale^2."""
    columns = torch.linalg.qr(draw.normal(size, size)).Q * (scale * size**0.5)
    return torch.cat([columns, -columns], dim=-1)


def instance(p, draw):
    sigma, prior = covariance(p.d, draw), covariance(p.d, draw)
    noise, root = opposite_pairs(p.n, p.sigma2**0.5, draw), torch.linalg.cholesky(prior)
    return {
        "X": draw.normal(p.n, p.d) @ torch.linalg.cholesky(sigma).mT,
        "beta": draw.normal(p.d, 1),
        "Sigma": sigma,
        "E": noise,
        "u": torch.ones_like(noise[:, :1]),
        "M": 2 * p.n,
        "T": prior,
        "F": root @ opposite_pairs(p.d, 1.0, draw),
    }


@experiment(claim, instance=instance, points=(5, 40), replicates=(2**16, 2**19), resolution=(0.1, 0.03), rounding=1e-10)
def bv_exact(p, draw):
    return {"drawn": drawn_risk(p.X[0], p.beta[0, :, 0], p.Sigma[0], p.lam, p.sigma2, draw)}

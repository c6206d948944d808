"""Covariances that do not commute; exact conditional risks of one spectrum, with the target on its first or last direction."""

import torch

from lemmata.numerics.models.feature_attention.icl import orthogonal
from lemmata.numerics.models.linear_net.linear_net import bayes_risk
from lemmata.numerics.models.linear_net.linear_net_training import bayes_risk_of_designs
from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.theory.linear_net.spectrum import claim
from lemmata.verify import experiment


def covariance(d, draw):
    factor = draw.normal(d, 2 * d)
    return factor @ factor.mT / (2 * d) + 0.02 * torch.eye(d, dtype=factor.dtype, device=draw.device)


def instance(p, draw):
    inputs, tasks = covariance(p.d, draw), covariance(p.d, draw)
    values, vectors = torch.linalg.eigh(tasks)
    root = orthogonal(p.d, draw) @ (vectors * values.sqrt()[..., None, :]) @ vectors.mT
    tall = torch.linalg.qr(draw.normal(p.d + 3, p.d)).Q
    return {"Sigma": inputs, "T": tasks, "A": root, "B": tall @ root}


@experiment(claim, instance=instance, points=(6, 40), resolution=(0.03, 0.01), rounding=1e-9)
def spectrum(p, draw):
    inputs, tasks, root = p.Sigma[0], p.T[0], p.A[0]
    mu = torch.linalg.eigvalsh(root @ inputs @ root.mT).flip(0)
    targets = torch.eye(p.d, dtype=torch.float64, device=draw.device) * p.d**0.5
    risks = {}
    for name, target in (("strong", targets[0]), ("weak", targets[-1])):
        found = conditional_risk(mu, target, p.n, p.sigma2 / p.n, draw)
        risks[name] = found["bias"] + p.sigma2 * found["variance"]
    factor = torch.linalg.cholesky(inputs).mT
    direct = bayes_risk_of_designs(factor, tasks, p.n, p.sigma2, draw)
    return {**risks, "direct": direct, "by_spectrum": bayes_risk(mu, p.n, p.sigma2, draw)}

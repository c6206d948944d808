"""Spectra log-uniform, and at the points where the constants 1 and 2 are attained; noise on a design with WᵀW = (λ/τ)Σβ."""

import torch

from lemmata.numerics.models.linear_net.linear_net import criterion_after_noise
from lemmata.theory.linear_net.achieved_by_sigma_beta import claim
from lemmata.verify import experiment
from lemmata.verify.linear_net.bayes import covariance

POINT = {"n": 6, "d": 5, "lambda": 0.3, "sigma2": 1.0, "r": 2.5, "t": 1.0}
EXAMPLES = tuple({"shape": shape, **POINT} for shape in ("at_tau", "far_above", "far_below"))


def instance(p, draw):
    tau, ones = (p.r - 1) * p.sigma2 / p.n, torch.ones(1, p.d, dtype=torch.float64, device=draw.device)
    spectra = {"at_tau": tau, "far_above": 1e6 * tau, "far_below": 1e-6 * tau}
    mu = spectra[p.shape] * ones if p.shape in spectra else torch.exp(draw.uniform(p.d, low=-13.8, high=4.6))
    return {"mu": mu, "X": draw.normal(p.n, p.d), "T": covariance(p.d, draw), "Sigma": covariance(p.d, draw)}


@experiment(claim, instance=instance, examples=EXAMPLES, points=(4, 50), rounding=1e-10)
def achieved_by_sigma_beta(p, draw):
    x, tasks, tau = p.X[0], p.T[0], (p.r - 1) * p.sigma2 / p.n
    signal = p.d**0.5 * x @ torch.linalg.cholesky(tasks)  # d tasks whose second moment is exactly T
    return criterion_after_noise(p.lam / tau * x @ tasks @ x.mT, signal, p.lam, p.sigma2, p.r * p.sigma2, draw)

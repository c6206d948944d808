"""Spectra of many shapes and the extremal one; a design with its kernel, a block with a shrinking direction, one task."""

import torch

from lemmata.numerics.models.ridge.ridge import conditional_risk
from lemmata.numerics.models.ridge.spectra import spectrum
from lemmata.theory.linear_net.predictive_bound import claim
from lemmata.verify import experiment

SHARP = {"shape": "sharp", "n": 120, "d": 121, "lambda": 1.0, "sigma2": 1.0, "delta": 1e-4}
EXAMPLES = (*({**SHARP, "r": r} for r in (1.5, 3.0)), {**SHARP, "shape": "past_half", "n": 20, "d": 21, "r": 3.0})


def covariance(d, draw):
    factor = draw.normal(d, 2 * d)
    return factor @ factor.mT / (2 * d) + 0.02 * torch.eye(d, dtype=factor.dtype, device=draw.device)


def extremal(p, ones):
    """qn huge eigenvalues, and a tiny one that carries what the condition leaves to the target (past it: far more)."""
    alpha, past = 1 / (p.r - 1), p.shape == "past_half"
    heads = max(1, int((0.8 if past else min(alpha / (1 + alpha), 0.5)) * p.n))
    kappa = p.lam * p.n / (p.n - heads)
    place = torch.arange(p.d, device=ones.device)
    values = torch.where(place < heads, 1e8 * kappa, 1e-10 * kappa) * ones
    left = (p.r - 1) * p.sigma2 * (10.0 if past else 0.9999 * (0.5 - heads / p.n))
    return values, torch.where(place == p.d - 1, left * kappa / (p.lam * values[..., -1:]), 0.0)


def instance(p, draw):
    draw = draw.free_of("c", "t")
    n, d, ones = p.n, p.d, torch.ones(1, p.d, dtype=torch.float64, device=draw.device)
    if p.shape in ("sharp", "past_half"):
        values, squares = extremal(p, ones)
    else:
        values, squares = spectrum(p.shape, d, 1.5, draw), draw.exponential(d) / d
    left, _, right = torch.linalg.svd(draw.normal(n, n))
    scale = torch.linspace(2.0, 1.0, n, dtype=torch.float64, device=draw.device)
    x = torch.cat([(left * scale) @ right, draw.normal(n, d - n)], dim=-1)
    least = torch.nn.functional.pad(left[..., -1:] * right[..., -1:, :], (0, d - n))
    rows, target = draw.normal(3, d), draw.normal(d, 1) / d**0.5
    unseen = rows - rows @ torch.linalg.pinv(x) @ x
    block = torch.eye(d, n, dtype=torch.float64, device=draw.device)[None]
    given = {"l": values, "b": squares, "X": x, "W": draw.normal(3, d) / d**0.5, "Z": unseen, "E": block, "D": least}
    given |= {"T": covariance(d, draw), "Sigma": covariance(d, draw), "p": 3, "b0": target}
    return {**given, "y": x @ target + p.sigma2**0.5 * draw.normal(n, 1)}


@experiment(
    claim, instance=instance, examples=EXAMPLES, points=(5, 80), rounding=1e-9, replicates=(2**12, 2**15), chunk=2**10, first=64
)
def predictive_bound(p, draw):
    found = conditional_risk(p.l[0], p.b[0].sqrt(), p.n, p.lam, draw)
    surplus = found["train_bias"] + (p.r - 1) * p.sigma2 * found["dof"] / p.n
    return {"risk": found["bias"] + p.sigma2 * found["variance"], "surplus": surplus}

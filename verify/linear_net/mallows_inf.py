"""Random designs, tasks and noise; L-BFGS over W from random starts; the top eigenvalue of pure noise."""

import torch

from lemmata.numerics.models.linear_net.linear_net import second_moment
from lemmata.numerics.models.linear_net.linear_net_training import descended
from lemmata.theory.linear_net.mallows_inf import claim
from lemmata.verify import experiment
from lemmata.verify.linear_net.bayes import covariance

BOTH_SIDES = {
    "n": 8,
    "d": 12,
    "m": 30,
    "p": 2,
    "lambda": 0.3,
    "sigma2": 1.0,
    "sigma2p": 2.5,
}  # eigenvalues around the threshold


def kernels(basis, second, level, rows):
    """Projectors on what lies above the level, all of it and the `rows` largest."""
    values, vectors = torch.linalg.eigh(basis.mT @ second @ basis)
    place = torch.arange(values.shape[-1], 0, -1, device=values.device)
    directions = basis @ vectors
    chosen = (values > level).to(values.dtype)
    first = chosen * (place <= rows)
    return tuple((directions * weight[..., None, :]) @ directions.mT for weight in (chosen, first))


def instance(p, draw):
    draw = draw.free_of("c")
    n, d, rank = p.n, p.d, min(p.n, p.d)
    x, tasks = draw.normal(n, d), covariance(d, draw)
    labels = x @ torch.linalg.cholesky(tasks) @ draw.normal(d, p.m) + p.sigma2**0.5 * draw.normal(n, p.m)
    second = labels @ labels.mT / p.m
    basis = torch.linalg.svd(x, full_matrices=False).U[..., :rank]
    every, few = kernels(basis, second, p.sigma2p, p.p)
    starts = draw.tensor([0.03, 0.1, 0.3, 1.0])[:, None, None] * draw.normal(4, d, d)[0]
    reached = descended(x[0], second[0], p.lam, p.sigma2p, starts, steps=100).min()
    given = {"X": x, "S": second, "T": tasks, "Q": basis, "W": 2 * draw.normal(p.p, d) / d**0.5}
    return {**given, "K_sel": every, "K_few": few, "r": rank, "reached": reached}


@experiment(
    claim, instance=instance, examples=(BOTH_SIDES,), points=(4, 50), rounding=1e-9, replicates=(2**13, 2**16), chunk=2**11
)
def mallows_inf(p, draw):
    nothing = torch.zeros(draw.replicates, p.n, 1, dtype=torch.float64, device=draw.device)
    noise = second_moment(nothing, p.m, p.sigma2, draw)
    return torch.linalg.eigvalsh(noise)[:, -1].sqrt()

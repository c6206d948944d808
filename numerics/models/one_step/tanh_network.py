"""Ridge regression on the features of a wide tanh network after a gradient step on its first layer, at the best of 21 ridges.

Setting, step and penalty as in erf_network, with tanh for activation and target: labels tanh(x_1) + noise. The step has its own sample; risks are
means over fresh inputs, the same for every ridge, so that the least of them is no more than that of the best ridge in mean.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.models.one_step.erf_network import Activation, direction, start
from lemmata.numerics.random.draw import Draw, in_single

TESTS = 1000
RIDGES = [10.0 ** (k / 4) for k in range(-16, 5)]


def _slope(u: Tensor) -> Tensor:
    return 1 - torch.tanh(u).square()


TANH: Activation = (torch.tanh, _slope)


def least_risk(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The least risk over the ridges, as a number.

    ``eta``: step size; ``head``: the second layer at the step is this times N(0, 1/N); ``shuffled`` 1: the step has its labels in random order.
    """
    n, d, tests = int(p["n"]), int(p["d"]), TESTS
    W, a = start(p, draw)
    if float(p["eta"]):
        x, y = _sample(n, d, float(p["v"]), draw)
        if int(p["shuffled"]):
            y = y.gather(-1, draw.normal(n).argsort(-1))
        W = W + float(p["eta"]) * W.shape[-1] ** 0.5 * direction(W, float(p["head"]) * a, x, y, TANH)
    x, y = _sample(n, d, float(p["v"]), draw)
    # of fresh inputs single precision is far below what they vary
    new = draw.normal(tests, d, dtype=torch.float32, fast=True)
    target = torch.tanh(new[..., 0])
    width = W.shape[-1]
    seen, other = torch.tanh(x @ W) / width**0.5, torch.tanh(new @ W.float()) / width**0.5
    values, vectors = torch.linalg.eigh(seen.mT @ seen / n)
    along = vectors.mT @ (seen.mT @ y[..., None]) / n
    penalties = draw.tensor(RIDGES, dtype=W.dtype) / width
    fitted = other @ (vectors @ (along / (values.clamp(min=0)[..., None] + penalties))).float()
    return {"risk": (fitted - target[..., None]).square().mean(-2).amin(-1)}


def _sample(n: int, d: int, noise: float, draw: Draw) -> tuple[Tensor, Tensor]:
    """Inputs, one a row, and labels with noise of this variance."""
    x = draw.normal(n, d, fast=draw.single)
    return x, torch.tanh(x[..., 0]) + noise**0.5 * draw.normal(n, fast=draw.single)


RUNS = {  # how claims about these runs draw them
    **{"replicates": (2**16, 2**20), "first": (32, 256), "chunk": 2**13, "calls": 4},
    "procedures": {"least_risk": in_single(least_risk)},
}

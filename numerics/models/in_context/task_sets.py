"""The transformer of ``gpt`` trained on prompts of k fixed linear tasks, and its risks on these and on new tasks.

Prompts: x_i ~ N(0, I), y_i = <x_i, w>/sqrt(d) + noise of variance rho, w from k tasks of norm sqrt(d): for k <= d orthogonal ones,
else uniform on the sphere. Adam on the mean squared error over all positions; the risk is that of the last position, after all other
pairs were seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.models.in_context import gpt
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.solve.adam import Fused

AT_ONCE = 50  # steps whose prompts are drawn together


@dataclass(frozen=True)
class Network:
    """A trained network, with its tasks, one a row, and the variance of the noise."""

    shape: gpt.Shape
    tasks: Tensor
    noise: float
    parameters: gpt.Parameters


def train(shape: gpt.Shape, k: int, noise: float, steps: int, draw: Draw, *, batch: int = 48, rate: float = 4e-3) -> Network:
    """Adam with a linear warm-up over 50 steps, and a linear decay after a fifth of all steps."""
    tasks = _tasks(shape.d, k, draw)
    p = {name: value.requires_grad_(True) for name, value in gpt.initial(shape, draw).items()}
    optimiser = Fused(list(p.values()), rate)
    for step, (x, y) in enumerate(_batches(tasks, shape, noise, batch, steps, draw)):
        optimiser.rate = rate * min((step + 1) / 50, (steps - step) / steps * 1.25, 1.0)
        (gpt.predict(p, shape, x, y) - y).square().mean().backward()
        optimiser.step()
    return Network(shape, tasks, noise, {name: value.detach() for name, value in p.items()})


def risks(network: Network, draw: Draw) -> dict[str, Tensor]:
    """Squared error at the last position on one prompt a replicate, of its own tasks and of a new one, uniform on the sphere."""
    made = {}
    for name, tasks in (("own", network.tasks), ("new", None)):
        x, y = _prompts(tasks, network.shape, network.noise, 1, draw)
        made[name] = (gpt.predict(network.parameters, network.shape, x, y, last=True)[:, 0] - y[:, -1]).square()
    return made


def _tasks(d: int, k: int, draw: Draw) -> Tensor:
    """k tasks of norm sqrt(d), one a row; the first replicate alone."""
    normal = draw.normal(k, d)[0]
    directions = torch.linalg.qr(normal.mT)[0].mT if k <= d else normal / normal.norm(dim=-1, keepdim=True)
    return d**0.5 * directions


def _batches(tasks: Tensor, shape: gpt.Shape, noise: float, batch: int, steps: int, draw: Draw) -> Iterator[tuple[Tensor, ...]]:
    """The prompts of every step, drawn for several steps at once."""
    for first in range(0, steps, AT_ONCE):
        drawn = _prompts(tasks, shape, noise, batch * min(AT_ONCE, steps - first), draw)
        yield from zip(*(t.split(batch) for t in drawn), strict=True)


def _prompts(tasks: Tensor | None, shape: gpt.Shape, noise: float, batch: int, draw: Draw) -> tuple[Tensor, Tensor]:
    """Inputs and labels of (B batch) prompts; without tasks of new ones."""
    x, errors = draw.normal(batch, shape.points, shape.d).flatten(0, 1), draw.normal(batch, shape.points).flatten(0, 1)
    if tasks is None:
        w = shape.d**0.5 * draw.sphere(shape.d, batch).flatten(0, 1)
    else:
        w = tasks[draw.integers(0, len(tasks), batch).flatten()]
    return x, (x @ w[..., None])[..., 0] / shape.d**0.5 + noise**0.5 * errors

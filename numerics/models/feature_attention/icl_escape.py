r"""Escape from saddles of the in-context loss: times of departure, and starts from anywhere.

Particle systems, saddles and the flow are those of `icl_particles`; times are in units of 1/|smallest eigenvalue| of
the linearised flow, losses in units of r°.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
from torch import Tensor

from lemmata.numerics.models.feature_attention.icl_particles import Problem, flow, runge_kutta, saddle
from lemmata.numerics.random.draw import Draw


def unstable(blocks: Mapping[str, Tensor]) -> Tensor:
    """The rate at which the linearised flow leaves: minus its least eigenvalue."""
    return -torch.linalg.eigvalsh(blocks["local"] + blocks["symmetric"])[0]


def escape(problem: Problem, theta: Tensor, level: Tensor, time: Tensor, steps: int, enough: Tensor) -> dict[str, Tensor]:
    """The flow from theta (B, M, k + d): the loss at the end, and when it first falls below `level` (linear in each step).

    `time` is one number, or (B,). Along the flow the loss falls: where all are below `enough`, at most `level`, a CPU goes no further.
    """
    dt = time / steps
    step = dt.reshape(-1, 1, 1) if dt.ndim else dt
    (slope, earlier), reached = problem.velocity(theta), torch.zeros_like(theta[:, 0, 0])
    for _ in range(steps):
        theta = theta + runge_kutta(problem.field, theta, step, slope)
        slope, loss = problem.velocity(theta)  # the first slope of the next step
        share = torch.where(loss > level, 1.0, (earlier - level) / (earlier - loss).clamp(min=1e-300))
        reached = reached + dt * torch.where(earlier > level, share, 0.0)
        earlier = torch.where(earlier > level, loss, earlier)
        if loss.device.type == "cpu" and bool((loss < enough).all()):  # a look at the values would hold up a GPU
            break
    return {"loss": loss, "time": reached}


def saddle_escape(
    missed: int, gain: float, size: float, draw: Draw, activation: str = "tanh", stable: bool = False, steps: int = 160
) -> dict[str, Tensor]:
    """Escape from a saddle of `missed` features after a normal perturbation of this size, and after one ten times smaller.

    `stable`: only the first, whose weights on a missed input are 0, so that its feature is never seen (until rounding, which
    grows like everything else, would be), in half as many steps. Times are in units of 1/|smallest eigenvalue|, losses of r°.
    """
    problem, theta = saddle(missed, gain, 3, draw, activation, half=True)
    blocks = problem.linearised(theta)
    rate = unstable(blocks)
    kick = draw.normal(*theta.shape, dtype=torch.float64)
    if stable:
        kick = torch.cat([kick[..., :3], 0 * kick[..., 3:4], kick[..., 4:]], dim=-1)
    unit = problem.loss(theta[None]) / missed
    scales = (size,) if stable else (size, size / 10)
    times = [(6 if stable else 25) / rate + torch.log(1 / draw.tensor([scale])) / rate for scale in scales]
    if stable:
        end = flow(problem, theta + size * kick, times[0], steps // 2)
        return {"loss": problem.loss(end) / unit}
    run = _together(problem, theta, kick, scales, (missed - 0.5) * unit, times, steps, unit / 2)
    losses, reached = (run["loss"] / unit).chunk(2), (run["time"] * rate).chunk(2)
    return {"loss": losses[0], "time": reached[0], "loss_later": losses[1], "time_later": reached[1]}


def _together(
    problem: Problem,
    theta: Tensor,
    kick: Tensor,
    scales: Sequence[float],
    level: Tensor,
    times: Sequence[Tensor],
    steps: int,
    enough: Tensor,
) -> dict[str, Tensor]:
    """The escapes after kicks of several sizes in the same directions, one behind the other in one batch."""
    starts = torch.cat([theta + scale * kick for scale in scales])
    return escape(problem, starts, level, torch.cat([t.expand(len(kick)) for t in times]), steps, enough)


def random_start(particles: int, gain: float, time: float, draw: Draw, activation: str = "tanh", steps: int = 240) -> Tensor:
    """L/r° at the end of the flow from normal heads and weights, true features as in `saddle`; a CPU stops where all are below 1/2."""
    problem, theta = saddle(2, gain, 3, draw, activation, half=True)
    unit = problem.loss(theta[None]) / 2
    problem = replace(problem, masses=theta.new_full((particles,), 1 / particles))
    start, half = draw.normal(particles, theta.shape[1], dtype=torch.float64), unit / 2
    return escape(problem, start, half, draw.tensor([time])[0], steps, half)["loss"] / unit


def kicked_escape(
    gain: float, size: float, draw: Draw, activation: str = "tanh", white: bool = False, steps: int = 80
) -> dict[str, Tensor]:
    """`delay`: how much later the flow leaves a saddle after a kick of mean square (`size`/100)² than after one of `size`².

    The kick is a Gaussian field H z with white z, or, if `white`, z itself; times are in units of 1/|smallest eigenvalue|.
    """
    problem, theta = saddle(1, gain, 3, draw, activation, half=True)
    blocks = problem.linearised(theta)
    rate = unstable(blocks)
    kick = draw.normal(*theta.shape, dtype=torch.float64)
    if not white:
        field = (kick.flatten(1) @ blocks["operator"].mT).view_as(kick)
        kick = field / blocks["operator"].square().mean(dim=0).sum().sqrt()
    scales = (size, size / 100)
    times = [(20 + torch.log(1 / draw.tensor([scale]))) / rate for scale in scales]
    level = problem.loss(theta[None]) / 2
    run = _together(problem, theta, kick, scales, level, times, steps, level)
    first, later = (run["time"] * rate).chunk(2)
    return {"delay": later - first}


def resting(gain: float, draw: Draw, activation: str = "tanh", steps: int = 80) -> Tensor:
    """(B,) L/r° after the time 20/|smallest eigenvalue| from an exact saddle."""
    problem, theta = saddle(1, gain, 3, draw, activation, half=True)
    rate = unstable(problem.linearised(theta))
    moved = problem.loss(flow(problem, theta[None], 20 / rate, steps)) / problem.loss(theta[None])
    return moved.expand(draw.replicates)

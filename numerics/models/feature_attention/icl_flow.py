"""Finite measures of the in-context model for the flow: gradients, difference quotients, and the moment of the heads.

The flow is that of :class:`numerics.models.feature_attention.icl_particles.Problem`, integrated by the explicit midpoint rule, whose error is
of second order in the step: a moment is extrapolated from two steps, and the drifts of both are returned.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.models.feature_attention import icl_measures
from lemmata.numerics.models.feature_attention.icl_particles import Problem
from lemmata.numerics.random.draw import Draw


@dataclass(frozen=True)
class Case:
    """A problem on equally likely inputs and one measure: particles (1, M, k + d), heads first."""

    problem: Problem
    theta: Tensor

    @property
    def heads(self) -> Tensor:
        return self.theta[..., : self.problem.k]

    @property
    def neurons(self) -> Tensor:
        """(1, N, M)."""
        return self.problem.parts(self.theta)[2][0]

    def features(self, theta: Tensor) -> Tensor:
        """(1, N, k)."""
        return self.problem.parts(theta)[2][0] @ (self.problem.masses[:, None] * theta[..., : self.problem.k])


def random_case(k: int, points: int, d: int, particles: int, gain: float, draw: Draw, *, axes: bool = False) -> Case:
    """True and learned particles at random; with `axes` the first heads are the coordinate axes and no mass is small.

    That keeps the covariance of the features far from singular, where the flow would be stiff.
    """
    inputs = draw.normal(points, d)
    f = icl_measures.features(inputs, *icl_measures.atoms(k, d, particles + 2, gain, draw))
    heads, weights, masses = icl_measures.atoms(k, d, particles, gain, draw)
    if axes:
        corner = torch.eye(k, dtype=heads.dtype, device=draw.device).expand(draw.replicates, k, k)
        heads = torch.cat([corner, heads[:, k:]], dim=1)
        masses = (masses + 0.2) / (masses + 0.2).sum(dim=-1, keepdim=True)
    chances = torch.full((points,), 1 / points, dtype=inputs.dtype, device=draw.device)
    return Case(Problem(inputs[0], chances, f[0], masses[0]), torch.cat([heads, weights], dim=-1)[:1])


def features_of_one(case: Case, gain: float, draw: Draw) -> Tensor:
    """(B, N, k): features of a single random particle at the inputs of the case."""
    inputs = case.problem.inputs.expand(draw.replicates, -1, -1)
    return icl_measures.features(inputs, *icl_measures.atoms(case.problem.k, inputs.shape[-1], 1, gain, draw))


def particle_gradient(case: Case, key: Tensor | None = None) -> Tensor:
    """Gradient of the loss in every particle divided by its mass (1, M, k + d), by automatic differentiation.

    With `key` the matrix Gamma of E|f - E[f h^T] Gamma h|^2 is held at this value; without it, it is the best one.
    """
    moving = case.theta.detach().requires_grad_(True)
    with torch.enable_grad():
        loss = case.problem.loss(moving) if key is None else fixed_key_loss(case, moving, key)
        (gradient,) = torch.autograd.grad(loss.sum(), moving)
    return gradient / case.problem.masses[:, None]


def fixed_key_loss(case: Case, theta: Tensor, key: Tensor) -> Tensor:
    """E|f - E[f h^T] Gamma h|^2 (1,)."""
    f, h, chances = case.problem.target, case.features(theta), case.problem.chances[:, None]
    residual = f - h @ ((f * chances).mT @ h @ key).mT
    return (residual.square() * chances).sum((-1, -2))


def quotient(case: Case, motion: Tensor, length: float = 3e-4) -> Tensor:
    """Derivative of the loss (1,) along a motion of the particles, by differences of sixth order."""
    step = length / motion.flatten(1).norm(dim=-1)
    at = [case.problem.loss(case.theta + j * step[:, None, None] * motion) for j in (-3, -2, -1, 1, 2, 3)]
    return (45 * (at[3] - at[2]) - 9 * (at[4] - at[1]) + (at[5] - at[0])) / (60 * step)


def midpoint(problem: Problem, theta: Tensor, time: float, steps: int) -> Tensor:
    """Particles after `time`."""
    dt = time / steps
    for _ in range(steps):
        theta = theta + dt * problem.velocity(theta + dt / 2 * problem.velocity(theta)[0])[0]
    return theta


def head_moment(case: Case, time: float, steps: int = 80) -> dict[str, Tensor]:
    """The second moment (1, k, k) of the heads at both ends of the flow, its drifts, and the largest feature at the end."""

    def moment(theta: Tensor) -> Tensor:
        heads = theta[..., : case.problem.k]
        return heads.mT @ (case.problem.masses[:, None] * heads)

    first = moment(case.theta)
    ends = [midpoint(case.problem, case.theta, time, n) for n in (steps, 2 * steps)]
    coarse, fine = (moment(end) for end in ends)
    return {
        "before": first,
        "after": fine + (fine - coarse) / 3,
        "coarse": torch.linalg.matrix_norm(coarse - first),
        "fine": torch.linalg.matrix_norm(fine - first),
        "sup": case.features(ends[1]).norm(dim=-1).amax(dim=-1),
    }

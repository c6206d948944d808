r"""Particle systems of the in-context loss: velocities of the Wasserstein gradient flow, and its linearisation.

$h(x)=\sum_jp_ja_j\sigma(w_j^\top x)$, $L=\mathbb E\|f-Bh\|^2$ at the best $B$. Inputs (N, d) with chances (N,); particles
are one tensor (B, M, k + d) that holds the head $a_j$ and then the weights $w_j$. Gradients are written out:
$\frac{\delta L}{\delta\mu}(\theta)=-2\mathbb E[\zeta^\top Ba\,\sigma(w^\top x)]$ with $\zeta=f-Bh$, and the second
variation is the form $D^2L[\delta,\delta']=2\mathbb E[B\delta\cdot B\delta']-2\operatorname{Tr}U_\delta Q^{-1}U_{\delta'}^\top$,
$U_\delta=B\mathbb E[\delta h^\top]-\mathbb E[\zeta\delta^\top]$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

ACTIVATIONS: dict[
    str, Callable[..., tuple[Tensor, ...]]
] = {}  # the value and as many derivatives as are asked for, at most two


def _tanh(u: Tensor, order: int = 2) -> tuple[Tensor, ...]:
    value = torch.tanh(u)
    if not order:
        return (value,)
    slope = 1 - value.square()
    return (value, slope, -2 * value * slope) if order > 1 else (value, slope)


def _erf(u: Tensor, order: int = 2) -> tuple[Tensor, ...]:
    value = torch.erf(u)
    if not order:
        return (value,)
    slope = (2 / torch.pi**0.5) * torch.exp(-u.square())
    return (value, slope, -2 * u * slope) if order > 1 else (value, slope)


ACTIVATIONS.update(tanh=_tanh, erf=_erf)


@dataclass(frozen=True)
class Problem:
    """Inputs (N, d), their chances (N,), true features (N, k), and the masses (M,) of the particles."""

    inputs: Tensor
    chances: Tensor
    target: Tensor
    masses: Tensor
    activation: str = "tanh"
    features: int = 0  # how many are learned: by default as many as there are true ones

    @property
    def k(self) -> int:
        return self.features or self.target.shape[-1]

    def parts(self, theta: Tensor, order: int) -> tuple[Tensor, Tensor, tuple[Tensor, ...]]:
        """Heads, weights, and the activation with so many derivatives at every input and particle (B, N, M)."""
        heads, weights = theta[..., : self.k], theta[..., self.k :]
        return heads, weights, ACTIVATIONS[self.activation](self.inputs @ weights.mT, order)

    def fit(self, h: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """(B, Q, zeta) of features h (B, N, k)."""
        weighted = h * self.chances[:, None]
        q = weighted.mT @ h
        regression = _solved(q, weighted.mT @ self.target).mT
        return regression, q, self.target - h @ regression.mT

    def loss(self, theta: Tensor) -> Tensor:
        """L (B,)."""
        heads, _, (value,) = self.parts(theta, 0)
        zeta = self.fit(value @ (self.masses[:, None] * heads))[2]
        return (zeta.square() * self.chances[:, None]).sum((-1, -2))

    def velocity(self, theta: Tensor) -> tuple[Tensor, Tensor]:
        """Minus the gradient of the first variation at every particle, and L."""
        moved, zeta = self._pulled(theta)
        return moved, (zeta.square() * self.chances[:, None]).sum((-1, -2))

    def field(self, theta: Tensor) -> Tensor:
        """Minus the gradient alone."""
        return self._pulled(theta)[0]

    def _pulled(self, theta: Tensor) -> tuple[Tensor, Tensor]:
        heads, _, (value, slope) = self.parts(theta, 1)
        regression, _, zeta = self.fit(value @ (self.masses[:, None] * heads))
        pull = 2 * (zeta @ regression) * self.chances[:, None]
        moved = torch.cat([value.mT @ pull, (slope * (pull @ heads.mT)).mT @ self.inputs], dim=-1)
        return moved, zeta

    def linearised(self, theta: Tensor) -> dict[str, Tensor]:
        """Blocks of the linearised flow at one system (M, k + d), as matrices of size M (k + d).

        `local`: the Hessian of the first variation at each particle; `operator`: v -> sum_j p_j H(., theta_j) v_j;
        `plain`: the same without the masses; `no_zeta`: with U = B E[delta h^T] only.
        """
        heads, _, (value, slope, bend) = self.parts(theta, 2)
        particles, size = theta.shape
        h = value @ (self.masses[:, None] * heads)
        regression, q, zeta = self.fit(h)
        pull = -2 * (zeta @ regression) * self.chances[:, None]
        local = theta.new_zeros(particles, size, size)
        cross = torch.einsum("nk,nm,nd->mkd", pull, slope, self.inputs)
        local[:, : self.k, self.k :] = cross
        local[:, self.k :, : self.k] = cross.mT
        local[:, self.k :, self.k :] = torch.einsum("nm,nd,ne->mde", bend * (pull @ heads.mT), self.inputs, self.inputs)
        moved = feature_directions(heads, value, slope, self.inputs)
        forms = [second_variation(moved, h, regression, q, zeta if keep else zeta * 0, self.chances) for keep in (True, False)]
        masses = self.masses.repeat_interleave(size)
        return {
            "local": torch.block_diag(*local.unbind()),
            "operator": forms[0] * masses,
            "plain": forms[0],
            "no_zeta": forms[1] * masses,
            "symmetric": masses.sqrt()[:, None] * forms[0] * masses.sqrt(),
        }


def feature_directions(heads: Tensor, value: Tensor, slope: Tensor, inputs: Tensor) -> Tensor:
    """(M (k + d), N, k): how h_theta moves with each coordinate of each particle."""
    k = heads.shape[-1]
    by_head = torch.einsum("nm,kl->mknl", value, torch.eye(k, dtype=value.dtype, device=value.device))
    by_weight = torch.einsum("nm,nd,ml->mdnl", slope, inputs, heads)
    return torch.cat([by_head, by_weight], dim=1).flatten(0, 1)


def second_variation(moved: Tensor, h: Tensor, regression: Tensor, q: Tensor, zeta: Tensor, chances: Tensor) -> Tensor:
    """The matrix of D²L on directions (D, N, k)."""
    seen = moved @ regression.mT
    spread = torch.einsum("anl,bnl,n->ab", seen, seen, chances)
    u = seen.mT @ (h * chances[:, None]) - (zeta * chances[:, None]).mT @ moved
    solved = torch.linalg.solve(q, u.mT)
    form = spread - torch.einsum("akl,blk->ab", u, solved)
    return form + form.mT  # symmetric to the last bit


def gauss_hermite(points: int, d: int, draw: Draw) -> tuple[Tensor, Tensor]:
    """Nodes (points^d, d) and chances of the product rule for independent standard normals."""
    index = torch.arange(1, points, dtype=torch.float64, device=draw.device).sqrt()
    nodes, vectors = torch.linalg.eigh(torch.diag(index, 1) + torch.diag(index, -1))
    nodes, chances = (nodes - nodes.flip(0)) / 2, vectors[0].square()
    chances = (chances + chances.flip(0)) / 2
    return torch.cartesian_prod(*[nodes] * d), torch.cartesian_prod(*[chances] * d).prod(dim=-1)


def flow(problem: Problem, theta: Tensor, time: float | Tensor, steps: int) -> Tensor:
    """The gradient flow by classical Runge-Kutta steps."""
    dt = time / steps
    for _ in range(steps):
        theta = theta + runge_kutta(problem.field, theta, dt)
    return theta


def _solved(q: Tensor, right: Tensor) -> Tensor:
    """q^-1 right; for one or two rows by Cramer's rule, as a call of a solver for each small matrix takes longer."""
    if q.shape[-1] == 1:
        return right / q
    if q.shape[-1] != 2 or right.shape[-2] != 2:
        return torch.linalg.solve(q, right)
    a, b, c, d = (q[..., i, j, None] for i in (0, 1) for j in (0, 1))
    first, second = right[..., 0, :], right[..., 1, :]
    return torch.stack([d * first - b * second, a * second - c * first], dim=-2) / (a * d - b * c)[..., None]


def runge_kutta(field: Callable[[Tensor], Tensor], x: Tensor, dt: float | Tensor, first: Tensor | None = None) -> Tensor:
    """The increment of one classical step; `first` is the field at x where it is known."""
    k1 = field(x) if first is None else first
    k2 = field(x + dt / 2 * k1)
    k3 = field(x + dt / 2 * k2)
    return dt / 6 * (k1 + 2 * k2 + 2 * k3 + field(x + dt * k3))


def saddle(
    missed: int, gain: float, points: int, draw: Draw, activation: str = "tanh", half: bool = False
) -> tuple[Problem, Tensor]:
    """Two true features of inputs 1 and 2; two particles, of which `missed` look at unused inputs instead: a critical point.

    `half` keeps one of x and -x: all features are odd, so that the loss is the same (for an even number of points).
    """
    d = 2 + missed
    inputs, chances = gauss_hermite(points, d, draw)
    if half:
        inputs, chances = inputs[: points**d // 2], 2 * chances[: points**d // 2]
    target = ACTIVATIONS[activation](gain * inputs[:, :2], 0)[0] / 2
    coordinates = torch.eye(d, dtype=inputs.dtype, device=draw.device)
    seen = [*coordinates[: 2 - missed].unbind(), *coordinates[2:].unbind()]
    theta = torch.cat([coordinates[:2, :2], gain * torch.stack(seen)], dim=1)
    return Problem(inputs, chances, target, inputs.new_full((2,), 0.5), activation), theta


def student(gain: float, points: int, draw: Draw, activation: str = "tanh") -> tuple[Problem, Tensor]:
    """One particle halfway between two true ones, at the weight where the loss along the axis of symmetry is stationary."""
    inputs, chances = gauss_hermite(points, 2, draw)
    target = ACTIVATIONS[activation](gain * inputs, 0)[0].sum(dim=1, keepdim=True) / 2
    problem = Problem(inputs, chances, target, inputs.new_ones(1), activation)

    def at(weight: Tensor) -> Tensor:
        return torch.stack([torch.ones_like(weight), weight, weight])[None]

    low, high = inputs.new_tensor(0.05 * gain), inputs.new_tensor(2 * gain)
    for _ in range(60):
        middle = (low + high) / 2
        outward = problem.velocity(at(middle)[None])[0][0, 0, 1] > 0
        low, high = torch.where(outward, middle, low), torch.where(outward, high, middle)
    return problem, at((low + high) / 2)

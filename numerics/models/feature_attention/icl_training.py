r"""Pre-training of in-context features on a population of inputs: static, attention and modified models side by side.

The population is uniform on N normal inputs, so that all losses are exact; the teacher is a sigmoid network whitened to
$\Sigma^\circ=r^\circ I$ with $r^\circ=1$. `static` descends $L(\mu)=\min_\Gamma L(\mu,\Gamma)$, `attention` descends $L(\mu,\Gamma)$ in
both, `modified` is static with birth and death of neurons (the largest first variation dies, the smallest is copied
with a jitter) and kicks by a Gaussian field with covariance kernel $\sum_jK(\cdot,\theta_j)K(\theta_j,\cdot)$, where
$K(\theta,\theta')=\mathbb E[\nabla h_\theta\nabla h_{\theta'}^\top]$. Adam with its usual constants; gradients are written out.
Arrays have a leading dimension of replicates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


@dataclass(frozen=True)
class Setup:
    """Sizes and the optimiser: what the slide leaves open is chosen here."""

    d: int = 20
    k: int = 5
    true: int = 5
    neurons: int = 80
    inputs: int = 300
    teacher: int = 100
    steps: int = 200
    rate: float = 0.02
    every: int = 25
    share: float = 0.02
    kick: float = 0.03
    fitted: bool = False  # attention starts at the best Gamma of its features, not at the identity


def _teacher(setup: Setup, x: Tensor, draw: Draw) -> Tensor:
    """(B, N, true) white features of a random sigmoid network, of second moment exactly I on the population."""
    act = torch.sigmoid(2 * x @ draw.normal(setup.d, setup.teacher) / setup.d**0.5)
    f = act @ draw.normal(setup.teacher, setup.true) / setup.teacher**0.5
    values, vectors = torch.linalg.eigh(f.mT @ f / setup.inputs)
    return f @ (vectors * values[..., None, :] ** -0.5) @ vectors.mT


def explained(h: Tensor, f: Tensor) -> tuple[Tensor, Tensor]:
    """(B, zeta): the regression of f on h and its residual."""
    regression = torch.linalg.solve(h.mT @ h, h.mT @ f).mT
    return regression, f - h @ regression.mT


def measured(h: Tensor, f: Tensor) -> Tensor:
    """E|f - Bh|² (B,)."""
    return explained(h, f)[1].square().sum((-1, -2)) / f.shape[-2]


def tasks(f: Tensor) -> Tensor:
    """The test tasks max_j f_j and |f|² (B, N, 2)."""
    return torch.stack([f.amax(-1), f.square().sum(-1)], dim=-1)


def compare(models: Sequence[str], setup: Setup, draw: Draw) -> dict[str, Tensor]:
    """Each model trained from one start on one problem; losses are named after the model (see `results`)."""
    x = draw.normal(setup.inputs, setup.d)
    f = _teacher(setup, x, draw)
    weights = 2 / setup.d**0.5 * draw.normal(setup.d, setup.neurons)
    heads = 0.5 * draw.normal(setup.neurons, setup.k)
    found: dict[str, Tensor] = {}
    for model in models:
        trained = _train(model, setup, x, f, weights, heads, draw)
        found |= {f"{model}_{name}": value for name, value in results(model, x, f, *trained).items()}
    return found


def _train(model: str, setup: Setup, x: Tensor, f: Tensor, weights: Tensor, heads: Tensor, draw: Draw) -> list[Tensor]:
    """Weights, heads and Gamma after the steps of the setup."""
    gamma = torch.eye(setup.k, dtype=f.dtype, device=f.device).expand(f.shape[0], setup.k, setup.k)
    if setup.fitted:
        h, _ = features(x, weights, heads)
        gamma = torch.linalg.inv(h.mT @ h / f.shape[-2])
    state = [weights, heads, gamma]
    moments = [(torch.zeros_like(v), torch.zeros_like(v)) for v in state]
    for step in range(1, setup.steps + 1):
        for i, grad in enumerate(gradients(model, x, f, *state)):
            first, second = moments[i]
            first, second = 0.9 * first + 0.1 * grad, 0.999 * second + 0.001 * grad.square()
            moments[i] = first, second
            rate = setup.rate / (1 - 0.9**step) * (1 - 0.999**step) ** 0.5
            state[i] = state[i] - rate * first / (second.sqrt() + 1e-8)
        if model == "modified" and step % setup.every == 0 and step < setup.steps:
            state[0], state[1] = _births(setup, x, f, state[0], state[1], draw)
    return state


def features(x: Tensor, weights: Tensor, heads: Tensor) -> tuple[Tensor, Tensor]:
    """(h, activations): h = sum_j a_j sigmoid(w_j.x) / sqrt(M)."""
    act = torch.sigmoid(x @ weights)
    return act @ heads / heads.shape[-2] ** 0.5, act


def gradients(model: str, x: Tensor, f: Tensor, weights: Tensor, heads: Tensor, gamma: Tensor) -> list[Tensor]:
    """Gradients in weights, heads and (for attention) Gamma."""
    h, act = features(x, weights, heads)
    n = f.shape[-2]
    if model == "attention":
        cross = f.mT @ h / n
        error = f - h @ gamma.mT @ cross.mT
        in_h = -2 / n * (error @ cross @ gamma + f @ (error.mT @ h @ gamma.mT) / n)
        in_gamma = -2 / n * cross.mT @ error.mT @ h
    else:
        regression, zeta = explained(h, f)
        in_h = -2 / n * zeta @ regression
        in_gamma = torch.zeros_like(gamma)
    scale = heads.shape[-2] ** -0.5
    in_act = in_h @ heads.mT * act * (1 - act)
    return [scale * x.mT @ in_act, scale * act.mT @ in_h, in_gamma]


def _births(setup: Setup, x: Tensor, f: Tensor, weights: Tensor, heads: Tensor, draw: Draw) -> tuple[Tensor, Tensor]:
    """A share of the neurons dies where the first variation is largest and is born near where it is smallest; then a kick."""
    h, act = features(x, weights, heads)
    regression, zeta = explained(h, f)
    variation = -2 * ((act.mT @ (zeta @ regression)) * heads).sum(-1)
    count = max(1, round(setup.share * setup.neurons))
    order = variation.argsort(dim=-1)
    best, worst = order[..., :count, None], order[..., -count:, None]
    born_weights = weights.mT.gather(1, best.expand(-1, -1, setup.d))
    born_heads = heads.gather(1, best.expand(-1, -1, setup.k))
    jitter = 0.05
    weights = weights.mT.scatter(1, worst.expand(-1, -1, setup.d), born_weights + jitter * draw.normal(count, setup.d)).mT
    heads = heads.scatter(1, worst.expand(-1, -1, setup.k), born_heads + jitter * draw.normal(count, setup.k))
    return _kicked(setup, x, weights, heads, draw)


def _kicked(setup: Setup, x: Tensor, weights: Tensor, heads: Tensor, draw: Draw) -> tuple[Tensor, Tensor]:
    """xi = sum_j K(., theta_j) z_j with white z_j, scaled to root mean square `kick`."""
    _, act = features(x, weights, heads)
    noise_h = act @ draw.normal(setup.neurons, setup.k)
    noise_h = noise_h + ((act * (1 - act)) * (x @ draw.normal(setup.d, setup.neurons))) @ heads
    in_heads = act.mT @ noise_h
    in_weights = x.mT @ (noise_h @ heads.mT * act * (1 - act))
    size = (in_heads.square().sum((-1, -2)) + in_weights.square().sum((-1, -2))) / (setup.neurons * (setup.k + setup.d))
    scale = setup.kick / size.sqrt()[:, None, None]
    return weights + scale * in_weights, heads + scale * in_heads


def results(model: str, x: Tensor, f: Tensor, weights: Tensor, heads: Tensor, gamma: Tensor) -> dict[str, Tensor]:
    """Losses of the model itself, of its features at the best Gamma, and of the test tasks.

    `max`, `norm`: task loss at the model's own Gamma over E g²; `max_best`, `norm_best`: at the true features.
    """
    h, _ = features(x, weights, heads)
    n, own = f.shape[-2], torch.linalg.inv(h.mT @ h / f.shape[-2]) if model != "attention" else gamma
    best = measured(h, f)
    g = tasks(f)
    size = g.square().mean(dim=-2)
    lost = (g - h @ own.mT @ (g.mT @ h / n).mT).square().mean(dim=-2) / size
    floor = explained(f, g)[1].square().mean(dim=-2) / size
    loss = (f - h @ own.mT @ (f.mT @ h / n).mT).square().sum((-1, -2)) / n
    names = ("max", "norm")
    found = {"loss": loss, "features": best}
    for i, name in enumerate(names):
        found |= {name: lost[..., i], f"{name}_best": floor[..., i]}
    return found


def gaussian_tasks(k: int, level: float, inner: int, draw: Draw) -> dict[str, Tensor]:
    """Means over `inner` normal features of second moment `level`: of the test tasks' least-squares losses and their parts.

    `max_loss`: (max f - sum f/k)², the best linear prediction of max f; `max_square`: (max f)²; `first`: f_1 max f, averaged
    over the coordinates;
    `norm_loss`: |f|⁴, of which nothing can be predicted linearly.
    """
    f = level**0.5 * draw.normal(inner, k)
    largest = f.amax(dim=-1)
    parts = {
        "max_loss": (largest - f.mean(dim=-1)).square(),
        "max_square": largest.square(),
        "first": f.mean(dim=-1) * largest,
        "norm_loss": f.square().sum(dim=-1).square(),
    }
    return {name: value.mean(dim=-1) for name, value in parts.items()}

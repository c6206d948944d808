r"""Measures over particles that dominate the true one: $\mu=\frac1R\mu^\circ+(1-\frac1R)\nu$, with the features they give.

Particles are shared by both measures: tensors of heads (B, P, k), weights (B, P, d) and masses (B, P); the activation is
tanh at N equally likely inputs (B, N, d). The true measure has mass on the first particles only; the others cancel it
(same weight, opposite head) or are junk.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.models.feature_attention import icl
from lemmata.numerics.models.feature_attention.icl_particles import feature_directions, runge_kutta, second_variation
from lemmata.numerics.random.draw import Draw

Mixture = dict[str, Tensor]


def masses(count: int, draw: Draw) -> Tensor:
    """(B, count) positive, of sum one."""
    p = draw.exponential(count) + 0.05
    return p / p.sum(dim=-1, keepdim=True)


def heads(count: int, k: int, draw: Draw) -> Tensor:
    """(B, count, k) in the unit ball."""
    return draw.sphere(k, count) * draw.uniform(count, 1) ** (1 / k)


def random_mixture(
    k: int,
    d: int,
    true: int,
    junk: int,
    inputs: int,
    gain: float,
    density: float,
    draw: Draw,
    joint: bool = True,
    white: bool = False,
) -> Mixture:
    """A random mixture with density bound `density`: of the joint law of (a, w), or of the law of w alone (other heads).

    `white`: the true heads are turned so that the true features have second moment r I, the largest head of norm 1.
    """
    x = draw.normal(inputs, d)
    true_weights, junk_weights = gain * draw.normal(true, d), gain * draw.normal(junk, d)
    true_heads, own = heads(true, k, draw), heads(true, k, draw)
    p_true, share = masses(true, draw), draw.uniform(1)
    act = torch.tanh(x @ torch.cat([true_weights, true_weights, junk_weights], dim=1).mT)
    if white:
        f = act[..., :true] @ (p_true[..., None] * true_heads)
        values, vectors = torch.linalg.eigh(f.mT @ f / inputs)
        true_heads = true_heads @ (vectors * values[..., None, :] ** -0.5) @ vectors.mT
        true_heads = true_heads / true_heads.norm(dim=-1).amax(dim=-1)[..., None, None]
    rest = 1 - 1 / density
    mass = torch.cat([p_true / density, rest * share * p_true, rest * (1 - share) * masses(junk, draw)], dim=1)
    first = true_heads if joint else own
    a = torch.cat([first, -true_heads, heads(junk, k, draw)], dim=1)
    none = mass.new_zeros(mass.shape[0], true + junk)
    return {
        "inputs": x,
        "act": act,
        "slope": 1 - act.square(),
        "p_true": torch.cat([p_true, none], dim=1),
        "a_true": torch.cat([true_heads, none[..., None].expand(-1, -1, k)], dim=1),
        "p": mass,
        "a": a,
    }


def pair_mixture(true_head: float, shared: float, other: float, density: float, overlap: float, draw: Draw) -> Mixture:
    """k = 1 and two features that do not move with their weights: the true one, a sign, has mass 1/density and head `shared`."""
    signs = icl.signs(2, draw)
    second = overlap * signs[..., :1] + (1 - overlap) * signs[..., 1:]
    act = torch.cat([signs[..., :1], second], dim=-1)
    return two_features(act, (true_head, 0.0), (1 / density, 1 - 1 / density), (shared, other), draw)


def two_features(
    act: Tensor, true: tuple[float, float], mass: tuple[float, float], head: tuple[float, float], draw: Draw
) -> Mixture:
    """A k = 1 mixture of given features (B, N, 2), with all true mass on the first."""
    count = draw.replicates

    def given(values: tuple[float, float]) -> Tensor:
        return draw.tensor(values, act.dtype).expand(count, 2)

    return {
        "inputs": torch.zeros_like(act[..., :1]),
        "act": act,
        "slope": torch.zeros_like(act),
        "p_true": given((1.0, 0.0)),
        "a_true": given(true)[..., None],
        "p": given(mass),
        "a": given(head)[..., None],
    }


def attaining_mixture(density: float, draw: Draw) -> Mixture:
    """Two features and heads 1 such that -a rho - a is an eigenvector of the operator H, for the rotation -1.

    With p = 1/density, second moments a, b, 1 and b = sa, this asks for alpha a + beta b + gamma sb + delta + epsilon s = 0.
    """
    p = 1 / density
    s = -1.5 * p / (1 - p)
    quadratic = (p**4 + 5 * p**3) + (9 * p**2 - 6 * p**3 - 3 * p**4) * s + (2 * p**4 + 2 * p**3 - 10 * p**2 + 6 * p) * s * s
    second = ((1 - p) ** 4 * s - (p**4 - 5 * p**3 + 7 * p**2 - 3 * p)) / quadratic
    spread = (second - (s * second) ** 2) ** 0.5
    scale = max(1.0, abs(s * second) + spread)
    act = draw.tensor([(s * second + spread) / scale, 1 / scale, (s * second - spread) / scale, 1 / scale]).view(2, 2)
    return two_features(act.expand(draw.replicates, 2, 2), (1.0, 0.0), (p, 1 - p), (1.0, 1.0), draw)


def exceptional_mixture(k: int, missed: int, density: float, draw: Draw) -> Mixture:
    """Signs as features: mu has the true particles, cancels `missed` of them, and puts unused signs in their place."""
    act = icl.signs(k + missed, draw)
    turn = icl.orthogonal(k, draw).mT
    cancelled = missed / (k * density)
    unused = (1 - 1 / density - cancelled) * masses(missed, draw)
    ones = unused.new_ones(draw.replicates, k)
    index = [*range(k), *range(missed), *range(k, k + missed)]
    return {
        "inputs": torch.zeros_like(act[..., :1]),
        "act": act[..., index],
        "slope": torch.zeros_like(act[..., index]),
        "p_true": torch.cat([ones / k, 0 * ones[:, :missed], 0 * unused], dim=1),
        "a_true": torch.cat([turn, turn[:, :missed], turn[:, :missed]], dim=1),
        "p": torch.cat([ones / (k * density), ones[:, :missed] / (k * density), unused], dim=1),
        "a": torch.cat([turn, -turn[:, :missed], turn[:, :missed]], dim=1),
    }


def features(mixture: Mixture) -> tuple[Tensor, Tensor]:
    """(F, H): true and learned features (B, N, k)."""
    act = mixture["act"]
    return (
        act @ (mixture["p_true"][..., None] * mixture["a_true"]),
        act @ (mixture["p"][..., None] * mixture["a"]),
    )


def gradients(mixture: Mixture) -> tuple[Tensor, Tensor, Tensor]:
    """Gradients of the first variation at each particle in heads and weights, and how H moves along the gradient flow."""
    f, h = features(mixture)
    n = f.shape[-2]
    _, regression = icl.moments(f, h)
    pull = -2 * ((f - h @ regression.mT) @ regression) / n
    in_head = mixture["act"].mT @ pull
    in_weight = (mixture["slope"] * (pull @ mixture["a"].mT)).mT @ mixture["inputs"]
    p = mixture["p"][..., None]
    by_weight = mixture["slope"] * (mixture["inputs"] @ in_weight.mT)
    return in_head, in_weight, -(mixture["act"] @ (p * in_head) + by_weight @ (p * mixture["a"]))


def operator(mixture: Mixture) -> Tensor:
    """(P (k + d), P (k + d)): the operator H on L²(mu) in orthonormal coordinates; one mixture."""
    f, h = (x[0] for x in features(mixture))
    n = f.shape[-2]
    chances = f.new_full((n,), 1 / n)
    regression, q = torch.linalg.solve(h.mT @ h / n, h.mT @ f / n).mT, h.mT @ h / n
    moved = feature_directions(mixture["a"][0], mixture["act"][0], mixture["slope"][0], mixture["inputs"][0])
    form = second_variation(moved, h, regression, q, f - h @ regression.mT, chances)
    root = mixture["p"][0].repeat_interleave(form.shape[0] // mixture["p"].shape[-1]).sqrt()
    return root[:, None] * form * root


def descent_direction(mixture: Mixture, rotation: Tensor, keep: float) -> Tensor:
    """The velocity field (R a rho - (1 - keep) a, 0) in the coordinates of `operator` (P (k + d), 1); one mixture."""
    p, p_true = mixture["p"][0][:, None], mixture["p_true"][0][:, None]
    field = p_true / p * (mixture["a_true"][0] @ rotation[0].mT) - (1 - keep) * mixture["a"][0]
    empty = field.new_zeros(field.shape[0], mixture["inputs"].shape[-1])
    return (p.sqrt() * torch.cat([field, empty], dim=1)).reshape(-1, 1)


def head_flow(mixture: Mixture, time: float, steps: int) -> Mixture:
    """The gradient flow of the heads, the weights being frozen (classical Runge-Kutta steps): densities of weights stay."""

    def field(heads: Tensor) -> Tensor:
        return -gradients({**mixture, "a": heads})[0]

    moved = mixture["a"]
    for _ in range(steps):
        moved = moved + runge_kutta(field, moved, time / steps)
    return {**mixture, "a": moved}

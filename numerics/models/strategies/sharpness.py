"""Sharpness-aware minimisation, then descent, on the two-layer ReLU network with signal-noise data.

Data [y mu, xi], classes balanced, xi ~ N(0, I/d) orthogonal to mu in training (units sigma_xi^2 d = 1: |mu| = ratio/sqrt(d), where
ratio = |mu|/sigma_xi), not so on fresh data; f = sum_j j/m sum_r [relu(<w_jr, y mu>) + relu(<w_jr, xi>)], logistic loss,
<w, xi> ~ N(0, s0^2) at the start, `rate` = eta/(n m). `first` steps take the gradient at w + tau sqrt(d) grad/|grad| (tau in units of
sigma_xi = 1). Kept are inner products with the patches xi_1, ..., xi_n, mu, -mu and what is added of each: exact in law.
`trained`: `before` plain steps before them and `second` after; a step sees `batch` samples, half of each class, drawn anew, or all where
it is 0. `curved`: plain steps after them until the training loss is at most `stop`, at most `second`, and the Hessian there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.models.networks.descent import held, over
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett


@dataclass(frozen=True)
class _Network:
    """Samples and start in an orthonormal basis, inner products with the patches at the start, and how descent moves these."""

    noise: Tensor  # (B, n, n)
    start: Tensor  # (B, 2m, n)
    seen: Tensor  # (B, 2m, n + 2)
    gram: Tensor
    holds: Tensor
    neuron: Tensor  # (2m, 1), the signs
    radius: float

    @classmethod
    def drawn(cls, p: Mapping[str, float], draw: Draw, noise: Tensor) -> _Network:
        n, m, length = int(p["n"]), int(p["m"]), _length(p)
        sign = draw.tensor([1.0, -1.0], dtype=torch.float32)
        upwards = float(p["s0"]) * draw.normal(2 * m, 1, dtype=torch.float32)  # the weight along mu/|mu|
        start = float(p["s0"]) * draw.normal(2 * m, n, dtype=torch.float32)
        seen = torch.cat([start @ noise.mT, length * upwards, -length * upwards], -1)
        gram = torch.zeros_like(noise[:, :1, :1]).expand(-1, n + 2, n + 2).clone()
        gram[:, :n, :n], gram[:, n:, n:] = noise @ noise.mT, length**2 * sign[:, None] * sign
        radius = float(p["τ"]) * float(p["d"]) ** 0.5
        return cls(noise, start, seen, gram, held(n, sign), sign.repeat_interleave(m)[:, None], radius)

    def shortfall(self, seen: Tensor) -> Tensor:
        """Minus the margins (B, n)."""
        readout = (-2 / len(self.neuron) * self.neuron.mT).expand(len(seen), 1, -1)
        return torch.bmm(readout, seen.clamp(min=0))[:, 0] @ self.holds

    def downhill(self, pull: Tensor, seen: Tensor) -> tuple[Tensor, Tensor]:
        """For -l' of the samples, minus n m times the gradient: the coefficients of the patches, and its inner products with these."""
        by_patch = (seen > 0) * ((pull @ self.holds.mT)[:, None] * self.neuron)
        return by_patch, torch.bmm(by_patch, self.gram)

    def step(self, seen: Tensor, sharp: bool, chosen: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """The same at the weights or, `sharp`, after the ascent step; on the samples that are `chosen`, with their share, or on all."""
        at = seen
        for ascent in (True, False) if sharp else (False,):
            pull = self.shortfall(at).sigmoid_()
            by_patch, turned = self.downhill(pull if chosen is None else pull * chosen, at)
            if ascent:
                size = (by_patch * turned).sum((1, 2), keepdim=True).clamp_(min=0).sqrt_().clamp_(min=1e-30)
                at = torch.addcdiv(seen, turned, size, value=-self.radius)  # these point downhill
        return by_patch, turned


def _length(p: Mapping[str, float]) -> float:
    """|mu|."""
    return float(p["ratio"]) / float(p["d"]) ** 0.5


def _batches(n: int, size: int, steps: int, draw: Draw) -> Tensor:
    """At each step n/size at the samples of a batch and 0 elsewhere, (steps, B, n); half of each class, without repetition."""
    source, half = draw.source(), n // 2
    order = source.uniform_(torch.empty(steps, draw.replicates, 2, half, device=draw.device), True)
    last = order.kthvalue(size // 2, dim=-1, keepdim=True).values
    return (order <= last).flatten(-2).to(torch.float32) * (n / size)


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`error` on fresh data, training `loss`, `signal` max <w_jr, j mu>/|mu|^2 at the end."""
    n, m, d, rate, length = int(p["n"]), int(p["m"]), int(p["d"]), float(p["rate"]), _length(p)
    like, source = torch.empty(0, dtype=torch.float32, device=draw.device), draw.source()
    noise = bartlett(source, n, d - 1, draw.replicates, like, True) / d**0.5
    outside = float(p["s0"]) * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like, True)
    net = _Network.drawn(p, draw, noise)
    seen, spread, sign = net.seen.clone(), torch.zeros_like(net.seen), draw.tensor([1.0, -1.0], dtype=torch.float32)
    before, first, batch = int(p["before"]), int(p["first"]), int(p["batch"])
    steps = before + first + int(p["second"])
    chosen = _batches(n, batch, steps, draw) if batch else None
    for step in range(steps):
        by_patch, turned = net.step(seen, before <= step < before + first, None if chosen is None else chosen[step])
        spread.add_(by_patch, alpha=rate)
        seen.add_(turned, alpha=rate)
    along = seen[..., n : n + 1] / length
    tests = int(p["tests"])
    flat = torch.cat([along, net.start + spread[..., :n] @ noise, outside], -1) / d**0.5
    fresh = draw.normal(tests // 2, flat.shape[-1], dtype=torch.float32, fast=True) @ flat.mT
    hidden = torch.cat([fresh, -fresh], 1).clamp(min=0).unflatten(-1, (2, m)).sum(-1)
    steady = (length * along * sign).clamp(min=0).unflatten(1, (2, m)).sum(2)  # (B, neuron sign, label)
    margins = ((steady[:, None] + hidden[..., None]) * sign[:, None]).sum(2) * sign
    wrong = (margins < 0).to(margins.dtype) + 0.5 * (margins == 0).to(margins.dtype)
    top = (along * net.neuron).amax((1, 2)) / length
    return {"error": wrong.mean((1, 2)), "loss": softplus(net.shortfall(seen)).mean(-1), "signal": top}


def curved(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`top` and `trace`: the largest eigenvalue and the trace of the Hessian of the training loss at the stop; `loss` there.

    ReLU networks are linear between kinks, so that the Hessian is (1/n) sum_i l''_i grad f_i grad f_i': its eigenvalues are those of
    a matrix of the samples.
    """
    n, m, d, rate = int(p["n"]), int(p["m"]), int(p["d"]), float(p["rate"])
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    net = _Network.drawn(p, draw, bartlett(draw.source(), n, d - 1, draw.replicates, like, True) / d**0.5)
    seen, active = net.seen.clone(), torch.ones_like(net.seen[:, :1, 0])
    for _ in range(int(p["first"])):
        seen.add_(net.step(seen, True)[1], alpha=rate)
    for step in range(int(p["second"])):
        short = net.shortfall(seen)
        active *= softplus(short).mean(-1, keepdim=True) > float(p["stop"])
        if over(step, active):
            break
        seen.add_(net.downhill(short.sigmoid_() * active, seen)[1], alpha=rate)
    short, on, holds = net.shortfall(seen), (seen > 0).to(seen.dtype), net.holds.abs()
    products = holds.mT @ (on.mT @ on * net.gram / m**2) @ holds  # of the gradients of f at two samples
    root = (torch.sigmoid(short) * torch.sigmoid(-short)).sqrt()
    values = torch.linalg.eigvalsh((root[..., None] * products * root[:, None] / n).double())
    return {"top": values[:, -1], "trace": values.sum(-1), "loss": softplus(short).mean(-1)}

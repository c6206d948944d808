"""Gradient descent on the two-layer convolutional network of the signal-noise model, in the coordinates that it moves.

Data x = [y mu, xi], classes balanced; f = sum_j j/m sum_r [sigma(<w_jr, y mu>) + sigma(<w_jr, xi>)], j = +-1,
sigma(z) = max(z, 0)^q, logistic loss, full batch. Units sigma_xi^2 d = 1, so |mu| = SNR, and `scale` is the standard
deviation of <w, xi> at the start. `rate` is eta sigma_xi^2 d/(n m); keep rate max(1, n SNR^2) below 1 where the training
loss at the stop matters. A replicate stops at the first training loss <= stop, or when the steps are spent (rare: a sample
whose neurons all start low); its `train` tells.
Two versions: d = infinity, where xi_1, ..., xi_n, mu are orthogonal, so that only inner products are kept; and any d > n with
noise orthogonal to mu, exact in law: weights in an orthonormal basis of span(xi), whose Gram matrix is a Bartlett factor.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.models.networks.descent import Field, descended, looked_at, over, signal_margin
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett
from lemmata.numerics.solve.thin import columns
from lemmata.theory.language.errors import DomainError

BLOCK = 64  # replicates whose fresh noise stays in the cache


@dataclass(frozen=True)
class Training:
    """The network and how it is trained."""

    n: int
    snr: float
    q: int = 3
    m: int = 16
    scale: float = 0.1
    rate: float = 0.5
    stop: float = 0.05

    def __post_init__(self) -> None:
        if self.n < 2 or self.n % 2 or self.snr <= 0:
            raise DomainError(f"{self.n} samples at SNR {self.snr}: give an even number of at least 2, and a positive SNR")
        if self.q < 3:
            raise DomainError(f"the power q = {self.q} gives no race of blow-up times: give at least 3")

    @property
    def steps(self) -> int:
        """Three times what it takes from a start of 0.7 `scale`: the time of blow-up, and some more to grow."""
        pace = min(0.5, self.rate * max(1.0, self.n * self.snr**2))
        blow_up = 1 / ((self.q - 2) * self.q / 2 * (0.7 * self.scale) ** (self.q - 2))
        return math.ceil(3 * (30 + blow_up) / pace)


def _start(draw: Draw, m: int, *shape: int) -> Tensor:
    """Normals (B, 2, m, *shape): first axis j = +1, -1; single precision is far below the noise of the start."""
    return draw.normal(2, m, *shape, dtype=torch.float32, fast=True)


def _power(z: Tensor, q: int) -> tuple[Tensor, Tensor]:
    """sigma(z) and sigma'(z)."""
    positive = z.clamp(min=0)
    lower = positive ** (q - 1)
    return lower * positive, q * lower


def _learnable(v: Tensor, n: int) -> Tensor:
    """Starts (B, 2, m, n) with a neuron of its class that sees each sample; the others, 2^-m of the law, are reflected."""
    half = n // 2
    own = torch.cat([v[:, 0, :, :half], v[:, 1, :, half:]], dim=-1)
    blind = (own <= 0).all(dim=1)[:, None, None, :]
    return torch.where(blind, -v, v)


def infinite_dimension(what: Training, draw: Draw) -> dict[str, Tensor]:
    """`loss` on fresh data and `train` at the stopping time, and the largest inner products, in the limit of d.

    Fresh noise is orthogonal to what was learned; what it sees of the initial weights, of order scale^q, is left out.
    """
    u = what.scale * what.snr * _start(draw, what.m)
    v = _learnable(what.scale * _start(draw, what.m, what.n), what.n)
    first = torch.cat([v, u[..., None], -u[..., None]], dim=-1).flatten(1, 2)
    gram = torch.block_diag(torch.eye(what.n), what.snr**2 * torch.tensor([[1.0, -1.0], [-1.0, 1.0]])).to(first)
    found = descended(first, gram.expand(len(first), -1, -1), what.q, what.rate, what.steps, what.stop)
    inner = found.inner.unflatten(1, (2, what.m))
    u, v = inner[..., what.n], inner[..., : what.n]
    margin = signal_margin(u, what.q)
    largest = {"signal": u.abs().amax(dim=(1, 2)), "noise": v.amax(dim=(1, 2, 3))}
    return {"loss": softplus(-margin).mean(dim=-1), "train": found.train, **largest}


def finite_dimension(what: Training, d: int, draw: Draw, *, tests: int = 4096, paired: bool = False) -> dict[str, Tensor]:
    """The same at dimension d with noise orthogonal to mu, and the 0-1 `error`; fresh noise is drawn `tests` times. `moved`: how far
    <w, xi_i> has moved over its start, in root mean square. `paired`: each neuron of sign -1 starts as its partner of sign 1, so
    that the network starts at 0.
    """
    n, m = what.n, what.m
    if d <= n + 2 * m + 1:
        raise DomainError(f"dimension {d} is too low for {n} samples and {2 * m} neurons: give more than {n + 2 * m + 1}")
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    source = draw.source()
    noise = bartlett(source, n, d - 1, draw.replicates, like, True) / d**0.5  # samples in an orthonormal basis of their span
    outside = what.scale * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like, True)  # the weights beyond it never move
    u = what.scale * what.snr * _start(draw, m)
    weights = what.scale * _start(draw, m, n)
    if paired:
        u, weights = (t[:, :1].expand_as(t).contiguous() for t in (u, weights))
        outside = outside[:, :m].repeat(1, 2, 1)
    weights, along = weights.reshape(-1, 2 * m, n), u.reshape(-1, 2 * m, 1)
    # weights move along the patches alone: by how far along each is enough, and takes one product with the Gram matrix a step
    mu = torch.zeros_like(noise[:, :1, :1]) + what.snr
    samples = torch.nn.functional.pad(noise, (0, 1))
    patches = torch.cat([samples, *(torch.nn.functional.pad(side, (n, 0)) for side in (mu, -mu))], dim=1)
    first = torch.cat([weights @ noise.mT, along, -along], dim=-1)
    found = descended(first, patches @ patches.mT, what.q, what.rate, what.steps, what.stop)
    weights = weights + found.coefficients[..., :n] @ noise
    output = signal_margin(found.inner[..., n].unflatten(1, (2, m)), what.q)
    flat = torch.cat([weights, outside], dim=-1) / d**0.5
    fresh = draw.normal(tests // 2, n + 2 * m, dtype=torch.float32, fast=True)
    sign = torch.tensor([1.0, -1.0], dtype=like.dtype, device=draw.device)
    along, readout = fresh @ flat.mT, (sign / m).repeat_interleave(m)
    seen = torch.cat([side.clamp(min=0).pow_(what.q) @ readout for side in (along, -along)], dim=1)
    margins = output[:, None] + seen[..., None] * sign
    wrong = (margins < 0).to(margins.dtype) + 0.5 * (margins == 0).to(margins.dtype)
    moved = ((found.inner - first)[..., :n].square().mean((1, 2)) / first[..., :n].square().mean((1, 2))).sqrt()
    return {"loss": softplus(-margins).mean((1, 2)), "error": wrong.mean((1, 2)), "train": found.train, "moved": moved}


def literal(what: Training, d: int, draw: Draw, *, tests: int = 256) -> dict[str, Tensor]:
    """The same by gradient descent on the 2m weight vectors in R^d."""
    n, m, like = what.n, what.m, torch.float32
    sign = torch.tensor([1.0, -1.0], dtype=like, device=draw.device)
    label, neuron = sign.repeat_interleave(n // 2), sign.repeat_interleave(m)[:, None]
    # the signal, along the first axis, and noise orthogonal to it
    data = torch.nn.functional.pad(draw.normal(n, d - 1, dtype=like, fast=True).div_(d**0.5), (1, 0, 1, 0))
    data[:, 0, 0] = what.snr

    def hidden(seen: Tensor, y: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Margins (B, count), and the slopes of the neurons (B, 2m, count) at the two patches, from inner products with the patches."""
        (signal, steep), (noise, bent) = _power(seen[..., :1] * y, what.q), _power(seen[..., 1:], what.q)
        return y * ((signal + noise) * neuron).sum(dim=1) / m, steep, bent

    weights = what.scale * draw.normal(2 * m, d, dtype=like, fast=True)
    train, active = torch.zeros_like(weights[:, 0, 0]), torch.ones_like(weights[:, 0, 0], dtype=torch.bool)
    field = Field(len(weights), draw.device)
    for step in range(what.steps):
        if over(step, active):
            break
        if looked_at(step):
            weights, train, active, data = field.thinned(active, [weights, train, active], [data])
        margin, steep, bent = hidden(columns(weights, data.mT), label)
        train = torch.where(active, softplus(-margin).mean(dim=-1), train)
        active = active & (train > what.stop)
        pull = (what.rate * torch.sigmoid(-margin) * active[:, None])[:, None] * neuron  # -l' at each sample, times the rate
        toward = torch.cat([(pull * steep).sum(dim=-1, keepdim=True), pull * bent * label], dim=-1)
        weights.baddbmm_(toward, data)
    weights, train = field.whole(weights, train, active)[:2]
    output = signal_margin(what.snr * weights[..., 0].unflatten(1, (2, m)), what.q)
    source, readout = draw.source(), sign.repeat_interleave(m)[None] / m
    found = []
    for part in weights.split(BLOCK):
        noise = source.normal_(part.new_empty(len(part), tests, d - 1), True)
        seen = torch.bmm(part[..., 1:], noise.mT).div_(d**0.5).clamp_(min=0).pow_(what.q)
        found.append((readout @ seen)[:, 0])
    margins = output[:, None] + torch.cat(found)[..., None] * sign
    wrong = (margins < 0).to(like) + 0.5 * (margins == 0).to(like)
    return {"loss": softplus(-margins).mean((1, 2)), "error": wrong.mean((1, 2)), "train": train}

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
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.formula.program import is_fake
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett
from lemmata.theory.language.errors import DomainError


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


class _Field:
    """Which replicates still move: what has stopped is set aside now and then, and costs nothing from there on."""

    def __init__(self, replicates: int, device: torch.device) -> None:
        self.place = torch.arange(replicates, device=device)
        self._aside: list[tuple[Tensor, ...]] = []

    def thinned(self, active: Tensor, moving: Sequence[Tensor], fixed: Sequence[Tensor]) -> list[Tensor]:
        """The rows of what moves and of what does not that are still needed; all of them until a quarter has stopped."""
        if is_fake(active) or int(active.sum()) > 0.75 * len(active):
            return [*moving, *fixed]
        self._aside.append((self.place[~active], *(t[~active] for t in moving)))
        self.place = self.place[active]
        return [t[active] for t in (*moving, *fixed)]

    def whole(self, *moving: Tensor) -> list[Tensor]:
        """What moved, of all replicates in their order."""
        if not self._aside:
            return list(moving)
        place, *rows = (torch.cat(parts) for parts in zip(*self._aside, (self.place, *moving), strict=True))
        order = torch.argsort(place)
        return [t[order] for t in rows]


class _Race:
    """The loop common to both versions; `noise` are the inner products with the samples."""

    def __init__(self, what: Training, signal: Tensor) -> None:
        self.what, self.u = what, signal
        self.field = _Field(len(signal), signal.device)
        self.sign = torch.tensor([1.0, -1.0], dtype=signal.dtype, device=signal.device)
        self.label = self.sign.repeat_interleave(what.n // 2)
        self.active = torch.ones_like(signal[:, 0, 0], dtype=torch.bool)
        self.train = torch.zeros_like(signal[:, 0, 0])
        self.readout = (self.sign / what.m).repeat_interleave(what.m)[None]

    def signal_output(self, u: Tensor) -> tuple[Tensor, Tensor]:
        """f's signal part for y = +1 and -1 (B, 2), and the slopes sigma'(y u) (B, 2 classes, 2, m)."""
        values, slopes = _power(u[:, None] * self.sign[None, :, None, None], self.what.q)
        return (values.sum(dim=-1) * self.sign).sum(dim=-1) / self.what.m, slopes

    def step(self, v: Tensor) -> tuple[Tensor, Tensor]:
        """Advances the signal; slopes over q (B, 2, m, n) times factors (B, 2, 1, n) say how weights move along each sample."""
        what, half = self.what, self.what.n // 2
        from_signal, slopes = self.signal_output(self.u)
        positive = v.clamp(min=0)
        noise_slopes = positive.square() if what.q == 3 else positive ** (what.q - 1)
        by_noise = torch.bmm(self.readout.expand(len(v), 1, -1), positive.mul_(noise_slopes).flatten(1, 2))[:, 0]
        output = by_noise + from_signal.repeat_interleave(half, dim=-1)
        margin = output * self.label
        self.train = torch.where(self.active, softplus(-margin).mean(dim=-1), self.train)
        self.active = self.active & (self.train > what.stop)
        pull = torch.sigmoid(-margin) * (what.rate * self.active.to(v.dtype))[:, None]
        by_class = torch.stack([pull[:, :half].sum(dim=-1), pull[:, half:].sum(dim=-1)], dim=1)
        self.u = self.u + what.snr**2 * self.sign[:, None] * (by_class[:, :, None, None] * slopes).sum(dim=1)
        return noise_slopes, (pull * self.label)[:, None, None, :] * (what.q * self.sign)[:, None, None]

    def thin(self, moving: Tensor, *fixed: Tensor) -> list[Tensor]:
        """The rows of those that still move, of the race's own numbers, of what moves beside them and of what does not."""
        own = [self.u, self.train, self.active]
        self.u, self.train, self.active, *rest = self.field.thinned(self.active, [*own, moving], fixed)
        return rest

    def finished(self, moving: Tensor) -> Tensor:
        """All replicates again: what moved, and the race's own numbers."""
        self.u, self.train, self.active, moving = self.field.whole(self.u, self.train, self.active, moving)
        return moving


def looked_at(step: int) -> bool:
    """Whether it is looked at after this step who has stopped: now and then, as a device waits for the answer."""
    return step % 16 == 15


def over(step: int, active: Tensor) -> bool:
    """Whether every replicate has stopped: what has stopped does not move."""
    return looked_at(step) and (is_fake(active) or not bool(active.any()))


def infinite_dimension(what: Training, draw: Draw) -> dict[str, Tensor]:
    """`loss` on fresh data and `train` at the stopping time, and the largest inner products, in the limit of d.

    Fresh noise is orthogonal to what was learned; what it sees of the initial weights, of order scale^q, is left out.
    """
    u = what.scale * what.snr * _start(draw, what.m)
    v = _learnable(what.scale * _start(draw, what.m, what.n), what.n)
    race = _Race(what, u)
    for step in range(what.steps):
        v = v.addcmul_(*race.step(v))
        if over(step, race.active):
            break
        if looked_at(step):
            (v,) = race.thin(v)
    v = race.finished(v)
    output, _ = race.signal_output(race.u)
    loss = softplus(-output * race.sign).mean(dim=-1)
    largest = {"signal": race.u.abs().amax(dim=(1, 2)), "noise": v.amax(dim=(1, 2, 3))}
    return {"loss": loss, "train": race.train, **largest}


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
    noise = bartlett(source, n, d - 1, draw.replicates, like) / d**0.5  # samples in an orthonormal basis of their span
    outside = what.scale * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like)  # the weights beyond it never move
    u = what.scale * what.snr * _start(draw, m)
    weights = what.scale * _start(draw, m, n)
    if paired:
        u, weights = (t[:, :1].expand_as(t).contiguous() for t in (u, weights))
        outside = outside[:, :m].repeat(1, 2, 1)
    weights = weights.reshape(-1, 2 * m, n)
    race = _Race(what, u)
    # weights move along the samples alone: by how far along each is enough, and takes one product with the Gram matrix a step
    gram, along = noise @ noise.mT, torch.zeros_like(weights)
    first = start = weights @ noise.mT
    for step in range(what.steps):
        slopes, factors = race.step(torch.baddbmm(start, along, gram).unflatten(1, (2, m)))
        along.view_as(slopes).addcmul_(slopes, factors)
        if over(step, race.active):
            break
        if looked_at(step):
            along, start, gram = race.thin(along, start, gram)
    learned = race.finished(along) @ noise
    weights, added = weights + learned, learned @ noise.mT
    output, _ = race.signal_output(race.u)
    flat = torch.cat([weights, outside], dim=-1) / d**0.5
    fresh = draw.normal(tests // 2, n + 2 * m, dtype=torch.float32, fast=True)
    seen = _power(torch.cat([fresh, -fresh], dim=1) @ flat.mT, what.q)[0].unflatten(-1, (2, m)).sum(dim=-1)
    margins = (output[:, None, :] + ((seen * race.sign).sum(dim=-1) / m)[..., None]) * race.sign
    wrong = (margins < 0).to(margins.dtype) + 0.5 * (margins == 0).to(margins.dtype)
    moved = (added.square().mean((1, 2)) / first.square().mean((1, 2))).sqrt()
    return {"loss": softplus(-margins).mean((1, 2)), "error": wrong.mean((1, 2)), "train": race.train, "moved": moved}


def literal(what: Training, d: int, draw: Draw, *, tests: int = 256) -> dict[str, Tensor]:
    """The same by gradient descent on the 2m weight vectors in R^d."""
    n, m, like = what.n, what.m, torch.float32
    sign = torch.tensor([1.0, -1.0], dtype=like, device=draw.device)
    label, neuron = sign.repeat_interleave(n // 2), sign.repeat_interleave(m)[:, None]
    mu = torch.zeros(draw.replicates, 1, d, dtype=like, device=draw.device)
    mu[..., 0] = what.snr

    def patches(count: int) -> Tensor:
        """The signal, and noise orthogonal to it."""
        return torch.cat([mu, draw.normal(count, d, dtype=like, fast=True) / d**0.5 * (mu == 0)], 1)

    def hidden(seen: Tensor, y: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Margins (B, count), and the slopes of the neurons (B, 2m, count) at the two patches, from inner products with the patches."""
        (signal, steep), (noise, bent) = _power(seen[..., :1] * y, what.q), _power(seen[..., 1:], what.q)
        return y * ((signal + noise) * neuron).sum(dim=1) / m, steep, bent

    data, weights = patches(n), what.scale * draw.normal(2 * m, d, dtype=like, fast=True)
    train, active = torch.zeros_like(weights[:, 0, 0]), torch.ones_like(weights[:, 0, 0], dtype=torch.bool)
    field = _Field(len(weights), draw.device)
    for step in range(what.steps):
        if over(step, active):
            break
        if looked_at(step):
            weights, train, active, data = field.thinned(active, [weights, train, active], [data])
        margin, steep, bent = hidden(weights @ data.mT, label)
        train = torch.where(active, softplus(-margin).mean(dim=-1), train)
        active = active & (train > what.stop)
        pull = (what.rate * torch.sigmoid(-margin) * active[:, None])[:, None] * neuron  # -l' at each sample, times the rate
        toward = torch.cat([(pull * steep).sum(dim=-1, keepdim=True), pull * bent * label], dim=-1)
        weights = torch.baddbmm(weights, toward, data)
    weights, train = field.whole(weights, train, active)[:2]
    seen = weights @ patches(tests).mT
    found = torch.cat([hidden(seen, sign[:1])[0], hidden(seen, sign[1:])[0]], dim=1)
    wrong = (found < 0).to(like) + 0.5 * (found == 0).to(like)
    return {"loss": softplus(-found).mean(dim=1), "error": wrong.mean(dim=1), "train": train}

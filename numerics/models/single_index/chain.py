"""Single-neuron spherical SGD on a single-index model, as the exact Markov chain of its overlap m = <w, theta>.

Gaussian data in R^d, noiseless labels y = link(<x, theta>), correlation loss -y sigma(<w, x>), batch 1, |w| =
1, gradients projected at w. With z, zeta standard normal, c chi-square of d - 2 degrees of freedom,
independent, s = sqrt(1 - m^2):

    z2 = m z + s zeta,   r2 = |P_w x|^2 = (s z - m zeta)^2 + c = z^2 + zeta^2 + c - z2^2,
    g1 = y sigma'(z2),   g2 = y sigma'(z2 + eta g1 r2)   (the same example used again),
    step = eta g1 (online)   or   mix eta (g1 + g2) (reuse, mix = 1 - xi),
    m <- (m + step (z - m z2)) / sqrt(1 + step^2 r2).

A step costs O(1) for every d. `link` and `slope` = sigma' are elementwise functions of tensors that leave
their argument as it is. Variants: `df` replaces d - 2, `r2` replaces |P_w x|^2 by a constant,
`normalise=False` leaves the denominator out, `reuse=False` is online SGD. The literal print of the algorithm,
whose second gradient is taken at w again, is online SGD with step 2 mix eta.

`fresh=True` takes the second gradient on a new example x', at w + eta g1 P_w x (d >= 3): with p = (z - m z2)/s,
p', nu standard normal, <P_w x, P_w x'> = p p' + sqrt(c) nu and |P_w x'|^2 = p'^2 + nu^2 + chi-square(d - 3).
`activation` and `outer` = a give the squared loss (y - a sigma)^2: y sigma'(v) becomes 2 a (y - a sigma(v)) sigma'(v).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.random import laws
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.sources import Source
from lemmata.theory.language.errors import DomainError

Elementwise = Callable[[Tensor], Tensor]
CHAINS = 1 << 13
BLOCK = 1 << 16


@dataclass(frozen=True)
class Sgd:
    """One algorithm: link, sigma', dimension, step sizes and variant."""

    link: Elementwise
    slope: Elementwise
    d: int
    eta: float
    mix: float = 1.0
    reuse: bool = True
    normalise: bool = True
    df: int | None = None
    r2: float | None = None
    fresh: bool = False
    activation: Elementwise | None = None
    outer: float = 1.0

    def __post_init__(self) -> None:
        if self.d < 2 + self.fresh:
            raise DomainError(f"the overlap chain in dimension {self.d} does not exist: give d >= {2 + self.fresh}")
        if self.general and not self.normalise:
            raise DomainError("the chain with a fresh second example or the squared loss always normalises: use normalise=True")

    @property
    def general(self) -> bool:
        """Whether the second example is new or the loss is squared."""
        return self.fresh or self.activation is not None

    def gradient(self, y: Tensor, v: Tensor) -> Tensor:
        """Minus the derivative of the loss in <w, x>, at <w, x> = v."""
        if self.activation is None:
            return y * self.slope(v)
        return 2 * self.outer * (y - self.outer * self.activation(v)) * self.slope(v)

    @property
    def degrees(self) -> int:
        """Degrees of freedom of c."""
        return self.d - 2 if self.df is None else self.df


def reduced_chain(algorithm: Sgd, start: float | Tensor, steps: int, draw: Draw, *, fast: bool = True) -> Tensor:
    """The overlaps (B,) after `steps` steps from `start`, a number or one per replicate."""
    return torch.cat([_last(path) for path in _batches(algorithm, start, steps, draw, fast)])


def reduced_paths(algorithm: Sgd, start: float | Tensor, steps: int, every: int, draw: Draw, *, fast: bool = True) -> Tensor:
    """The overlaps (B, steps // every) after steps `every`, 2 `every`, ..."""
    if every < 1:
        raise DomainError(f"a path cannot be recorded every {every} steps: give at least 1")
    rows = []
    for path in _batches(algorithm, start, steps, draw, fast):
        kept, seen = [], 0
        for block in path:
            first = (-seen - 1) % every
            kept.append(block[first::every].clone())
            seen += block.shape[0]
        rows.append(torch.cat(kept).mT)
    return torch.cat(rows)


def hitting_times(
    algorithm: Sgd,
    start: float | Tensor,
    threshold: float,
    steps: int,
    draw: Draw,
    *,
    two_sided: bool = False,
    fast: bool = True,
) -> Tensor:
    """The first step (B,) at which m, or |m| if `two_sided`, exceeds `threshold`; steps + 1 if it never does.

    On a CPU a batch of chains ends where all of them have crossed.
    """
    rows = []
    for path in _batches(algorithm, start, steps, draw, fast):
        first: Tensor | None = None
        seen = 0
        for block in path:
            above = (block.abs() if two_sided else block) > threshold
            step = seen + 1 + above.to(torch.uint8).argmax(dim=0)
            here = torch.where(above.any(dim=0), step, steps + 1)
            first = here if first is None else torch.minimum(first, here)
            seen += block.shape[0]
            if first.device.type == "cpu" and bool((first <= seen).all()):  # a look at the values would hold up a GPU
                break
        assert first is not None, "a path has at least one block"
        rows.append(first)
    return torch.cat(rows).to(torch.float64)


def _last(path: Iterator[Tensor]) -> Tensor:
    return deque(path, maxlen=1)[0][-1].clone()


def _overlaps(start: float | Tensor, draw: Draw) -> Tensor:
    if not isinstance(start, Tensor) and not -1 <= start <= 1:
        raise DomainError(f"the overlap {start} lies outside [-1, 1]")
    values = start if isinstance(start, Tensor) else [start]
    return draw.tensor(values, draw.dtype).expand(draw.replicates)


def _batches(algorithm: Sgd, start: float | Tensor, steps: int, draw: Draw, fast: bool) -> Iterator[Iterator[Tensor]]:
    """One path per batch of chains that fits in cache; to be read one after the other."""
    if steps < 1:
        raise DomainError(f"{steps} steps move nothing: give at least 1")
    source = draw.source()
    path = _general_path if algorithm.general else _path
    for batch in _overlaps(start, draw).split(CHAINS):
        yield path(algorithm, batch, steps, source, fast)


def _path(algorithm: Sgd, start: Tensor, steps: int, source: Source, fast: bool) -> Iterator[Tensor]:
    """The overlaps after each step, in blocks (t, b) of consecutive steps; a block is overwritten by the next."""
    chains = start.shape[0]
    length = max(1, min(steps, BLOCK // chains))
    out = start.new_empty((length, chains))
    s, z2, r2, g, move, norm = (torch.empty_like(start) for _ in range(6))
    one = start.new_ones(())
    eta, size = algorithm.eta, _size(algorithm)
    m = start
    for done in range(0, steps, length):
        count = min(length, steps - done)
        z = laws.normal(source, (count, chains), start, fast)
        zeta = laws.normal(source, (count, chains), start, fast)
        labels = algorithm.link(z)
        if algorithm.r2 is None:
            total = laws.chi2(source, algorithm.degrees, (count, chains), start, fast)
            total.addcmul_(z, z).addcmul_(zeta, zeta)
        else:
            total = torch.full_like(z, algorithm.r2)
        rows = zip(z.unbind(), zeta.unbind(), labels.unbind(), total.unbind(), out[:count].unbind(), strict=True)
        for z_t, zeta_t, y_t, total_t, m_next in rows:
            torch.mul(m, m, out=s)
            torch.sub(one, s, out=s).clamp_(min=0).sqrt_()
            torch.mul(m, z_t, out=z2).addcmul_(s, zeta_t)
            squared = total_t if algorithm.r2 is not None else torch.addcmul(total_t, z2, z2, value=-1, out=r2)
            slope = algorithm.slope(z2)
            if algorithm.reuse:
                torch.mul(y_t, slope, out=g)
                torch.addcmul(z2, g, squared, value=eta, out=g)
                slope = algorithm.slope(g) + slope
            torch.mul(y_t, slope, out=g)
            torch.addcmul(z_t, m, z2, value=-1, out=move)
            if algorithm.normalise:
                torch.mul(g, g, out=norm).mul_(squared)
                torch.add(one, norm, alpha=size * size, out=norm).rsqrt_()
                torch.addcmul(m, g, move, value=size, out=move)
                torch.mul(move, norm, out=m_next)
            else:
                torch.addcmul(m, g, move, value=size, out=m_next)
            m = m_next
        if done + count < steps:
            m = m.clone()
        yield out[:count]


def _general_path(algorithm: Sgd, start: Tensor, steps: int, source: Source, fast: bool) -> Iterator[Tensor]:
    """The same for a fresh second example or the squared loss, in plain operations."""
    shape, eta, d, size = start.shape, algorithm.eta, algorithm.d, _size(algorithm)
    m, length = start, max(1, min(steps, BLOCK // start.shape[0]))
    for done in range(0, steps, length):
        count = min(length, steps - done)
        wide = (count, *shape)
        zs, zetas = laws.normal(source, wide, start, fast), laws.normal(source, wide, start, fast)
        cs = laws.chi2(source, algorithm.degrees, wide, start, fast)
        if algorithm.fresh:
            news = [laws.normal(source, wide, start, fast) for _ in range(3)]
            rest = laws.chi2(source, d - 3, wide, start, fast)
        rows = []
        for t in range(count):
            z, zeta, c = zs[t], zetas[t], cs[t]
            s = (1 - m * m).clamp(min=0).sqrt()
            v, p = m * z + s * zeta, s * z - m * zeta
            r2 = p * p + c if algorithm.r2 is None else torch.full_like(z, algorithm.r2)
            first = algorithm.gradient(algorithm.link(z), v)
            if algorithm.fresh:
                z_new, zeta_new, nu = (new[t] for new in news)
                p_new = s * z_new - m * zeta_new
                inner = p * p_new + c.sqrt() * nu
                moved = m * z_new + s * zeta_new + eta * first * inner
                second = algorithm.gradient(algorithm.link(z_new), moved)
                r2_new = p_new * p_new + nu * nu + rest[t]
                along = s * (first * p + second * p_new)
                squared = first * first * r2 + second * second * r2_new + 2 * first * second * inner
            else:
                total = first
                if algorithm.reuse:
                    total = first + algorithm.gradient(algorithm.link(z), v + eta * first * r2)
                along, squared = total * s * p, total * total * r2
            m = (m + size * along) / (1 + size * size * squared).sqrt()
            rows.append(m)
        yield torch.stack(rows)


def full_sgd(algorithm: Sgd, start: float | Tensor, steps: int, draw: Draw, *, fast: bool = False) -> Tensor:
    """The overlaps (B,) of the same algorithm run in R^d, weights (B, d): the check of the chain."""
    return deque(_walk(algorithm, start, steps, draw, fast), maxlen=1)[0].clone()


def full_paths(algorithm: Sgd, start: float | Tensor, steps: int, every: int, draw: Draw, *, fast: bool = False) -> Tensor:
    """The overlaps (B, steps // every) of the run in R^d after steps `every`, 2 `every`, ..."""
    path = enumerate(_walk(algorithm, start, steps, draw, fast), 1)
    return torch.stack([m.clone() for step, m in path if step % every == 0], dim=1)


def full_hitting_times(
    algorithm: Sgd,
    start: float | Tensor,
    threshold: float,
    steps: int,
    draw: Draw,
    *,
    two_sided: bool = False,
    fast: bool = False,
) -> Tensor:
    """The first step (B,) at which the run in R^d has m, or |m|, above `threshold`; steps + 1 if it never does."""
    times = torch.full((draw.replicates,), steps + 1.0, dtype=draw.dtype, device=draw.device)
    for step, m in enumerate(_walk(algorithm, start, steps, draw, fast), 1):
        now = (m.abs() if two_sided else m) > threshold
        times = torch.where(now & (times > steps), float(step), times)
    return times


def _walk(algorithm: Sgd, start: float | Tensor, steps: int, draw: Draw, fast: bool) -> Iterator[Tensor]:
    """The overlap (B,) after each step in R^d."""
    if algorithm.df is not None or algorithm.r2 is not None:
        raise DomainError("df and r2 are variants of the reduced chain: the full simulation has its own |P_w x|^2")
    overlaps = _overlaps(start, draw)
    w = torch.zeros((draw.replicates, algorithm.d), dtype=draw.dtype, device=draw.device)
    w[:, 0] = overlaps
    w[:, 1] = (1 - overlaps * overlaps).sqrt()
    source = draw.source()
    size = _size(algorithm)
    for _ in range(steps):
        x = source.normal_(torch.empty_like(w), fast)
        w = w + size * _pull(algorithm, w, x, source, fast)
        if algorithm.normalise:
            w = w / torch.linalg.vector_norm(w, dim=1, keepdim=True)
        yield w[:, 0]


def _size(algorithm: Sgd) -> float:
    """By how much the gradients of one step move w."""
    return algorithm.eta * (algorithm.mix if algorithm.reuse or algorithm.fresh else 1.0)


def _pull(algorithm: Sgd, w: Tensor, x: Tensor, source: Source, fast: bool) -> Tensor:
    """Minus the spherical gradients of one step in R^d, added up."""
    y, along = algorithm.link(x[:, 0]), (w * x).sum(dim=1)
    across = x - along[:, None] * w
    first = algorithm.gradient(y, along)[:, None] * across
    ahead = w + algorithm.eta * first
    if algorithm.fresh:
        new = source.normal_(torch.empty_like(w), fast)
        off = new - (w * new).sum(dim=1)[:, None] * w
        return first + algorithm.gradient(algorithm.link(new[:, 0]), (ahead * new).sum(dim=1))[:, None] * off
    if algorithm.reuse:
        return first + algorithm.gradient(y, (ahead * x).sum(dim=1))[:, None] * across
    return first

"""Worst cases by gradient: the random numbers behind an instance are moved so that a score of the instance rises.

An instance (a finite particle measure, features, a rotation) is a differentiable function of the numbers it draws. A
:class:`Steered` draw keeps these in coordinates without bounds: normals as they are, uniforms by their logit, positive
laws by their logarithm, directions by any vector along them; signs and integers stay as drawn. So whatever the ascent
reaches is an instance that could have been drawn, and no constraint has to be written down a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key

Score = Callable[[Draw], tuple[Tensor, Tensor]]
EDGE = 1e-9
Map = Callable[[Tensor], Tensor]


class Steered(Draw):
    """A draw whose continuous numbers are functions of ``latents``, made in the first pass and read again after `rewind`."""

    def __init__(
        self, key: Key, replicates: int, device: str | torch.device = "cpu", latents: Sequence[Tensor] = (), rng: str = "torch"
    ) -> None:
        super().__init__(key, replicates, device=device, rng=rng)
        self.latents = list(latents)
        self._next = 0

    def rewind(self) -> Steered:
        """The same numbers once more, as functions of the latents."""
        self._next = self.calls = 0
        return self

    def _steer(self, drawn: Tensor, into: Map, back: Map) -> Tensor:
        if self._next == len(self.latents):
            self.latents.append(into(drawn))
        latent = self.latents[self._next]
        self._next += 1
        return back(latent)

    def normal(self, *shape: int, **options: object) -> Tensor:
        return self._steer(super().normal(*shape, **options), torch.clone, torch.clone)  # type: ignore[arg-type]

    def uniform(self, *shape: int, low: float = 0.0, high: float = 1.0, **options: object) -> Tensor:
        drawn = super().uniform(*shape, **options)  # type: ignore[arg-type]
        unit = self._steer(drawn, lambda u: torch.logit(u, EDGE), torch.sigmoid)
        return low + (high - low) * unit

    def exponential(self, *shape: int, **options: object) -> Tensor:
        return self._steer(super().exponential(*shape, **options), torch.log, torch.exp)  # type: ignore[arg-type]

    def gamma(self, concentration: float | Tensor, *shape: int, **options: object) -> Tensor:
        return self._steer(super().gamma(concentration, *shape, **options), torch.log, torch.exp)  # type: ignore[arg-type]

    def sphere(self, d: int, *shape: int, **options: object) -> Tensor:
        drawn = super().sphere(d, *shape, **options)  # type: ignore[arg-type]
        return self._steer(drawn, torch.clone, lambda z: z / z.norm(dim=-1, keepdim=True))


def ascend(score: Score, draw: Steered, steps: int, rate: float = 0.1) -> tuple[float, Steered] | None:
    """The highest admissible score that gradient ascent from every replicate finds, and a draw that gives that instance.

    ``score`` returns a value and whether it is admissible, per replicate. None where nothing admissible was met.
    """
    value, admissible = score(draw.rewind())
    leaves = [latent.detach().clone().requires_grad_(True) for latent in draw.latents]
    if not leaves:
        return None
    draw.latents = list(leaves)
    best = torch.full_like(value, -torch.inf)
    kept = [leaf.detach().clone() for leaf in leaves]
    optimiser = torch.optim.Adam(leaves, lr=rate, maximize=True)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, max(steps, 1), eta_min=rate / 100)
    for step in range(steps + 1):
        value, admissible = score(draw.rewind())
        better = admissible & torch.isfinite(value) & (value.detach() > best)
        best = torch.where(better, value.detach(), best)
        for old, leaf in zip(kept, leaves, strict=True):
            old[better] = leaf.detach()[better]
        if step == steps or not value.requires_grad:
            break
        optimiser.zero_grad()
        value.nan_to_num(nan=0.0, posinf=0.0, neginf=0.0).sum().backward()
        for leaf in leaves:
            if leaf.grad is not None:
                leaf.grad.nan_to_num_(nan=0.0, posinf=0.0, neginf=0.0)
        optimiser.step()
        schedule.step()
    index = int(best.argmax())
    if best[index] == -torch.inf:
        return None
    chosen = [old[index : index + 1] for old in kept]
    return float(best[index]), Steered(draw.key, 1, device=draw.device, latents=chosen)

"""The binding of a claim to what is simulated and computed for it.

``simulate(p, draw)`` returns one value of each observable per replicate (a tensor of ``draw.replicates`` values, or a
dictionary of such tensors by observable); ``instance(p, draw)`` returns the arrays and numbers that the claim lists
as ``given``, with a leading dimension of 1. ``p`` has the parameters as attributes, instance values included. A
simulator that takes a third argument gets the ``variant`` of the statement being judged.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, overload

from lemmata.theory.first.claim import Claim
from lemmata.theory.language.errors import ClaimError

Simulate = Callable[..., Any]
Pair = tuple[float, float]


class Parameters(dict[str, Any]):
    """Parameters of a point, as attributes: ``p.n``, ``p.lam`` (for lambda); and as a dictionary."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self["lambda" if name == "lam" and "lam" not in self else name]
        except KeyError:
            raise AttributeError(f"no parameter {name!r}; there are {', '.join(self) or 'none'}") from None


@dataclass(frozen=True)
class Experiment:
    """A claim and its evidence; pairs hold the quick and the full setting.

    ``points``: parameter points drawn; ``resolution``: relative error that a statistical check must be able to
    detect; ``replicates``: most replicates at one point; ``first``: size of the first chunk; ``chunk``: most replicates simulated at once;
    ``examples``: points
    that are always judged; ``rounding``: relative rounding error of the values that ``instance`` supplies.
    """

    claim: Claim
    simulate: Simulate | None = None
    instance: Simulate | None = None
    points: Pair = (8, 40)
    resolution: Pair = (0.05, 0.01)
    replicates: Pair = (2**17, 2**21)
    first: int = 256
    chunk: int = 2**14
    rounding: float = 0.0
    examples: tuple[Mapping[str, Any], ...] = ()
    name: str = ""
    file: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        needs = any(law.statement.stochastic for law in self.claim.laws())
        if needs and self.simulate is None:
            raise ClaimError(f"{self.claim.id}: it speaks of a mean or an observable, so its experiment must simulate")
        for example in self.examples:
            broken = self.claim.domain.violations(example)
            if broken:
                raise ClaimError(f"{self.claim.id}: the example {dict(example)} is outside the domain: {'; '.join(broken)}")

    @property
    def takes_variant(self) -> bool:
        """Whether the simulator runs variants of the procedure."""
        return self.simulate is not None and len(inspect.signature(self.simulate).parameters) > 2


@overload
def experiment(claim: Claim, **options: Any) -> Callable[[Simulate], Experiment]: ...
@overload
def experiment(claim: Claim, simulate: Simulate, **options: Any) -> Experiment: ...
def experiment(claim: Claim, simulate: Simulate | None = None, **options: Any) -> Any:
    """Decorator that makes a simulator the experiment of a claim."""
    file = sys._getframe(1).f_code.co_filename

    def decorate(function: Simulate) -> Experiment:
        return Experiment(claim, function, name=function.__name__, file=file, **options)

    return decorate if simulate is None else decorate(simulate)


def bind(claim: Claim, **options: Any) -> Experiment:
    """The experiment of a claim that needs no simulation."""
    return Experiment(claim, None, name=claim.id.split(".")[1], file=sys._getframe(1).f_code.co_filename, **options)

"""The random terms of a statement, drawn: every law in every shape, and every wrong world of one of them.

A term's numbers are a pure function of the draw's key and the term's *name*: adding a term changes no other, and a wrong
world changes its own term only. Shapes are (B,) for numbers, (B, n, 1) for columns, (B, n, m) for matrices; a law's parameters may
be numbers, one for all replicates or one each, or matrices, and may contain random terms that are drawn before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.parameters import Env, by_name, evaluated, sizes_of
from lemmata.numerics.random.request import Request
from lemmata.numerics.random.sampling import SAMPLERS
from lemmata.numerics.random.worlds import SHARED, World
from lemmata.theory.language.errors import DomainError, UsageError
from lemmata.theory.language.sampled import RandomTerm


def draw_terms(
    terms: Iterable[RandomTerm], env: Env, draw: Draw, world: World | None = None, *, step: int | None = None
) -> dict[str, Tensor]:
    """``draw.replicates`` samples of every term, by name, in the world given.

    ``env``: values of what the laws and sizes speak of, by name or by symbol. ``step``: the number of a step of an
    iteration, for terms drawn anew at each one. The same draw and step give the same numbers again.
    """
    values = by_name(env)
    wanted = _in_order(terms)
    if world is not None and world.term not in wanted:
        raise UsageError(f"the wrong world changes {world.term}, which is not among the terms {', '.join(wanted) or '(none)'}")
    drawn: dict[str, Tensor] = {}
    for name, term in wanted.items():
        change = world.change if world is not None and world.term == name and not world.partner else ""
        drawn[name] = values[name] = _sample(term, values, draw, change, step)
    if world is not None and world.partner:
        drawn[world.term] = _tied(wanted, drawn, world, _substream(draw, world.term, step).named("world"))
    return drawn


def _substream(draw: Draw, name: str, step: int | None) -> Draw:
    made = draw.named("term", name) if step is None else draw.named("term", name, step)
    made.dtype = torch.float64
    return made


def _sample(term: RandomTerm, env: Mapping[str, Any], draw: Draw, change: str, step: int | None) -> Tensor:
    law = term.law
    if law.word not in SAMPLERS:
        raise UsageError(f"{term.name} is an output of {law}, which is run and not sampled")
    own = _substream(draw, term.name, step)
    sizes = sizes_of(term, env)
    shape = sizes if len(sizes) != 1 else (sizes[0], 1)
    parameters = tuple(evaluated(p, env, draw.device, term.name) for p in law.args)
    request = Request(term.name, shape, len(sizes), parameters, own, own.named("world"), change)
    found = SAMPLERS[law.word](request)
    if tuple(found.shape) != (draw.replicates, *shape):
        found = found.expand(draw.replicates, *shape)
    return found


def _in_order(terms: Iterable[RandomTerm]) -> dict[str, RandomTerm]:
    """The terms by name, those first that the laws of others contain."""
    given: dict[str, RandomTerm] = {}
    for term in terms:
        if given.setdefault(term.name, term) != term:
            raise DomainError(f"two different random terms are called {term.name}: rename one of them")
    ordered: dict[str, RandomTerm] = {}

    def place(term: RandomTerm, above: tuple[str, ...]) -> None:
        if term.name in above:
            raise DomainError(f"the law of {term.name} depends on itself")
        for inner in sorted(term.law.atoms(RandomTerm), key=lambda t: str(t.name)):
            place(given.get(inner.name, inner), (*above, term.name))
        ordered.setdefault(term.name, term)

    for name in sorted(given):
        place(given[name], ())
    return ordered


def _tied(terms: Mapping[str, RandomTerm], drawn: Mapping[str, Tensor], world: World, own: Draw) -> Tensor:
    """A term that is correlated with its partner, of the same law, and has its own law still."""
    term, partner = terms[world.term], terms.get(world.partner)
    if partner is None or partner.law != term.law or partner.sizes != term.sizes:
        raise UsageError(f"{world.term} cannot depend on {world.partner}: give another term of the same law and sizes")
    x, y = drawn[world.term], drawn[world.partner]
    if term.law.gaussian:
        return SHARED * y + (1 - SHARED**2) ** 0.5 * x
    return torch.where(own.uniform(*x.shape[1:]) <= SHARED, y, x)

"""Probabilities of a half-line of one random number: evaluated by the distribution function instead of being sampled."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.kernel.tails import closed
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.kinds import Guarantee, Identity, Inequality, Within
from lemmata.theory.language.operators import BINDERS, ProbabilityOf
from lemmata.theory.language.part import Law
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import samples
from lemmata.verify.engine.scene import Scene


def with_tails(scene: Scene, law: Law) -> Law:
    """The law with closed forms for such probabilities; in a wrong world, whose draws are to be seen, as it is."""
    if scene.world is not None or law.world is not None:
        return law
    if isinstance(law.statement, Guarantee):
        return _guaranteed(scene, law, law.statement)
    if not isinstance(law.statement, Identity | Inequality | Within):
        return law
    formulas = {name: expand(formula) for name, formula in law.statement.expressions()}
    nodes = sorted({n for f in formulas.values() for n in _probabilities(f)}, key=sp.default_sort_key)
    table = {node: value for node in nodes if (value := _value(scene, node)) is not None}
    if not table:
        return law
    try:
        return replace(law, statement=law.statement.replace(**{k: f.xreplace(table) for k, f in formulas.items()}))
    except ClaimError:  # both sides are one expression now: what is stated is the closed form, so it is sampled
        return law


def _guaranteed(scene: Scene, law: Law, statement: Guarantee) -> Law:
    """A guarantee of such an event as a comparison of two numbers."""
    drawn = samples(expand(statement.event))
    if not drawn or any(isinstance(t.law, ProcedureLaw) for t in drawn):  # an output of a procedure has no known law
        return law
    value = _value(scene, ProbabilityOf(expand(statement.event), sp.Tuple()))
    if value is None:
        return law
    kind = Identity if statement.exactly else Inequality
    try:
        return replace(law, statement=kind(statement.probability, value))
    except ClaimError:
        return law


def everywhere(law: Law) -> Law | None:
    """The law without any mean, where each of its probabilities has a closed form, whose conditions join the law's own."""
    statement = law.statement
    if isinstance(statement, Guarantee):
        drawn = samples(expand(statement.event))
        if not drawn or any(isinstance(t.law, ProcedureLaw) for t in drawn):
            return None
        formulas = {"left": expand(statement.probability), "right": ProbabilityOf(expand(statement.event), sp.Tuple())}
    elif isinstance(statement, Identity | Inequality | Within):
        formulas = {name: expand(formula) for name, formula in statement.expressions()}
    else:
        return None
    table, needed = {}, list(law.when)
    for node in sorted({n for f in formulas.values() for n in _probabilities(f)}, key=sp.default_sort_key):
        found = _closed(node)
        if found is None or any(c.given or _relation(c) is None for c in found[1]):
            return None
        table[node] = found[0]
        needed += [relation for c in found[1] if (relation := _relation(c)) is not sp.true]
    made = {name: formula.xreplace(table) for name, formula in formulas.items()}
    if not table or any(formula.has(*BINDERS) for formula in made.values()):
        return None
    try:
        if isinstance(statement, Guarantee):
            kind = Identity if statement.exactly else Inequality
            return replace(law, statement=kind(made["left"], made["right"]), when=tuple(needed))
        return replace(law, statement=statement.replace(**made), when=tuple(needed))
    except ClaimError:  # both sides are one expression now
        return None


@lru_cache(maxsize=4096)
def _probabilities(formula: Any) -> frozenset[Any]:
    return frozenset(formula.atoms(ProbabilityOf))


def _value(scene: Scene, node: Any) -> Any:
    """The closed form where there is one and its conditions hold at the scene."""
    found = _closed(node)
    return found[0] if found is not None and all(_holds(scene, c) for c in found[1]) else None


@lru_cache(maxsize=4096)  # the same at every point, and a refusal takes as long as a value
def _closed(node: Any) -> tuple[Any, list[Condition]] | None:
    try:
        return closed(node)
    except Refused:
        return None


def _holds(scene: Scene, c: Condition) -> bool:
    relation = _relation(c)
    return relation is not None and scene.truth(relation) is True


def _relation(c: Condition) -> Any:
    kind = {"positive": sp.Gt, "nonnegative": sp.Ge, "nonzero": sp.Ne}.get(c.kind)
    return None if kind is None else kind(c.terms[0], 0)

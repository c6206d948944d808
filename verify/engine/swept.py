"""A law that gives values to some symbols itself, where a user looks at it: at a rung of its ladder, its optimum or critical value.

A value of the user's own comes first; then the end of the ladder in the quick profile, or the stated optimum.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import sympify

from lemmata.theory.language.claim import Claim, taken
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Existence, Optimality, Phase
from lemmata.theory.language.part import Law
from lemmata.theory.language.symbols import Symbol
from lemmata.verify.engine.scene import Scene


def swept(claim: Claim) -> dict[str, Symbol]:
    """The numbers that some law gives values to, beyond those of a point."""
    known = {s.name for s in claim.symbols}
    found = {s.name: s for law in claim.laws() for s in taken(law) if isinstance(s, Symbol)}
    return {name: found[name] for name in sorted(found) if name not in known}


def placed(scene: Scene, law: Law, given: Mapping[str, Any]) -> tuple[Scene, str]:
    """The scene at which the formulas of a law have values, and where that is, in words; ``given``: the user's own numbers."""
    statement = law.statement
    ladder = getattr(statement, "ladder", None)
    found: dict[str, Any] = {}
    remark = ""
    if ladder is not None:
        rung = given.get(str(ladder.symbol.name), (ladder.quick or ladder.rungs)[-1])
        tied = scene.rung_at(ladder, rung).rung
        found = {k: v for k, v in tied.items() if k not in given}
        other = [k for k, v in tied.items() if k in given and given[k] != v]
        remark = "; ".join(f"the ladder ties {k} to {tied[k]:.12g}, and {k}={given[k]:.12g} was given" for k in other)
    elif isinstance(statement, Phase):
        found = _values(scene, {statement.control: statement.critical}, given)
    elif isinstance(statement, Optimality):
        found = _values(scene, statement.at, given)
    found |= {str(s.name): given[s.name] for s in taken(law) if isinstance(s, Symbol) and s.name in given}
    found = {k: v for k, v in found.items() if k not in scene.point or scene.point[k] != v}
    if not found:
        return scene, remark
    arrays = {str(a.name) for a in taken(law) if not isinstance(a, Symbol)} & set(found)
    here = scene.but(given={**scene.given, **{k: found[k] for k in arrays}}) if arrays else scene
    here = here.at({k: v for k, v in found.items() if k not in arrays})
    words = ", ".join("the stated optimum" if k in arrays else f"{k} = {v:.12g}" for k, v in found.items())
    return here, "; ".join(filter(None, (f"at {words}", remark)))


def _values(scene: Scene, stated: Mapping[Any, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for symbol, formula in stated.items():
        name = str(getattr(symbol, "name", symbol))
        if name not in given:
            value, _ = scene.value(sympify(formula))
            found[name] = value if value.ndim else float(value)
    return found


def written_out(law: Law, formula: Any) -> Any:
    """A formula with the stated witness in its place; an error where only the certificate of the part says what it means."""
    if not isinstance(law.statement, Existence):
        return formula
    if law.statement.certificate is not None:
        raise LemmataError("the certificate of this part decides it, exactly or in balls, and not a number")
    return expand(formula).xreplace(dict(law.statement.witness))


def unmet(scene: Scene, law: Law) -> str:
    """That a condition does not hold here, in words: what a formula gives there is no claim."""
    try:
        condition = scene.unmet(law)
    except LemmataError:
        return ""
    return "" if condition is None else f"not stated here: {condition} does not hold"

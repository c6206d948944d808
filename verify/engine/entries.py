"""The entries of small arrays at a counterexample: its styles say how an instance was made, and not which it is."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.spoken import mentions

SMALL = 12  # entries


def entries_at(scene: Scene, law: Law, evidence: Evidence) -> dict[str, Any]:
    """The arrays that a refuted truth speaks of, as lists, where they are small."""
    if law.role is not Role.TRUTH or evidence.outcome != "fails":
        return {}
    formulas = [expand(formula) for _, formula in law.statement.expressions()]
    found: dict[str, Any] = {}
    for array in scene.claim.arrays:
        name = str(array.name)
        try:
            value = scene.env.get(name)
        except LemmataError:
            return {}
        if isinstance(value, Tensor) and value.numel() <= SMALL and any(mentions(f, [array]) for f in formulas):
            column = value.ndim == 2 and array.shape[1] == 1
            found[name] = (value.reshape(-1) if column else value).tolist()
    return found

"""A part that does not look sensitive by a sample of its automatic wrong versions is judged against all of them.

The quick profile makes a few of each part: where nine tenths of those die, the part is told from its neighbourhood. Where they
do not, a handful says little of a share, so the rest is made and judged at the same points, and the verdict is that of the
whole group.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from lemmata.theory.language.mutation import MOST
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.examination import Rows, alive, all_laws, row
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.store import restored
from lemmata.verify.engine.subject import Settings


def judged_laws(settings: Settings, rows: Rows, setting: Setting) -> list[Law]:
    """The laws of the profile, and the automatic versions beyond its limit of which there is evidence."""
    usual = all_laws(settings, setting.automatic)
    if setting.automatic >= MOST:
        return usual
    names = {name for r in rows for name in r["evidence"] if name.startswith(f"{Role.AUTOMATIC.value}:")}
    known = {law.name for law in usual}
    return usual if names <= known else [law for law in all_laws(settings) if law.name in known | names]


def looked_further(settings: Settings, rows: Rows, setting: Setting, parts: Collection[str], alpha: float) -> Rows | None:
    """The rows with evidence of all automatic versions of some parts; None where there are no more of them."""
    known = {law.name for law in judged_laws(settings, rows, setting)}
    more = [law for law in all_laws(settings) if law.part in parts and law.name not in known]
    if not more:
        return None
    found: Rows = []
    for old in rows:
        new: dict[str, Any] = row(Scene(settings, restored(old["point"]), setting), alive(more, found), alpha)
        found.append(
            {
                **old,
                "core": new["core"],
                "evidence": {**old["evidence"], **new["evidence"]},
                "simulations": old["simulations"] + new["simulations"],
                "seconds": old["seconds"] + new["seconds"],
            }
        )
    return found

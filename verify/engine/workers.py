"""What a worker does, whichever engine runs it: find the claim, check its code, judge the points of a unit."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from lemmata.numerics.devices.memory import give_back
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.campaign import Rows, Unit, measure
from lemmata.verify.engine.closing import write
from lemmata.verify.engine.content import ROOT, code_hash
from lemmata.verify.engine.engines.worker import ONE_THREAD
from lemmata.verify.engine.examination import all_laws
from lemmata.verify.engine.outline import Told, whole
from lemmata.verify.engine.records import ClaimRecord, Evidence, evidence_to
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.tidy import fit, said
from lemmata.verify.index import cache_folder

HELD = 8  # claims of which a worker holds what it has compiled


class OtherCode(LemmataError):
    """The worker has other code than the run."""


def reference(settings: Settings | Told) -> tuple[str, str]:
    """How a worker finds the settings again: the claim's id and, unless it is of the library, the file that binds it."""
    family, slug = settings.claim.id.split(".")
    of_the_library = settings.file == str(ROOT / "verify" / family / f"{slug}.py")
    return settings.claim.id, "" if of_the_library else settings.file


@cache
def _load(identity: str, file: str) -> tuple[Settings, str]:
    from lemmata.verify.engine.loading import load_file, load_settings

    found = next(e for e in load_file(file) if e.claim.id == identity) if file else load_settings(identity)
    return found, code_hash(found)


def read(where: tuple[str, str]) -> None:
    """The claim and its code are read, for whoever is forked from this process."""
    _load(*where)


def held(where: tuple[str, str]) -> Settings:
    """The same, and the settings that were read."""
    return _load(*where)[0]


def prepare_process() -> None:
    """One thread per process: the workers fill the cores, and sums do not depend on how many of them there are."""
    os.environ.update({name: os.environ.get(name, one) for name, one in ONE_THREAD.items()})
    import torch

    from lemmata.numerics.devices.memory import keep_freed_memory, seldom_collect

    torch.set_num_threads(1)
    keep_freed_memory()
    seldom_collect()
    if "HYPOTHESIS_STORAGE_DIRECTORY" not in os.environ:  # nothing is left in the folder a user works in
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(cache_folder() / "hypothesis")


def local(settings: Settings, unit: Unit, setting: Setting, alpha: float) -> Rows:
    """The evidence of a unit, by this process."""
    return [_tidied(row) for row in measure(settings, unit, setting, alpha)]


def work(where: tuple[str, str], code: str, unit: Unit, setting: Setting, alpha: float) -> Rows:
    """The evidence of a unit, by a worker that has only its description; numbers of other code are never handed back."""
    return local(_known(where, code), unit, setting, alpha)


def record(where: tuple[str, str], code: str, *evidence: Any) -> ClaimRecord:
    """The record of a claim's evidence (`closing.write`), by a worker."""
    return write(_known(where, code), code, *evidence)


def _known(where: tuple[str, str], code: str) -> Settings:
    """The settings of a claim; of those that were asked for a while ago only what was read is held."""
    settings, here = _load(*where)
    if here != code:
        raise OtherCode("its code changed while the run was under way, or differs on this worker: run again")
    fresh = _recent.pop(where, None) is None
    _recent[where] = settings
    if len(_recent) > HELD:
        _recent.pop(next(iter(_recent))).forget()
    if fresh:  # the arrays of the claim before are gone
        give_back()
    return settings


_recent: dict[tuple[str, str], Settings] = {}


def _tidied(row: dict[str, Any]) -> dict[str, Any]:
    """Messages of bounded length: what a claim says cannot weigh on the others of its run."""
    for evidence in row["evidence"].values():
        evidence["detail"] = fit(evidence["detail"])
    return row


def failed(settings: Settings | Told, unit: Unit, error: BaseException, setting: Setting) -> Rows:
    """Rows that say of every law that the unit ended in an error."""
    text = said(error)
    if not text.startswith(settings.claim.id):
        text = f"{settings.claim.id}: {text}"
    evidence = evidence_to(Evidence("error", detail=text))
    try:
        laws: list[Any] = list(all_laws(whole(settings), setting.automatic))
    except Exception:  # where the automatic wrong versions are what cannot be made
        laws = list(settings.claim.laws())
    return [
        {"point": point, "evidence": {law.name: {**evidence, "point": point} for law in laws}, "simulations": 0, "seconds": 0.0}
        for point in unit.points
    ]

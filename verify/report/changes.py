"""What changed between two runs: the JSON of an earlier report, or of `verify --json`, against the records of this one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.records import POSITIVE, ClaimRecord
from lemmata.verify.report.twin import REPORT, VERIFY, versions


@dataclass
class Change:
    """A claim of which something is other than it was."""

    id: str
    before: str
    after: str
    lines: list[str] = field(default_factory=list)

    @property
    def better(self) -> bool | None:
        """Whether the verdict became or ceased to be positive; None where neither."""
        was, now = self.before in POSITIVE, self.after in POSITIVE
        return None if was == now else now


@dataclass
class Changes:
    """Everything that differs, and how much does not."""

    old: str
    added: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    changed: list[Change] = field(default_factory=list)
    same: int = 0
    setting: list[str] = field(default_factory=list)

    @property
    def verdicts(self) -> list[Change]:
        return [change for change in self.changed if change.before != change.after]

    def summary(self) -> str:
        return (
            f"{len(self.added)} claims added, {len(self.gone)} gone, {len(self.verdicts)} with another verdict, "
            f"{len(self.changed) - len(self.verdicts)} changed in detail, {self.same} the same"
        )


def read(path: Path) -> dict[str, Any]:
    """An earlier run, as its JSON document."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read ({error.strerror or error}): name the JSON file of an earlier report"
        ) from None
    except ValueError:
        raise UsageError(f"{path} is no JSON: name the .json file that lies beside an earlier report") from None
    if not isinstance(document, dict) or document.get("schema") not in {REPORT, VERIFY}:
        raise UsageError(f"{path} is neither the data of a report ({REPORT}) nor of a run ({VERIFY})")
    return document


def compare(old: dict[str, Any], records: Sequence[ClaimRecord], name: str = "") -> Changes:
    """The earlier document against these records, claim by claim and law by law."""
    before = {claim["id"]: claim for claim in old.get("records", old.get("claims", []))}
    after = {record.id: record for record in records}
    found = Changes(name, sorted(set(after) - set(before)), sorted(set(before) - set(after)))
    for identity in sorted(set(before) & set(after)):
        change = _claim(before[identity], after[identity])
        if change.lines or change.before != change.after:
            found.changed.append(change)
        else:
            found.same += 1
    now = versions()
    found.setting = [
        f"{package} {was} → {now[package]}"
        for package, was in sorted(old.get("versions", {}).items())
        if package in now and now[package] != was
    ]
    for what in ("profile", "seed", "device"):
        was = sorted({str(c[what]) for c in before.values() if what in c} or ({str(old[what])} if what in old else set()))
        is_now = sorted({str(getattr(record, what)) for record in records})
        found.setting += [f"{what} {', '.join(was)} → {', '.join(is_now)}"] if was and was != is_now else []
    return found


def _claim(was: dict[str, Any], now: ClaimRecord) -> Change:
    change = Change(now.id, was["verdict"], now.verdict)
    laws = {law["name"]: law for law in was["laws"]}
    current = {law.name: law for law in now.laws}
    for name in current:
        if name not in laws:
            change.lines.append(f"{name} is new: {current[name].outcome}")
        elif laws[name]["outcome"] != current[name].outcome:
            change.lines.append(f"{name}: {laws[name]['outcome']} → {current[name].outcome}")
        else:
            old, new = laws[name].get("resolution"), current[name].resolution
            if old and new and current[name].expected == "holds" and not 0.5 <= new / old <= 2:
                change.lines.append(f"{name}: resolution {old:.2g} → {new:.2g}")
    change.lines += [f"{name} is gone" for name in laws if name not in current]
    parts = {part["name"]: part["verdict"] for part in was.get("parts", [])}
    for part in now.parts:
        if part.name in parts and parts[part.name] != part.verdict:
            change.lines.append(f"part {part.name}: {parts[part.name]} → {part.verdict}")
    for key, word in (("statement", "the statement"), ("printed", "the print"), ("title", "the title")):
        if key in was and was[key] != getattr(now, key):
            change.lines.append(f"{word} is another")
    old_alive, new_alive = ((a or {}).get("survived", []) for a in (was.get("automatic"), now.automatic))
    if "automatic" in was and set(old_alive) != set(new_alive):
        change.lines.append(f"automatic mutants that survive: {len(old_alive)} → {len(new_alive)}")
    if not change.lines and was.get("code") and was["code"] != now.code and now.verdict != was["verdict"]:
        change.lines.append("the code of the claim is another")
    return change

"""The machine-readable documents: the report's JSON twin and what ``verify --json`` writes; both follow schema.json."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Sequence
from importlib import metadata
from typing import Any

from lemmata.verify.engine.records import POSITIVE, ClaimRecord, LawRecord, to_json
from lemmata.verify.engine.records import SCHEMA as RECORDS

REPORT = "lemmata-report/1"
VERIFY = "lemmata-verify/1"
_PACKAGES = ("lemmata", "hypothesis", "mpmath", "numpy", "python-flint", "scipy", "sympy", "torch")


def report_document(records: Sequence[ClaimRecord]) -> dict[str, Any]:
    """Everything that the HTML report shows, as data."""
    chosen = sorted(records, key=lambda record: record.id)
    return {
        "schema": REPORT,
        "records_schema": RECORDS,
        "versions": versions(),
        "totals": totals(chosen),
        "records": [to_json(record) for record in chosen],
    }


def verify_document(
    records: Sequence[ClaimRecord], *, seed: int, device: str, alarm_budget: float, seconds: float
) -> dict[str, Any]:
    """One run: its facts, a line per claim with its laws, and the totals."""
    chosen = sorted(records, key=lambda record: record.id)
    return {
        "schema": VERIFY,
        "versions": versions(),
        "seed": seed,
        "device": device,
        "alarm_budget": alarm_budget,
        "seconds": seconds,
        "claims": [_claim(record) for record in chosen],
        "totals": totals(chosen),
    }


def _claim(record: ClaimRecord) -> dict[str, Any]:
    kept = ("name", "expected", "outcome", "verdict", "resolution", "statistic", "interval", "samples")
    laws = [{name: law[name] for name in kept} for law in to_json(record)["laws"]]
    return {
        "id": record.id,
        "verdict": record.verdict,
        "as_expected": record.as_expected,
        "seconds": record.seconds,
        "laws": laws,
    }


def totals(records: Sequence[ClaimRecord]) -> dict[str, Any]:
    """Counts over all claims; ``false_alarms`` bounds the probability that any true law was rejected by chance."""
    laws = [law for record in records for law in record.laws]
    prints = [law for record in records if record.erratum for law in record.laws if law.name == "as-printed"]
    named = [law for law in laws if is_mutant(law)]
    automatic = [record.automatic for record in records if record.automatic]
    return {
        "claims": len(records),
        "as_expected": sum(record.as_expected for record in records),
        "positive": sum(record.verdict in POSITIVE for record in records),
        "verdicts": _counts(record.verdict for record in records),
        "families": {
            family: _counts(r.verdict for r in records if r.family == family)
            for family in sorted({record.family for record in records})
        },
        "laws": {"total": len(laws), "as_expected": sum(law.as_expected for law in laws)},
        "errata": {
            "total": sum(record.erratum is not None for record in records),
            "established": sum(law.outcome == "fails" for law in prints),
        },
        "mutants": {
            "named": len(named),
            "named_killed": sum(law.outcome == "fails" for law in named),
            "named_survived": sum(law.outcome == "holds" for law in named),
            "automatic_killed": sum(len(a.get("killed", {})) for a in automatic),
            "automatic_survived": sum(len(a.get("survived", [])) for a in automatic),
        },
        "false_alarms": sum(law.alpha * law.points for law in laws if law.expected == "holds" and law.alpha is not None),
        "samples": sum(max((law.samples for law in record.laws), default=0) for record in records),
        "seconds": sum(record.seconds for record in records),
    }


def is_mutant(law: LawRecord) -> bool:
    """A wrong version stated by the claim's author."""
    return law.name.startswith("mutant:")


def versions() -> dict[str, str]:
    """Versions of what numbers depend on."""
    found = {"python": platform.python_version()}
    for package in _PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            found[package] = "not installed"
    return found


def _counts(verdicts: Any) -> dict[str, int]:
    return dict(sorted(Counter(verdicts).items()))

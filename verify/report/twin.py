"""The machine-readable documents: the report's JSON twin and what ``verify --json`` writes; both follow schema.json."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Sequence
from importlib import metadata
from typing import Any

from lemmata.verify.engine.records import POSITIVE, ClaimRecord, to_json
from lemmata.verify.engine.records import SCHEMA as RECORDS
from lemmata.verify.report.fates import tally
from lemmata.verify.report.prints import prints
from lemmata.verify.report.roles import is_mutant, is_print, is_world
from lemmata.verify.report.standing import counts, strongest, weakest

REPORT = "lemmata-report/2"
VERIFY = "lemmata-verify/2"
_OF_LAW = (
    "name", "expected", "outcome", "verdict", "resolution", "statistic", "interval", "samples", "part", "role", "scope", "assumptions", "open",
)  # fmt: skip
_OF_PART = (
    "name",
    "says",
    "verdict",
    "scope",
    "scope_text",
    "resolution",
    "sharpness",
    "assumptions",
    "cited",
    "open",
    "detail",
)
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
    plain = to_json(record)
    return {
        "id": record.id,
        "verdict": record.verdict,
        "weakest": weakest(record),
        "strongest": strongest(record),
        "as_expected": record.as_expected,
        "seconds": record.seconds,
        "parts": [{name: part[name] for name in _OF_PART} for part in plain["parts"]],
        "laws": [{name: law[name] for name in _OF_LAW} for law in plain["laws"]],
    }


def totals(records: Sequence[ClaimRecord]) -> dict[str, Any]:
    """Counts over all claims and parts; ``verdicts`` counts claims by their weakest part, ``parts`` each part by its own.

    ``false_alarms`` bounds the probability that any true law was rejected by chance.
    """
    laws = [law for record in records for law in record.laws]
    printed = [p for record in records for p in prints(record)]
    named = [law for law in laws if is_mutant(law)]
    worlds = [law for law in laws if is_world(law) and law.outcome not in ("vacuous", "error")]
    automatic = tally(records)
    return {
        "claims": len(records),
        "as_expected": sum(record.as_expected for record in records),
        "positive": sum(record.verdict in POSITIVE for record in records),
        "verdicts": _counts(record.verdict for record in records),
        "families": {
            family: _counts(r.verdict for r in records if r.family == family)
            for family in sorted({record.family for record in records})
        },
        "parts": counts(records),
        "laws": {"total": len(laws), "as_expected": sum(law.as_expected for law in laws)},
        "errata": {
            "total": len(printed),
            "established": sum(p.refuted for p in printed),
            "unclear": sum(p.unclear for p in printed),
        },
        "mutants": {
            "named": len(named),
            "named_killed": sum(law.outcome == "fails" for law in named),
            "named_survived": sum(law.outcome == "holds" for law in named),
            "automatic_killed": automatic["killed"],
            "automatic_survived": automatic["survived"],
            "automatic": automatic,
        },
        "worlds": {"judged": len(worlds), "seen": sum(law.outcome == "fails" for law in worlds)},
        "false_alarms": sum(
            law.alpha * law.points for law in laws if law.expected == "holds" and not is_print(law) and law.alpha is not None
        ),
        "samples": sum(max((law.samples for law in record.laws), default=0) for record in records),
        "seconds": sum(record.seconds for record in records),
    }


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

"""The whole report at a glance: families against verdicts, what the filter offers, and how the numbers came to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.report import words
from lemmata.verify.report.view import View


def matrix(views: Sequence[View]) -> dict[str, Any]:
    """Families against verdicts, counted by parts; a verdict that no part has still has its column."""
    families = sorted({view.record.family for view in views})
    verdicts = list(words.VERDICTS)
    cells = {family: {verdict: 0 for verdict in verdicts} for family in families}
    for view in views:
        for standing in view.standings:
            cells[view.record.family][standing.verdict] += 1
    row = {family: [v for v in views if v.record.family == family] for family in families}
    return {
        "verdicts": verdicts,
        "cells": cells,
        "total": {family: len(row[family]) for family in families},
        "expected": {family: sum(v.record.as_expected for v in row[family]) for family in families},
        "sums": {verdict: sum(cells[family][verdict] for family in families) for verdict in verdicts},
    }


def choices(views: Sequence[View]) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """What the filter offers to choose from: (name, word for all, [(value, label)])."""
    documents = {
        v.record.source["document"]: v.record.source.get("title") or v.record.source["document"]
        for v in views
        if v.record.source.get("document")
    }
    listed = {
        "family": sorted({v.record.family for v in views}),
        "kind": sorted({v.record.kind for v in views}),
        "verdict": [verdict for verdict in words.VERDICTS if any(s.verdict == verdict for v in views for s in v.standings)],
    }
    every = {"family": "every family", "kind": "every kind", "verdict": "every verdict"}
    plain = [(name, every[name], [(value, value) for value in values]) for name, values in listed.items()]
    return [*plain, ("document", "every source", sorted(documents.items()))]


def facts(records: Sequence[ClaimRecord]) -> list[tuple[str, str]]:
    """Under which profile, seed, device and generator the numbers came to be."""

    def all_of(name: str) -> str:
        return ", ".join(sorted({str(getattr(record, name)) for record in records} - {""})) or "–"

    return [
        ("profile", all_of("profile")),
        ("seed", all_of("seed")),
        ("device", all_of("device")),
        ("random numbers", all_of("rng")),
    ]

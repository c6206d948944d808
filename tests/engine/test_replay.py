"""The comparison of a record with its replay: every field, laws by name; only the time and the file's name may differ."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.records import ClaimRecord, Evidence, LawRecord
from lemmata.verify.engine.replay import FREE, differences
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store


@pytest.fixture
def record(campaign) -> ClaimRecord:
    return Run(load_file(campaign.write(points=2)), device="cpu").all()[0]


def other(value: Any) -> Any:
    """Another value of the same kind, as small a change as can be."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + abs(value) * 3e-16 if isinstance(value, float) and value else value + 1
    if isinstance(value, str):
        return value + " "
    if isinstance(value, dict):
        return {**value, "more": 1}
    if isinstance(value, tuple):
        return (value[0], other(value[1]))
    return [*value, 1] if isinstance(value, list) else 1.0


def test_a_replay_is_equal(record, campaign, tmp_path):
    store = Store(tmp_path / "store.sqlite")
    Run(load_file(campaign.folder / "slow.py"), device="cpu", store=store).all()
    assert differences(store.find(record.key[:12]), record) == []


def test_every_field_of_a_record_counts(record):
    for field in fields(ClaimRecord):
        if field.name == "laws":
            continue
        changed = replace(record, **{field.name: other(getattr(record, field.name))})
        found = differences(record, changed)
        if field.name in FREE:
            assert found == []
        elif field.name == "code":  # then the keys, which are made of it, may differ too
            assert found == []
            assert [d.split(":")[0] for d in differences(record, replace(changed, seed=1))] == ["seed"]
        else:
            assert [d.split(":")[0].split(".")[0] for d in found] == [field.name]
    assert FREE.keys() == {"seconds", "address"}


@pytest.mark.parametrize("part", [LawRecord, Evidence])
def test_every_field_of_a_law_and_of_its_evidence_counts(record, part):
    law = record.laws[0]
    old = law if part is LawRecord else law.evidence[-1]
    for field in fields(part):
        value = getattr(old, field.name)
        if field.name in {"evidence", "name"} or is_dataclass(value):
            continue
        new = replace(old, **{field.name: other(value)})
        changed = new if part is LawRecord else replace(law, evidence=[*law.evidence[:-1], new])
        found = differences(record, replace(record, laws=[changed, *record.laws[1:]]))
        assert len(found) == 1, (field.name, found)
        assert found[0].startswith("laws.truth." + ("" if part is LawRecord else "evidence[")), found


def test_laws_are_matched_by_name(record):
    law = record.laws[0]
    two = replace(record, laws=[law, replace(law, name="mutant:a", samples=5)])
    turned = replace(record, laws=two.laws[::-1])
    assert [d.split(":")[0] for d in differences(two, turned)] == ["order of the laws[0]", "order of the laws[1]"]
    found = differences(two, record)
    assert any(d.startswith("laws.mutant:a: ") and d.endswith("-> nothing") for d in found)
    assert any(d.startswith("laws.mutant:a: nothing ->") for d in differences(record, two))


def test_a_parameter_may_be_called_seconds(record):
    law = record.laws[0]
    moved = replace(law, counterexample={"seconds": 1.0}), replace(law, counterexample={"seconds": 2.0})
    a, b = (replace(record, laws=[one]) for one in moved)
    assert differences(a, b) == ["laws.truth.counterexample.seconds: 1.0 -> 2.0"]

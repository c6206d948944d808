"""The JSON documents follow the committed schema and hold what the records hold."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from parted import second

from lemmata.verify.engine.records import ClaimRecord, from_json
from lemmata.verify.report import twin

SCHEMA = json.loads((Path(twin.__file__).parent / "schema.json").read_text(encoding="utf-8"))
RUN: dict[str, Any] = {"seed": 7, "device": "cpu", "alarm_budget": 1e-3, "seconds": 12.5}


@pytest.fixture
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


def through_json(document: dict[str, Any]) -> dict[str, Any]:
    return json.loads(json.dumps(document, allow_nan=False))  # type: ignore[no-any-return]


def test_both_documents_follow_the_schema(records: list[ClaimRecord], validator: jsonschema.Draft202012Validator) -> None:
    for document in (twin.report_document(records), twin.verify_document(records, **RUN)):
        assert [error.message for error in validator.iter_errors(through_json(document))] == []
    assert validator.is_valid(through_json(twin.verify_document([], **RUN)))


def test_the_schema_rejects_what_is_not_a_verdict(
    records: list[ClaimRecord], validator: jsonschema.Draft202012Validator
) -> None:
    for change in ({"verdict": "passed"}, {"id": "no id"}, {"laws": None}, {"seconds": "fast"}):
        document = through_json(twin.verify_document(records, **RUN))
        document["claims"][0] |= change
        assert not validator.is_valid(document), change
    other = through_json(twin.report_document(records)) | {"schema": "lemmata-report/1"}
    assert not validator.is_valid(other)


def test_the_run_document_has_what_a_script_needs(records: list[ClaimRecord]) -> None:
    document = twin.verify_document(records, **RUN)
    assert list(document) == ["schema", "versions", "seed", "device", "alarm_budget", "seconds", "claims", "totals"]
    assert [claim["id"] for claim in document["claims"]] == sorted(record.id for record in records)
    law = document["claims"][0]["laws"][0]
    kept = ["name", "expected", "outcome", "verdict", "resolution", "statistic", "interval", "samples"]
    assert list(law) == [*kept, "part", "role", "scope", "assumptions", "open"]


def test_the_twin_gives_the_records_back(records: list[ClaimRecord]) -> None:
    document = through_json(twin.report_document(records))
    finite = {record.id: record for record in records if record.id != "icl.empty"}
    found = {data["id"]: from_json(data) for data in document["records"]}
    assert {identity: found[identity].laws[0].samples for identity in finite} == {
        i: r.laws[0].samples for i, r in finite.items()
    }
    assert found["mean_field.label_noise"].erratum == finite["mean_field.label_noise"].erratum
    assert found["icl.empty"].laws[0].interval == (float("-inf"), 1.0)


def test_totals_count(records: list[ClaimRecord]) -> None:
    totals = twin.totals(records)
    assert totals["claims"] == len(records) == sum(totals["verdicts"].values())
    assert totals["as_expected"] == sum(record.as_expected for record in records)
    assert sum(sum(row.values()) for row in totals["families"].values()) == len(records)
    assert totals["errata"] == {"total": 2, "established": 2, "unclear": 0}
    assert totals["mutants"]["automatic_survived"] == 1
    assert totals["mutants"]["named_survived"] == 1


def test_false_alarms_add_up_over_points_of_true_laws(make: Callable[..., ClaimRecord]) -> None:
    one = twin.totals([make()])["false_alarms"]
    assert one == pytest.approx(8 * 1e-7)
    assert twin.totals([make(), make("ridge.other")])["false_alarms"] == pytest.approx(2 * one)


def test_records_in_parts_follow_the_schema(records: list[ClaimRecord], validator: jsonschema.Draft202012Validator) -> None:
    every = [*records, *second()]
    report, run = (through_json(d) for d in (twin.report_document(every), twin.verify_document(every, **RUN)))
    for document in (report, run):
        assert [error.message for error in validator.iter_errors(document)] == []
    for change in ({"verdict": "fine"}, {"scope": 3}, {"cited": "Stein"}):
        broken = copy.deepcopy(report)
        broken["records"][-1]["parts"][0] |= change
        assert not validator.is_valid(broken), change


def test_a_run_document_tells_each_part(validator: jsonschema.Draft202012Validator) -> None:
    document = twin.verify_document(second(), **RUN)
    many = next(claim for claim in document["claims"] if claim["id"] == "second.many")
    assert (many["weakest"], many["strongest"]) == ("refuted", "proved")
    by_name = {entry["name"]: entry for entry in many["parts"]}
    assert by_name["given"]["cited"] == ["Stein's lemma (1981)"]
    assert by_name["fails"]["scope_text"] == "0.5 ≤ a ≤ 5e+05; claimed for a > 0"
    assert by_name["later"]["open"].startswith("the judge is missing")
    law = next(law for law in many["laws"] if law["name"] == "truth:exact")
    assert (law["part"], law["role"], law["verdict"]) == ("exact", "truth", "proved")
    assert law["scope"] == {"a": [0.5, 2.0], "K:style": ["generic", "rank one"]}
    assert document["totals"]["worlds"] == {"judged": 2, "seen": 1}

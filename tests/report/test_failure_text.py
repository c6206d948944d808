"""What a failing law of a part says on a terminal: Unicode and never LaTeX, with sentence, scope and assumptions."""

from __future__ import annotations

import pytest
from parted import claim, law, many, part, second, single

from lemmata.verify.engine.messages import failure
from lemmata.verify.engine.records import LawRecord


def find(record_laws: list[LawRecord], name: str) -> LawRecord:
    return next(item for item in record_laws if item.name == name)


@pytest.mark.parametrize("record", second(), ids=lambda r: r.id)
def test_no_latex_reaches_the_terminal(record) -> None:
    for item in record.laws:
        message = failure(record, item)
        assert "\\" not in message.replace(item.detail, "")
        assert f"  statement  {item.text}" in message


def test_the_message_names_sentence_change_scope_and_assumptions() -> None:
    record = single()
    message = failure(record, find(record.laws, "mutant:linear")).splitlines()
    assert "  says       What is said of main" in message
    assert "  changes    a² → a" in message
    assert "  scope      0.5 ≤ a ≤ 4e+05; claimed for a > 0" in message
    assert "  assuming   values in [-1, 1]" in message


def test_a_proved_part_has_no_narrower_scope() -> None:
    record = many()
    assert "  scope" not in failure(record, find(record.laws, "truth:exact"))


def test_the_reason_of_each_verdict_is_said() -> None:
    record = many()
    first = {p.name: failure(record, find(record.laws, f"truth:{p.name}")).splitlines()[0] for p in record.parts}
    assert first["blind"].endswith("and it holds, but what is wrong holds as well: this check is insensitive")
    assert first["fails"].endswith("but it is refuted")
    assert first["grows"].endswith("but the samples do not decide it")
    assert first["nothing"].endswith("but no admissible point was drawn")
    assert first["broken"].endswith("but it could not be judged")
    torn = claim(
        "second.torn",
        [part("main", "error", detail="proved and refuted")],
        [law("truth", "main", "holds", verdict="error", as_expected=False)],
    )
    assert failure(torn, torn.laws[0]).splitlines()[0].endswith("but its verdict is an error")


def test_a_print_that_holds_did_not_establish_its_erratum() -> None:
    record = many()
    printed = find(record.laws, "as-printed:exact")
    printed.outcome = "holds"
    assert "the erratum is not established" in failure(record, printed)
    reading = find(record.laws, "as-printed:grows.upper")
    assert "expected to hold, and it holds" in failure(record, reading)


def test_a_record_without_parts_shows_its_latex(make) -> None:
    record = make()
    assert record.laws[0].statement in failure(record, record.laws[0])
    assert "  says" not in failure(record, record.laws[0])

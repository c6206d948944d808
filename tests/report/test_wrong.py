"""Wrong formulas and wrong worlds: each by what it changes and by what killed it; what survived is named."""

from __future__ import annotations

import re
from html import unescape

import pytest
from parted import law, many, part, second, single

from lemmata.theory.language.mutation import automatic as generated
from lemmata.verify.report import page, twin
from lemmata.verify.report.fates import FATES, brief, fates, tally
from lemmata.verify.report.rewrites import told
from lemmata.verify.report.section import sections
from lemmata.verify.report.wrong import automatic, world, wrong_formulas, wrong_worlds


@pytest.fixture(scope="module")
def shown() -> str:
    html = page.render(second())
    start = html.index('id="part-second.single-main"')
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html[start : html.index("</section>", start)])).split())


def test_a_wrong_formula_is_its_difference_and_its_killer() -> None:
    record = single()
    (linear,) = wrong_formulas(record, record.parts[0])
    assert (linear.name, linear.change, linear.latex, linear.fate) == ("linear", "a² → a", r"a^{2} \to a", "killed")
    assert linear.by == "4096 samples at a = 5; measured 0.01, it says 0.0821"
    html = page.render([record])
    assert "<msup><mi>a</mi><mn>2</mn></msup><mo>→</mo><mi>a</mi>" in html
    row = html[html.index('<th scope="row">linear</th>') :]
    assert "𝔼" not in row[: row.index("</tr>")]  # the difference, not the whole statement again


def test_a_wrong_formula_that_lives_is_said_to_live() -> None:
    record = many()
    exact = next(p for p in record.parts if p.name == "exact")
    exact.group["survived"] = exact.group["named_survived"] = ["mutant:exact.half"]
    (half,) = wrong_formulas(record, exact)
    assert half.alive and half.by == "too few samples" and not half.as_expected
    assert "not killed: survived, too few samples" in page.render([record])


@pytest.mark.parametrize(("group", "fate"), [("equal", "equal"), ("below", "below"), ("none", "survived")])
def test_the_fate_of_what_was_not_killed(group: str, fate: str) -> None:
    record = single()
    record.laws = [law("truth", "main"), law("mutant:near", "main", "holds", difference="1 → 1.001")]
    record.parts = [part("main", group={group: ["mutant:near"]})]
    assert wrong_formulas(record, record.parts[0])[0].fate == fate


def test_automatic_versions_are_listed_by_fate_with_their_differences(shown: str) -> None:
    record = single()
    found = automatic(record, record.parts[0])
    assert found.killed == [("x2", "", "4096 samples")]
    assert found.survived == [("drop_term1", "without s²/(3n)")]
    assert [(word, names) for word, _, names in found.aside] == [
        ("closer to the truth than the resolution", [("x1.02", "right × 51/50")]),
        ("equal to the truth at every judged point", [("swap_a_b", "")]),
        ("invisible to this kind of statement", [("sign", "")]),
    ]
    assert (
        "Automatic wrong versions that survived, so that the check has no power against them: drop_term1 : without s²/(3n)"
        in shown
    )
    assert "1 survived" in shown


def test_automatic_versions_belong_to_their_part() -> None:
    record = many()
    record.automatic = {"killed": {"auto:exact.x2": 0}, "unseen": ["auto:given.sign"], "differences": {}}
    by_name = {s.part.name: s for s in sections(record)}
    by_name["exact"].part.group["killed"] = ["auto:exact.x2"]
    assert by_name["exact"].automatic.killed == [("x2", "", "computation")]
    assert by_name["given"].automatic.aside[0][2] == [("sign", "")]
    assert by_name["ball"].automatic.total == 0


def test_worlds_are_told_in_words(shown: str) -> None:
    record = single()
    assert [(w.change, w.fate) for w in wrong_worlds(record, record.parts[0])] == [
        ("Z is 1.1 times as large", "seen"),
        ("Z has a mean that is off by 0.3 standard deviations", "not seen"),
        ("K is not as declared: asymmetric", "error"),
    ]
    assert world("negative_eigenvalue.K") == "K is not as declared: negative eigenvalue"
    assert world("a_name") == "a name"
    assert "fails there, as it must, 4096 samples; measured 0.7, it says 0.75" in shown
    assert (
        "A hypothesis that nothing needs: the statement passes where Z has a mean that is off by 0.3 standard deviations."
        in shown
    )


def test_the_words_of_the_worlds_are_those_of_the_engine() -> None:
    from lemmata.numerics.random.worlds import CHANGES, World

    for change in CHANGES:
        made = World("Z", change)
        assert world(made.name) == made.says


def test_every_automatic_version_has_one_fate_and_every_fate_is_explained() -> None:
    record = single()
    record.parts[0].group |= {"stronger": ["auto:low", "auto:late"], "malformed": ["auto:root"]}
    record.automatic |= {"survived": ["auto:drop_term1", "auto:low"], "unjudged": ["auto:root", "auto:late"]}
    assert fates(record) == {
        "auto:x2": "killed", "auto:x1.02": "below", "auto:swap_a_b": "equal", "auto:low": "stronger", "auto:late": "unjudged",
        "auto:root": "malformed", "auto:sign": "unseen", "auto:drop_term1": "survived",
    }  # fmt: skip
    counts = tally([record])
    assert sum(counts.values()) == 8 and list(counts) == [fate for fate in FATES if fate in counts]
    html = page.render([record])
    head = html[: html.index("<nav")]
    for fate in counts:
        assert f"{counts[fate]} {brief(fate)}" in head and FATES[fate][1] in head
    assert twin.totals([record])["mutants"]["automatic"] == counts


def test_rewrites_are_told_in_words_and_one_sort_together() -> None:
    assert told(["x2", "x1.1", "drop_term1", "drop_term3", "swap_a_b", "low_x2", "T_square"]) == (
        "times 2, 1.1; without a term (1, 3); with a and b exchanged; lower end times 2; T square"
    )


def test_the_words_of_the_rewrites_are_those_of_the_generator() -> None:
    from lemmata import Claim, Identity, Positive, Symbol

    a, b = Symbol("a", "a number", Positive), Symbol("b", "a number", Positive)
    made = Claim("mine.sum", says="a", statement=Identity((a + b) ** 2, a**2 + 2 * a * b + b**2))
    laws, unseen = generated("main", next(iter(made.parts.values())), True)
    for name in [*(item.name for item in laws), *unseen]:
        assert told([name.removeprefix("auto:")]) != name.removeprefix("auto:").replace("_", " ")

"""The page stays small: a claim costs few bytes, whatever its formulas, points and wrong versions are."""

from __future__ import annotations

import copy
import re
import time
from statistics import median

from parted import LONG, claim, fact, law, part, points, second

from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.report import page

MEDIAN, MOST = 15_000, 40_000  # bytes of a claim


def heavy() -> ClaimRecord:
    """Six parts with formulas of thousands of signs, sixty wrong versions each, and a derivation of fifty facts."""
    statement = "q = " + " + ".join(rf"{k} \left({LONG}\right)^{{{k}}}" for k in range(1, 12))
    parts, laws = [], []
    for i in range(6):
        name = f"part_{i}"
        killed = [f"auto:{name}.drop_term{k}" for k in range(60)]
        parts.append(
            part(
                name,
                "proved",
                statement=statement,
                group={"killed": killed},
                facts=[fact(k, formula=statement) for k in range(1, 51)],
            )
        )
        laws.append(law(f"truth:{name}", name, statement=statement, evidence=points(lambda a: a)))
        laws += [
            law(
                f"mutant:{name}.m{k}",
                name,
                "fails",
                statement=statement,
                difference=statement,
                difference_latex=statement,
                killed_at=9,
            )
            for k in range(6)
        ]
    automatic = {
        "killed": {n: 9 for p in parts for n in p.group["killed"]},
        "differences": {n: statement for p in parts for n in p.group["killed"][:9]},
    }
    return claim(
        "second.heavy", parts, laws, definitions=[f"k_{i} = {statement}" for i in range(9)], where=[], automatic=automatic
    )


def sizes(records: list[ClaimRecord]) -> list[int]:
    html = page.render(records)
    return [len(article.encode()) for article in re.findall(r'<article class="claim.*?</article>', html, re.S)]


def test_a_claim_costs_few_bytes(invented: list[ClaimRecord]) -> None:
    found = sizes([*invented, *second()])
    assert len(found) == len(invented) + len(second())
    assert median(found) <= MEDIAN
    assert max(found) <= MOST


def test_a_heavy_claim_is_bounded() -> None:
    (found,) = sizes([heavy()])
    assert found <= 6 * MOST


def test_nothing_is_typeset_twice() -> None:
    record = next(r for r in second() if r.id == "second.single")
    html = page.render([record])
    shown = re.findall(r"<math>.*?</math>", html[html.index('id="claims"') :])
    assert len([m for m in shown if len(m) > 100]) == len({m for m in shown if len(m) > 100})


def test_three_hundred_claims_are_rendered_in_seconds() -> None:
    records = []
    for i in range(100):
        for record in copy.deepcopy(second()):
            record.id = f"second{i}.{record.id.partition('.')[2]}"
            records.append(record)
    started = time.process_time()
    html = page.render(records)
    assert time.process_time() - started < 30
    assert len(html.encode()) < 12e6


def test_a_long_formula_names_what_recurs() -> None:
    term = r"\left(\frac{a^{2} + b}{c} + \sqrt{d + e}\right)"
    shown = page.tex("x = " + " + ".join(rf"y_{{{k}}} {term}^{{{k}}}" for k in range(2, 14)))
    assert "𝖠" in shown and '<p class="named">where ' in shown
    assert shown.count("<msqrt>") == 1


def test_what_is_too_long_is_a_line_to_be_opened() -> None:
    shown = page.tex(" + ".join(f"a_{{{k}}} b^{{{k}}}" for k in range(400)))
    assert shown.startswith('<details class="long"><summary>')
    assert "signs" in shown and len(shown) < 3000

"""Options at which nothing was decided: those of what a law speaks of count, those of other parts do not."""

from __future__ import annotations

from lemmata import Array, Claim, Inequality, Naturals, Part, Settings, Symbol, sq
from lemmata.verify.engine.examination import all_laws
from lemmata.verify.engine.findings import _uncovered
from lemmata.verify.engine.records import Evidence

n = Symbol("n", "a size", Naturals)
u, v = Array("u", "a vector", n), Array("v", "another vector", n)


def part(w: Array) -> Part:
    return Part(Inequality(0, sq(w)), says="A square is not negative")


def test_an_option_of_another_part_need_not_be_decided() -> None:
    settings = Settings(Claim("mine.options", parts={"first": part(u), "second": part(v)}))
    laws = {law.name: law for law in all_laws(settings)}
    rows = [
        ({"point": {"n": 2, "u:style": "zero", "v:style": "spiky"}}, Evidence("undecided")),
        ({"point": {"n": 2, "u:style": "generic", "v:style": "zero"}}, Evidence("holds")),
    ]
    assert _uncovered(settings, laws["truth:first"], rows) == "u:style = zero"
    assert _uncovered(settings, laws["truth:second"], rows) == "v:style = spiky"
    decided = [({"point": {"n": 2, "u:style": "zero", "v:style": "zero"}}, Evidence("undecided")), rows[1]]
    assert not _uncovered(settings, laws["truth:second"], decided)

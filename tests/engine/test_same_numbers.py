"""The same verdicts and numbers from one worker, two, shards that are merged, and a resumed run, by either generator."""

from __future__ import annotations

import json

import pytest

from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.merging import merge
from lemmata.verify.engine.records import ClaimRecord, to_json
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.shards import Shard
from lemmata.verify.engine.store import Store

pytestmark = pytest.mark.usefixtures("short_units")

FILE = """
from lemmata import (
    Array, Claim, Domain, Identity, Ladder, Mean, Naturals, Normal, Positive, Procedure, Rate, Sampled, Settings, Symbol, UnitVector, cos, dot, exp, sq,
)

a, n = Symbol("a", "a width", Positive), Symbol("n", "a size", Naturals)
Z = Sampled("Z", Normal())
noisy = Procedure("noisy", "a number that decays", ("a", "n"), {"C": "its value"})
core = Domain(a >= 1, a <= 2, core=(a <= 2,))


def claim(slug, statement, domain, **more):
    return Claim(f"same.{slug}", says="a mean", statement=statement, domain=domain, **more)


def decays(p, draw):
    return {"C": p.a * (1 + 0.1 * draw.normal()) / p.n}


cosine = claim("cosine", Identity(Mean(cos(a * Z)), exp(-(a**2) / 2)), core, wrong={"rate": {"right": exp(-(a**2))}})
v, G = Array("v", "a vector", n), Sampled("G", Normal(), n)
square = claim("square", Identity(Mean(dot(v, G) ** 2), sq(v)), Domain(n >= 2, n <= 4, core=(n <= 4,)))
decay = claim("decay", Rate(Mean(noisy(a=a, n=n)["C"]), -1, ladder=Ladder(n, (8, 32, 128, 512))), core, procedures=(noisy,))
usual = {"rest": (0, 0), "search": (0, 0)}
first = Settings(cosine, core=(9, 9), **usual)
second = Settings(square, core=(5, 5), **usual)
third = Settings(decay, core=(2, 2), replicates=(1024, 1024), calls=4, unit=1, procedures={"noisy": decays}, **usual)
"""


def numbers(records: list[ClaimRecord]) -> list[dict[str, object]]:
    """All that a record holds but the time it took."""
    plain = json.loads(json.dumps([to_json(record) for record in records]))
    return [{key: value for key, value in record.items() if key != "seconds"} for record in plain]


@pytest.mark.parametrize("rng", ["torch", "philox"])
def test_however_it_is_run(tmp_path, rng):
    path = tmp_path / "same.py"
    path.write_text(FILE)

    def run(store: Store, **options: object) -> tuple[list[dict[str, object]], int]:
        events: list[str] = []
        records = Run(
            load_file(path), device="cpu", rng=rng, store=store, listen=lambda e, p: events.append(e), **options
        ).all()
        return numbers(records), events.count("unit")

    one, units = run(Store())
    assert [record["verdict"] for record in one] == ["corroborated"] * 3
    assert units > 6
    two, resumed = Store(tmp_path / "two.sqlite"), Store(tmp_path / "resumed.sqlite")
    assert run(two, workers=2) == (one, units)
    shards = [Store(tmp_path / f"{number}.sqlite") for number in (1, 2, 3)]
    for number, store in enumerate(shards, 1):
        complete, _ = run(store, shard=Shard(number, 3))
        assert all(record in one for record in complete), "a claim of one unit is complete in its shard"
    assert sum(store.rows("select count(*) from units")[0][0] for store in shards) == units
    for number in (1, 2, 3):
        merge(resumed, tmp_path / f"{number}.sqlite")
    assert run(resumed) == (one, 0)
    resumed.db.execute("delete from claims")
    resumed.db.execute("delete from units where rowid % 2 = 0")
    resumed.db.execute("delete from plans")
    (kept,) = resumed.rows("select count(*) from units")[0]
    assert run(resumed) == (one, units - kept)

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

FILE = """
import sympy as sp
import torch
from lemmata.theory.first import Claim, Domain, Identity, Ladder, Mean, Observable, Rate, Real, Source, Vector
from lemmata.verify import experiment

a, n = sp.Symbol("a", positive=True), sp.Symbol("n", integer=True, positive=True)
v = sp.IndexedBase("v")
C = Observable("C")


def claim(slug, truth, domain, **more):
    return Claim(id=f"same.{slug}", title="a mean", truth=truth, source=Source("none", "none"), domain=domain, **more)


real = Domain(Real(a, (0, sp.oo), (0.2, 1.5)))
cosine = claim("cosine", Identity(Mean(C), sp.exp(-(a**2) / 2), bounds=(-1, 1)), real, mutants={
    "rate": Identity(Mean(C), sp.exp(-(a**2)), bounds=(-1, 1))})
sphere = claim("sphere", Identity(Mean(C), (v[1] ** 2 + v[2] ** 2) / 2), Domain(Vector(v, 2, (0.5, 2))))
decay = claim("decay", Rate(Mean(C), -1, ladder=Ladder(n, (8, 32, 128, 512))), real)


@experiment(cosine, points=(9, 9), replicates=(2**13, 2**13), resolution=(0.2, 0.2))
def cosine_of_normal(p, draw):
    return torch.cos(p.a * draw.normal())


@experiment(sphere, points=(5, 5), replicates=(2**14, 2**14), resolution=(0.1, 0.1))
def projection(p, draw):
    return (draw.sphere(2) @ draw.tensor(p.v)) ** 2


@experiment(decay, points=(2, 2), replicates=(2**10, 2**10))
def noisy_decay(p, draw):
    return p.a * (1 + 0.1 * draw.normal()) / p.n
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
    assert units == 7
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

"""What a procedure gave at a scene serves all laws that ask for it; a size without bound survives the store."""

from __future__ import annotations

import json
import math

from lemmata import Claim, Identity, Inequality, Mean, Part, Procedure, Rational, Settings
from lemmata.verify.engine.examination import all_laws, judge
from lemmata.verify.engine.records import Evidence, evidence_from, evidence_to
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.trial import Setting

coin = Procedure("coin", "two numbers, the first smaller", ("side",), {"low": "the smaller", "high": "the larger"})
CALLS: list[str] = []


def toss(p, draw):
    CALLS.append(f"{draw.key.stage} {draw.key.chunk} {draw.replicates}")
    low = draw.uniform()
    return {"low": low, "high": 1 + draw.uniform()}


def test_no_run_is_made_twice() -> None:
    run = coin(side=1)
    first = Part(Inequality(Mean(run["low"]), Mean(run["high"])), says="The first is smaller")
    second = Part(Inequality(Mean(run["low"]), 2 * Mean(run["high"])), says="and smaller than twice the second")
    claim = Claim("mine.coin", parts={"first": first, "second": second}, procedures=(coin,))
    settings = Settings(claim, procedures={"coin": toss}, replicates=(128, 128), first=32, chunk=16)
    found = judge(Scene(settings, {}, Setting()), all_laws(settings), 1e-3)
    assert found["truth:first"].samples == found["truth:second"].samples == 128
    assert len(CALLS) == len(set(CALLS)) > 4


def test_calls_grow_with_the_number_of_replicates() -> None:
    """A procedure is called 16 times for the first look, and 12 times for each fourfold of them."""
    CALLS.clear()
    run = coin(side=1)
    claim = Claim(
        "mine.coin", says="Its mean is a half", statement=Identity(Mean(run["low"]), Rational(1, 2)), procedures=(coin,)
    )
    settings = Settings(claim, procedures={"coin": toss}, replicates=(2**14, 2**14), first=256, resolution=(1e-3, 1e-3))
    found = judge(Scene(settings, {}, Setting()), all_laws(settings), 1e-3)
    sizes = [int(call.split()[-1]) for call in CALLS]
    assert found["truth"].samples == sum(sizes) == 2**14
    assert sizes == [16] * 16 + [64] * 12 + [256] * 12 + [1024] * 12


def test_a_size_without_bound_is_read_back() -> None:
    found = evidence_from(json.loads(json.dumps(evidence_to(Evidence("fails", size=math.inf)))))
    assert found.size == math.inf and evidence_from(evidence_to(Evidence("fails", size=2.0))).size == 2.0

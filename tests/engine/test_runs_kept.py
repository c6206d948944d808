"""What a procedure gave at a scene serves all laws that ask for it; a size without bound survives the store."""

from __future__ import annotations

import json
import math

import pytest

from lemmata import (
    Claim,
    Domain,
    Erratum,
    Flow,
    Guarantee,
    Identity,
    Inequality,
    Mean,
    Part,
    Positive,
    Print,
    Procedure,
    Rational,
    Settings,
    Symbol,
)
from lemmata.numerics.formula import solving
from lemmata.numerics.integrate.flow import flow
from lemmata.theory.language.errors import ClaimError
from lemmata.verify.engine.campaign import Unit
from lemmata.verify.engine.examination import all_laws, judge, measure
from lemmata.verify.engine.records import Evidence, evidence_from, evidence_to
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting

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


def test_what_has_no_value_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound beside a flow that is too stiff has many wrong versions."""
    tried = []
    monkeypatch.setattr(solving, "flow", lambda *a, **k: tried.append(a) or flow(*a, **k))
    b, x = Symbol("b", "rate", Positive), Symbol("x", "state")
    claim = Claim("mine.stiff", says="A flow falls", statement=Inequality(Flow(x, -b * x, 1, 1), 1 / (1 + b)))
    settings = Settings(claim)
    found = judge(Scene(settings, {"b": 1e9}, Setting()), all_laws(settings), 1e-3)
    assert len(found) > 5 and len(tried) == 1
    assert all("stiff" in e.detail for e in found.values() if e.outcome != "vacuous")


def judged(run, calls):
    claim = Claim(
        "mine.coin",
        says="Its mean is a half",
        statement=Identity(Mean(coin(side=1)["low"]), Rational(1, 2)),
        procedures=(coin,),
    )
    settings = Settings(
        claim, procedures={"coin": run}, replicates=(2**14, 2**14), first=256, calls=calls, resolution=(1e-3, 1e-3)
    )
    return judge(Scene(settings, {}, Setting()), all_laws(settings), 1e-3)["truth"]


@pytest.mark.parametrize("calls", [16, 4])
def test_calls_grow_with_the_number_of_replicates(calls) -> None:
    """A procedure is called so often for the first look, and by three quarters of that for each fourfold."""
    CALLS.clear()
    found = judged(toss, calls)
    sizes = [int(call.split()[-1]) for call in CALLS]
    assert found.samples == sum(sizes) == 2**14
    first, more = 256 // calls, calls - calls // 4
    assert sizes == [first] * calls + [4 * first] * more + [16 * first] * more + [64 * first] * more


def shared(p, draw):
    """The calls, and not the replicates, have the mean a half."""
    low = draw.uniform() / 2 + draw.uniform()[:1] / 2
    return {"low": low, "high": 1 + low}


@pytest.mark.parametrize("calls", [16, 4])
def test_an_effect_that_a_call_shares_is_seen(calls) -> None:
    found = judged(shared, calls)
    assert found.outcome == "undecided" and "share an effect" in found.detail


def test_fewer_calls_are_not_compared() -> None:
    claim = Claim("mine.coin", says="It is", statement=Identity(Mean(coin(side=1)["low"]), Rational(1, 2)), procedures=(coin,))
    with pytest.raises(ClaimError, match="3 calls of a procedure cannot be compared"):
        Settings(claim, procedures={"coin": toss}, calls=3)


def test_a_size_without_bound_is_read_back() -> None:
    found = evidence_from(json.loads(json.dumps(evidence_to(Evidence("fails", size=math.inf)))))
    assert found.size == math.inf and evidence_from(evidence_to(Evidence("fails", size=2.0))).size == 2.0


@pytest.mark.parametrize(("profile", "judged_at"), [(0, 1), (1, 3)])
def test_a_print_that_samples_refuted_twice_is_not_judged_again_in_the_quick_profile(profile: int, judged_at: int) -> None:
    """Its refutation stands on two keys; the truth is judged at every point."""
    CALLS.clear()
    side = Symbol("a", "side", Positive)
    run, other = coin(side=side), coin(side=2 * side)
    claim = Claim(
        "mine.printed",
        says="The smaller one is below a half half of the time",
        statement=Guarantee(run["low"] <= Rational(9, 10), Rational(1, 2)),
        printed=Print({"event": other["low"] <= Rational(1, 20)}, erratum=Erratum.wrong("it is larger")),
        domain=Domain(core=(side >= 1, side <= 2)),
        procedures=(coin,),
    )
    settings = Settings(claim, procedures={"coin": toss}, replicates=(128, 128), first=(32, 64), chunk=64)
    points = tuple({"a": value} for value in (1.0, 1.25, 2.0))
    rows = measure(settings, Unit("mine.printed", 1, points), Setting(profile=profile), 1e-3)
    assert [row["evidence"]["truth"]["outcome"] for row in rows] == ["holds"] * 3
    printed = [row["evidence"]["as-printed"] for row in rows if "as-printed" in row["evidence"]]
    assert [e["outcome"] for e in printed] == ["fails"] * judged_at
    sizes = {int(call.split()[-1]) for call in CALLS}
    assert (32 in sizes) == (profile == 0)  # the first look of a pair

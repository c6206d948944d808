"""Procedures in statements: calls with other parameters are other runs, the outputs of one call one run; a quicker
procedure stands in for a slow one only where their outputs have one law."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lemmata import Claim, Domain, Identity, Mean, Naturals, Part, Procedure, Reduction, Symbol, Variance
from lemmata.theory.language.errors import ClaimError

n = Symbol("n", "a number", Naturals)
OUTPUTS = {"x": "a number", "y": "its double"}
slow = Procedure("slow", "a normal number about n", ("n",), OUTPUTS)
quick = Procedure("quick", "the same", ("n",), OUTPUTS)
SMALL = Domain(n >= 1, n <= 5, core=(n <= 5,))


def about(shift: float = 0.0, spread: float = 1.0) -> Callable[..., dict[str, Any]]:
    def run(p: Any, draw: Any) -> dict[str, Any]:
        x = p.n + shift + spread * draw.normal()
        return {"x": x, "y": 2 * x}

    return run


FIRST, SECOND = slow(n=n)["x"], slow(n=n + 3)["x"]
CALLS = {
    "first": Part(Identity(Mean(FIRST), n), says="The mean is n"),
    "second": Part(Identity(Mean(SECOND), n + 3), says="The mean is n + 3"),
    "false": Part(Identity(Mean(SECOND), n), says="The mean of the second is n"),
}


def calls(examine: Any, replicates: int) -> Any:
    claim = Claim("mine.calls", parts=CALLS, domain=SMALL, procedures=(slow,))
    return examine(claim, procedures={"slow": about(spread=0.1)}, replicates=(replicates, replicates))


def test_calls_with_other_parameters_are_other_runs(examine: Any) -> None:
    found = {part.name: part.verdict for part in calls(examine, 2**15).parts}
    assert found == {"first": "corroborated", "second": "corroborated", "false": "refuted"}


def test_nor_is_one_call_taken_for_another_while_both_are_kept(examine: Any) -> None:
    """Few replicates stay in memory from one law to the next."""
    laws = {law.name: law for law in calls(examine, 64).laws}
    for name in ("truth:first", "truth:second"):
        assert abs(laws[name].statistic - laws[name].predicted) < 0.2  # an error of 0.0125


def test_outputs_of_one_call_come_from_one_run(examine: Any) -> None:
    run = slow(n=n)
    claim = Claim(
        "mine.outputs", says="y is twice x", statement=Identity(Variance(run["y"] - 2 * run["x"]) + Mean(run["x"]), n),
        domain=SMALL, procedures=(slow,),
    )  # fmt: skip
    assert examine(claim, procedures={"slow": about(spread=0.1)}).verdict == "corroborated"


@pytest.mark.parametrize(
    ("changed", "verdict"),
    [((0.0, 1.0), "corroborated"), ((0.5, 1.0), "error"), ((0.0, 1.3), "error")],
    ids=["the same law", "another mean", "another variance"],
)
def test_a_quicker_procedure_has_the_same_law(examine: Any, changed: tuple[float, float], verdict: str) -> None:
    claim = Claim(
        "mine.reduced", says="The mean is n", statement=Identity(Mean(slow(n=n)["x"]), n), domain=SMALL,
        procedures=(slow, quick), reductions=(Reduction(slow, quick, small={"n": 1}, how="observables"),),
    )  # fmt: skip
    found = examine(claim, procedures={"slow": about(), "quick": about(*changed)})
    if verdict == "corroborated":
        assert found.verdict == verdict
    else:
        assert found.verdict in ("error", "refuted")


def test_the_quicker_one_is_run(examine: Any) -> None:
    """At sizes other than the small one the slow procedure is not called."""
    seen: list[int] = []

    def watched(p: Any, draw: Any) -> dict[str, Any]:
        seen.append(int(p.n))
        return about()(p, draw)

    claim = Claim(
        "mine.watched", says="The mean is n", statement=Identity(Mean(slow(n=n)["x"]), n), domain=SMALL,
        procedures=(slow, quick), reductions=(Reduction(slow, quick, small={"n": 7}, how="observables"),),
    )  # fmt: skip
    assert examine(claim, procedures={"slow": watched, "quick": about()}).verdict == "corroborated"
    assert set(seen) <= {7, 8}


def test_what_cannot_stand_for_it_is_refused() -> None:
    other = Procedure("other", "another", ("n", "d"), OUTPUTS)
    with pytest.raises(ClaimError, match="d belongs to one of them"):
        Reduction(slow, other, small={"n": 1}, how="observables")
    with pytest.raises(ClaimError, match="a run is no bound"):
        Reduction(slow, quick, small={"n": 1}, how="bound")
    with pytest.raises(ClaimError, match="by a procedure"):
        Reduction(slow, n, small={"n": 1}, how="observables")

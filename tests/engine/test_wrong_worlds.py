"""Wrong worlds are those of what is drawn, and a bound that is kept by far in one of them is judged in it at one place."""

from __future__ import annotations

from typing import Any

from lemmata import Claim, Domain, Inequality, Mean, Naturals, Normal, Positive, Sampled, Settings, Symbol, Trace, Wishart
from lemmata.theory.language.procedures import Reduction
from lemmata.verify.engine.examination import judge
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.worlds import wrong_worlds

ALPHA = 1e-6
SETTING = Setting(0, "cpu", "torch", 0, 8)
a = Symbol("a", "a scale", Positive)
n, m = Symbol("n", "rows", Naturals), Symbol("m", "columns", Naturals)
Z = Sampled("Z", Normal())
POINTS = [{"a": v} for v in (0.5, 0.7, 1.0, 1.5, 2.0, 3.0)]


def bound(factor: int) -> Settings:
    """E aZ² is at most a multiple of a."""
    return Settings(
        Claim(
            "worlds.bound",
            says="The mean of aZ² is at most a multiple of a",
            statement=Inequality(Mean(a * Z**2), factor * a),
            domain=Domain(core=(a >= 0.5, a <= 3)),
        )
    )


def seen(settings: Settings, points: Any) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """The evidence in every wrong world, and what was judged where."""
    asked: list[tuple[str, Any]] = []

    def noted(scene: Any, laws: Any, alpha: float) -> Any:
        asked.extend((law.name, scene.point) for law in laws)
        return judge(scene, laws, alpha)

    return wrong_worlds(settings, points, SETTING, ALPHA, noted, len(points)), asked


def test_a_bound_that_is_kept_by_far_is_judged_once_in_each_world() -> None:
    found, asked = seen(bound(40), POINTS)
    assert {e.outcome for e in found.values()} == {"holds"}
    assert len(asked) == len(found) == len({name for name, _ in asked})


def test_a_bound_that_is_attained_is_told_from_a_wrong_scale() -> None:
    found, _ = seen(bound(1), POINTS)
    assert found["world:Z.scale"].outcome == "fails"


def test_a_world_that_only_a_further_place_shows_is_found() -> None:
    """The bound is attained at a = 1 alone, and kept by far at the other places."""
    law = Inequality(Mean(Z**2 + Z**4 / a), 1 + 3 / a + (a - 1) ** 2)
    claim = Claim(
        "worlds.corner",
        says="The mean of Z² + Z⁴/a is at most 1 + 3/a + (a − 1)²",
        statement=law,
        domain=Domain(core=(a >= 1, a <= 9)),
    )
    found, asked = seen(Settings(claim), [{"a": v} for v in (8.0, 9.0, 7.0, 1.0)])
    assert found["world:Z.scale"].outcome == "fails"
    assert found["world:Z.scale"].point == {"a": 1.0}
    assert ("world:Z.scale", {"a": 7.0}) not in asked


def test_the_worlds_of_a_reduced_statement_are_those_of_what_stands_in_for_it() -> None:
    b, G = Sampled("b", Normal(), n, m), Sampled("G", Wishart(m), n, n)
    claim = Claim(
        "worlds.reduced",
        says="The mean of |b|² is at most its number of entries",
        statement=Inequality(Mean(Trace(b * b.T)), n * m),
        domain=Domain(core=(n <= 3, m <= 4)),
        reductions=(Reduction(Trace(b * b.T), m * Trace(G), small={"n": 2, "m": 2}, how="observables"),),
    )
    found, _ = seen(Settings(claim), [{"n": 2, "m": 3}, {"n": 1, "m": 4}])
    assert all(name.startswith("world:G.") for name in found)
    assert found["world:G.scale"].outcome == "fails"

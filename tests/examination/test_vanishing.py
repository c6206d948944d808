"""A mean whose fixed factor is 0 at a point is 0 there, whatever is drawn; wrong worlds are looked for where it is not."""

from __future__ import annotations

import pytest

from lemmata import Array, Claim, Domain, Edit, Identity, Maximum, Mean, Naturals, Normal, Reals, Sampled, Settings, Symbol
from lemmata.verify.engine.examination import judge
from lemmata.verify.engine.judging.assumed import assumption_of
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.stats.assumptions import Bounded
from lemmata.verify.engine.worlds import wrong_worlds

a = Symbol("a", "a number", Reals)
Z = Sampled("Z", Normal())
claim = Claim(
    "mine.vanishing",
    says="It has this mean",
    statement=Identity(Maximum(a, 0) * Mean(Z**2), Maximum(a, 0), scale=1),
    domain=Domain(core=(a >= -1, a <= 1)),
    wrong={"two": Edit(right=2 * Maximum(a, 0))},
)
settings = Settings(claim, replicates=(2**15, 2**15))


@pytest.mark.parametrize(("value", "zero"), [(-0.5, True), (0.0, True), (0.5, False)])
def test_a_factor_that_is_0(value: float, zero: bool) -> None:
    body = Maximum(a, 0) * Z**2
    found = assumption_of(Scene(settings, {"a": value}, Setting()), body, "main")
    assert (isinstance(found, Bounded) and found.high - found.low < 1e-280) is zero


@pytest.mark.parametrize(("entry", "zero"), [(0.0, True), (0.5, False)])
def test_a_matrix_that_is_0_in_all_its_entries(entry: float, zero: bool) -> None:
    d = Symbol("d", "dimension", Naturals)
    A, W = Array("A", "a matrix", d, d), Sampled("W", Normal(), d, d)
    other = Claim("mine.matrix", says="It has this mean", statement=Identity(Mean(A * W * W.T), d * A, scale=1))
    scene = Scene(Settings(other), {"d": 2, "A": [[0.0, entry], [0.0, 0.0]]}, Setting())
    found = assumption_of(scene, A * W * W.T, "main")
    assert (isinstance(found, Bounded) and found.high - found.low < 1e-280) is zero


def test_wrong_worlds_are_looked_for_further_on() -> None:
    """At the first four points both sides are 0 in every world; the fifth tells."""
    points = [{"a": value} for value in (-1.0, -0.7, -0.4, -0.1, 0.8)]
    found = {n: e.outcome for n, e in wrong_worlds(settings, points, Setting(), 1e-3, judge, 4).items()}
    assert "fails" in found.values()
    nowhere = {n: e.outcome for n, e in wrong_worlds(settings, points[:4], Setting(), 1e-3, judge, 4).items()}
    assert nowhere
    assert "fails" not in nowhere.values()

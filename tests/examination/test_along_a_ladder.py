"""What is arbitrary is the same at every rung of a ladder: a limit is stated for each array, not for a new one at each size."""

from __future__ import annotations

from typing import Any

import torch

from lemmata import Array, Claim, Domain, Ladder, Limit, Minimum, Naturals, Part, Positive, Rational, Symbol, norm, sq
from lemmata.verify.engine.pointing import LEAST, draw
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings

n, k = Symbol("n", "a size that grows", Naturals), Symbol("k", "a size that stays", Naturals)
c = Symbol("c", "a number", Positive)
a, growing = Array("a", "a vector", k), Array("b", "a vector that grows", n)
ladder = Ladder(n, (8, 16, 32, 64, 128), quick=(8, 16, 32, 64))
stays = Limit((1 + c / n) * sq(a), sq(a), ladder=ladder, scale=sq(a), expansion=(1 / n, n**-2))


def claim(statement: Any) -> Claim:
    return Claim("mine.ladder", says="a limit", statement=statement, domain=Domain(norm(a) > 0, core=(k <= 5, c >= 1, c <= 3)))


def test_an_array_is_one_array_along_the_ladder() -> None:
    statement = Limit((1 + sq(growing) / n) * sq(a) / n, 0, ladder=ladder, scale=sq(a))
    scene = Scene(Settings(claim(statement)), {"n": 8, "k": 4, "c": 1.0}, Setting(root=0, device="cpu"))
    rungs = scene.along(ladder)
    for rung in rungs[1:]:
        assert torch.equal(rung.env["a"], rungs[0].env["a"])
    assert [rung.env["b"].shape[0] for rung in rungs] == [8, 16, 32, 64]


def test_its_limit_is_resolved_and_a_wrong_one_falls(examine: Any) -> None:
    record = examine(claim(stays))
    assert record.parts[0].verdict == "corroborated"
    assert all(law.outcome == "fails" for law in record.laws if law.name in {"auto:x2", "auto:x1.5"})
    wrong = Limit((1 + c / n) * sq(a), sq(a) + c, ladder=ladder, scale=sq(a), expansion=(1 / n, n**-2))
    assert examine(claim(wrong)).parts[0].verdict == "refuted"


def test_a_ladder_that_does_not_reach_far_enough_outside_its_core_refutes_nothing(examine: Any) -> None:
    """c/(c + n) → 0 for every c, and is near 1 at all of these sizes where c is a thousand times as large."""
    far = Limit(c / (c + n), 0, ladder=ladder, scale=1, expansion=(1 / n, n**-2, n**-3))

    def made(statement: Any, *core: Any) -> Claim:
        return Claim("mine.far", says="a limit", statement=statement, domain=Domain(c < 10**9, core=core))

    for seed in range(3):
        record = examine(made(far, c >= Rational(1, 10), c <= 1), core=(2, 8), rest=(12, 12), seed=seed)
        assert record.parts[0].verdict == "corroborated", "and its scope says where"
    near = Limit(c / (c + n), Rational(1, 2), ladder=ladder, scale=1, expansion=(1 / n, n**-2, n**-3))
    assert examine(made(near, c >= Rational(1, 10), c <= 1), core=(2, 8), rest=(12, 12)).parts[0].verdict == "refuted"
    exact = Limit(c / (c + n), 0, ladder=ladder, scale=1, finite=Minimum(c, 100) / (Minimum(c, 100) + n))
    assert examine(made(exact, c >= Rational(1, 10), c <= 1), core=(2, 8), rest=(12, 12)).parts[0].verdict == "refuted"


def test_what_stands_along_a_ladder_has_points_that_meet_its_conditions(examine: Any) -> None:
    """A condition on the size that grows is left to the rungs; one on a number that stays has points of its own."""
    rare, large = c >= Rational(29, 10), n >= 8
    limit = Limit(Minimum(c, Rational(29, 10)) * (1 + c / n), Rational(29, 10), ladder=ladder, expansion=(1 / n, n**-2))

    def made(*when: Any) -> Claim:
        return Claim("mine.rare", domain=Domain(core=(c >= 1, c <= 3)), parts={"main": Part(limit, when=when, says="a limit")})

    for seed in range(4):
        points = draw(Settings(made(rare, large), core=(1, 8), rest=(0, 0)), 0, seed)
        assert sum(point["c"] >= 2.9 for point in points) >= LEAST
    assert examine(made(rare), core=(1, 8), rest=(0, 0)).parts[0].verdict == "corroborated"

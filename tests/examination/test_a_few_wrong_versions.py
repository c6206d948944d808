"""The quick profile judges some automatic wrong versions of a part; where these leave it doubtful, all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sympy as sp

from lemmata import Claim, Domain, Identity, Mean, Optimality, Part, Positive, Reals, Sampled, Settings, Symbol, Uniform
from lemmata.theory.language.part import Role
from lemmata.verify.engine.content import claim_key
from lemmata.verify.engine.examination import all_laws, automatic_laws
from lemmata.verify.engine.profiles import PROFILES
from lemmata.verify.engine.prospect import prospect
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.report import readme

a = Symbol("a", "a length", Positive)
b = Symbol("b", "a width", Positive)
LONG = sp.Add(*((k + 2) * a**k * b for k in range(1, 8)))
x = Symbol("x", "a place", Reals)
DOMAIN = Domain(a > 0, b > 0, core=(a >= 0.5, a <= 2, b >= 0.5, b <= 2))
QUICK = PROFILES["quick"].automatic


def polynomial(*when: Any) -> Settings:
    statement = Identity(sp.Add(*((k + 2) * a**k for k in range(1, 8)), evaluate=False) * b, LONG)
    return Settings(Claim("mine.sum", domain=DOMAIN, parts={"main": Part(statement, says="A sum is itself", when=when)}))


def test_the_quick_profile_has_some_of_those_of_the_full_one() -> None:
    settings = polynomial(a < 2)
    few, every = automatic_laws(settings, QUICK)[0], automatic_laws(settings)[0]
    assert [law.name for law in every if law in few] == [law.name for law in few]
    rungs, dropped = 4, 1
    assert len(few) == QUICK + rungs + dropped < len(every)
    assert [law.name for law in all_laws(settings, QUICK) if law.role is not Role.AUTOMATIC] == ["truth"]
    assert prospect(settings, PROFILES["quick"]).parts[0].laws[Role.AUTOMATIC.value] == len(few)
    assert prospect(settings, PROFILES["full"]).parts[0].laws[Role.AUTOMATIC.value] == len(every)


def test_what_is_judged_has_a_key_of_its_own() -> None:
    settings = polynomial()
    assert claim_key(settings, Setting(automatic=QUICK), "") != claim_key(settings, Setting(), "")


def test_where_a_few_pass_all_are_asked(tmp_path: Path) -> None:
    """Two conditions that nothing needs are two of some fourteen versions, more than a tenth, and two of thirty."""
    place = Optimality((x - LONG) ** 2, at={x: LONG})

    def examined(*when: Any) -> Any:
        parts = {"main": Part(place, says="A square is least where it is zero", when=when)}
        return Run(
            [Settings(Claim("mine.place", domain=DOMAIN, parts=parts), core=(3, 3), rest=(1, 1))], profile="quick"
        ).all()[0]

    record = examined()
    assert record.as_expected and len(record.automatic["killed"]) <= QUICK + 4
    assert record.automatic["most"] == QUICK
    path = tmp_path / "README.md"
    path.write_text(readme.BEGIN + readme.END, encoding="utf-8")
    readme.rewrite(path, [record])
    assert f"Automatic wrong versions (at most {QUICK} a part beside factors and dropped conditions): " in path.read_text(
        "utf-8"
    )
    record = examined(a < 100, b < 100)
    assert record.verdict == "corroborated"
    assert len(record.automatic["survived"]) == 2 and len(record.automatic["killed"]) > QUICK + 10


def test_laws_about_the_same_means_share_their_samples(monkeypatch: Any) -> None:
    """E U²/E U = 2/3 with its wrong right sides: one sample of the two means at the point, whatever is asked of their ratio."""
    U = Sampled("U", Uniform(0, 1))
    drawn: list[Any] = []
    sampled = Scene.sampled

    def counted(scene: Scene, bodies: Any, stage: str, chunk: int, *rest: Any, **options: Any) -> Any:
        drawn.append((tuple(bodies), scene.fresh, scene.world is None, chunk))
        return sampled(scene, bodies, stage, chunk, *rest, **options)

    monkeypatch.setattr(Scene, "sampled", counted)
    ratio = Identity(Mean(U**2) / Mean(U), sp.Rational(2, 3))
    claim = Claim("mine.ratio", says="It is 2/3", statement=ratio, wrong={"half": {"right": sp.Rational(1, 2)}})
    assert Run([Settings(claim)], profile="quick").all()[0].as_expected
    ours = [d for d in drawn if set(d[0]) == {U, U**2} and not d[1] and d[2]]
    assert 0 < len(ours) == len(set(ours))

"""A band that a wrong version turns inside out at a point is met by no number: that tells nothing of the check. A stated one is an error."""

from __future__ import annotations

from lemmata import Claim, Domain, Mean, Naturals, Normal, Sampled, Settings, Symbol, Within
from lemmata.theory.language.part import Role
from lemmata.verify.engine.examination import all_laws, judge
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting

n = Symbol("n", "a size", Naturals)
Z = Sampled("Z", Normal())


def judged(low, high, role):
    statement = Within(Mean(Z**2), low, high)
    claim = Claim("mine.band", says="It is near 1", statement=statement, domain=Domain(n >= 10, core=(n <= 40,)))
    settings = Settings(claim, replicates=(2**14, 2**14))
    laws = [law for law in all_laws(settings) if law.role is role]
    return judge(Scene(settings, {"n": 20}, Setting()), laws, 1e-3)


def test_of_an_automatic_version() -> None:
    found = judged(1 - 1 / n, 1 + 1 / n, Role.AUTOMATIC)
    assert found["auto:x2"].outcome == "vacuous"
    assert found["auto:x1.02"].outcome != "vacuous"


def test_of_a_statement() -> None:
    found = judged(1 + 1 / n, 1 - 1 / n, Role.TRUTH)["truth"]
    assert (found.outcome, found.valueless) == ("error", True)
    assert "give its ends in increasing order" in found.detail

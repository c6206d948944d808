"""A violated bound with sums of very many terms is reported as it was found, and not evaluated again at 100 digits."""

import time

import pytest
import sympy as sp

from lemmata import Claim, Domain, Inequality, Positive, Settings, Symbol
from lemmata.verify.engine.examination import all_laws, judge
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting

a = Symbol("a", "a number", Positive)
i, j = sp.Symbol("i", integer=True), sp.Symbol("j", integer=True)


@pytest.mark.parametrize(("end", "again"), [(10, True), (150, False)])
def test_what_is_evaluated_again(end: int, again: bool) -> None:
    plane = sp.Sum(sp.Sum(sp.exp(-a * (i**2 + j**2)) * sp.cos(i * j), (j, -end, end)), (i, -end, end))
    claim = Claim("mine.plane", says="It is small", statement=Inequality(plane, a / 10), domain=Domain(core=(a >= 1, a <= 2)))
    settings = Settings(claim)
    started = time.process_time()
    found = judge(Scene(settings, {"a": 1.5}, Setting()), all_laws(settings), 1e-3)["truth"]
    assert found.outcome == "fails" and (found.how == "ball") is again
    assert ("not evaluated again at 100 digits: that takes 90601 terms" in found.detail) is not again
    assert time.process_time() - started < 20

"""Half-lines in closed form: not asked for where a procedure is run, whose outputs have no known law."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from lemmata import Claim, Guarantee, Procedure, Rational
from lemmata.verify.engine.judging import tails

run = Procedure("run", "a run", ("n",), {"x": "a number"})


def test_no_closed_form_is_looked_for_of_a_procedure(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(node: Any) -> Any:
        raise AssertionError(f"asked for {node}")

    monkeypatch.setattr(tails, "closed", never)
    statement = Guarantee(run(n=3)["x"] <= 1, Rational(1, 2))
    claim = Claim("mine.run", says="A run is at most 1 half of the time", statement=statement, procedures=(run,))
    (law,) = claim.laws()
    assert tails.with_tails(SimpleNamespace(world=None), law) is law  # type: ignore[arg-type]

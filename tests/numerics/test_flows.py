"""What the value of a flow and its error cost: few runs, each of them once."""

from __future__ import annotations

import math

import pytest

from lemmata import Integral, exp
from lemmata.numerics.formula import solving
from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.integrate.flow import TOLERANCE, flow
from lemmata.theory.language.errors import NotConverged
from lemmata.theory.language.iteration import Flow
from lemmata.theory.language.symbols import Positive, Symbol

b, q = Symbol("b", "parameter", Positive), Symbol("q", "state")
t, u = Symbol("t", "time", Positive), Symbol("u", "variable", Positive)


def test_what_rounding_does_to_a_flow_is_seen_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The value, all nudged inputs together, and a tenth of the tolerance; what it occupies is seen at the first step."""
    runs = []

    def counted(field, start, tolerance, fake=False):
        runs.append((tuple(start.shape), tolerance, fake))
        return flow(field, start, tolerance, fake)

    monkeypatch.setattr(solving, "flow", counted)
    value, error = evaluate(Flow(q, -b * q, 2, 1), {"b": 1.3})
    assert abs(float(value) - 2 * math.exp(-1.3)) < float(error) < 1e-8
    assert [shape for shape, _, fake in runs if not fake] == [(), (8,), ()]
    assert {tolerance for _, tolerance, _ in runs} == {TOLERANCE, TOLERANCE / 10}


def test_a_flow_that_is_too_stiff_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.setattr(solving, "flow", lambda *a, **k: tried.append(a) or flow(*a, **k))
    with pytest.raises(NotConverged, match="stiff"):
        evaluate(Flow(q, -b * q, 2, 1), {"b": 1e9})
    assert len(tried) == 1


@pytest.mark.parametrize(("first", "time"), [(0.5, 0.5), (0.5, 0.01), (2.0, 0.03)])
def test_an_integral_up_to_the_end_of_a_flow_bears_the_error_of_that_end(first: float, time: float) -> None:
    """Of q' = q/(1 + e^q), by separation; the way is short, so that rounding of the end is a large part of it."""
    end = Flow(q, q / (1 + exp(q)), b, t)
    value, error = evaluate(Integral((1 + exp(u)) / u, (u, b, end)), {"b": first, "t": time})
    assert abs(float(value) - time) <= float(error) < 1e-10

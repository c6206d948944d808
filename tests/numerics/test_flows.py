"""What the value of a flow and its error cost: few runs, each of them once."""

from __future__ import annotations

import math

import pytest
import sympy as sp
from sympy import Abs, cos, exp, sin

from lemmata.numerics.formula import solving
from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.integrate.flow import TOLERANCE, flow
from lemmata.theory.language.errors import NotConverged
from lemmata.theory.language.iteration import Flow
from lemmata.theory.language.symbols import Positive, Symbol

b, q = Symbol("b", "parameter", Positive), Symbol("q", "state")
s, T = Symbol("s", "time"), Symbol("T", "end", Positive)

FLOWS = {  # the flow, and its solution at the time t with the parameter l
    "growing": (Flow(q, b * q, 1, T), lambda l, t: math.exp(l * t)),
    "decaying": (Flow(q, -b * q, 1, T), lambda l, t: math.exp(-l * t)),
    "small all along": (Flow(q, -b * q, sp.Rational(1, 10**12), T), lambda l, t: 1e-12 * math.exp(-l * t)),
    "logistic": (Flow(q, b * q * (1 - q), sp.Rational(1, 100), T), lambda l, t: 1 / (1 + 99 * math.exp(-l * t))),
    "decaying slowly": (Flow(q, -b * q**2, 1, T), lambda l, t: 1 / (1 + l * t)),
    "periodic growth": (Flow(q, b * cos(s) * q, 1, T, clock=s), lambda l, t: math.exp(l * math.sin(t))),
    "oscillating": (Flow(q, b * cos(b * s), 0, T, clock=s), lambda l, t: math.sin(l * t)),
    "stiff": (
        Flow(q, b * (cos(s) - q), 0, T, clock=s),
        lambda l, t: (l * l * math.cos(t) + l * math.sin(t) - l * l * math.exp(-l * t)) / (1 + l * l),
    ),
    "unstable": (Flow(q, b * (q - cos(s)) - sin(s), 1, T, clock=s), lambda l, t: math.cos(t)),
    "short pulse": (
        Flow(q, exp(-b * (s - T / 2) ** 2), 0, T, clock=s),
        lambda l, t: math.sqrt(math.pi / l) * math.erf(math.sqrt(l) * t / 2),
    ),
    "kinked in time": (Flow(q, b * Abs(s - T / 3), 0, T, clock=s), lambda l, t: l * t * t * 5 / 18),
}


@pytest.mark.parametrize("which", FLOWS)
@pytest.mark.parametrize("l", [0.1, 3.7, 40.0])
@pytest.mark.parametrize("t", [0.1, 2.5, 10.0])
def test_the_error_covers_what_is_missing(which: str, l: float, t: float) -> None:
    """Against solutions in closed form, rounding of these aside; and it is no larger than of use, but where errors grow."""
    term, solution = FLOWS[which]
    value, error = evaluate(term, {"b": l, "T": t})
    true = solution(l, t)
    assert abs(float(value) - true) <= float(error) + 2**-51 * (abs(true) * max(1.0, l * t))
    if which != "unstable" and abs(true) > 1e-6:
        assert float(error) <= 1e-6 * abs(true)


def test_what_rounding_does_to_a_flow_is_seen_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The value, all nudged inputs together, and a tenth of the tolerance; what it occupies is seen at the first step."""
    runs = []

    def counted(field, start, tolerance, fake=False, longest=1.0):
        runs.append((tuple(start.shape), tolerance, fake))
        return flow(field, start, tolerance, fake, longest)

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

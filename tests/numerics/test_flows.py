"""What the value of a flow and its error are worth against solutions in closed form, and what they cost: few runs, each of them once."""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy as sp
import torch
from sympy import Abs, cos, exp, sin

from lemmata import Integral
from lemmata.numerics.formula import solving
from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.integrate.flow import TOLERANCE, flow
from lemmata.theory.language.errors import LemmataError, NotConverged
from lemmata.theory.language.iteration import Flow
from lemmata.theory.language.symbols import Positive, Symbol

b, q = Symbol("b", "parameter", Positive), Symbol("q", "state")
s, T = Symbol("s", "time"), Symbol("T", "end", Positive)
W = sp.MatrixSymbol("W", 2, 1)
TURN = sp.ImmutableMatrix([[0, -1], [1, 0]])
EAST = sp.ImmutableMatrix([1, 0])

FLOWS = {  # the flow, and its solution at the time t with the parameter l
    "growing": (Flow(q, b * q, 1, T), lambda l, t: math.exp(l * t)),
    "decaying": (Flow(q, -b * q, 1, T), lambda l, t: math.exp(-l * t)),
    "small all along": (Flow(q, -b * q, sp.Rational(1, 10**12), T), lambda l, t: 1e-12 * math.exp(-l * t)),
    "large all along": (Flow(q, b, 10**12, T), lambda l, t: 1e12 + l * t),
    "logistic": (Flow(q, b * q * (1 - q), sp.Rational(1, 100), T), lambda l, t: 1 / (1 + 99 * math.exp(-l * t))),
    "decaying slowly": (Flow(q, -b * q**2, 1, T), lambda l, t: 1 / (1 + l * t)),
    "from far away": (Flow(q, -b * q**3, 1000, T), lambda l, t: 1 / math.sqrt(1e-6 + 2 * l * t)),
    "periodic growth": (Flow(q, b * cos(s) * q, 1, T, clock=s), lambda l, t: math.exp(l * math.sin(t))),
    "oscillating": (Flow(q, b * cos(b * s), 0, T, clock=s), lambda l, t: math.sin(l * t)),
    "crossing zero": (Flow(q, -b, T * b / 3, T), lambda l, t: -2 * l * t / 3),
    "flat at the start": (Flow(q, b * s**9, 0, T, clock=s), lambda l, t: l * t**10 / 10),
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
    "rotation, one entry": (Flow(W, b * TURN * W, EAST, T)[0, 0], lambda l, t: math.cos(l * t)),
    "rotation, the other": (Flow(W, b * TURN * W, EAST, T)[1, 0], lambda l, t: math.sin(l * t)),
}
SIZES = {"rotation, one entry": 1.0, "rotation, the other": 1.0, "oscillating": 1.0, "large all along": 1e12}  # of the state
LONG = ("decaying", "small all along", "logistic", "decaying slowly", "from far away", "crossing zero", "short pulse")
PLACES = [(w, l, t) for w in FLOWS for l in (0.1, 1.0, 3.7) for t in (0.1, 2.5)] + [(w, 40.0, 10.0) for w in LONG]


@pytest.mark.parametrize(("which", "l", "t"), PLACES)
def test_the_error_covers_what_is_missing(which: str, l: float, t: float) -> None:
    """Against solutions in closed form, the rounding of these aside; and it is no larger than 10⁴ times what is missing or lost to rounding."""
    term, solution = FLOWS[which]
    value, error = evaluate(term, {"b": l, "T": t})
    true = solution(l, t)
    size = max(abs(true), SIZES.get(which, 0.0))
    missing, rounding = abs(float(value) - true), 2**-51 * size * max(1.0, l * t)
    assert missing <= float(error) + rounding
    assert float(error) <= 1e4 * max(missing, rounding)


@pytest.mark.parametrize("t", [1.0000001, 2.0, 1000.0])
@pytest.mark.parametrize("start", [1, sp.Rational(1, 10**9), 10**9])
def test_a_flow_that_leaves_the_numbers_before_its_end_has_no_value(start: Any, t: float) -> None:
    """q' = q² from a is a/(1 - a t), until t = 1/a; the end is at t/a."""
    with pytest.raises(LemmataError, match="fraction"):
        evaluate(Flow(q, q**2, start, T / start), {"T": t})


def test_entries_that_cross_zero_or_stay_there_cost_nothing() -> None:
    """Forty entries of a rotation, of which one is 0 all along, take about as many steps as one alone."""
    n, taken = 41, []

    def turning(t: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        taken[-1] += 1
        return 30 * torch.stack([-y[1], y[0]])

    for phases in (torch.zeros(1, dtype=torch.float64), torch.arange(n, dtype=torch.float64) / 7):
        taken.append(0)
        start = torch.stack([phases.cos(), phases.sin()])
        start[:, 1:2] *= 0.0
        found = flow(turning, start, rank=2)
        angle = phases + 30
        exact = torch.stack([angle.cos(), angle.sin()])
        exact[:, 1:2] *= 0.0
        assert float((found - exact).abs().max()) < 1e-7
    assert taken[1] <= 1.2 * taken[0]


t, u = Symbol("t", "time", Positive), Symbol("u", "variable", Positive)


def test_what_rounding_does_to_a_flow_is_seen_in_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The value, all nudged inputs together, and a tenth of the tolerance; what it occupies is seen at the first step."""
    runs = []

    def counted(field: Any, start: Any, tolerance: float, rank: int, **options: Any) -> Any:
        runs.append((tuple(torch.as_tensor(start).shape), tolerance, options["fake"]))
        return flow(field, start, tolerance, rank, **options)

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

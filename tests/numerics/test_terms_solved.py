"""Roots, minima, flows and iterations as terms: which root, how exact, the same numbers from the same key."""

from __future__ import annotations

import math

import pytest
import sympy as sp
import torch

from lemmata.numerics.formula.certain import certificate, evaluate, evaluate_high
from lemmata.numerics.formula.literal import Literal
from lemmata.numerics.formula.root_walker import count_roots
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.terms import draw_terms
from lemmata.numerics.solve.scan import certify
from lemmata.theory.language.arrays import PD, Array, Spectrum
from lemmata.theory.language.calculus import Gradient, Slope
from lemmata.theory.language.errors import CompileError, DomainError, NonFinite, NotConverged, SimulatorError
from lemmata.theory.language.iteration import First, Flow, Iterate
from lemmata.theory.language.laws import Normal, Uniform
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.solved import Argmin, Least, Root
from lemmata.theory.language.symbols import Counts, Index, Naturals, NonNegative, Positive, Symbol
from lemmata.theory.language.words import dot, norm, quad

x, b = Symbol("x", "unknown", Positive), Symbol("b", "parameter", Positive)
y, q = Symbol("y", "unknown"), Symbol("q", "state")
n, d, T = (Symbol(k, "size", Naturals) for k in "ndT")
t, clock = Symbol("t", "time", Positive), Symbol("s", "time so far", NonNegative)
spectrum = Array("l", "spectrum", n, kind=Spectrum)
i = Index("i")
two = {"b": 2.0}

ROOTS = {
    "positive": (Root(x, x**2 - b), math.sqrt(2)),
    "first": (Root(y, y**2 - b, which="first"), -math.sqrt(2)),
    "largest": (Root(y, y**2 - b, which="largest"), math.sqrt(2)),
    "stable: the residual decreases": (Root(y, b - y**2, which="stable"), math.sqrt(2)),
    "stable, the other way": (Root(y, y**2 - b, which="stable"), -math.sqrt(2)),
    "inside": (Root(y, y**3 - y, inside=(sp.Rational(1, 2), 4)), 1.0),
    "a pole is no root": (Root(y, 1 / (y - 1) + y**2), -0.7548776662466927),
    "transcendental": (Root(x, sp.exp(x) * x - b), 0.8526055020137254),
    "far away": (Root(x, sp.log(x) - 10), math.exp(10)),
    "near zero": (Root(x, x + sp.sqrt(x) - sp.Rational(1, 10**5)), 9.99980000499986e-11),
}


@pytest.mark.parametrize("name", ROOTS)
def test_roots(name: str) -> None:
    expr, expected = ROOTS[name]
    value, error = evaluate(expr, two)
    assert abs(float(value) - expected) <= float(error) + 1e-13 * abs(expected)
    assert float(error) < 1e-10 * abs(expected)


def test_a_root_in_the_middle_of_its_interval() -> None:
    """Points of the grid lie within rounding of it, so that the residual only goes from rounding to rounding."""
    middle = Root(y, 10**10 - 10**10 * (b / 3) / y - 10**10 * b / (b + y / 2), inside=(b / 7, 2 * b - b / 7))
    for k in range(12):
        value, error = evaluate(middle, {"b": 21413.8 + k / 7})
        assert abs(float(value) / (21413.8 + k / 7) - 1) < 1e-14 + float(error)


def test_a_close_pair_of_roots_is_seen() -> None:
    close = (y - 1) ** 2 - sp.Rational(1, 10**8)
    with pytest.raises(DomainError, match="2 roots"):
        evaluate(Root(y, close), {})
    assert float(evaluate(Root(y, close, which="first"), {})[0]) == pytest.approx(1 - 1e-4, abs=1e-12)


REFUSED = {
    "two roots": (Root(y, y**2 - b), DomainError, "2 roots"),
    "no root": (Root(x, x + b), NotConverged, "no root"),
    "only a pole": (Root(y, 1 / (y - b)), NotConverged, "no root"),
    "two stable": (Root(y, -(y - 1) * (y - 2) * (y - 3), which="stable"), DomainError, "2 stable"),
    "infinitely many": (Root(x, sp.sin(1000 * x), inside=(0, 10)), NotConverged, "narrow"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_equation_without_the_root_asked_for_is_refused(name: str) -> None:
    expr, kind, words = REFUSED[name]
    with pytest.raises(kind, match=words):
        evaluate(expr, two)


def test_a_root_that_sums_over_a_spectrum() -> None:
    kappa, lam, N = Symbol("κ", "effective ridge", Positive), Symbol("λ", "ridge", Positive), Symbol("N", "samples", Naturals)
    expr = Root(kappa, kappa - lam - kappa / N * sp.Sum(spectrum[i] / (spectrum[i] + kappa), (i, 1, n)))
    l = torch.tensor([3.0, 2, 1, 0.1], dtype=torch.float64)
    found = float(evaluate(expr, {"l": l, "λ": 0.1, "N": 3})[0])
    assert found - 0.1 - found / 3 * float((l / (l + found)).sum()) == pytest.approx(0, abs=1e-13)


def test_derivatives_of_a_root() -> None:
    value = evaluate(Gradient(Root(x, x**3 - b * x - 1), b), two)[0]
    place = float(evaluate(Root(x, x**3 - b * x - 1), two)[0])
    assert float(value) == pytest.approx(place / (3 * place**2 - 2), rel=1e-10)
    third = evaluate(Slope(Root(x, x**2 - b), b, along=sp.Integer(1), order=3), two)[0]
    assert float(third) == pytest.approx(3 / 8 * 2**-2.5, rel=1e-9)


def test_a_random_root_for_every_replicate() -> None:
    Z = Sampled("Z", Uniform(1, 2))
    draws = torch.rand(300, dtype=torch.float64) + 1
    assert torch.allclose(Literal((Root(x, x**2 - Z),))({}, {"Z": draws}, 300)[0], draws.sqrt(), rtol=1e-13)


CERTIFIED = {
    "monotone": (x - b / (1 + x), True),
    "monotone over the unknown": (x**3 - b * x - 1, True),
    "a polynomial with one root": ((x - 1) * (x**2 - x + 3), True),
    "a double root and another": ((x - 1) ** 2 * (x - 2), False),
    "three roots": ((x - 1) * (x - 2) * (x - 3), False),
    "not decided": (sp.cos(x) - x + b, False),
}


@pytest.mark.parametrize("name", CERTIFIED)
def test_one_root_is_certified_only_with_a_reason(name: str) -> None:
    residual, expected = CERTIFIED[name]
    assert bool(certify(residual, x, sp.S.Zero, sp.oo, two)) == expected


# --- minima and flows ---------------------------------------------------------------------------------------

W, C, c = Array("W", "vector", n), Array("C", "matrix", n, n, kind=PD), Array("c", "vector", n)
G = torch.Generator().manual_seed(2)
A = torch.randn(4, 4, generator=G, dtype=torch.float64)
ENV = {"C": A @ A.T + torch.eye(4, dtype=torch.float64), "c": torch.randn(4, generator=G, dtype=torch.float64), "b": 2.0}


def test_minima_are_upper_bounds_and_close_ones() -> None:
    f = quad(C, W) - 2 * dot(c, W)
    value, place = Literal((Least(f, W), Argmin(f, W)))(ENV)
    best = -ENV["c"] @ torch.linalg.solve(ENV["C"], ENV["c"])
    assert float(best) - 1e-13 <= float(value) <= float(best) + 1e-9
    assert torch.allclose(place[:, 0], torch.linalg.solve(ENV["C"], ENV["c"]), atol=1e-5)
    wells = evaluate(Least((y**2 - 4) ** 2 + y, y), {})[0]
    assert float(wells) == pytest.approx(min(((v / 1e4) ** 2 - 4) ** 2 + v / 1e4 for v in range(-30000, 30000)), abs=1e-6)


def test_a_minimum_for_every_replicate() -> None:
    noise = Sampled("e", Normal(), n)
    draws = torch.randn(20, 4, generator=G, dtype=torch.float64)
    value = Literal((Least(quad(C, W) - 2 * dot(noise, W), W),))(ENV, {"e": draws}, 20)[0]
    best = -(draws * torch.linalg.solve(ENV["C"], draws.T).T).sum(1)
    assert bool((value >= best - 1e-12).all()) and torch.allclose(value, best, atol=1e-8)


FLOWS = {
    "linear": (Flow(y, -y + b, 0, t), 2 * (1 - math.exp(-1.5))),
    "with a clock": (Flow(y, clock * y, 1, t, clock=clock), math.exp(1.5**2 / 2)),
    "logistic": (Flow(y, y * (1 - y), sp.Rational(1, 10), t), 1 / (1 + 9 * math.exp(-1.5))),
}


@pytest.mark.parametrize("name", FLOWS)
def test_flows(name: str) -> None:
    expr, expected = FLOWS[name]
    value, error = evaluate(expr, {"b": 2.0, "t": 1.5})
    assert abs(float(value) - expected) <= 3 * float(error) + 1e-12
    assert float(error) < 1e-8


def test_a_flow_of_a_column() -> None:
    v = Array("v", "state", n)
    value = Literal((Flow(v, -C * v, c, t),))({**ENV, "t": 0.7})[0]
    assert torch.allclose(value[:, 0], torch.linalg.matrix_exp(-0.7 * ENV["C"]) @ ENV["c"], atol=1e-9)


def test_a_flow_that_explodes_is_an_error() -> None:
    with pytest.raises((NonFinite, NotConverged)):
        evaluate(Flow(y, y**2, 1, t), {"t": 2.0})


# --- iterations ---------------------------------------------------------------------------------------------


def test_times_components_and_the_clock() -> None:
    path = Iterate((q, y), (q + y / 2, y * sp.Rational(9, 10) + 1), (0, 1), T)
    values = Literal((path.at(3), path.at(T, 1), path.at(0), First(path, q > 3), First(path, q > 100)))({"T": 10})
    u, v, us, vs = 0.0, 1.0, [0.0], [1.0]
    for _ in range(10):
        u, v = u + v / 2, v * 0.9 + 1
        us, vs = [*us, u], [*vs, v]
    first = next(k for k, u in enumerate(us) if u > 3)
    assert [float(z) for z in values] == pytest.approx([us[3], vs[10], 0, first, 10])
    tick = Symbol("k", "step", Counts)
    assert float(evaluate(Iterate(q, q * (tick + 1), 1, 6, clock=tick).end, {})[0]) == 720
    assert float(evaluate(sp.Sum(path.at(i), (i, 1, 4)), {"T": 10})[0]) == pytest.approx(sum(us[1:5]))


def test_a_path_can_be_differentiated() -> None:
    path = Iterate(y, y - b * (y**3 - 1) / 10, sp.Rational(1, 2), 5)
    value = float(evaluate(Gradient(path.end, b), two)[0])
    ends = [float(evaluate(path.end, {"b": 2.0 + h})[0]) for h in (1e-5, -1e-5)]
    assert value == pytest.approx((ends[0] - ends[1]) / 2e-5, rel=1e-8)


def _sgd() -> tuple[Literal, dict, object]:
    w, theta, start = Array("w", "weights", d), Array("θ", "target", d), Array("w0", "start", d)
    sample = Sampled("x", Normal(), d)

    def h3(u: sp.Expr) -> sp.Expr:
        return (u**3 - 3 * u) / sp.sqrt(6)

    g = Gradient(-h3(dot(sample, theta)) * h3(dot(sample, w)), w)
    moved = w - (g - w * dot(w, g)) / d
    path = Iterate(w, moved / norm(moved), start, T, fresh=(sample,))
    first = torch.nn.functional.normalize(torch.randn(6, generator=G, dtype=torch.float64), dim=0)
    env = {"d": 6, "T": 12, "w0": first, "θ": torch.eye(6, dtype=torch.float64)[0]}
    return Literal((dot(theta, path.end), dot(theta, path.at(5)), First(path, dot(theta, w) > 0.4))), env, sample


def test_a_training_run_is_a_function_of_the_key_and_agrees_with_torch() -> None:
    literal, env, sample = _sgd()
    runs = [literal(env, draw=Draw(Key(1, "sgd"), 40)) for _ in range(2)]
    assert all(torch.equal(p, r) for p, r in zip(*runs, strict=True))
    draw, w = Draw(Key(1, "sgd"), 40), env["w0"].expand(40, 6)
    along = [w @ env["θ"]]
    for step in range(12):
        X = draw_terms((sample,), env, draw, step=step)["x"][..., 0]
        u, v = X @ env["θ"], (X * w).sum(1)
        g = -((u**3 - 3 * u) * (3 * v**2 - 3) / 6)[:, None] * X
        w = w - (g - w * (w * g).sum(1, keepdim=True)) / 6
        w = w / w.norm(dim=1, keepdim=True)
        along.append(w @ env["θ"])
    stacked = torch.stack(along)
    hit = torch.where((stacked > 0.4).any(0), (stacked > 0.4).int().argmax(0), 12)
    assert torch.allclose(runs[0][0], along[12]) and torch.allclose(runs[0][1], along[5])
    assert torch.equal(runs[0][2], hit.double())


def test_a_path_that_draws_needs_a_draw() -> None:
    literal, env, _ = _sgd()
    assert [term.name for term in literal.fresh] == ["x"] and literal.random == ()
    with pytest.raises(SimulatorError, match="draw="):
        literal(env)


PATHS_REFUSED = {
    "too late": (Iterate(q, q + 1, 0, 3).at(5), DomainError, "longer"),
    "half a step": (Iterate(q, q + 1, 0, 3).at(sp.Rational(1, 2)), DomainError, "integer"),
    "diverging": (Iterate(q, q**3 + q, 2, 80).end, NonFinite, ""),
    "a minimum differentiated": (Gradient(Least((y - b) ** 2, y), b), CompileError, "search"),
}


@pytest.mark.parametrize("name", PATHS_REFUSED)
def test_what_a_path_cannot_do_is_said(name: str) -> None:
    expr, kind, words = PATHS_REFUSED[name]
    with pytest.raises(kind, match=words or None):
        evaluate(expr, two)


@pytest.mark.parametrize("name", ROOTS)
def test_roots_with_many_digits(name: str) -> None:
    precise, slack = evaluate_high(ROOTS[name][0], two, 60)
    assert float(slack) < 1e-50 * abs(float(precise))
    assert abs(float(precise) - ROOTS[name][1]) < 1e-12 * abs(ROOTS[name][1])


BOUNDED = {
    "one": (sp.cos(x) - x, 0, 2, 1),
    "three": ((y - 1) * (y - 2) * (y - 3), 0, 4, 3),
    "none": (sp.exp(y) + 1, -3, 3, 0),
    "a double one is not decided": ((y - 1) ** 2, 0, 4, None),
    "one at the end is not decided": (y * (y - 1), 0, 4, None),
    "many": (sp.sin(10 * y), 0.1, 3, 9),
}


@pytest.mark.parametrize("name", BOUNDED)
def test_roots_of_a_bounded_interval_are_counted(name: str) -> None:
    residual, low, high, count = BOUNDED[name]
    unknown = x if x in residual.free_symbols else y
    assert count_roots(residual, unknown, low, high, {}) == count


def test_a_certificate_says_why() -> None:
    assert "balls" in certificate(Root(x, sp.cos(x) - x, inside=(0, 2)), {})
    assert "monotone" in certificate(Root(x, x**2 - b), two)
    assert certificate(Root(x, sp.cos(x) - x + sp.sin(3 * x) / 7), {}) == ""

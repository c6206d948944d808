"""Tools give what they say, with their errors, at their example and at values of one's own; their page is made from them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lemmata import Definition, Library, Positive, Symbol
from lemmata.theory.language.errors import ClaimError, UsageError
from lemmata.theory.language.tool import Tool
from lemmata.verify.tools import evaluate_tool, page, tool_of, tools

ROOT = Path(__file__).parents[2]
ALL = tools()


def value(name: str, quantity: str, **given: object) -> float:
    return float(Library().evaluate(name, **given)[quantity].value)


@pytest.mark.parametrize("name", ALL)
def test_its_example_has_values_with_errors(name: str) -> None:
    for entry in evaluate_tool(ALL[name], {})["quantities"].values():
        size = np.abs(np.asarray(entry["value"], dtype=float))
        assert np.isfinite(size).all(), entry
        assert (np.asarray(entry["error"]) <= 1e-6 * (1 + size)).all(), entry


def test_the_page_is_made_from_them() -> None:
    assert (ROOT / "docs/tools.md").read_text(encoding="utf-8") == page()


def test_the_ridge_equivalent_solves_its_equation() -> None:
    l, b = np.array([2.0, 1.0, 0.5]), np.array([1.0, 0.0, 3.0])
    found = Library().evaluate("ridge.equivalent", l=l, b=b, n=7, λ=0.3, **{"σ²": 0.5})
    k = float(found["κ"])
    assert abs(7 - 7 * 0.3 / k - (l / (l + k)).sum()) < 1e-12
    gamma = (l**2 / (l + k) ** 2).sum() / 7
    assert float(found["bias"]) == pytest.approx(k**2 * (b**2 * l / (l + k) ** 2).sum() / (1 - gamma), rel=1e-12)
    assert float(found["variance"]) == pytest.approx(0.5 * gamma / (1 - gamma), rel=1e-12)


def test_no_penalty_near_the_best_one_is_better() -> None:
    best = Library().evaluate("ridge.best_penalty")
    at = [value("ridge.equivalent", "risk", λ=float(best["λ*"]) * factor) for factor in (0.9, 1.0, 1.1)]
    assert at[1] == pytest.approx(float(best["risk*"]), rel=1e-12)
    assert at[1] < min(at[0], at[2])


def test_hermite_coefficients_of_links_known_by_heart() -> None:
    relu = Library().evaluate("hermite.coefficients", σ="max(z, 0)")
    known = [(2 * np.pi) ** -0.5, 0.5, (4 * np.pi) ** -0.5, 0.0]
    assert [float(relu[f"c_{k}"]) for k in range(4)] == pytest.approx(known, abs=1e-12)
    assert float(relu["norm²"]) == pytest.approx(0.5, rel=1e-10)


def test_the_mean_gradient_by_stein() -> None:
    """σ = He_2, a' = u: E[x (z² - 1) u] = 2m θ."""
    found = Library().evaluate("hermite.mean_gradient", σ="z^2 - 1", a="z^2/2", m=0.3)
    assert [float(found[name]) for name in ("g_θ", "g_w", "drift")] == pytest.approx([0.6, 0.0, 0.6 * 0.91], abs=1e-10)


@pytest.mark.parametrize("pair", ["λ=-1", "l=1,2", "l=1,x", "nope=1", "n=banana"])
def test_bad_input_is_one_sentence(lemmata: Callable[..., Any], pair: str) -> None:
    found = lemmata("eval", "ridge.equivalent", pair)
    assert found.code == 2
    assert found.err.startswith("lemmata: ")
    assert "Traceback" not in found.err


def test_a_tool_that_is_none() -> None:
    assert tool_of("ridge.nothing") is None
    assert tool_of("../ridge.equivalent") is None
    with pytest.raises(UsageError, match="there is no 'x'"):
        evaluate_tool(ALL["ridge.equivalent"], {"x": 1})


def test_an_example_has_to_give_everything() -> None:
    x = Symbol("x", "a number", Positive)
    with pytest.raises(ClaimError, match="no value for x"):
        Tool(id="mine.square", says="a square", gives=(Definition("y", "its square", x**2),), example={})
    with pytest.raises(ClaimError, match="speaks of z"):
        Tool(id="mine.square", says="a square", gives=(Definition("y", "its square", x**2),), example={"x": 1, "z": 2})


def test_learning_curves_meet_known_numbers() -> None:
    curve = {delta: value("krr.critical_curve", "E", δ=delta) for delta in (0.5, 1, 2)}
    assert list(curve.values()) == pytest.approx([0.7201546973, 0.5919878471, 0.4477419337], rel=1e-9)
    assert value("icl_linear.errors", "e_ICL", λ=1e-7) == pytest.approx(1.66350802, rel=1e-8)
    many = value("rf_poly.critical_curve", "E", ψ=1e9)
    assert many == pytest.approx(curve[1], rel=1e-6)  # infinitely many features are the kernel with c = m


def test_the_density_of_a_kernel_matrix_is_one() -> None:
    tool = ALL["kernel_spectrum.density"]
    places = np.linspace(-2.6, 3.2, 233)
    density = [evaluate_tool(tool, {"x": float(x)})["quantities"]["ϱ"]["value"] for x in places]
    moments = [np.trapezoid(density * places**k, places) for k in range(4)]
    assert moments == pytest.approx([1, 0, 1, 0.8 * 0.64 * 2**0.5], abs=2e-3)


def test_a_condition_that_fails_is_named() -> None:
    x = Symbol("x", "a number", Positive)
    tool = Tool(id="mine.root", says="a root", gives=(Definition("y", "it", (1 - x) ** 2),), example={"x": 0.5}, when=(x < 1,))
    assert evaluate_tool(tool, {})["quantities"]["y"]["value"] == 0.25
    with pytest.raises(UsageError, match=r"mine.root needs x < 1, and x=2"):
        evaluate_tool(tool, {"x": "2"})


ERF = {"σ": "erf(z)", "σ*": "erf(z)", "ψ₂": 2.0, "σ_ε²": 0.01}


@pytest.mark.parametrize(
    ("quantity", "samples", "ridge", "step", "risk"),
    [
        ("before", 4.0, 1e-3, 1.0, 0.1507384),
        ("before", 3.0, 0.1, 1.0, 0.1266617),
        ("before", 2.0, 1e-6, 1.0, 11.554576),
        ("after", 4.0, 1e-3, 2.0, 0.1355814),
        ("after", 4.0, 1e-3, 0.0, 0.1507384),
    ],
)
def test_the_risk_before_and_after_one_step(quantity: str, samples: float, ridge: float, step: float, risk: float) -> None:
    found = value("one_step.risk_curve", quantity, **ERF, **{"ψ₁": samples, "λ": ridge, "η": step})
    assert found == pytest.approx(risk, rel=2e-6)


def test_the_floor_of_a_link_of_ones_own() -> None:
    """z + He₃ = z³ - 2z has 3! beyond its linear part; the rest vanishes with many neurons and N/n → 0."""
    cubic = {"σ*": "z^3 - 2*z", "σ": "tanh(z)", "ψ₁": 1e6, "ψ₂": 1e2, "λ": 1e-4, "η": 2.0}
    found = Library().evaluate("one_step.risk_curve", **cubic)
    assert float(found["floor"]) == pytest.approx(6, rel=1e-12)
    assert 6 < float(found["after"]) < float(found["before"]) < 6.01

"""Tools give what they say, with their errors, at their example and at values of one's own; their page is made from them."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lemmata import Definition, Library, Positive, Symbol
from lemmata.theory.language.errors import ClaimError, UsageError
from lemmata.theory.language.tool import Tool
from lemmata.verify.tool_index import ASKED
from lemmata.verify.tools import evaluate_tool, page, tool_of, tools

ROOT = Path(__file__).parents[2]
ALL = tools()


def value(name: str, quantity: str, **given: object) -> float:
    return float(Library().evaluate(name, **given)[quantity].value)


@pytest.mark.parametrize("name", ALL)
def test_its_example_has_values_with_errors(name: str) -> None:
    for entry in evaluate_tool(ALL[name], {})["quantities"].values():
        if isinstance(entry["value"], str | bool):
            assert entry["how"] in ("exact", "ball")
            continue
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


@pytest.mark.parametrize("command", [command for _, command in ASKED])
def test_what_the_table_says_can_be_typed(lemmata: Callable[..., Any], command: str) -> None:
    answer = lemmata("eval", *shlex.split(command))
    assert answer.code == 0, answer.err
    assert " = " in answer.out


def test_a_mixture_has_its_score() -> None:
    """Two normal laws at time t by hand, and its score as the slope of the log density."""
    given = {"w": [3.0, 1.0], "m": [-1.0, 2.0], "v": [0.5, 0.0], "t": 0.4}
    x, mu = 0.3, np.exp(-0.4)
    variance = mu**2 * np.array([0.5, 0.0]) + 1 - mu**2
    parts = (
        np.array([0.75, 0.25]) * np.exp(-((x - mu * np.array([-1.0, 2.0])) ** 2) / 2 / variance) / np.sqrt(2 * np.pi * variance)
    )
    found = Library().evaluate("diffusion.mixture", x=x, **given)
    assert float(found["p"]) == pytest.approx(parts.sum(), rel=1e-13)
    near = Library().evaluate("diffusion.mixture", x=[x - 1e-5, x + 1e-5], **given)["p"].value
    assert float(found["s"]) == pytest.approx(np.diff(np.log(near))[0] / 2e-5, rel=1e-7)
    assert float(found["s"]) == pytest.approx((mu * float(found["E[X_0]"]) - x) / (1 - mu**2), rel=1e-12)  # Tweedie
    assert value("diffusion.mixture", "s", x=400.0, **given) == pytest.approx(-(400 + mu) / variance[0], rel=1e-9)


def test_constants_of_potentials_known_by_heart() -> None:
    ridge = Library().evaluate("mfld.bakry_emery", V="3*z^2/2", λ_2=0.6, Δ=1.0, ε=0.1)
    assert [float(ridge[name]) for name in ("α", "Var", "rate")] == pytest.approx([0.2, 0.2, 6.0], rel=1e-12)
    assert float(ridge["time"]) == pytest.approx(np.log(10) / 6, rel=1e-12)
    bump = Library().evaluate("mfld.holley_stroock", f="2*exp(-z^2)", λ_1=0.5, λ_2=1.0)
    assert float(bump["α"]) == pytest.approx(np.exp(2), rel=1e-12)
    assert 1 < float(bump["Var"]) < float(bump["α"])


def test_state_evolution_of_the_square_loss_is_ridge() -> None:
    own, closed = (
        Library().evaluate(name, α=0.7, λ=0.2, **more)
        for name, more in (("amp.message", {"g": "z"}), ("amp.ridge", {"f": "z"}))
    )
    assert [float(own[name]) for name in "VM"] == pytest.approx([float(closed[name]) for name in "VM"], rel=1e-9)
    assert float(own["mse"]) == pytest.approx(float(closed["mse"]), rel=1e-9)
    late = Library().evaluate("amp.euclidean", T=200)
    assert [float(late[f"{name}_T"]) for name in "MQ"] == pytest.approx([float(late[name]) for name in "MQ"], rel=1e-12)


def test_spins_on_both_sides_of_the_line() -> None:
    warm, cold = (Library().evaluate("seq_mp.posterior_mean", β=beta, m="tanh(z + 1)") for beta in (1.0, 3.0))
    assert float(warm["a"]) < 1 < float(cold["a"])
    for found in (warm, cold):
        assert float(found["χ"]) == pytest.approx(1 - float(found["q"]), rel=1e-10)
        assert (float(found["stable"]) < 1) == (float(found["a"]) < 1)


def test_what_labels_say_of_links_known_by_heart() -> None:
    assert value("generative.label", "E[He_k|y]", σ="z^2", y=4, k=2) == pytest.approx(3.0, rel=1e-14)
    assert value("generative.label", "λ_k²", σ="sign(z)", y=1, k=1) == pytest.approx(2 / np.pi, rel=1e-7)
    assert value("generative.threshold", "n/d", σ="abs(z)") == pytest.approx(0.5, rel=1e-6)
    assert Library().evaluate("generative.threshold", σ="z^2*exp(-z^2)")["n/d"].value is None
    assert Library().evaluate("superorthogonal.polynomial", I=3, K=2)["certificate"].value is True


def test_smaller_tools_at_hand() -> None:
    assert value("icl_single_index.floor", "floor", k=4, r=3) == pytest.approx(1 - 3 / 15, rel=1e-14)
    assert value("icl_linear.ridgeless", "e_ICL", τ=0.5) == pytest.approx(
        value("icl_linear.errors", "e_ICL", τ=0.5, λ=1e-9), rel=1e-7
    )
    design = {"X": np.eye(2), "β": [1.0, 2.0], "Σ": np.diag([1.0, 3.0]), "C": [[1.0, 0.5], [0.5, 2.0]], "λ": 0.5}
    found = Library().evaluate("ridge.design", **design)  # A = 1/2, as n λ = 1
    assert [float(found[name]) for name in ("bias", "variance")] == pytest.approx([(1 + 3 * 4) / 4, (1 + 3 * 2) / 4], rel=1e-12)
    assert value("ridge.least_squares", "risk", d=5, n=10, **{"σ²": 2.0}) == pytest.approx(2.0, rel=1e-14)
    assert value("ridge.ridgeless", "risk", l=[2.0, 2.0], b=[0.0, 0.0], n=1, **{"σ²": 1.0}) == pytest.approx(1.0, rel=1e-12)
    assert value("sgd.kernel_floor", "floor", d=3, p=2, n=0 + 1) == pytest.approx(2 / 3 * (1 - 1 / 5), rel=1e-12)
    assert value("additive.variance", "Var f", c=[[1.0], [1.0]], G=[[1.0, 0.5], [0.5, 1.0]]) == pytest.approx(1.5, rel=1e-14)


def test_a_list_gives_a_grid() -> None:
    surface = Library().evaluate("icl_linear.errors", τ=[0.5, 1.5], λ=[0.001, 0.1, 1])["e_ICL"].value
    assert surface.shape == (2, 3)
    assert surface[1, 0] == value("icl_linear.errors", "e_ICL", τ=1.5, λ=0.001)
    with pytest.raises(UsageError, match="a grid of 20000 points"):
        Library().evaluate("icl_linear.errors", τ=[1.5] * 200, λ=[0.1] * 100)


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

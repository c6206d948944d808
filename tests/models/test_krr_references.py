"""Numbers of kernel ridge regression that were computed independently of this code, to the digits given."""

from __future__ import annotations

import math

import pytest
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.formula.compile import compile_expr
from lemmata.theory.krr import kernel_choice, notation, peak_criterion, several_peaks
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.solved import Root


def value(formula, **known: float) -> float:
    found, _ = evaluate(expand(formula), known)
    return float(found)


@pytest.mark.parametrize(("n", "risk"), [(300, 0.7670113), (700, 0.52742614), (1500, 0.35634248)])
def test_equivalent_at_finite_sizes(n: int, risk: float) -> None:
    c, squares = (1, 1, 0.5, 0.3, 0.2), (0.25, 1, 0.64, 0.16, 0)
    counts = [m.subs(notation.harmonics(1), 30) if m.free_symbols else m for m in kernel_choice.COUNTS]
    a = notation.learned(Root(notation.nu, n - notation.needed(c=c, N=counts)), c, counts)
    assert value(notation.equivalent(n, squares, a, counts), **{"λ": 0.01, "σ²": 0.1}) == pytest.approx(risk, abs=2e-8)


@pytest.mark.parametrize(("delta", "risk"), [(0.5, 0.7201546973), (1, 0.5919878471), (2, 0.4477419337)])
def test_critical_curve(delta: float, risk: float) -> None:
    known = {"δ": delta, "L": 1.02, "S": 0.26, "F²": 0.64}
    assert value(notation.error(notation.share(notation.delta)), **known) == pytest.approx(risk, abs=1e-9)


@pytest.mark.parametrize(("delta", "risk"), [(0.3, 0.77261199218), (1, 0.55813549257), (2.5, 0.38382559236)])
def test_least_error(delta: float, risk: float) -> None:
    known = {"δ": delta, "S": 0.26, "F²": 0.64}
    assert value(kernel_choice.best(notation.delta), **known) == pytest.approx(risk, abs=1e-10)


@pytest.mark.parametrize(
    ("name", "small", "large"), [("A", 0.642694, 0.592464), ("lower", 0.643371, 0.592464), ("other", 0.723264, 0.666989)]
)
def test_kernels_of_one_ratio(name: str, small: float, large: float) -> None:
    assert value(kernel_choice.finite(name), d=30) == pytest.approx(small, abs=1e-6)
    assert value(kernel_choice.finite(name), d=3000) == pytest.approx(large, abs=1e-6)


@pytest.mark.parametrize(
    ("n", "risk"), [(25, 1.33468921), (50, 2.07599075), (400, 0.64081849), (1274, 0.93247437), (5000, 0.27544283)]
)
def test_curve_with_three_peaks(n: int, risk: float) -> None:
    assert value(several_peaks.at(n)) == pytest.approx(risk, abs=1e-8)


@pytest.mark.parametrize(("nu", "ridge"), [(0.1, 0.0132034), (0.5, 0.0841196), (1, 0.2053105), (2, 0.5465147)])
def test_threshold(nu: float, ridge: float) -> None:
    assert value(peak_criterion.threshold, v=math.sqrt(nu / 3)) == pytest.approx(ridge, abs=5e-8)


def test_threshold_by_brute_force() -> None:
    """Where the curve rises on a grid of 4000 shares, and where the criterion says so."""
    u = torch.linspace(1e-3, 1 - 1e-3, 4000, dtype=torch.float64)
    for v in (0.1, 0.3, 0.5, 0.8, 0.95):
        edge = value(peak_criterion.threshold, v=v)
        for factor in (0.9, 0.98, 1.02, 1.1):
            curve = compile_expr(peak_criterion.curve(notation.u))({"u": u, "v": v, "L": factor * edge})
            assert bool((curve.diff() < 0).any()) == (factor < 1), (v, factor)  # δ falls with u

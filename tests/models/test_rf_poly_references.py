"""Numbers of ridge regression on random features that were computed independently of this code, to the digits given."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.formula.compile import compile_expr
from lemmata.theory.krr import notation as krr
from lemmata.theory.language.definitions import expand
from lemmata.theory.rf_poly import bottleneck_n, bottleneck_p, double_descent, fewer_features, notation

SMALL = {"m": 0.3, "t": 0.2, "F²": 0.64, "S": 0.26}


def value(formula, **known: float) -> float:
    found, _ = evaluate(expand(formula), known)
    return float(found)


def degrees(name: str, values: tuple[float, ...]) -> dict[str, float]:
    return {f"{name}_{k}": v for k, v in enumerate(values)}


@pytest.mark.parametrize(
    ("d", "n", "p", "ridge", "risk"),
    [(30, 465, 930, 0.02, 1.1126052), (30, 930, 465, 0.02, 1.2084218), (60, 1000, 500, 0.05, 1.5176789)],
)
def test_equivalent_at_finite_sizes(d: int, n: int, p: int, ridge: float, risk: float) -> None:
    known = {"d": d, "n": n, "p": p, "λ": ridge, "σ²": 0.1}
    known |= degrees("μ", (0.4, 0.6, 0.5, 0.45)) | degrees("F", (0.3, 0.7, 0.8, 0.4))
    assert value(notation.finite(), **known) == pytest.approx(risk, abs=1e-7)


@pytest.mark.parametrize(
    ("delta", "psi", "risk"),
    [
        (1, 2, 1.0810204201),
        (2, 1, 1.1631994760),
        (1, 1, 2.2561702541),
        (1, 10, 0.6345928),
        (1, 1e5, 0.5705088),
        (10, 1, 0.6785379),
        (1e5, 1, 0.6110997),
    ],
)
def test_critical_curve(delta: float, psi: float, risk: float) -> None:
    known = {"δ": delta, "ψ": psi, "λ": 0.01, **SMALL}
    assert value(notation.critical(notation.effective()), **known) == pytest.approx(risk, abs=1e-7)


def test_both_ends() -> None:
    assert value(bottleneck_n.by_kernel(notation.lam), **{"δ": 1, "λ": 0.01}, **SMALL) == pytest.approx(0.5705029593, abs=1e-9)
    approximation = notation.S + notation.F2 * bottleneck_p.left
    assert value(approximation, **{"ψ": 1}, **SMALL) == pytest.approx(0.6110936130, abs=1e-9)


def test_between_the_critical_scales() -> None:
    known = {"t": 0.5, "S": 0.9, "λ": 1e-12}
    assert value(double_descent.scaled(notation.lam), **known, **{"δ": 1, "ψ": 2}) == pytest.approx(1.8, abs=1e-5)
    assert value(double_descent.scaled(notation.lam), **known, **{"δ": 1, "ψ": 1.2}) == pytest.approx(5.4, abs=1e-5)


@pytest.mark.parametrize(
    ("delta", "ridge", "numbers", "C"),
    [(1, 0.01, SMALL, 0.5835006), (1, 0.3, SMALL, 0.2703), (2, 0.45, {"m": 0.3, "t": 1e-6, "F²": 1e-12, "S": 1}, -0.02915)],
)
def test_constant_of_many_features(delta: float, ridge: float, numbers: dict[str, float], C: float) -> None:
    formula = fewer_features.main + fewer_features.beside
    assert value(formula, **{"δ": delta, "λ": ridge}, **numbers) == pytest.approx(C, abs=5e-5)


@pytest.mark.parametrize(
    ("delta", "errors"),
    [
        (0.5, (0.88726, 0.87066, 0.84834, 0.81708, 0.77122)),
        (1, (0.87819, 0.84948, 0.81055, 0.75627, 0.67875)),
        (2, (0.86625, 0.82148, 0.76100, 0.67946, 0.57285)),
    ],
)
def test_least_over_the_ridge(delta: float, errors: tuple[float, ...]) -> None:
    """Over the effective ridge, on a grid: the error falls with the features and with the samples."""
    chi = torch.logspace(-2, 3, 20001, dtype=torch.float64)
    freedom = compile_expr(notation.freedom())({"χ": chi, **SMALL})
    for psi, best in zip((0.2, 0.5, 1, 2, 5), errors, strict=True):
        inside = chi[freedom < 0.9999 * min(delta, psi)]
        found = compile_expr(notation.critical())({"χ": inside, "δ": delta, "ψ": psi, **SMALL})
        assert float(found.min()) == pytest.approx(best, abs=2e-5)


def test_least_error_of_the_kernel_is_a_bound() -> None:
    found = notation.S + notation.F2 * krr.share(notation.delta, notation.S / notation.F2)
    assert value(found, **{"δ": 1}, **SMALL) < 0.60060

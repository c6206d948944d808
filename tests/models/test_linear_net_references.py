"""Numbers of the two-layer linear network that were computed independently of this code, to the digits given."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.models.linear_net.linear_net import in_sample_losses
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.definitions import expand
from lemmata.theory.linear_net import bayes_de, cp_identity, example2, kernel_by_features, notation


@pytest.mark.parametrize(
    ("n", "c", "interpolator", "ridgeless", "best"),
    [
        (10, 10.0, 3.39963729, 1.1467746824 + 0.3180945496, 1.442),
        (100, 10.0, 3.59116531, 0.8801712362 + 0.3623619234, 1.117),
        (1000, 10.0, 3.61254662, 0.8437625871 + 0.3677230921, 1.026),
        (2000, 1.5, 0.76235, 2.9523005, 1.0135),
        (2000, 100.0, 6.47269, 1.0727040, 1.0170),
    ],
)
def test_ridge_of_the_misaligned_example(n: int, c: float, interpolator: float, ridgeless: float, best: float) -> None:
    known = {"n": n, "c": c, "σ²": 1.0}
    start, _ = evaluate(expand(example2.x_n), known)
    assert float(start) == pytest.approx(interpolator, abs=1e-5)
    found, _ = evaluate(example2.ridge(example2.x), {**known, "x": float(start)})
    assert float(found) == pytest.approx(ridgeless, abs=1e-6)
    found, _ = evaluate(expand(example2.best), known)
    assert float(found) == pytest.approx(best, abs=6e-4)


@pytest.mark.parametrize(("n", "value"), [(10, 0.6854537597), (100, 0.1749026602), (1000, 0.0513560559)])
def test_bayes_of_the_misaligned_example_by_its_spectrum(n: int, value: float) -> None:
    index = torch.arange(1, 10 * n + 1, dtype=torch.float64)
    mu = torch.where(index == n, 1.0, index**-2)
    known = {"n": n, "d": 10 * n, "μ": mu, "σ²": 1.0}
    level, _ = evaluate(bayes_de.at.effective(notation.s2 / notation.n), known)
    found, error = evaluate(bayes_de.k_ * bayes_de.N1, {**known, "κ": float(level)})
    assert float(found) == pytest.approx(value, abs=2e-10) and float(error) < 1e-10


def test_expected_criterion_of_a_small_design() -> None:
    """X = [[1, 2], [0, 1]], W = [[1, 0], [1, 1]], Σβ = diag(1, 2), λ = 1/2, σ² = 0.3, σ'² = 0.7: DoF = 1, E R = 1.1153846154."""
    x, w = (torch.tensor(rows, dtype=torch.float64) for rows in ([[1, 2], [0, 1]], [[1, 0], [1, 1]]))
    features, signal = x @ w.mT, x @ torch.diag(torch.tensor([2.0, 4.0], dtype=torch.float64)).sqrt()
    teachers = torch.diag(torch.tensor([2.0, 4.0], dtype=torch.float64)).sqrt()
    known = {"n": 2, "d": 2, "m": 2, "p": 2, "λ": 0.5, "σ²": 0.3, "σ'²": 0.7, "X": x, "W": w, "B": teachers}
    for formula, value in (
        (notation.dof, 1.0),
        (cp_identity.in_sample, 0.3192307692),
        (cp_identity.mean_penalty, 0.4461538462),
        (notation.s2 + cp_identity.excess, 1.1153846154),
    ):
        found, error = evaluate(expand(formula), known)
        assert float(found) == pytest.approx(value, abs=1e-9) and float(error) < 1e-12
    found = in_sample_losses(features, signal, 0.5, 0.3, 0.7, Draw(Key(0, "tests.references"), 20_000))
    for name, value in (("R", 1.1153846154), ("inside", 0.3192307692), ("penalty", 0.4461538462)):
        assert abs(float(found[name].mean()) - value) < 5 * float(found[name].std()) / 20_000**0.5


def test_minima_of_a_cubic_spectrum() -> None:
    known = {"τ": 1e-3, "b": 3.0}
    for formula, value in (
        (notation.minima(kernel_by_features.tau, kernel_by_features.b), 0.0145249175),
        (kernel_by_features.rate(kernel_by_features.b), 0.015),
    ):
        found, _ = evaluate(formula, known)
        assert float(found) == pytest.approx(value, abs=1e-10)

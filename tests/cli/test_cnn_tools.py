"""The tools of the signal-noise network against a loop written here, known numbers and the conditions they state."""

from __future__ import annotations

import numpy as np
import pytest

from lemmata import Library
from lemmata.theory.language.errors import UsageError


def test_coefficients_of_own_data() -> None:
    """ReLU, three samples, two neurons of each sign: descent on the weights in R^4, by hand."""
    rng = np.random.default_rng(5)
    mu, xi, start = rng.normal(size=4), rng.normal(size=(3, 4)), rng.normal(size=(4, 4))
    y, j, eta, steps = np.array([1, -1, 1]), np.array([1, 1, -1, -1]), 0.3, 6
    w, curves = start.copy(), []
    for step in range(steps + 1):
        gamma, *rho = np.linalg.lstsq(np.vstack([mu, xi]).T, (w - start).T, rcond=None)[0]
        curves.append((j * gamma * (mu @ mu), np.array(rho) * (xi**2).sum(1)[:, None]))
        seen, noise = np.outer(w @ mu, y), w @ xi.T
        margin = y * (j @ (np.maximum(seen, 0) + np.maximum(noise, 0))) / 2
        if step < steps:
            pull = j[:, None] / (1 + np.exp(margin))
            toward = ((seen > 0) * pull).sum(1)[:, None] * mu + ((noise > 0) * pull * y) @ xi
            w = w + eta / (3 * 2) * toward
    data = {
        "μ": mu,
        "Ξ": xi,
        "W0": start,
        "y": y,
        "j": j,
        "m": 2,
        "η": eta,
        "T": steps,
        "t": np.array([0, 2, 6]),
        "σ": "max(z, 0)",
    }
    found = Library().evaluate("cnn.coefficients", **data)
    signal = np.array([curves[t][0] for t in (0, 2, 6)]).T
    own = np.array([[curves[t][1][i][j == y[i]].mean() for t in (0, 2, 6)] for i in range(3)])
    assert np.asarray(found["γ(t)"].value).ravel() == pytest.approx(signal.ravel(), abs=1e-10)
    assert np.asarray(found["ρ(t)"].value).ravel() == pytest.approx(own.ravel(), abs=1e-10)
    assert np.asarray(found["ρ"].value).ravel() == pytest.approx(curves[-1][1].T.ravel(), abs=1e-10)
    assert float(found["L"]) == pytest.approx(np.log1p(np.exp(-margin)).mean(), abs=1e-10)


@pytest.mark.parametrize(
    ("power", "gamma", "loss"),
    [(1, [0.3325304893, 0.3044805508], 0.2784294918), (3, [0.0848128807, 0.0746243120], 0.6290632980)],
)
def test_coefficients_known_by_hand(power: int, gamma: list[float], loss: float) -> None:
    found = Library().evaluate("cnn.coefficients", σ=f"max(z, 0)^{power}", t=np.array([5]))
    assert list(np.asarray(found["γ(t)"].value).ravel()) == pytest.approx(gamma, abs=1e-10)
    assert float(found["L"]) == pytest.approx(loss, abs=1e-10)


@pytest.mark.parametrize(
    ("sizes", "phase"),
    [
        ({"q": 3, "SNR": (0.1 / 20) ** (1 / 3)}, -1),
        ({"q": 3, "SNR": (2 / 20) ** (1 / 3)}, 0),
        ({"q": 3, "SNR": 1.0}, 1),
        ({"q": 1, "n": 10, "d": 10_000, "SNR": 0.1, "σ₀": 1e-4}, 1),  # low SNR: benign for ReLU alone
        ({"q": 3, "n": 10, "d": 10_000, "SNR": 0.1, "σ₀": 1e-4}, -1),
        ({"q": 1, "n": 10, "d": 1000, "SNR": 0.05, "σ₀": 1e-4}, -1),
    ],
)
def test_phases(sizes: dict[str, float], phase: int) -> None:
    assert float(Library().evaluate("cnn.phase", **sizes)["phase"]) == phase


@pytest.mark.parametrize(("sizes", "words"), [({"q": 2}, "q"), ({"σ₀": 0.1}, "σ₀"), ({"d": 15}, "d")])
def test_a_phase_is_predicted_under_its_conditions_alone(sizes: dict[str, float], words: str) -> None:
    with pytest.raises(UsageError, match=f"cnn.phase needs .*{words}"):
        Library().evaluate("cnn.phase", **sizes)

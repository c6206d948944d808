"""Numbers of spiked random features that were computed independently of this code, for tanh, to the digits given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import sympy as sp

from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.srf import expressivity, learning_rate, notation

NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(80)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
GRID = np.linspace(-10, 10, 801)
DENSITY = np.exp(-(GRID**2) / 2)
DENSITY = DENSITY / DENSITY.sum()
Function = Callable[[Any], Any]


def mean(f: Any) -> float:
    return float((WEIGHTS * f).sum())


@dataclass
class Tanh:
    """μ_0, μ_1, μ_2² and κμ_1 at the nodes."""

    spike: float
    size: float

    def __post_init__(self) -> None:
        values = np.tanh(self.spike * NODES[:, None] + self.size**0.5 * GRID)
        self.mu0, self.mu1 = values @ DENSITY, (values * GRID) @ DENSITY
        self.mu2 = values**2 @ DENSITY - self.mu0**2 - self.mu1**2
        self.line = NODES * self.mu1


def goal(g: Function, gamma: float, noise: float) -> tuple[Any, Any, Any]:
    values = g(gamma * NODES[:, None] + (1 - gamma**2) ** 0.5 * GRID)
    return values @ DENSITY, (values * GRID) @ DENSITY, values**2 @ DENSITY + noise


def solved(model: notation.Equivalent, steps: int) -> dict[str, float]:
    state = {name: float(value) for name, value in model.start().items()}
    for _ in range(steps):
        state = {name: float(value) for name, value in model.map(state, mean).items()}
    return state


@pytest.mark.parametrize(
    ("spikes", "shares", "size", "alpha", "b", "ridge", "g", "gamma", "noise", "known"),
    [
        (
            (1.0,),
            (1,),
            1.2,
            1.5,
            1.0,
            0.1,
            np.sin,
            0.9,
            0.0,
            "test .08283275 train .03151134 m1 1.14518598 θ1 .04288013 ψ1 .25646666",
        ),
        ((1.5,), (1,), 1.0, 0.8, 1.4, 0.01, np.sin, 1.0, 0.05, "test .13564947 train .01160448"),
        (
            (1.5, -0.7),
            (0.4, 0.6),
            1.2,
            1.4,
            1.2,
            0.05,
            lambda x: np.tanh(x) + np.sin(x),
            0.9,
            0.05,
            "test .32719303 train .06499030",
        ),
    ],
)
def test_errors(
    spikes: tuple[float, ...],
    shares: tuple[float, ...],
    size: float,
    alpha: float,
    b: float,
    ridge: float,
    g: Function,
    gamma: float,
    noise: float,
    known: str,
) -> None:
    groups = [Tanh(u, size) for u in spikes]
    found = solved(notation.Equivalent(groups, shares, alpha / b, b, ridge, goal(g, gamma, noise)), 120)
    words = known.split()
    for name, value in zip(words[::2], words[1::2], strict=True):
        assert found[name] == pytest.approx(float(value), abs=4e-7)


def test_traces_of_two_groups() -> None:
    groups = [Tanh(1.2, 1.25), Tanh(-0.6, 1.25)]
    found = solved(notation.Equivalent(groups, (0.5, 0.5), 2 / 0.7, 0.7, 0.05), 100)
    known = {"v1": 1.2676, "v2": 1.0222, "V11": 0.9785, "V12": -0.2613, "V22": 0.7639}
    assert found == pytest.approx(known, abs=6e-5)


def test_untrained_network_and_the_step_of_size_root_p() -> None:
    group = Tanh(0.0, 1.0)
    model = notation.Equivalent([group], [1], 1.5, 1.0, 0.1, goal(np.sin, 0.0, 0.0), 1.0)
    state = solved(model, 100)
    assert state["test"] == pytest.approx(0.26556388, abs=4e-7) and state["train"] == pytest.approx(0.08935883, abs=4e-7)
    flat = Tanh(0.0, 1.0)
    flat.mu1, flat.mu2 = mean(group.mu1), mean(group.mu2)
    at = learning_rate.Untrained(1.5, 1.0, 0.1, flat, state)
    assert (at.A, at.Y, at.noise) == pytest.approx((1.18149660, 0.56269774, 1.43351098), abs=2e-6)
    for u0, value in ((0.1, 0.26432), (0.3, 0.25494), (1.0, 0.19150), (3.0, 0.11367), (10.0, 0.09450)):
        found = at.error(u0**2).subs({learning_rate.omega: 1, notation.s: 0})
        assert float(found) == pytest.approx(value, abs=2e-5)


def test_linear_floor_and_distances() -> None:
    floor = learning_rate.rest.subs(notation.omega, 1)
    assert float(floor) == pytest.approx(0.0644529172, abs=1e-10)
    for omega, value in ((2, 0.42656971), (1, 0.0644529172)):
        near, _ = evaluate(expressivity.distance(), {"u": 1e-2, "ω": float(omega)})
        assert float(near) < value
    assert float(sp.N(expressivity.distance(sp.Integer(1), sp.Integer(1)))) == pytest.approx(0, abs=1e-12)

"""The network in the coordinates that descent moves against descent in R^d, and numbers that were computed independently."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.models.networks import coefficients, coefficients_literal
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.cnn import dominance, growth_poly
from lemmata.theory.language.definitions import expand

SMALL = {"n": 4, "m": 3, "d": 14, "snr": 0.6, "s0": 0.1, "rate": 0.8, "stop": 0.2, "steps": 60, "across": 0, "tests": 128}


def draw(stage: str, replicates: int) -> Draw:
    return Draw(Key(0, "tests.coefficients", stage=stage), replicates)


@pytest.mark.parametrize("q", [1, 3])
def test_law_of_descent_in_space(q: int) -> None:
    """Means of what is learned and of the error, within 5 standard errors of both."""
    literal = coefficients_literal.fitted(SMALL | {"q": q}, draw(f"literal{q}", 100), tests=64)
    mine = coefficients.fitted(SMALL | {"q": q}, draw(f"mine{q}", 400))
    for name in ("signal", "weakest", "noise", "kept", "error", "train"):
        first, second = literal[name].double(), mine[name].double()
        spread = (first.var() / 100 + second.var() / 400).sqrt()
        assert abs(float(first.mean() - second.mean())) < 5 * float(spread) + 1e-6, name


def test_error_is_that_of_drawn_lengths() -> None:
    """The exact mean over the length of the noise against normal draws, for one network."""
    root = torch.tensor([[[1.0, 0.3, 0.2, 0.1], [0.0, 0.8, 0.4, 0.2], [0.0, 0.0, 1.2, 0.3], [0.0, 0.0, 0.0, 0.7]]])
    margin = torch.tensor([[0.3, -0.1]])
    found = float(coefficients._error(root, margin, 1, 40_000, draw("lengths", 1))[0])
    output = coefficients.noise_output(root, draw("normal", 1).normal(200_000, 4, dtype=torch.float32), 1)
    drawn = ((output < -0.3).double().mean() + (output > -0.1).double().mean()) / 2
    assert found == pytest.approx(float(drawn), abs=5e-3)


def value(term: object, **known: object) -> float:
    return float(evaluate(expand(term), known)[0])


def test_ratio_of_blow_up_times() -> None:
    assert value(growth_poly.race, n=20, q=3, SNR=0.5, a=1.2) == pytest.approx(1.5, abs=1e-12)


def test_what_a_loser_gains() -> None:
    assert value(dominance.loser(dominance.u0, dominance.v0), **{"u₀": 0.1, "v₀": 4.0}) == pytest.approx(1 / 6 - 0.1, abs=1e-12)

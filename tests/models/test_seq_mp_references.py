"""Numbers of sequential message passing that were computed independently of this code, to the digits given."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.language.definitions import expand
from lemmata.theory.seq_mp import at_line, gaussian_oracle, phase_oracle


@pytest.mark.parametrize(
    ("beta", "h", "q", "stability", "number"),
    [
        (1.0, 0.5, 0.3025129643, 0.5534128767, 0.1303274964),
        (1.5, 1.0, 0.5643884113, 0.6926648845, 0.4636813382),
        (2.0, 1.0, 0.6215232943, 1.0628911947, 1.1472787432),
    ],
)
def test_spins_in_a_field(beta: float, h: float, q: float, stability: float, number: float) -> None:
    known = {"h": h, "w": beta * q**0.5}
    for formula, value in (
        (at_line.q, q),
        (at_line.spins[at_line.beta] ** 2 * at_line.fourth, stability),
        (at_line.number(at_line.beta**2).xreplace(at_line.spins), number),
    ):
        found, _ = evaluate(expand(formula), known)
        assert float(found) == pytest.approx(value, rel=2e-9)


@pytest.mark.parametrize(("a", "distance"), [(1.5, 1.1656232877), (3.0, 1.8809595814)])
def test_plateau_of_the_phase_model(a: float, distance: float) -> None:
    found, _ = evaluate(expand(phase_oracle.plateau), {"D": distance})
    assert float(found) == pytest.approx(a, rel=1e-9)


def test_gaussian_likelihood_at_four_eigenvalues() -> None:
    """K = diag(1/2, 1, 2, 4), v = 1/2: χ = 0.3569444444, L = 0.8015564202, φ(A²) = 0.0421959454."""
    known = {"N": 4, "K": torch.diag(torch.tensor([0.5, 1.0, 2.0, 4.0], dtype=torch.float64)), "v": 0.5, "L": 0.8015564202}
    S, A, N = gaussian_oracle.S, gaussian_oracle.A, gaussian_oracle.N
    for formula, value in (
        (gaussian_oracle.Trace(S) / N, 0.3569444444),
        (gaussian_oracle.Trace(A), 0.0),
        (gaussian_oracle.Trace(A * A) / N, 0.0421959454),
    ):
        found, _ = evaluate(expand(formula), known)
        assert float(found) == pytest.approx(value, abs=1e-9)

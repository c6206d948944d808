"""Laws at rest of quadratic objectives: reference values of F, c_N and c_eta, and three particles summed over directly."""

import pytest
import torch

from lemmata.numerics.models.langevin import quadratic
from lemmata.numerics.random.draw import Draw, in_single
from lemmata.numerics.random.keys import Key

CPU = torch.device("cpu")
REFERENCES = {  # network, ridge, temperature: F, c_N, c_eta
    (False, 0.05, 0.05): (0.070742484, 0.05405, 7.24e-4),
    (True, 0.1, 0.2): (0.148455308, 0.024874, 0.01463),
}


@pytest.mark.parametrize("given", REFERENCES)
def test_constants_of_the_rest(given: tuple[bool, float, float]) -> None:
    least, space, time, half = quadratic.predicted(*given, CPU)
    for found, stated, digits in zip((least, space, time), REFERENCES[given], (1e-8, 1e-3, 1e-2), strict=True):
        assert found == pytest.approx(stated, rel=digits)
    assert half == pytest.approx(space, rel=0.4) and half < 0.9 * space


def test_the_covariance_times_the_kernel() -> None:
    generator = torch.Generator().manual_seed(1)
    a, p = torch.randn(5, 5, generator=generator, dtype=torch.float64), torch.rand(5, generator=generator, dtype=torch.float64)
    kernel, p = a + a.mT, p / p.sum()
    assert torch.allclose(quadratic.coupled(kernel, p), (torch.diag(p) - p[:, None] * p) @ kernel)


def test_three_particles_are_drawn_from_their_joint_law() -> None:
    """The mean of F, at the temperature 1/20, is that of its direct sum over a finer and narrower grid."""
    objective = quadratic.Objective(False, 0.05, torch.zeros((), dtype=torch.float64))
    x = torch.linspace(-5, 5, 61, dtype=torch.float64)
    triples = torch.cartesian_prod(x, x, x)
    value = objective.value(triples)
    least, space, *_ = quadratic.predicted(False, 0.05, 0.05, CPU)
    exact = 3 * (float(value @ torch.softmax(-3 * value / 0.05, dim=0)) - least) / space
    values = quadratic.three({"network": 0, "ridge": 0.05, "temperature": 0.05}, Draw(Key(0, "tests.quadratic"), 400))["value"]
    drawn = 3 * (values - least) / space
    assert exact == pytest.approx(1.0692, abs=2e-3)
    assert abs(float(drawn.mean()) - exact) < 6 * float(drawn.std()) / 20


def test_a_run_in_single_precision_hands_back_doubles() -> None:
    key = Key(0, "tests.single")
    found = in_single(lambda p, draw: {"x": p * draw.normal(3)[:, 0]})(2.0, Draw(key, 4))["x"]
    assert found.dtype == torch.float64
    assert torch.equal(found, 2.0 * Draw(key, 4, dtype=torch.float32).normal(3)[:, 0].double())

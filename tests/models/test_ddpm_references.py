"""Numbers of the denoising claims that were computed independently of this code, and the gradient against the claims' formula."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.models.denoising import features
from lemmata.theory.ddpm import dsm, notation, population_loss
from lemmata.theory.language.definitions import expand


def value(term: object, **known: object) -> float:
    return float(evaluate(expand(term), known)[0])


def test_the_forward_process_at_one_half() -> None:
    assert value(notation.alpha, t=0.5) == pytest.approx(0.6065306597, abs=1e-9)
    assert value(notation.beta, t=0.5) == pytest.approx(0.7950600976, abs=1e-9)
    assert value(notation.variance(notation.t), t=0.5, v=4.0) == pytest.approx(2.1036383235, abs=1e-9)


def test_best_guess_of_the_noise_for_two_points() -> None:
    """Data ±1, equally likely, at x = 1 and t = 1/2."""
    known = {"t": 0.5, "n": 2, "d": 1, "X": [[1.0], [-1.0]], "p": [0.5, 0.5], "x": [1.0]}
    tensors = {k: torch.tensor(v, dtype=torch.float64) if isinstance(v, list) else v for k, v in known.items()}
    found = evaluate(expand(dsm.noise), tensors)[0]
    assert float(found.flatten()[0]) == pytest.approx(0.6901413873, abs=1e-9)
    assert value(dsm.least, t=0.5, v=4.0, d=2) == pytest.approx(1.3990216362, abs=1e-9)


@pytest.mark.parametrize(("x", "loss"), [((1.0, 2.0), 9.0158268924), ((0.0, -1.0), 2.4416312252)])
def test_quadratic_loss_of_two_neurons(x: tuple[float, float], loss: float) -> None:
    w = torch.tensor([[1.0, 0.0], [0.5, -1.0]], dtype=torch.float64)
    known = {"m": 2, "d": 2, "α": 0.8, "β": 0.6, "W": w, "x": torch.tensor(x, dtype=torch.float64)}
    assert float(evaluate(expand(population_loss.closed()), known)[0]) == pytest.approx(loss, abs=1e-9)


def test_the_gradient_of_the_runs_is_that_of_the_formula() -> None:
    generator = torch.Generator().manual_seed(0)
    w, x, v = (torch.randn(*size, generator=generator, dtype=torch.float64) for size in ((2, 3), (4, 3), (2, 3)))
    weight = torch.tensor([0.5, 0.5, 0.5, 0.5], dtype=torch.float64)

    def loss(at: torch.Tensor) -> float:
        sizes = {"m": 2, "d": 3, "α": 0.8, "β": 0.6, "W": at}
        values = [float(evaluate(expand(population_loss.closed()), {**sizes, "x": row})[0]) for row in x]
        return float(weight @ torch.tensor(values, dtype=torch.float64))

    slope = (features.slope(w[None], x[None], weight, 0.8, 0.6)[0] * v).sum()
    assert (loss(w + 1e-5 * v) - loss(w - 1e-5 * v)) / 2e-5 == pytest.approx(float(slope), rel=1e-6)

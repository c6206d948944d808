"""Numbers of random features, of the one-step setting and of lazy training that were computed independently of this code."""

from __future__ import annotations

import math

import pytest
import sympy as sp
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.models.kernel_regression import lazy
from lemmata.numerics.models.one_step import erf_network, tanh_network
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.language.definitions import expand
from lemmata.theory.repr import notation, random_feature_kernel

X = [[1.0, 0.5], [-0.4, 1.2], [0.3, -0.8]]


def value(term: object, **known: object) -> torch.Tensor:
    return torch.as_tensor(evaluate(expand(term), known)[0]).squeeze()


def setting() -> dict[str, object]:
    return {
        "n": 3,
        "d": 2,
        "N": 4,
        "λ": 0.3,
        "σ": sp.tanh(z),
        "X": torch.tensor(X, dtype=torch.float64),
        "W": torch.tensor([[0.6, 0.8], [-1.0, 0.2], [0.1, 1.1], [0.9, -0.3]], dtype=torch.float64).T,
        "y": torch.tensor([1.0, -0.5, 0.7], dtype=torch.float64),
        "x": torch.tensor([0.2, 0.7], dtype=torch.float64),
        "a": torch.tensor([0.5, -1.0, 0.7, 0.3], dtype=torch.float64),
    }


def test_ridge_regression_both_ways() -> None:
    n, N, lam = 3, 4, 0.3
    assert value(random_feature_kernel.by_features, **setting()) == pytest.approx(0.0537965007218, abs=1e-12)
    for ridge, fitted in (
        (n * lam / N, 0.0537965007218),
        (n * lam, 0.0084743674540),
        (lam, 0.0425811215710),
        (lam / N, 0.0903675542831),
    ):
        found = value(random_feature_kernel.by_kernel(sp.Float(ridge, 17)), **setting())
        assert found == pytest.approx(fitted, abs=1e-12)


def test_tangent_kernel() -> None:
    rows = torch.tensor(X, dtype=torch.float64)
    found = [float(value(random_feature_kernel.tangent(), **(setting() | {"x": rows[0], "x'": other}))) for other in rows]
    assert found == pytest.approx([0.62310672, 0.06663477, -0.04642961], abs=1e-8)


def test_kernels_of_two_points() -> None:
    first, second = torch.tensor(X[0]).double(), torch.tensor(X[1], dtype=torch.float64)
    p, q = float(first.norm()), float(second.norm())
    angle = math.acos(float(first @ second) / (p * q))
    known = {"d": 2, "p": p, "q": q, "θ": angle}
    assert value(notation.arc(math.pi - angle), **known) == pytest.approx(0.1386668219294, abs=1e-12)
    assert value(random_feature_kernel.spread, **known) == pytest.approx(0.1559375317235, abs=1e-12)
    assert value(notation.arcsine(), **known) == pytest.approx(0.0527021525315, abs=1e-12)


def test_what_is_not_affine_in_tanh() -> None:
    assert value(notation.FLOOR) == pytest.approx(0.0274153260354302571560, abs=1e-12)
    assert value(notation.square) == pytest.approx(0.394294490397841174416, abs=1e-12)


def test_the_step_of_a_tanh_network_is_its_gradient() -> None:
    draw = Draw(Key(0, "tests.repr"), 2, dtype=torch.float64)
    W, a, x, y = draw.normal(3, 5).requires_grad_(), draw.normal(5), draw.normal(4, 3), draw.normal(4)
    outputs = (torch.tanh(x @ W) @ a[..., None])[..., 0] / 5**0.5
    (gradient,) = torch.autograd.grad((y - outputs).square().mean(-1).sum() / 2, W)
    found = erf_network.direction(W.detach(), a, x, y, tanh_network.TANH)
    assert torch.allclose(found, -gradient, atol=1e-12)


@pytest.mark.parametrize(("s", "whole"), [(0.5, 1.0), (1.0, 2.0)])
def test_a_first_step_of_lazy_training(s: float, whole: float) -> None:
    """One step moves all of the first layer by as much with the tangent scale, by √N as much with the mean-field one, on the same draws."""
    sizes = {"n": 4, "N": 4, "d": 3, "η": 0.5, "T": 1}
    lazy_step = lazy.descended(sizes | {"s": 0.5}, Draw(Key(0, "tests.repr"), 2, dtype=torch.float64))
    found = lazy.descended(sizes | {"s": s}, Draw(Key(0, "tests.repr"), 2, dtype=torch.float64))
    assert torch.allclose(found["whole"], whole * lazy_step["whole"])
    assert bool((found["neuron"] <= found["whole"] / 2 * (1 + 1e-12)).all())

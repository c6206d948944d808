"""The two versions of the network against gradient descent in full dimension by automatic differentiation."""

from __future__ import annotations

import pytest
import torch
from torch.nn.functional import softplus

from lemmata.numerics.models.networks import cnn
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.errors import DomainError


def draw(stage: str, replicates: int) -> Draw:
    return Draw(Key(0, "tests.cnn", stage=stage), replicates)


def output(w: torch.Tensor, first: torch.Tensor, second: torch.Tensor, q: int) -> torch.Tensor:
    """f for weights (2, m, d) at inputs (n, d) twice."""
    seen = sum((torch.einsum("jmd,nd->jmn", w, x).clamp(min=0) ** q).mean(dim=1) for x in (first, second))
    return seen[0] - seen[1]


def descend(what: cnn.Training, w: torch.Tensor, mu: torch.Tensor, xi: torch.Tensor) -> tuple[torch.Tensor, float]:
    """Weights and loss at the first loss <= stop, by gradient descent on all coordinates."""
    label = torch.tensor([1.0, -1.0], dtype=w.dtype).repeat_interleave(what.n // 2)
    eta = what.rate * what.n * what.m
    for _ in range(what.steps):
        w = w.detach().requires_grad_(True)
        loss = softplus(-label * output(w, label[:, None] * mu, xi, what.q)).mean()
        if float(loss.detach()) <= what.stop:
            break
        (gradient,) = torch.autograd.grad(loss, w)
        w = w - eta * gradient
    return w.detach(), float(loss.detach())


@pytest.mark.parametrize(("q", "snr"), [(3, 0.9), (3, 0.3), (4, 0.8)])
def test_orthogonal_noise_is_the_limit_of_the_dimension(q: int, snr: float):
    """With exactly orthonormal noise the d = infinity version is gradient descent itself: same start, same end."""
    what = cnn.Training(n=4, snr=snr, q=q, m=3, scale=0.3, rate=0.1)
    d = 12
    seed = draw(f"{q}{snr}", 1)
    u = what.scale * snr * seed.normal(2, 3, dtype=torch.float32, fast=True)[0].double()
    v = cnn._learnable(what.scale * seed.normal(2, 3, 4, dtype=torch.float32, fast=True), 4)[0].double()
    mu, xi = torch.zeros(d, dtype=torch.float64), torch.zeros(4, d, dtype=torch.float64)
    mu[0] = snr
    xi[torch.arange(4), torch.arange(1, 5)] = 1.0
    w = torch.zeros(2, 3, d, dtype=torch.float64)
    w[..., 0], w[..., 1:5] = u / snr, v
    end, loss = descend(what, w, mu, xi)
    found = cnn.infinite_dimension(what, draw(f"{q}{snr}", 1))
    assert float(found["train"][0]) == pytest.approx(loss, rel=1e-3)
    blank = torch.zeros(2, d, dtype=torch.float64)
    signs = torch.tensor([1.0, -1.0], dtype=torch.float64)
    fresh = softplus(-signs * output(end, signs[:, None] * mu, blank, q)).mean()
    assert float(found["loss"][0]) == pytest.approx(float(fresh), rel=1e-3)


def test_finite_dimension_has_the_law_of_full_descent():
    """Mean test loss at moderate d, within 5 standard errors of both."""
    what, d, count = cnn.Training(n=4, snr=0.75, m=4, scale=0.3, rate=0.1, stop=0.1), 60, 60
    seed, losses = draw("full", count), []
    noise, weights = seed.normal(4, d) / d**0.5, what.scale * seed.normal(2, 4, d)
    fresh = seed.normal(400, d) / d**0.5
    mu = torch.zeros(d, dtype=torch.float64)
    mu[0] = what.snr
    for i in range(count):
        xi, test = noise[i].clone(), fresh[i].clone()
        xi[:, 0], test[:, 0] = 0.0, 0.0
        w, _ = descend(what, weights[i], mu, xi)
        losses.append(sum(softplus(-s * output(w, s * mu[None].expand(400, d), test, 3)).mean() for s in (1.0, -1.0)) / 2)
    full = torch.stack(losses)
    mine = cnn.finite_dimension(what, d, draw("mine", 2000), tests=400)["loss"].double()
    spread = (full.var() / count + mine.var() / 2000).sqrt()
    assert abs(float(full.mean() - mine.mean())) < 5 * float(spread)


def test_the_two_sides():
    low, high = (cnn.infinite_dimension(cnn.Training(n=8, snr=(v / 8) ** (1 / 3)), draw(f"{v}", 64)) for v in (0.2, 20.0))
    assert float(low["loss"].mean()) > 0.69
    assert float(high["loss"].mean()) < 0.1
    assert float(torch.cat([low["train"], high["train"]]).max()) <= 0.05


def test_bad_settings_are_refused():
    with pytest.raises(DomainError, match="even number"):
        cnn.Training(n=3, snr=1.0)
    with pytest.raises(DomainError, match="q = 2"):
        cnn.Training(n=4, snr=1.0, q=2)
    with pytest.raises(DomainError, match="too low"):
        cnn.finite_dimension(cnn.Training(n=4, snr=1.0), 20, draw("low", 1))

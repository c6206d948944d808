"""Additive models: the chain of overlaps against SGD in R^d, the closed forms against quadrature and known values."""

from __future__ import annotations

import math

import pytest
import scipy.stats as st
import torch
from torch import Tensor

from lemmata import evaluate
from lemmata.numerics.models.additive import additive_chain, additive_features
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.additive.blind_query import cubic, cubic_slope, query, quintic, quintic_slope
from lemmata.theory.algebra.additive_rank import values_rank

KEY = Key(0, "tests.additive")


def h3(z: Tensor) -> Tensor:
    return (z**3 - 3 * z) / math.sqrt(6)


def full_sgd(start: Tensor, d: int, eta: float, steps: int, draw: Draw) -> Tensor:
    """The neuron in R^d, the tasks being the first coordinates."""
    tasks = start.shape[1]
    w = torch.zeros((draw.replicates, d), dtype=torch.float64)
    w[:, :tasks] = start
    w[:, tasks] = (1 - start.square().sum(dim=1)).sqrt()
    for _ in range(steps):
        x = draw.normal(d)
        y, along = h3(x[:, :tasks]).sum(dim=1) / math.sqrt(tasks), (w * x).sum(dim=1)
        move = eta * y * math.sqrt(3 / 2) * (along**2 - 1)
        w = w + move[:, None] * (x - along[:, None] * w)
        w = w / torch.linalg.vector_norm(w, dim=1, keepdim=True)
    return w[:, :tasks]


@pytest.mark.parametrize(("tasks", "d"), [(1, 3), (2, 4), (3, 8)])
def test_chain_has_the_law_of_sgd(tasks: int, d: int) -> None:
    """Kolmogorov-Smirnov at size 1e-6 for every overlap after 6 steps; with another dimension it rejects."""
    start = torch.full((10_000, tasks), 0.4)
    start[:, -1] = -0.2
    full = full_sgd(start.double(), d, 0.15, 6, Draw(KEY.child(stage="full"), 10_000))
    chain = additive_chain.task_overlaps(start, d, 0.15, 6, Draw(KEY, 10_000))
    wider = additive_chain.task_overlaps(start, d + 4, 0.15, 6, Draw(KEY.child(stage="wider"), 10_000))
    same = [st.ks_2samp(a.numpy(), b.numpy()).pvalue for a, b in zip(full.mT, chain.mT, strict=True)]
    other = [st.ks_2samp(a.numpy(), b.numpy()).pvalue for a, b in zip(full.mT, wider.mT, strict=True)]
    assert min(same) > 1e-6
    assert min(other) < 1e-6


def test_too_many_tasks_for_the_dimension() -> None:
    with pytest.raises(Exception, match="do not fit in dimension 3: give d >= 4"):
        additive_chain.task_overlaps(torch.zeros(1, 2), 3, 0.1, 1, Draw(KEY, 1))


def test_error_of_rotated_cubics() -> None:
    """All B - M traceless cubics: mean a M / B; none: exactly a = (M - 1)/(M + 2)."""
    assert additive_features.rotated_cubics_error(4, 0, Draw(KEY, 5)).tolist() == pytest.approx([0.5] * 5)
    found = additive_features.rotated_cubics_error(4, 12, Draw(KEY, 4000))
    assert abs(float(found.mean()) - 0.125) < 5 * float(found.std()) / math.sqrt(4000)


def test_errors_of_random_features() -> None:
    """M = 12 and 96 ReLU features on the span: .86 to .94; 8 per task: about .1."""
    subspace = additive_features.subspace_relu_error(12, 96, Draw(KEY, 16))
    assert 0.86 < float(subspace.mean()) < 0.94
    local = additive_features.localised_relu_error(8, Draw(KEY, 200))
    assert 0.06 < float(local.mean()) < 0.14


def test_relu_expansion_against_sampling() -> None:
    """M = 2, twelve features from the same draws, by least squares on 200000 inputs."""
    draw = Draw(KEY, 1)
    w, b = draw.sphere(2, 12)[0], draw.uniform(12, low=-3.0, high=3.0)[0]
    x = Draw(KEY.child(stage="inputs"), 200_000).normal(2)
    features = torch.cat((torch.ones(len(x), 1), torch.relu(x @ w.mT + b)), dim=1)
    target = h3(x).sum(dim=1, keepdim=True) / math.sqrt(2)
    fit = features @ torch.linalg.lstsq(features, target).solution
    sampled = float((target - fit).square().mean())
    assert float(additive_features.subspace_relu_error(2, 12, Draw(KEY, 1))) == pytest.approx(sampled, abs=0.02)
    assert sampled < 0.8


def test_rank_of_the_values() -> None:
    """M (d + p - k) parameters are determined; with M d values one has rank M d only."""
    assert values_rank(2, 4, 3, 4, points=12) == 10
    assert values_rank(2, 4, 3, 4, points=8) == 8


def test_query_of_sine() -> None:
    """Leading term -324/6 M^(-3/2) for He_3, -27785835/2/120 M^(-5/2) for He_3 - (3/20) He_5."""
    found = [evaluate(query(cubic, cubic_slope), N=10**8), evaluate(query(quintic, quintic_slope, 1), N=10**8)]
    assert [value for value, _ in found] == [pytest.approx(5.4e-11, rel=1e-5), pytest.approx(1.157545e-15, rel=1e-5)]

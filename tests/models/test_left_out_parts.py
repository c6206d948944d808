"""Processes beside the numbers that they have to have: counts, limits of many copies, batches of everything."""

from __future__ import annotations

from itertools import combinations

import pytest
import torch

from lemmata.numerics.models.langevin import batches
from lemmata.numerics.models.networks import cnn_capacity, injection
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.cnn.capacity import logs

PARTICLES = {"n": 4, "N": 3, "a": 1.0, "b": 2.0, "λ_2": 0.0, "η": 0.1, "k": 3, "m_0": 1.0, "own": 0, "again": 0}


def draw(replicates: int) -> Draw:
    return Draw(Key(5, "tests.left_out_parts"), replicates)


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_lines_through_0_cut_n_points_of_the_plane_in_2n_ways(n: int) -> None:
    assert (cnn_capacity.halfplanes({"n": n}, draw(50))["patterns"] == 2 * n).all()


def test_count_of_sign_patterns() -> None:
    assert float(logs()) == pytest.approx(-20.575186615099554 * 0.6931471805599453)


def test_a_batch_of_all_data_is_descent_on_their_mean() -> None:
    centre = float(torch.arange(1, 5, dtype=torch.float64).cos().mean())
    rest = 2 * centre / 3
    found = batches.particles({**PARTICLES, "B": 4}, draw(3))
    assert found["mean"].tolist() == pytest.approx([rest + 0.7**3 * (1 - rest)] * 3)
    assert float(found["spread"].abs().max()) < 1e-12


def test_the_weighted_ridge_is_plain_ridge_without_injected_noise() -> None:
    sizes = {"d": 3, "n": 8, "p": 4, "ℓ": 1, "Δ": 0.0, "λ": 0.1, "σ²": 0.1, "a_1": 1.0, "a_2": 0.3, "a_3": 0.2}
    plain = injection.injected(sizes, draw(7))
    weighted = injection.weighted({**sizes, "m_0": 0.0, "m_1": 1.0, "r_0": 0.0, "r_1": 0.0}, draw(7))
    for name, value in plain.items():
        assert torch.allclose(weighted[name], value)


def test_all_batches_are_equally_likely() -> None:
    """Two of four numbers, and three: all six pairs and all four triples, up to 6 deviations of their counts."""
    data, count = torch.cos(torch.arange(1.0, 5.0, dtype=torch.float64)), 6000
    for size in (1, 2, 3, 4):
        means = batches.mean({"n": 4, "B": size, "again": 0}, draw(count))["mean"]
        sets = list(combinations(range(4), size))
        hits = [int((means - data[list(s)].mean()).abs().lt(1e-12).sum()) for s in sets]
        assert sum(hits) == count
        share = 1 / len(sets)
        assert max(abs(h - count * share) for h in hits) <= 6 * (count * share * (1 - share)) ** 0.5

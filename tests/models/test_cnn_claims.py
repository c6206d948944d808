"""Coefficients along descent and noise patches, against numbers that were computed independently of this code."""

from __future__ import annotations

import pytest
import torch

from lemmata.numerics.models.networks import cnn_capacity, cnn_coefficients
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key


def draw(stage: str, replicates: int) -> Draw:
    return Draw(Key(0, "tests.cnn_claims", stage=stage), replicates)


@pytest.mark.parametrize(("d", "largest"), [(250, 0.188), (1000, 0.0921), (4000, 0.0481)])
def test_largest_overlap_of_twenty_patches(d: int, largest: float) -> None:
    found = cnn_capacity.overlaps({"n": 20, "d": d}, draw(f"{d}", 200))["pairs"]
    assert float(found.mean()) == pytest.approx(largest, rel=0.06)


def test_coefficients_are_inner_products_without_cross_terms() -> None:
    """In very many dimensions the cross terms vanish; in few they do not."""
    known = {"n": 2, "m": 2, "SNR": 1.0, "s0": 0.5, "rate": 0.2, "steps": 3, "q": 1}
    many, few = (cnn_coefficients.measured(known | {"d": d}, draw("cross", 20))["noise"] for d in (40_000, 4))
    assert float(many.nanmedian()) < 0.02 < float(few.nanmedian())


def test_signal_is_fitted_in_any_dimension() -> None:
    known = {"n": 40, "m": 12, "d": 4, "s0": 0.01, "rate": 0.02, "steps": 100}
    alone, without = (cnn_capacity.fitted(known | {"SNR": s}, draw("signal", 10)) for s in (1.0, 0.0))
    assert float(alone["fitted"].min()) == 1
    assert bool(torch.all(without["loss"] > alone["loss"]))

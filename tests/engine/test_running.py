"""A procedure that asks for more numbers at once than there is room for is run in parts, and no other one is."""

from __future__ import annotations

from typing import Any

import torch

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.verify.engine.running import FEW, MOST, run_in_parts


def means(seen: list[int], count: int) -> Any:
    """The mean of so many normals in each replicate."""

    def run(p: Any, draw: Draw) -> dict[str, torch.Tensor]:
        found = draw.normal(count)
        seen.append(found.numel())
        return {"mean": found.mean(dim=1)}

    return run


def draw(replicates: int) -> Draw:
    return Draw(Key(3, "mine.run"), replicates)


def test_what_fits_is_run_once_and_on_its_own_key() -> None:
    seen: list[int] = []
    found = run_in_parts(means(seen, 100), None, draw(64))
    assert seen == [6400] and torch.equal(found["mean"], draw(64).normal(100).mean(dim=1))


def test_what_does_not_fit_is_run_in_parts_of_independent_numbers() -> None:
    count, seen = MOST // 16, []
    found = run_in_parts(means(seen, count), None, draw(40))["mean"]
    assert found.shape == (40,) and sum(seen) == 40 * count and max(seen) <= MOST
    assert len(found.unique()) == 40  # no part repeats another
    assert abs(float(found.mean())) < 5 / (40 * count) ** 0.5 and 0.6 < float(found.std()) * count**0.5 < 1.5
    assert torch.equal(found, run_in_parts(means([], count), None, draw(40))["mean"])


def test_few_replicates_are_run_whatever_they_take() -> None:
    seen: list[int] = []
    assert run_in_parts(means(seen, MOST), None, draw(FEW))["mean"].shape == (FEW,) and seen == [FEW * MOST]

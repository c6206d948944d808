"""The random numbers of a job: those of one key, so that each way of doing it may draw the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lemmata.numerics.random.draw import Draw


def numbers(job: str, replicates: int = 1, dtype: str = "float64") -> Draw:
    """A new draw from the job's key."""
    import torch

    from lemmata.numerics.random.draw import Draw
    from lemmata.numerics.random.keys import Key

    return Draw(Key(0, f"bench.{job}"), replicates, dtype=getattr(torch, dtype))

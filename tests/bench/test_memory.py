"""Keeping freed memory changes speed only, and is asked for once."""

import sys

import torch

from lemmata.numerics.devices.memory import keep_freed_memory


def test_numbers_are_the_same_after_it() -> None:
    x = torch.linspace(0, 1, 100_000, dtype=torch.float64)
    before = (x / (x + 0.5)).sum()
    taken = keep_freed_memory()
    assert taken == keep_freed_memory()
    assert isinstance(taken, bool)
    assert taken or not sys.platform.startswith("linux")
    assert torch.equal((x / (x + 0.5)).sum(), before)

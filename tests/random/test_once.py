"""What is made once at a point does not depend on the stage, the chunk or the number of replicates, and is made once."""

from __future__ import annotations

import torch

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.once import once

MADE: list[int] = []


def number(size: int, draw: Draw) -> torch.Tensor:
    MADE.append(size)
    return draw.normal(size)


def test_the_same_in_every_stage_and_chunk() -> None:
    key = Key(3, "tests.once", '{"n":1}')
    first = once(Draw(key, 5), number, 4)
    again = once(Draw(key.child(stage="confirm", chunk=7), 9), number, 4)
    assert again is first and first.shape == (1, 4) and MADE == [4]


def test_another_at_another_point_unless_it_is_for_all() -> None:
    here, there = (Draw(Key(3, "tests.once", f'{{"n":{n}}}'), 1) for n in (1, 2))
    assert not torch.equal(once(here, number, 3), once(there, number, 3))
    assert torch.equal(once(here, number, 2, everywhere=True), once(there, number, 2, everywhere=True))
    assert not torch.equal(once(here, number, 3), once(Draw(Key(4, "tests.once", '{"n":1}'), 1), number, 3))

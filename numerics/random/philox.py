"""Philox4x32-10: a bijection of 128-bit counters for each 64-bit key, so that word w of block b is a pure function.

Conventions (those of Random123 and of CUDA generators): the key is (k0, k1), low word first; the counter is
(c0, c1, c2, c3) with the number of the block in (c0, c1), low word first, and the number of the substream in
(c2, c3). A block yields four 32-bit words in the order x0, x1, x2, x3; element i of a sequence of words is
word i % 4 of block i // 4. Words are int64 tensors in [0, 2^32), made by integer operations only: equal on
every device.

Floats: a double uses two words, (x << 21 ^ y >> 11) + 1/2 in units of 2^-53, so it lies strictly inside (0,
1) and is symmetric about 1/2; a normal pair is the Box-Muller transform of two doubles, computed in float64
and then cast. A `fast` double uses one word, (x + 1/2) 2^-32.

Source: Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3 (SC 2011).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.numerics.random.keys import Key

NAME = "philox4x32-10/1"
MASK = 0xFFFFFFFF
MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10
BLOCKS_IN_CACHE = 1 << 14


def philox4x32(counter: Sequence[Tensor], key: tuple[int, int], rounds: int = ROUNDS) -> tuple[Tensor, ...]:
    """The four output words for counter words c0..c3 (int64 tensors of one shape, values in [0, 2^32))."""
    c0, c1, c2, c3 = (word.clone() for word in counter)
    k0, k1 = key
    product0, product1 = torch.empty_like(c0), torch.empty_like(c0)
    for _ in range(rounds):
        # a 32 x 32 bit product wraps around in int64, yet its 64 bits are right: the mask undoes the sign of
        # the shift
        torch.mul(c0, MULTIPLIERS[0], out=product0)
        torch.mul(c2, MULTIPLIERS[1], out=product1)
        torch.bitwise_right_shift(product1, 32, out=c0).bitwise_and_(MASK).bitwise_xor_(c1).bitwise_xor_(k0)
        torch.bitwise_right_shift(product0, 32, out=c2).bitwise_and_(MASK).bitwise_xor_(c3).bitwise_xor_(k1)
        torch.bitwise_and(product1, MASK, out=c1)
        torch.bitwise_and(product0, MASK, out=c3)
        k0, k1 = (k0 + WEYL[0]) & MASK, (k1 + WEYL[1]) & MASK
    return c0, c1, c2, c3


class PhiloxSource:
    """One substream of a key: words, uniforms and normals in order, the same integers on every device."""

    name = NAME

    def __init__(self, key: Key, call: int, device: torch.device) -> None:
        seed = key.int64
        self._key = (seed & MASK, seed >> 32)
        self._call = (call & MASK, call >> 32)
        self._device = device
        self._block = 0

    def words(self, count: int) -> Tensor:
        """`count` words of 32 bits as int64 in [0, 2^32); a last block used in part is not used again."""
        blocks = -(-count // 4)
        out = torch.empty((blocks, 4), dtype=torch.int64, device=self._device)
        for first in range(0, blocks, BLOCKS_IN_CACHE):
            last = min(first + BLOCKS_IN_CACHE, blocks)
            index = torch.arange(self._block + first, self._block + last, device=self._device)
            low, high = index & MASK, index >> 32
            counter = (low, high, torch.full_like(low, self._call[0]), torch.full_like(low, self._call[1]))
            for lane, word in enumerate(philox4x32(counter, self._key)):
                out[first:last, lane] = word
        self._block += blocks
        return out.view(-1)[:count]

    def bits(self, count: int) -> Tensor:
        """`count` fair bits as int8 in {0, 1}, from the low bit of each word upwards."""
        words = self.words(-(-count // 32))
        shifts = torch.arange(32, device=self._device)
        return ((words[:, None] >> shifts) & 1).to(torch.int8).view(-1)[:count]

    def uniform_(self, out: Tensor, fast: bool = False) -> Tensor:
        """Fill a contiguous float tensor with uniforms on (0, 1], the end 1 by rounding alone."""
        flat = out.view(-1)
        for part in flat.split(4 * BLOCKS_IN_CACHE):
            part.copy_(self._doubles(part.numel(), fast))
        return out

    def normal_(self, out: Tensor, fast: bool = False) -> Tensor:
        """Fill a contiguous float tensor with standard normals."""
        flat = out.view(-1)
        for part in flat.split(4 * BLOCKS_IN_CACHE):
            pairs = -(-part.numel() // 2)
            uniforms = self._doubles(2 * pairs, fast).view(pairs, 2)
            radius = uniforms[:, 0].log().mul_(-2).sqrt_()
            angle = uniforms[:, 1] * (2 * math.pi)
            normals = torch.stack((radius * angle.cos(), radius.mul_(angle.sin())), dim=1)
            part.copy_(normals.view(-1)[: part.numel()])
        return out

    def _doubles(self, count: int, fast: bool) -> Tensor:
        if fast:
            return self.words(count).to(torch.float64).add_(0.5).mul_(2.0**-32)
        words = self.words(2 * count).view(count, 2)
        integers = (words[:, 0] << 21).bitwise_xor_(words[:, 1] >> 11)
        # from 2^52 on adding one half rounds to even: the largest value, which would become 1, is kept below
        # it
        return integers.to(torch.float64).add_(0.5).mul_(2.0**-53).clamp_(max=1 - 2.0**-53)

"""Philox4x32-10: Random123's known answers, the layout of counters, and a chi-square test of its floats."""

from __future__ import annotations

import math

import pytest
import scipy.stats as st
import torch
from hypothesis import given
from hypothesis import strategies as st_

from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.philox import BLOCKS_IN_CACHE, PhiloxSource, philox4x32

CPU = torch.device("cpu")
KEY = Key(0, "tests.philox")
ONES = 0xFFFFFFFF
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ONES,) * 4, (ONES,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN)
def test_known_answers_of_random123(counter: tuple[int, ...], key: tuple[int, int], expected: tuple[int, ...]) -> None:
    words = philox4x32([torch.tensor([c]) for c in counter], key)
    assert tuple(int(word) for word in words) == expected


def exact(counter: list[int], key: list[int]) -> list[int]:
    """Philox4x32-10 in integers of any size: what every device must give, however wide its products are."""
    (c0, c1, c2, c3), (k0, k1) = counter, key
    for _ in range(10):
        p, q = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (q >> 32) ^ c1 ^ k0, q & ONES, (p >> 32) ^ c3 ^ k1, p & ONES
        k0, k1 = (k0 + 0x9E3779B9) & ONES, (k1 + 0xBB67AE85) & ONES
    return [c0, c1, c2, c3]


@given(st_.lists(st_.integers(0, ONES), min_size=4, max_size=4), st_.lists(st_.integers(0, ONES), min_size=2, max_size=2))
def test_tensors_give_what_exact_integers_give(counter: list[int], key: list[int]) -> None:
    words = philox4x32([torch.tensor([c]) for c in counter], (key[0], key[1]))
    assert [int(word) for word in words] == exact(counter, key)


@pytest.mark.parametrize("call", [0, 7, 2**32 + 3])
def test_words_are_blocks_of_the_counter(call: int) -> None:
    seed = KEY.int64
    words = PhiloxSource(KEY, call, CPU).words(10)
    for i in range(10):
        counter = [torch.tensor([c]) for c in (i // 4, 0, call & ONES, call >> 32)]
        assert int(words[i]) == int(philox4x32(counter, (seed & ONES, seed >> 32))[i % 4])


def test_requests_follow_one_another_by_whole_blocks() -> None:
    whole = PhiloxSource(KEY, 1, CPU).words(4 * BLOCKS_IN_CACHE + 8)
    source = PhiloxSource(KEY, 1, CPU)
    parts = torch.cat([source.words(3), source.words(4 * BLOCKS_IN_CACHE)])
    assert torch.equal(parts[:3], whole[:3])
    assert torch.equal(parts[3:], whole[4 : 4 * BLOCKS_IN_CACHE + 4])


def test_bits_are_the_bits_of_the_words() -> None:
    words = PhiloxSource(KEY, 2, CPU).words(2)
    bits = PhiloxSource(KEY, 2, CPU).bits(50).tolist()
    assert bits == [(int(words[i // 32]) >> (i % 32)) & 1 for i in range(50)]


def test_a_double_is_made_of_53_bits() -> None:
    words = [int(word) for word in PhiloxSource(KEY, 3, CPU).words(8)]
    u = PhiloxSource(KEY, 3, CPU).uniform_(torch.empty(4, dtype=torch.float64))
    assert u.tolist() == [((words[2 * i] << 21) ^ (words[2 * i + 1] >> 11)) / 2**53 + 2**-54 for i in range(4)]


def test_normals_are_box_muller_pairs_cast_at_the_end() -> None:
    u = PhiloxSource(KEY, 4, CPU).uniform_(torch.empty(6, dtype=torch.float64))
    z = PhiloxSource(KEY, 4, CPU).normal_(torch.empty(5, dtype=torch.float64))
    radius, angle = (-2 * u[0::2].log()).sqrt(), 2 * math.pi * u[1::2]
    expected = torch.stack((radius * angle.cos(), radius * angle.sin()), dim=1).view(-1)[:5]
    torch.testing.assert_close(z, expected, rtol=1e-15, atol=1e-15)
    single = PhiloxSource(KEY, 4, CPU).normal_(torch.empty(5, dtype=torch.float32))
    assert torch.equal(single, z.to(torch.float32))


@pytest.mark.parametrize("fast", [False, True])
def test_floats_are_uniform_and_normal(fast: bool) -> None:
    """Chi-square tests on 256 equal cells; each rejects a true law with probability 1e-6."""
    u = PhiloxSource(KEY, 5, CPU).uniform_(torch.empty(1 << 18, dtype=torch.float64), fast)
    z = PhiloxSource(KEY, 6, CPU).normal_(torch.empty(1 << 18, dtype=torch.float64), fast)
    assert 0 < float(u.min()) < float(u.max()) < 1
    for v in (u, torch.special.ndtr(z)):
        cells = torch.bincount((v * 256).to(torch.int64).clamp(max=255), minlength=256)
        assert st.chisquare(cells.numpy()).pvalue > 1e-6

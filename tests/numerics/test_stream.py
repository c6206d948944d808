"""Streaming moments equal the exact moments of all replicates, whatever the split and the order."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import NonFinite, SimulatorError

floats = st.floats(-1e3, 1e3, allow_nan=False).filter(lambda x: x == 0 or abs(x) > 1e-3)
samples = st.lists(floats, min_size=1, max_size=12)


def exact(values: list[float]) -> tuple[float, ...]:
    """Mean and central sums of powers 2, 3, 4 in rational arithmetic."""
    x = [Fraction(value) for value in values]
    mean = sum(x) / len(x)
    return (float(mean), *(float(sum((value - mean) ** k for value in x)) for k in (2, 3, 4)))


@settings(deadline=None, max_examples=200, derandomize=True)
@given(st.lists(samples, min_size=1, max_size=4), st.randoms(use_true_random=False), st.sampled_from([0.0, 1e4]))
def test_any_split_in_any_order_gives_the_exact_moments(parts: list[list[float]], random, offset: float) -> None:
    parts = [[value + offset for value in part] for part in parts]
    mean, m2, m3, m4 = exact([value for part in parts for value in part])
    random.shuffle(parts)
    tree = [Moments.of(torch.tensor(part, dtype=torch.float64)) for part in parts]
    while len(tree) > 1:
        i = random.randrange(len(tree) - 1)
        tree[i : i + 2] = [tree[i].merge(tree[i + 1])]
    got = tree[0]
    everything = [value for part in parts for value in part]
    # 1e-11 of the fourth root of the scale: the spread, not the offset, sets it, down to the rounding of the data
    scale = max(1e3, 1e-3 * offset)
    assert float(got.count) == len(everything)
    assert float(got.low) == min(everything)
    assert float(got.high) == max(everything)
    for k, value, true in ((1, got.mean, mean), (2, got.m2, m2), (3, got.m3, m3), (4, got.m4, m4)):
        assert float(value) == pytest.approx(true, rel=1e-11, abs=1e-11 * len(everything) * scale**k)


@pytest.mark.parametrize("size", [7, 21, 1000])
def test_a_far_offset_costs_few_digits(size: int) -> None:
    """Values 1e8 + {-1, 0, 1}: means are right to 1e-8 and so is the variance; sums of squares would lose all digits."""
    x = torch.tensor([1e8 - 1, 1e8, 1e8 + 1] * 1000, dtype=torch.float64)
    moments = Moments.merged([Moments.of(part) for part in x.split(size)])
    assert float(moments.m2) == pytest.approx(2000, rel=1e-8)
    assert float(moments.kurtosis) == pytest.approx(1.5, rel=1e-8)
    assert float(moments.skewness) == pytest.approx(0, abs=1e-6)


def test_rows_are_statistics_and_names_mean_what_they_say() -> None:
    batch = torch.tensor([[1.0, 2.0, 3.0, 6.0], [5.0, 5.0, 5.0, 5.0]])
    moments = Moments.of(batch)
    assert moments.mean.tolist() == [3.0, 5.0]
    assert moments.variance.tolist() == pytest.approx([14 / 3, 0.0])
    assert moments.standard_error.tolist() == pytest.approx([math.sqrt(14 / 12), 0.0])
    assert moments.skewness.tolist() == pytest.approx([4.5 / 3.5**1.5, 0.0])
    assert moments.kurtosis.tolist() == pytest.approx([24.5 / 3.5**2, 0.0])
    assert moments.mean.dtype == torch.float64


def test_json_round_trip_is_exact() -> None:
    moments = Moments.of(torch.randn(3, 50, generator=torch.Generator().manual_seed(0), dtype=torch.float64))
    back = Moments.from_dict(json.loads(json.dumps(moments.to_dict())))
    assert all(torch.equal(getattr(back, name), getattr(moments, name)) for name in moments.to_dict())


@pytest.mark.parametrize("bad", [math.nan, math.inf, 1e200])
def test_what_is_not_finite_is_an_error(bad: float) -> None:
    with pytest.raises(NonFinite, match=r"\[1\]"):
        Moments.of(torch.tensor([[1.0, 2.0], [bad, 0.0]], dtype=torch.float64)).require_finite()


@pytest.mark.parametrize("shape", [(3, 0), (), (2, 2, 2)])
def test_shapes_without_moments_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(SimulatorError):
        Moments.of(torch.zeros(shape))

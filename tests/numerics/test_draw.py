"""`Draw`: every law by chi-square tests, independence by binomial tests, purity and independence of the call order.

Each statistical test below rejects a correct sampler with probability 1e-6 (exactly, up to the chi-square
approximation with at least 1000 expected counts a cell); all keys are fixed.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import scipy.stats as st
import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.laws import pool_size
from lemmata.theory.language.errors import DomainError, UsageError

SIZE = 1e-6
N = 1 << 16
CELLS = 64
KEY = Key(0, "tests.draw")

LAWS: dict[str, tuple[Callable[[Draw], Tensor], object]] = {
    "normal": (lambda draw: draw.normal(), st.norm()),
    "normal-fast": (lambda draw: draw.normal(fast=True), st.norm()),
    "uniform": (lambda draw: draw.uniform(low=-2, high=3), st.uniform(-2, 5)),
    "exponential": (lambda draw: draw.exponential(), st.expon()),
    "gamma-.05": (lambda draw: draw.gamma(0.05), st.gamma(0.05)),
    "gamma-1": (lambda draw: draw.gamma(1.0), st.gamma(1)),
    "gamma-1.3": (lambda draw: draw.gamma(1.3, fast=True), st.gamma(1.3)),
    "gamma-tensor": (lambda draw: draw.gamma(torch.full((N,), 0.7)), st.gamma(0.7)),
    "chi2-tensor": (lambda draw: draw.chi2(torch.full((N,), 5.0)), st.chi2(5)),
    **{f"chi2-{df}": (lambda draw, df=df: draw.chi2(df), st.chi2(df)) for df in (0.5, 1, 2, 3, 4, 5, 30, 4094, 10**8, 10**12)},
    "chi2-4094-float32": (lambda draw: draw.chi2(4094, dtype=torch.float32, fast=True), st.chi2(4094)),
    "sphere-3": (lambda draw: draw.sphere(3)[:, 1], st.uniform(-1, 2)),
    "sphere-7": (lambda draw: draw.sphere(7)[:, 0], st.beta(3, 3, loc=-1, scale=2)),
}


def equal_cells(values: Tensor, law: object) -> float:
    """p-value of the chi-square test of `law` on equally likely cells."""
    u = torch.from_numpy(law.cdf(values.to(torch.float64).numpy()))
    return float(st.chisquare(torch.bincount((u * CELLS).long().clamp(max=CELLS - 1), minlength=CELLS).numpy()).pvalue)


@pytest.mark.parametrize("rng", ["torch", "philox"])
@pytest.mark.parametrize("name", LAWS)
def test_laws(name: str, rng: str) -> None:
    sampler, law = LAWS[name]
    values = sampler(Draw(KEY.child(stage=name), N, rng=rng))
    assert values.shape == (N,)
    assert bool(values.isfinite().all())
    assert equal_cells(values, law) > SIZE


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("normal", st.norm(0.06)), ("chi2-5", st.chi2(5.2)), ("chi2-4094", st.chi2(4100)), ("gamma-.05", st.gamma(0.053))],
)
def test_the_test_has_power(name: str, wrong: object) -> None:
    """Laws at noncentrality N I (shift)^2 >= 230, I the Fisher information: missed with probability about 1e-6."""
    values = LAWS[name][0](Draw(KEY.child(stage=name), N))
    assert equal_cells(values, wrong) < SIZE


@pytest.mark.parametrize("rng", ["torch", "philox"])
def test_rademacher_and_integers(rng: str) -> None:
    draw = Draw(KEY, N, rng=rng)
    signs = draw.rademacher(3)
    assert bool((signs.abs() == 1).all())
    assert st.binomtest(int((signs > 0).sum()), 3 * N).pvalue > SIZE
    counts = torch.bincount(draw.integers(-3, 7) + 3, minlength=10)
    assert counts.shape == (10,)
    assert st.chisquare(counts.numpy()).pvalue > SIZE
    wide = draw.integers(0, 10**6)
    assert equal_cells(wide, st.randint(0, 10**6)) > SIZE
    assert draw.integers(5, 6).unique().tolist() == [5]


@pytest.mark.parametrize("rng", ["torch", "philox"])
def test_neighbours_calls_and_chunks_are_independent(rng: str) -> None:
    """Signs of products of what should be independent are fair coins: exact binomial tests."""
    draw = Draw(KEY, N, rng=rng)
    a, b, other = draw.normal(2), draw.normal(2), Draw(KEY.child(chunk=1), N, rng=rng).normal(2)
    signs = draw.rademacher(2)
    pairs = [(a[:, 0], a[:, 1]), (a[:-1, 0], a[1:, 0]), (a[:, 0], b[:, 0]), (a[:, 0], other[:, 0]), (signs[:, 0], signs[:, 1])]
    for x, y in pairs:
        assert st.binomtest(int((x * y > 0).sum()), x.shape[0]).pvalue > SIZE


def test_small_batches_have_the_same_law() -> None:
    """torch uses another algorithm below 16 normals: many small substreams together are still normal."""
    values = torch.cat([Draw(KEY.child(chunk=i), 5).normal() for i in range(4000)])
    assert equal_cells(values, st.norm()) > SIZE


def test_a_small_pool_is_filled() -> None:
    draw = Draw(KEY, 1)
    assert all(bool(draw.gamma(1.0, 3).isfinite().all()) for _ in range(300))


@pytest.mark.parametrize("a", [1.0, 1.5, 3.0, 30.0, 2047.0, 1e6])
@pytest.mark.parametrize("wanted", [1, 100, 65536])
def test_pools_run_short_with_probability_below_1e_20(a: float, wanted: int) -> None:
    """The rejection rate by quadrature, the shortfall by the exact binomial law."""
    x = torch.linspace(-14, 14, 400_001, dtype=torch.float64)
    weight = torch.exp(-x * x / 2)
    d = a - 1 / 3
    t = x / (3 * d**0.5)
    inside = t.clamp(min=-1 + 1e-15)
    accept = torch.where(t > -1, torch.exp(3 * d * (torch.log1p(inside) - t + t**2 / 2 - t**3 / 3)), 0.0)
    rate = float((weight * (1 - accept)).sum() / weight.sum())
    assert accept.max() <= 1 + 1e-12 * d
    assert rate <= 0.05
    assert rate**16 < 1e-20
    spare = pool_size(a, wanted) - wanted
    assert st.binom(wanted + spare, rate).logsf(spare) <= math.log(1e-20)


@pytest.mark.parametrize("rng", ["torch", "philox"])
def test_a_call_does_not_depend_on_the_earlier_ones(rng: str) -> None:
    first, second = Draw(KEY, 8, rng=rng), Draw(KEY, 8, rng=rng)
    first.normal(3)
    second.chi2(4.5, 100)
    assert torch.equal(first.uniform(4), second.uniform(4))
    assert not torch.equal(first.uniform(4), Draw(KEY, 8, rng=rng).uniform(4))
    assert first.calls == 3


def test_torch_streams_use_the_whole_key() -> None:
    """A seed of torch's CPU generator counts modulo 2^32 only; the streams must not."""
    a, b = torch.Generator().manual_seed(1), torch.Generator().manual_seed(1 + 2**32)
    assert torch.equal(torch.rand(4, generator=a), torch.rand(4, generator=b))
    starts = torch.stack([Draw(KEY.child(chunk=i), 4, dtype=torch.float64).uniform() for i in range(2000)])
    assert starts.unique().numel() == starts.numel()


def test_numbers_never_change() -> None:
    torch_numbers = Draw(Key(0, "fixed"), 20).normal()[:2].tolist()
    philox_numbers = Draw(Key(0, "fixed"), 2, rng="philox").normal().tolist()
    assert torch_numbers == pytest.approx([-0.03142308540235258, -0.011087782084314626], rel=1e-12)
    assert philox_numbers == pytest.approx([-0.0939031984112692, -2.316346585317143], rel=1e-12)
    assert Draw(Key(0, "fixed"), 3).chi2(30).tolist() == pytest.approx(
        [42.55053997755656, 34.86884032987635, 32.88369513149537], rel=1e-12
    )
    assert Draw(Key(0, "fixed"), 3, rng="philox").chi2(30).tolist() == pytest.approx(
        [28.619952116926196, 14.928056482030392, 33.988039417836944], rel=1e-12
    )


def test_shapes_types_and_devices() -> None:
    draw = Draw(KEY, 5, dtype=torch.float32)
    assert draw.normal(2, 3).shape == (5, 2, 3)
    assert draw.sphere(4, 2).shape == (5, 2, 4)
    assert draw.sphere(1).abs().eq(1).all()
    torch.testing.assert_close(torch.linalg.vector_norm(draw.sphere(4, 2), dim=-1), torch.ones(5, 2))
    assert draw.uniform().dtype == torch.float32
    assert draw.uniform(dtype=torch.float64).dtype == torch.float64
    assert draw.integers(0, 3, 2).dtype == torch.int64
    assert draw.rademacher().dtype == torch.float32
    assert draw.chi2(0, 2).eq(0).all()
    assert draw.normal(0).shape == (5, 0)
    assert draw.gamma(torch.tensor([0.0, -1.0, 2.0]), 3).isnan().tolist() == [[False, True, False]] * 5
    assert draw.tensor([1, 2]).tolist() == [1.0, 2.0]


def test_what_makes_no_sense_is_refused() -> None:
    draw = Draw(KEY, 2)
    for wrong in (lambda: draw.chi2(-1), lambda: draw.gamma(0.0), lambda: draw.sphere(0), lambda: draw.integers(3, 3)):
        with pytest.raises(DomainError):
            wrong()
    for wrong in (lambda: Draw(KEY, 0), lambda: Draw(KEY, 1, rng="xorshift"), lambda: Draw(KEY, 1, dtype=torch.int64)):
        with pytest.raises(UsageError):
            wrong()

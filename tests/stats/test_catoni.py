"""Catoni's interval: valid at every size for every law of the stated kurtosis, and nearly as narrow as a Gaussian one."""

from __future__ import annotations

import math
import os
import time

import pytest
import torch

from lemmata.theory.language.errors import LemmataError, NonFinite
from lemmata.verify.engine.stats.catoni import CUT, _Ordered, expected_half_width, least_samples, mean_interval, supported

RUNS = 2000 if os.environ.get("LEMMATA_ATTACK") == "1" else 150


def normal(key: int, *shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(key), dtype=torch.float64)


def uniform(key: int, *shape: int) -> torch.Tensor:
    return torch.rand(shape, generator=torch.Generator().manual_seed(key), dtype=torch.float64)


def two_points(kurtosis: float):
    """Mass p at 1 with (1 - 3p(1 - p))/(p(1 - p)) equal to the kurtosis: the law on which the bound of the variance is tightest."""
    p = 0.5 - math.sqrt(0.25 - 1 / (kurtosis + 3))
    return lambda key, *shape: (uniform(key, *shape) < p).double(), p


LAWS = {
    "normal": (normal, 0.0, 3.0),
    "signs": (lambda key, *shape: normal(key, *shape).sign(), 0.0, 1.0),
    "square": (lambda key, *shape: normal(key, *shape) ** 2, 1.0, 15.0),
    "cubic": (lambda key, *shape: normal(key, *shape) ** 3, 0.0, 46.2),
    "two points, 15": (*two_points(15.0), 15.0),
    "two points, 60": (*two_points(60.0), 60.0),
    "two points, 150": (*two_points(150.0), 150.0),
}


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("times", [1, 4])
def test_it_misses_the_mean_at_most_at_its_level(name, times, at_most):
    draw, mean, kurtosis = LAWS[name]
    n = times * least_samples(kurtosis, 1e-2)
    found = mean_interval(draw(n, RUNS, n), kurtosis=kurtosis, alpha=1e-2)
    missed = (found.low > mean) | (found.high < mean)
    assert bool(found.low.isfinite().all())
    assert at_most(int(missed.sum()), RUNS, 1e-2)


@pytest.mark.parametrize(("kurtosis", "n"), [(3.0, 194), (15.0, 614), (81.0, 2924), (729.0, 25610)])
def test_it_exists_from_twice_the_least_any_method_needs(kurtosis, n):
    assert least_samples(kurtosis, 1e-7) == n
    x = normal(1, n)
    assert math.isfinite(float(mean_interval(x, kurtosis=kurtosis, alpha=1e-7).high))
    assert math.isinf(float(mean_interval(x[:-2], kurtosis=kurtosis, alpha=1e-7).high))
    assert least_samples(supported(n, 1e-7), 1e-7) == n
    assert supported(n, 1e-7) == pytest.approx(kurtosis, rel=0.01)
    # a law with mass about 1/(k + 3) far out shows nothing of it in fewer samples than this, with probability α/4
    silent = math.log(4e7) / -math.log1p(-1 / (kurtosis + 3))
    assert silent < n < 2.1 * silent + 2


def test_the_influence_lies_between_catonis_bounds():
    x = torch.linspace(-50, 50, 400_001, dtype=torch.float64)
    u = x.clamp(-CUT, CUT)
    psi = u - u**3 / 6
    assert bool((psi <= torch.log1p(x + x * x / 2) + 1e-15).all())
    assert bool((psi >= -torch.log1p(-x + x * x / 2) - 1e-15).all())


def test_it_is_nearly_as_narrow_as_for_a_gaussian_sample():
    x = normal(2, 100_000)
    found = mean_interval(x, kurtosis=3.0, alpha=1e-7)
    half = float(found.high - found.low) / 2
    assert half < 1.15 * float(x.std()) / math.sqrt(len(x)) * math.sqrt(2 * math.log(2e7))
    assert half == pytest.approx(expected_half_width(float(x.var()), len(x), 3.0, 1e-7), rel=0.03)


def test_it_is_wider_at_a_larger_kurtosis_and_a_smaller_level():
    x = normal(3, 20_000) ** 2
    widths = [float(f.high - f.low) for f in (mean_interval(x, kurtosis=k, alpha=1e-4) for k in (15, 81, 400))]
    assert widths == sorted(widths)
    strict, loose = mean_interval(x, kurtosis=15, alpha=1e-8), mean_interval(x, kurtosis=15, alpha=1e-2)
    assert float(strict.low) < float(loose.low) < float(loose.high) < float(strict.high)


@pytest.mark.parametrize("factor", [1e200, 1e-200, 1e-305, 1.0])
def test_it_moves_with_the_scale_and_the_origin(factor):
    x = normal(4, 1000)
    one, scaled = mean_interval(x, kurtosis=3, alpha=1e-3), mean_interval(factor * x, kurtosis=3, alpha=1e-3)
    assert float(scaled.low) == pytest.approx(factor * float(one.low), rel=1e-2)
    assert float(scaled.high) == pytest.approx(factor * float(one.high), rel=1e-2)
    moved = mean_interval(x + 1e6, kurtosis=3, alpha=1e-3)
    assert float(moved.high) - 1e6 == pytest.approx(float(one.high), rel=1e-2)


def test_rows_are_judged_as_if_alone():
    x = torch.stack((normal(5, 700), 1e9 * normal(6, 700), torch.full((700,), 3.0, dtype=torch.float64)))
    together = mean_interval(x, kurtosis=3, alpha=1e-3)
    for i in range(3):
        alone = mean_interval(x[i], kurtosis=3, alpha=1e-3)
        assert alone.low.ndim == 0
        assert float(together.low[i]) == pytest.approx(float(alone.low), rel=1e-2)
    assert float(together.low[2]) == pytest.approx(3.0, abs=1e-14)


def test_one_replicate_beyond_all_others_leaves_the_whole_line():
    x = normal(8, 1000)
    x[3] = 1e300
    found = mean_interval(x, kurtosis=3, alpha=1e-3)
    assert not float(found.low) > 0 and not float(found.high) < 1e297


def test_it_is_fast():
    x, best = normal(7, 100_000), math.inf
    for _ in range(5):
        start = time.process_time()
        mean_interval(x, kurtosis=15, alpha=1e-7)
        best = min(best, time.process_time() - start)
    assert best < 0.05


def test_nonsense_is_refused():
    with pytest.raises(NonFinite, match="nan"):
        mean_interval(torch.tensor([1.0, math.nan]), kurtosis=3, alpha=0.1)
    with pytest.raises(NonFinite, match="inf"):
        mean_interval(torch.tensor([1.0, math.inf, -math.inf]), kurtosis=3, alpha=0.1)
    with pytest.raises(LemmataError, match=r"kurtosis=0\.5"):
        mean_interval(normal(1, 10), kurtosis=0.5, alpha=0.1)
    with pytest.raises(LemmataError, match="alpha=0"):
        mean_interval(normal(1, 10), kurtosis=3, alpha=0.0)


def test_sums_of_influences_by_powers_are_the_sums_themselves():
    y = normal(9, 5000) ** 3 / 40
    ordered = _Ordered(y, float(y.mean()))
    for m, a in [(0.0, 0.3), (0.01, 3.0), (-0.2, 40.0), (5.0, 1.0)]:
        u = (a * (y - y.mean() - m)).clamp(-CUT, CUT)
        total, slope = ordered.influence(m, a)
        assert total == pytest.approx(float((u - u**3 / 6).sum()), abs=1e-9)
        assert slope == pytest.approx(float(a * (1 - u**2 / 2).sum()), abs=1e-9)

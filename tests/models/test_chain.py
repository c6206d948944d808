"""The one-dimensional chain of overlaps against SGD in R^d and against published reference numbers.

Kolmogorov-Smirnov tests reject the true chain with probability 1e-6; the wrong chains (degrees of freedom, r2 = d, no
normalisation) are rejected at that size. Means allow 5 standard errors. Keys are fixed.
"""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import scipy.stats as st
import torch
from torch import Tensor

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.models.single_index import chain, chain_links
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.errors import DomainError

KEY = Key(0, "tests.chain")


def he3(z: Tensor) -> Tensor:
    return (z * z - 3) * z / math.sqrt(6)


def cosine(z: Tensor) -> Tensor:
    return (z / 2).cos_().neg_()


def sgd(d: int, a: float, mix: float, **variant: object) -> chain.Sgd:
    """He_3 with sigma' = -cos(z/2) and eta = a / d."""
    return chain.Sgd(link=he3, slope=cosine, d=d, eta=a / d, mix=mix, **variant)


def same_law(a: Tensor, b: Tensor) -> float:
    return float(st.ks_2samp(a.numpy(), b.numpy()).pvalue)


@pytest.mark.parametrize(
    "variant", [{}, {"reuse": False}, {"normalise": False}], ids=lambda options: "-".join(options) or "plain"
)
@pytest.mark.parametrize("d", [2, 3, 8])
def test_chain_has_the_law_of_sgd(d: int, variant: dict[str, object]) -> None:
    algorithm = sgd(d, 0.4 * d, 0.6, **variant)
    reduced = chain.reduced_chain(algorithm, 0.3, 8, Draw(KEY, 10_000))
    full = chain.full_sgd(algorithm, 0.3, 8, Draw(KEY.child(stage="full"), 10_000))
    if variant == {"normalise": False}:
        # without normalisation |w| drifts and the recursion does not close: the two must differ
        assert same_law(reduced, full) < 1e-6
    else:
        assert same_law(reduced, full) > 1e-6


@pytest.mark.parametrize(
    "variant",
    [{"fresh": True}, {"activation": chain_links.minus_two_sin, "outer": 0.5}, {"fresh": True, "df": 2}],
    ids=lambda options: "-".join(options) or "plain",
)
def test_general_chain_has_the_law_of_sgd(variant: dict[str, object]) -> None:
    """A fresh second example and the squared loss; one degree of freedom too many is rejected."""
    algorithm = sgd(3, 1.2, 0.6, **variant)
    reduced = chain.reduced_chain(algorithm, 0.3, 8, Draw(KEY, 20_000))
    full = chain.full_sgd(replace(algorithm, df=None), 0.3, 8, Draw(KEY.child(stage="full"), 20_000))
    assert (same_law(reduced, full) > 1e-6) is ("df" not in variant)


@pytest.mark.parametrize("function", chain_links.SYMBOLIC, ids=lambda f: f.__name__)
def test_links_are_what_they_say(function) -> None:
    x = torch.linspace(-4, 4, 101, dtype=torch.float64)
    before = x.clone()
    torch.testing.assert_close(function(x), torch.as_tensor(compile_expr(chain_links.SYMBOLIC[function])({"z": x})).expand(101))
    assert torch.equal(x, before)


@pytest.mark.parametrize("d", [3, 8])
@pytest.mark.parametrize(
    "wrong", [{"df": 1}, {"r2": 1}, {"normalise": False}], ids=lambda options: "-".join(options) or "plain"
)
def test_wrong_chains_are_rejected(d: int, wrong: dict[str, object]) -> None:
    """chi2 with d - 1 degrees, r2 = d, no normalisation: at eta = .4, 8 steps, 20000 replicates."""
    truth = sgd(d, 0.4 * d, 0.6)
    change = {"df": d - 1} if "df" in wrong else {"r2": float(d)} if "r2" in wrong else wrong
    full = chain.full_sgd(truth, 0.3, 8, Draw(KEY, 20_000))
    mutant = chain.reduced_chain(replace(truth, **change), 0.3, 8, Draw(KEY.child(stage="mutant"), 20_000))
    assert same_law(full, mutant) < 1e-6


def test_higher_dimension_and_single_precision() -> None:
    algorithm = sgd(24, 1.0, 0.6)
    full = chain.full_sgd(algorithm, 0.3, 60, Draw(KEY, 4000), fast=True)
    for dtype in (torch.float64, torch.float32):
        reduced = chain.reduced_chain(algorithm, 0.3, 60, Draw(KEY.child(stage="chain"), 4000, dtype=dtype))
        assert reduced.dtype == dtype
        assert same_law(full, reduced.double()) > 1e-6


def test_one_step_from_the_formula() -> None:
    """Batch of one, by hand from the same normal numbers: z, zeta, then c."""
    algorithm, count = sgd(6, 0.9, 0.7), 50
    found = chain.reduced_chain(algorithm, 0.3, 1, Draw(KEY, count), fast=False)
    source = Draw(KEY, count).source()
    z, zeta = (source.normal_(torch.empty(1, count, dtype=torch.float64))[0] for _ in range(2))
    c = chain.laws.chi2(source, 4, (1, count), torch.empty(0, dtype=torch.float64))[0]
    m, s = 0.3, math.sqrt(1 - 0.09)
    z2, r2, y = m * z + s * zeta, (s * z - m * zeta) ** 2 + c, he3(z)
    g1 = y * cosine(z2)
    g2 = y * cosine(z2 + algorithm.eta * g1 * r2)
    step = 0.7 * algorithm.eta * (g1 + g2)
    expected = (m + step * (z - m * z2)) / (1 + step**2 * r2).sqrt()
    torch.testing.assert_close(found, expected, rtol=1e-13, atol=1e-14)


def test_paths_times_and_ends_agree() -> None:
    """Recorded overlaps, end points and hitting times are read from one and the same path, across its blocks."""
    algorithm, count, steps = sgd(16, 1.0, 0.5), chain.CHAINS + 5, 130
    path = chain.reduced_paths(algorithm, 0.2, steps, 1, Draw(KEY, count))
    assert path.shape == (count, steps)
    assert float(path.abs().max()) <= 1 + 1e-12
    assert torch.equal(chain.reduced_paths(algorithm, 0.2, steps, 7, Draw(KEY, count)), path[:, 6::7])
    assert torch.equal(chain.reduced_chain(algorithm, 0.2, steps, Draw(KEY, count)), path[:, -1])
    for two_sided in (False, True):
        times = chain.hitting_times(algorithm, 0.2, 0.5, steps, Draw(KEY, count), two_sided=two_sided)
        above = (path.abs() if two_sided else path) > 0.5
        first = torch.where(above.any(dim=1), above.to(torch.uint8).argmax(dim=1) + 1, steps + 1)
        assert torch.equal(times, first.double())
        assert bool((times <= steps).any())
        assert bool((times > steps).any())


def test_starts_may_differ() -> None:
    algorithm = sgd(16, 1.0, 0.5)
    starts = torch.linspace(-0.9, 0.9, 7)
    assert torch.allclose(chain.reduced_chain(replace(algorithm, eta=0.0), starts, 3, Draw(KEY, 7)), starts.double())
    assert torch.allclose(chain.full_sgd(replace(algorithm, eta=0.0), starts, 3, Draw(KEY, 7)), starts.double())


def test_hitting_times_are_linear_in_d() -> None:
    """Medians of T/d lie within 3 of 16.5 and 19.3 (d = 64, 256): exact sign tests at size 1e-6."""
    count = 1000
    for d, median in ((64, 16.5), (256, 19.3)):
        draw = Draw(KEY, count)
        start = draw.normal().abs() / math.sqrt(d)
        times = chain.hitting_times(sgd(d, 1.0, 0.1), start, 0.5, 30 * d, draw) / d
        for inside in (times > median - 3, times < median + 3):
            assert st.binomtest(int(inside.sum()), count, alternative="greater").pvalue < 1e-6


def test_interpolation_sets_the_final_overlap() -> None:
    """d = 1024, kappa = 1 without interpolation: the overlap stalls at .3220 ± .0056 (200 chains)."""
    found = chain.reduced_chain(sgd(1024, 1.0, 1.0), 1 / 32, 20 * 1024, Draw(KEY, 400))
    error = float(found.std()) / 20
    assert abs(float(found.mean()) - 0.3220) < 5 * math.hypot(error, 0.0056)


def test_relu_learns_by_reuse_and_not_online() -> None:
    """He_3, sigma' = -1{z > 0}, d = 256, eta d = .5, kappa = .05: mean .307 ± .009 after 100 d steps, 0 online."""
    relu = chain.Sgd(link=he3, slope=lambda z: -(z > 0).to(z.dtype), d=256, eta=0.5 / 256, mix=0.1)
    draw = Draw(KEY, 400)
    start = draw.normal() / 16
    reuse = chain.reduced_chain(relu, start, 25_600, draw)
    assert abs(float(reuse.mean()) - 0.307) < 5 * math.hypot(float(reuse.std()) / 20, 0.009)
    online = chain.reduced_chain(replace(relu, eta=0.05 / 256, reuse=False), start, 25_600, draw)
    assert abs(float(online.mean())) < 5 * float(online.std()) / 20
    assert float(online.std()) < 0.2


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: sgd(1, 1.0, 0.5),
        lambda: sgd(2, 1.0, 0.5, fresh=True),
        lambda: sgd(3, 1.0, 0.5, fresh=True, normalise=False),
        lambda: chain.reduced_chain(sgd(3, 1.0, 0.5), 1.1, 1, Draw(KEY, 2)),
        lambda: chain.reduced_paths(sgd(3, 1.0, 0.5), 0.1, 5, 0, Draw(KEY, 2)),
        lambda: chain.full_sgd(sgd(3, 1.0, 0.5, df=2), 0.1, 1, Draw(KEY, 2)),
        lambda: chain.reduced_chain(sgd(3, 1.0, 0.5), 0.1, 0, Draw(KEY, 2)),
    ],
)
def test_what_makes_no_sense_is_refused(wrong) -> None:
    with pytest.raises(DomainError):
        wrong()

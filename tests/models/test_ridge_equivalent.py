"""The deterministic equivalent of ridge regression at spectra of every kind, beside 360 digits: each error is what it says."""

import mpmath
import numpy as np
import pytest

from lemmata import Array, Naturals, Positive, Symbol, evaluate
from lemmata.numerics.models.ridge.equivalent import BLOCK, HEAD, TAIL, equivalent
from lemmata.theory.language.errors import DomainError
from lemmata.theory.ridge.notation import Spectrum, j

RANDOM = np.random.default_rng(5)


def reference(l, b, n, lam):
    """κ, bias and variance at 360 digits, by bisection in log κ between λ and λ + Σl/n."""
    with mpmath.workdps(360):  # so that Σs of a spectrum over 300 orders of magnitude does not cancel
        l, b, lam = [mpmath.mpf(float(v)) for v in l], [mpmath.mpf(float(v)) for v in b], mpmath.mpf(lam)
        low, high = (lam or mpmath.mpf(10) ** -300), lam + mpmath.fsum(l) / n
        for _ in range(200):
            k = mpmath.sqrt(low * high)
            if n - n * lam / k - mpmath.fsum(v / (v + k) for v in l) < 0:
                low = k
            else:
                high = k
        gap = n * lam / k + mpmath.fsum(v * k / (v + k) ** 2 for v in l)
        left = mpmath.fsum(w**2 * v * k**2 / (v + k) ** 2 for v, w in zip(l, b, strict=True))
        return k, n * left / gap, mpmath.fsum(v**2 / (v + k) ** 2 for v in l) / gap


def wide(low, high, size):
    return 10.0 ** RANDOM.uniform(low, high, size)


SPECTRA = {
    "power law": (np.arange(1.0, 60) ** -1.5, 10, 1e-3),
    "one": (np.array([2.0]), 3, 0.1),
    "one sample": (np.array([2.0, 1.0]), 1, 1e-8),
    "equal": (np.full(30, 0.7), 12, 1e-2),
    "equal, no penalty": (np.full(30, 0.7), 12, 0.0),
    "half of them zero": (np.concatenate([np.zeros(20), wide(-2, 2, 20)]), 7, 1e-4),
    "all zero": (np.zeros(5), 3, 0.5),
    "no penalty": (wide(-3, 3, 40), 9, 0.0),
    "no penalty, one dimension more": (wide(-3, 3, 10), 9, 0.0),
    "no penalty, fewer of rank": (np.concatenate([np.zeros(30), wide(-1, 1, 12)]), 11, 0.0),
    "wide": (wide(-150, 150, 40), 12, 1e-3),
    "wide, no penalty": (wide(-150, 150, 40), 12, 0.0),
    "a plateau": (np.concatenate([np.full(8, 1e150), np.full(9, 1e-150)]), 8, 0.0),
    "a plateau with a penalty": (np.concatenate([np.full(8, 1e150), np.full(9, 1e-150)]), 8, 1e-140),
    "one outweighs": (np.array([1e12, *[1e-6] * 50]), 5, 1e-9),
    "great penalty": (wide(-2, 2, 20), 6, 1e150),
    "small penalty, n = rank": (wide(-1, 1, 9), 9, 1e-13),
    "small penalty, n > rank": (wide(-1, 1, 9), 20, 1e-13),
}


@pytest.mark.parametrize("name", SPECTRA)
def test_each_number_is_within_its_error(name):
    l, n, lam = SPECTRA[name]
    b = RANDOM.standard_normal(len(l))
    found = equivalent(l, b, n, lam)
    for value, error, exact in zip(found[:3], found.error, reference(l, b, n, lam), strict=True):
        assert abs(mpmath.mpf(value) - exact) <= error
        assert error <= 1e-10 * abs(value)


def test_without_a_penalty_and_with_more_samples_than_rank_nothing_is_shrunk():
    found = equivalent(np.array([3.0, 0.0, 1.0]), np.ones(3), 5, 0.0)
    assert (found.kappa, found.bias, found.variance) == (0.0, 0.0, 2 / 3)


@pytest.mark.parametrize("order", ["falling", "rising", "shuffled", "few outweigh", "zeros in front"])
@pytest.mark.parametrize("length", [BLOCK - 1, BLOCK, BLOCK + 1, 4 * (HEAD + TAIL) + 7])
def test_a_long_spectrum_in_any_order_gives_what_the_terms_of_the_family_give(length, order):
    l, b = np.arange(1.0, length + 1) ** -1.3, np.arange(1.0, length + 1) ** -0.5
    if order == "rising":
        l = l[::-1].copy()
    if order == "shuffled":
        l = np.random.default_rng(0).permutation(l)
    if order == "few outweigh":  # nothing of these is seen at first
        l[9_001:9_009] = 1e6
    if order == "zeros in front":
        l[:3000] = 0.0
    size = Symbol("d", "dimension", Naturals)
    own = Spectrum(Array("l", "eigenvalues", size, of=Positive)[j], Array("b", "target", size)[j] ** 2, size)
    found, given = equivalent(l, b, 40, 1e-4), {"n": 40, "λ": 1e-4, "d": length, "l": np.maximum(l, 1e-300), "b": b}
    for value, error, term in zip(
        found[:3], found.error, (own.effective(), own.bias(own.effective()), own.spread(own.effective())), strict=True
    ):
        named = given if term.has(Array("b", "target", size)[j]) else {k: v for k, v in given.items() if k != "b"}
        expected, rounding = evaluate(term, **named)
        assert abs(value - expected) <= error + rounding
        assert error <= 1e-10 * value


def test_the_order_of_the_eigenvalues_does_not_matter():
    l, b = wide(-8, 3, 40_000), RANDOM.standard_normal(40_000)
    one, other = equivalent(l, b, 300, 1e-3), equivalent(l[::-1], b[::-1], 300, 1e-3)
    for a, c, width in zip(one[:3], other[:3], one.error, strict=True):
        assert abs(a - c) <= 2 * width


@pytest.mark.parametrize(
    ("l", "b", "n", "lam", "said"),
    [
        ([1.0, 2.0], [1.0, 1.0], 2, 0.0, "no finite variance"),
        ([1.0, 0.0], [1.0, 1.0], 1, 0.0, "rank 1"),
        ([1.0, -2.0], [1.0, 1.0], 2, 0.1, "least eigenvalue -2.0"),
        ([1.0, np.nan], [1.0, 1.0], 2, 0.1, "least eigenvalue nan"),
        ([1.0, np.inf], [1.0, 1.0], 2, 0.1, "not within"),
        ([1.0, 2.0], [1.0], 2, 0.1, "one and the same length"),
        ([], [], 2, 0.1, "one and the same length"),
        ([1.0], [1.0], 2, -0.1, "λ = -0.1"),
        ([1.0], [1.0], 2, np.nan, "λ = nan"),
        ([1.0], [1.0], 0, 0.1, "0 samples"),
        ([1.0], [1.0], 3, 1e-300, "scale λ"),
    ],
)
def test_what_has_no_value_is_refused(l, b, n, lam, said):
    with pytest.raises(DomainError, match=said):
        equivalent(np.array(l), np.array(b), n, lam)

"""The conditional risk against dense d x d formulas on the same designs, exact laws, and published reference numbers.

Kolmogorov-Smirnov tests reject a correct simulator with probability 1e-6; comparisons of means allow 5 standard
errors (6e-7 for normal means). Keys are fixed.
"""

from __future__ import annotations

import math

import pytest
import scipy.stats as st
import torch
from torch import Tensor

from lemmata.numerics.models.ridge import ridge
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.wishart import bartlett
from lemmata.theory.language.errors import DomainError

KEY = Key(0, "tests.ridge")


def power(d: int, a: float) -> Tensor:
    return torch.arange(1, d + 1, dtype=torch.float64) ** -a


def mean(values: Tensor) -> tuple[float, float]:
    return float(values.mean()), float(values.std() / math.sqrt(values.shape[0]))


def agree(values: Tensor, reference: float, error: float = 0.0) -> bool:
    centre, own = mean(values)
    return abs(centre - reference) <= 5 * math.hypot(own, error)


def dense(x: Tensor, spectrum: Tensor, n: int, lam: float) -> tuple[Tensor, Tensor, Tensor]:
    """A, I - A X and X^T G X made explicitly."""
    gram = x @ x.mT + n * lam * torch.eye(n, dtype=torch.float64)
    inverse = torch.linalg.pinv(gram, rtol=1e-10, hermitian=True)
    estimator = x.mT @ inverse
    return estimator, torch.eye(x.shape[-1], dtype=torch.float64) - estimator @ x, estimator @ x


@pytest.mark.parametrize("entries", ridge.ENTRIES)
@pytest.mark.parametrize(("n", "d", "lam"), [(6, 9, 0.0), (6, 9, 0.3), (9, 5, 0.0), (9, 5, 0.02), (1, 1, 1.0), (70, 90, 0.01)])
def test_against_dense_formulas(n: int, d: int, lam: float, entries: str) -> None:
    spectrum, beta = power(d, 1.2), power(d, 0.5)
    fixed = ridge.conditional_risk(spectrum, beta, n, lam, Draw(KEY, 4), entries=entries)
    mixed = ridge.conditional_risk(spectrum, beta**2, n, lam, Draw(KEY, 4), entries=entries, random_effects=True)
    people = ridge.population(spectrum, beta, n, Draw(KEY, 4), entries=entries)
    x = torch.cat(list(ridge.designs(people, n, Draw(KEY, 4), entries=entries)))
    estimator, remainder, smoother = dense(x, spectrum, n, lam)
    sigma, prior = torch.diag(spectrum), torch.diag(beta**2)
    expected = {
        "bias": ((remainder @ beta) ** 2 * spectrum).sum(dim=1),
        "variance": (estimator**2 * spectrum[:, None]).sum(dim=(1, 2)),
        "dof": smoother.diagonal(dim1=1, dim2=2).sum(dim=1),
        "train_bias": lam * ((smoother @ beta) * beta).sum(dim=1),
    }
    for name, value in expected.items():
        torch.testing.assert_close(fixed[name], value, rtol=1e-8, atol=1e-10)
    bias = (sigma @ remainder @ prior @ remainder.mT).diagonal(dim1=1, dim2=2).sum(dim=1)
    torch.testing.assert_close(mixed["bias"], bias, rtol=1e-8, atol=1e-10)
    train = lam * (smoother * beta**2).diagonal(dim1=1, dim2=2).sum(dim=1)
    torch.testing.assert_close(mixed["train_bias"], train, rtol=1e-8, atol=1e-10)
    torch.testing.assert_close(mixed["variance"], fixed["variance"])


def test_one_row_of_penalties_shares_the_designs() -> None:
    spectrum, beta, penalties = power(8, 1.0), power(8, 1.0), [0.01, 0.1, 1.0]
    together = ridge.conditional_risk(spectrum, beta, 5, penalties, Draw(KEY, 3))
    for i, lam in enumerate(penalties):
        alone = ridge.conditional_risk(spectrum, beta, 5, lam, Draw(KEY, 3))
        for name, value in alone.items():
            torch.testing.assert_close(together[name][:, i], value)


def test_single_precision_is_close() -> None:
    spectrum, beta = power(40, 0.6), power(40, 1.0)
    double = ridge.conditional_risk(spectrum, beta, 20, 0.01, Draw(KEY, 50))
    single = ridge.conditional_risk(spectrum, beta, 20, 0.01, Draw(KEY, 50, dtype=torch.float32))
    for name, value in double.items():
        torch.testing.assert_close(single[name], value, rtol=2e-4, atol=1e-5)
        assert single[name].dtype == torch.float64


@pytest.mark.parametrize("df", [3, 5, 60])
def test_bartlett_has_the_law_of_a_wishart_matrix(df: int) -> None:
    """Trace (chi-square of n df degrees), and for df >= n the determinant against explicit Gram matrices."""
    n, count, draw = 5, 4000, Draw(KEY.child(stage=str(df)), 4000)
    factor = bartlett(draw.source(), n, df, count, torch.empty(0, dtype=torch.float64))
    assert factor.shape == (count, n, min(n, df))
    gram = factor @ factor.mT
    assert st.kstest(gram.diagonal(dim1=1, dim2=2).sum(dim=1).numpy(), st.chi2(n * df).cdf).pvalue > 1e-6
    g = draw.normal(n, df)
    explicit = g @ g.mT
    statistics = [lambda a: torch.linalg.eigvalsh(a)[:, -1], lambda a: a[:, 4, 0], lambda a: a[:, 3, 3]]
    if df >= n:
        statistics.append(lambda a: torch.linalg.eigvalsh(a)[:, 0])
    for statistic in statistics:
        assert st.ks_2samp(statistic(gram).numpy(), statistic(explicit).numpy()).pvalue > 1e-6


@pytest.mark.parametrize("lam", [0.0, 0.2])
def test_collapsed_eigenspaces_have_the_law_of_explicit_ones(lam: float) -> None:
    n, eigenvalues, multiplicities, norms = 6, [2.0, 0.1], [2, 60], [1.0, 0.7]
    collapsed = ridge.conditional_risk(eigenvalues, norms, n, lam, Draw(KEY, 3000), multiplicities=multiplicities)
    spectrum = torch.tensor([2.0] * 2 + [0.1] * 60, dtype=torch.float64)
    beta = torch.tensor([1.0, 0.0] + [0.7 / math.sqrt(60)] * 60, dtype=torch.float64)
    explicit = ridge.conditional_risk(spectrum, beta, n, lam, Draw(KEY.child(chunk=1), 3000))
    for name in ("bias", "variance", *(("dof", "train_bias") if lam else ())):
        assert st.ks_2samp(collapsed[name].numpy(), explicit[name].numpy()).pvalue > 1e-6


def test_collapsed_random_effects() -> None:
    n, eigenvalues, multiplicities, moments = 6, [2.0, 0.1], [2, 60], [1.0, 0.3]
    options = {"random_effects": True}
    collapsed = ridge.conditional_risk(eigenvalues, moments, n, 0.1, Draw(KEY, 3000), multiplicities=multiplicities, **options)
    spectrum, prior = ([a] * 2 + [b] * 60 for a, b in (eigenvalues, moments))
    explicit = ridge.conditional_risk(spectrum, prior, n, 0.1, Draw(KEY.child(chunk=1), 3000), **options)
    for name in explicit:
        assert st.ks_2samp(collapsed[name].numpy(), explicit[name].numpy()).pvalue > 1e-6


def test_exact_means_of_least_squares() -> None:
    """Gaussian X, lam = 0, d < n: bias 0 and mean variance d / (n - d - 1) exactly; a factor n - d is rejected."""
    found = ridge.conditional_risk(power(10, 0.7), power(10, 0.0), 40, 0.0, Draw(KEY, 8000))
    assert float(found["bias"].abs().max()) < 1e-20
    assert agree(found["variance"], 10 / 29)
    assert not agree(found["variance"], 10 / 30)


@pytest.mark.parametrize(
    ("n", "d", "a", "lam", "name", "reference", "error"),
    [
        (100, 400, 0.6, 0.0, "bias", 0.0555, 0.0017),
        (100, 400, 0.6, 0.0, "variance", 0.44540, 0.00064),
        (100, 400, 1.5, 0.01, "bias", 0.00133, 0.00004),
        (100, 400, 1.5, 0.01, "variance", 0.14722, 0.00045),
        (100, 1000, 0.3, 0.0, "variance", 0.12511, 0.00008),
    ],
)
def test_reference_numbers(n: int, d: int, a: float, lam: float, name: str, reference: float, error: float) -> None:
    found = ridge.conditional_risk(power(d, a), power(d, 1.0), n, lam, Draw(KEY, 200))
    assert agree(found[name], reference, error)


def test_harmful_overfitting_with_a_cubic_dimension() -> None:
    """Eigenvalues 1/i (i <= n) and 1/n up to d = n^3, prior i^-2, lam = 0: the risk stays of order one."""
    n = 20
    i = torch.arange(1, n**3 + 1, dtype=torch.float64)
    eigenvalues = torch.cat([1 / i[:n], torch.tensor([1 / n], dtype=torch.float64)])
    prior = torch.cat([i[:n] ** -2, (i[n:] ** -2).mean()[None]])
    multiplicities = [1] * n + [n**3 - n]
    found = ridge.conditional_risk(
        eigenvalues, prior, n, 0.0, Draw(KEY, 1000), multiplicities=multiplicities, random_effects=True
    )
    assert agree(found["bias"] + found["variance"], 1.1102, 0.0025)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda draw: ridge.conditional_risk([1.0], [1.0, 2.0], 3, 0.1, draw),
        lambda draw: ridge.conditional_risk([1.0], [1.0], 3, -0.1, draw),
        lambda draw: ridge.conditional_risk([1.0], [1.0], 3, 0.1, draw, entries="cauchy"),
        lambda draw: ridge.conditional_risk([1.0], [1.0], 3, 0.1, draw, multiplicities=[0]),
    ],
)
def test_what_makes_no_sense_is_refused(wrong) -> None:
    with pytest.raises(DomainError):
        wrong(Draw(KEY, 2))


@pytest.mark.parametrize("n", [1, 63, 64, 101, 256, 301])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_the_gram_matrix_by_strips_is_the_product(n: int, dtype: torch.dtype) -> None:
    x = Draw(KEY, 2, dtype=dtype).normal(n, 7)
    torch.testing.assert_close(ridge.gram_matrix(x), x @ x.mT)


def test_given_designs_have_the_risk_of_the_drawn_ones() -> None:
    """More designs than one part in the cache holds."""
    n, d = 300, 500
    spectrum, beta = power(d, 1.2), power(d, 0.5)
    people = ridge.population(spectrum, beta, n, Draw(KEY, 5))
    x = torch.cat(list(ridge.designs(people, n, Draw(KEY, 5))))
    assert len(ridge.in_cache(x)) > 1
    drawn, given = ridge.conditional_risk(spectrum, beta, n, 0.01, Draw(KEY, 5)), ridge.risk_of_designs(x, spectrum, beta, 0.01)
    for name, value in given.items():
        torch.testing.assert_close(value, drawn[name], rtol=1e-12, atol=0)


def test_the_drawn_risk_has_the_mean_of_the_exact_formula() -> None:
    """Simulated noise and test points against bias + sigma^2 variance on one design; sigma in place of sigma^2 is rejected."""
    n, d, lam, sigma2 = 8, 5, 0.3, 4.0
    spectrum, beta = power(d, 0.8), power(d, 0.5)
    x = Draw(KEY, 1).normal(n, d) * spectrum.sqrt()
    exact = ridge.risk_of_designs(x, spectrum, beta, lam)
    drawn = ridge.drawn_risk(x[0], beta, torch.diag(spectrum), lam, sigma2, Draw(KEY, 60_000))
    assert agree(drawn, float(exact["bias"] + sigma2 * exact["variance"]))
    assert not agree(drawn, float(exact["bias"] + sigma2**0.5 * exact["variance"]))

"""The criterion R(W), its infimum and the Bayes risk against dense formulas and direct simulation.

Kolmogorov-Smirnov tests reject a correct simulator with probability 1e-6; means allow 5 standard errors.
"""

from __future__ import annotations

import math

import pytest
import scipy.stats as st
import torch
from torch import Tensor

from lemmata.numerics.models.linear_net import linear_net
from lemmata.numerics.models.ridge import ridge
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.errors import DomainError

KEY = Key(0, "tests.linear_net")


def dense_criterion(x: Tensor, w: Tensor, y: Tensor, lam: float, s2_prime: float) -> Tensor:
    """R(W) from its definition: the fitted heads, task by task, plus the penalty in feature space."""
    n, features = x.shape[0], x @ w.mT
    second = features.mT @ features
    shrink = second + n * lam * torch.eye(w.shape[0], dtype=torch.float64)
    heads = torch.linalg.solve(shrink, features.mT @ y)
    fit = (y - features @ heads).square().sum(dim=0) / n + lam * heads.square().sum(dim=0)
    return fit.mean() + s2_prime / n * torch.linalg.solve(shrink, second).trace()


def instance(n: int, d: int, m: int) -> tuple[Tensor, Tensor, Tensor]:
    draw = Draw(KEY.child(stage=f"{n},{d},{m}"), 1)
    return draw.normal(n, d)[0], draw.normal(d, d)[0] / math.sqrt(d), draw.normal(d, m)[0]


@pytest.mark.parametrize(("n", "d", "m"), [(6, 9, 3), (9, 4, 2), (1, 1, 1)])
def test_criterion_is_its_definition(n: int, d: int, m: int) -> None:
    x, w, tasks = instance(n, d, m)
    y = x @ tasks
    gram = x @ w.mT @ w @ x.mT
    found = linear_net.criterion(gram, y @ y.mT / m, 0.3, 1.7)
    torch.testing.assert_close(found, dense_criterion(x, w, y, 0.3, 1.7), rtol=1e-10, atol=1e-12)


def test_noise_through_energies_has_the_law_of_noise() -> None:
    x, w, tasks = instance(5, 7, 3)
    gram, signal, count = x @ w.mT @ w @ x.mT, x @ tasks, 3000
    fast = linear_net.criterion_after_noise(gram, signal, 0.3, 0.5, 1.7, Draw(KEY, count))
    y = signal + math.sqrt(0.5) * Draw(KEY.child(chunk=1), count).normal(5, 3)
    direct = linear_net.criterion(gram, y @ y.mT / 3, 0.3, 1.7)
    assert st.ks_2samp(fast.numpy(), direct.numpy()).pvalue > 1e-6


def test_noise_mean_and_variance_are_exact() -> None:
    """E R = s2 + lam Tr[M X Sigma_beta X^T] + (s2' - s2)/n DoF; Var R by the Gaussian fourth moments."""
    n, m, lam, s2, s2_prime, count = 12, 7, 0.3, 0.8, 1.7, 100_000
    x, w, tasks = instance(n, 20, m)
    gram, signal = x @ w.mT @ w @ x.mT, x @ tasks
    inverse = torch.linalg.inv(gram + n * lam * torch.eye(n, dtype=torch.float64))
    dof = (gram @ inverse).trace()
    mean = s2 + lam * (inverse @ signal @ signal.mT).trace() / m + (s2_prime - s2) / n * dof
    quartic = 2 * m * s2**2 * inverse.square().sum() + 4 * s2 * (inverse @ signal).square().sum()
    variance = lam**2 / m**2 * quartic
    found = linear_net.criterion_after_noise(gram, signal, lam, s2, s2_prime, Draw(KEY, count))
    assert abs(float((found.mean() - mean) / (variance / count).sqrt())) < 5
    assert abs(float(found.var() / variance - 1)) < 5 * math.sqrt(float(kurtosis(found) - 1) / count)
    wrong = mean - s2 / n * dof
    assert abs(float((found.mean() - wrong) / (variance / count).sqrt())) > 100


def kurtosis(values: Tensor) -> Tensor:
    centred = values - values.mean()
    return centred.pow(4).mean() / centred.square().mean().square()


@pytest.mark.parametrize(("n", "d", "m"), [(6, 9, 4), (9, 5, 4), (9, 5, 30)])
def test_infimum_bounds_every_w_and_is_approached(n: int, d: int, m: int) -> None:
    x, _, tasks = instance(n, d, m)
    draw = Draw(KEY, 300)
    y = x @ tasks + draw.normal(n, m)[0]
    second, s2_prime = y @ y.mT / m, 3.0
    infimum = float(linear_net.infimum(second, s2_prime, x))
    scales = torch.exp(3 * draw.normal(1, 1))
    w = scales * draw.normal(d, d)
    values = linear_net.criterion(x @ w.mT @ w @ x.mT, second, 0.3, s2_prime)
    assert float(values.min()) >= infimum
    basis = torch.linalg.qr(x).Q[:, : min(n, d)]
    energies, directions = torch.linalg.eigh(basis.mT @ second @ basis)
    chosen = basis @ (directions * torch.where(energies > s2_prime, 1e4, 0.0))
    near = linear_net.criterion(chosen @ chosen.mT, second, 0.3, s2_prime)
    assert float(near) == pytest.approx(infimum, abs=1e-6)


@pytest.mark.parametrize(("tasks", "m"), [("gaussian", 3), ("gaussian", 40), ("fixed", 9), ("fixed", 40)])
def test_second_moment_has_the_law_of_simulated_labels(tasks: str, m: int) -> None:
    """Three statistics of S against tasks and noise drawn one by one."""
    n, d, s2, count = 5, 9, 0.6, 3000
    draw, other = Draw(KEY, count), Draw(KEY.child(chunk=1), count)
    root = torch.arange(1, d + 1, dtype=torch.float64).rsqrt()
    found = linear_net.second_moment(draw.normal(n, d) * root, m, s2, draw, tasks)
    if tasks == "gaussian":
        beta = other.normal(d, m)
    else:
        beta = math.sqrt(m) * torch.eye(d, m, dtype=torch.float64)
    y = (other.normal(n, d) * root) @ beta + math.sqrt(s2) * other.normal(n, m)
    direct = y @ y.mT / m
    for statistic in (lambda a: a[:, 0, 0], lambda a: a[:, 4, 1], lambda a: torch.linalg.eigvalsh(a).clamp(max=1.5).sum(dim=1)):
        assert st.ks_2samp(statistic(found).numpy(), statistic(direct).numpy()).pvalue > 1e-6


def test_least_criterion_with_many_tasks_is_the_expected_one() -> None:
    """m = 10^5 tasks: inf_W R(W) comes within 1 % of its value for exact expectations, on the same designs."""
    spectrum = 1 / torch.arange(1, 41, dtype=torch.float64)
    found = linear_net.least_criterion(spectrum, spectrum, 20, 100_000, 1.0, 1.5, Draw(KEY, 500))
    gap = found["infimum"] - found["expected"]
    assert abs(float(gap.mean())) < 0.002
    population = (0.5 / 20) * torch.ones(40, dtype=torch.float64)
    assert float(found["expected"].mean()) - 1 < float(torch.minimum(population, spectrum**2).sum())


def test_few_tasks_reference_number() -> None:
    spectrum = 1 / torch.arange(1, 41, dtype=torch.float64)
    found = linear_net.least_criterion(spectrum, spectrum, 20, 20, 1.0, 1.5, Draw(KEY, 2000))["infimum"] - 1
    error = float(found.std()) / math.sqrt(2000)
    assert abs(float(found.mean()) + 0.1507) <= 5 * math.hypot(error, 0.0054)


def test_sharp_example_reference_number() -> None:
    """n = 5, two huge eigenvalues, m = 200: .3965 ± .0016, against the bound .4."""
    found = linear_net.least_criterion([50.0] * 2, [1.0] * 2, 5, 200, 1.0, 2.0, Draw(KEY, 4000))["infimum"] - 1
    error = float(found.std()) / math.sqrt(4000)
    assert abs(float(found.mean()) - 0.3965) <= 5 * math.hypot(error, 0.0016)


def test_bayes_risk_is_the_posterior_variance() -> None:
    n, s2 = 6, 0.7
    eigenvalues = 1 / torch.arange(1, 10, dtype=torch.float64)
    nu = torch.arange(1, 10, dtype=torch.float64) ** -2
    found = linear_net.bayes_risk(eigenvalues * nu, n, s2, Draw(KEY, 20))
    people = ridge.population(eigenvalues * nu, torch.ones(9), n, Draw(KEY, 20))
    features = torch.cat(list(ridge.designs(people, n, Draw(KEY, 20))))
    x = features / nu.sqrt()
    posterior = torch.linalg.inv(torch.diag(1 / nu) + x.mT @ x / s2)
    torch.testing.assert_close(found, (posterior.diagonal(dim1=1, dim2=2) * eigenvalues).sum(dim=1))


def test_bayes_risk_is_the_ridge_risk_of_whitened_features() -> None:
    mu = torch.arange(1, 10, dtype=torch.float64) ** -3
    bayes = linear_net.bayes_risk(mu, 6, 0.7, Draw(KEY, 20))
    risk = ridge.conditional_risk(mu, torch.ones(9), 6, 0.7 / 6, Draw(KEY, 20), random_effects=True)
    torch.testing.assert_close(bayes, risk["bias"] + 0.7 * risk["variance"])


def test_bayes_risk_reference_number() -> None:
    n = 20
    i = torch.arange(1, n**3 + 1, dtype=torch.float64)
    found = linear_net.bayes_risk(torch.where(i <= n, i**-3, i**-2 / n), n, 1.0, Draw(KEY, 200))
    error = float(found.std()) / math.sqrt(200)
    assert abs(float(found.mean()) - 0.1567) <= 5 * math.hypot(error, 0.0020)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda draw: linear_net.second_moment(draw.normal(3, 5), 4, 1.0, draw, "fixed"),
        lambda draw: linear_net.second_moment(draw.normal(3, 5), 4, 1.0, draw, "cauchy"),
        lambda draw: linear_net.least_criterion([1.0], [1.0], 3, 4, 2.0, 1.0, draw),
        lambda draw: linear_net.second_moment(draw.normal(3, 5), 0, 1.0, draw),
    ],
)
def test_what_makes_no_sense_is_refused(wrong) -> None:
    with pytest.raises(DomainError):
        wrong(Draw(KEY, 2))

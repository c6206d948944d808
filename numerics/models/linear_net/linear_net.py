"""Two-layer linear networks on m tasks with a common design: the criterion R(W), its infimum over W, the Bayes risk.

With K = X W^T W X^T, M = (K + n lam)^-1 and S = (1/m) sum_j y_j y_j^T,

    R(W) = lam Tr[M S] + (s2_prime / n) Tr[K M],      inf_W R(W) = (1/n) sum_i min(s2_prime, mu_i(S))   (rank
    X = n).

Everything needed of the labels is the n x n matrix S, which is drawn from its exact law (a Wishart matrix
through its Bartlett factor), so the cost does not depend on the number of tasks. Spectra: `eigenvalues` of
Sigma_X and `nu` of Sigma_beta, both diagonal in one basis. Factorisations and sums are in float64.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.numerics.models.ridge.ridge import designs, gram_matrix, population, regularised_inverse
from lemmata.numerics.random import laws
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett
from lemmata.theory.language.errors import DomainError

TASKS = ("gaussian", "fixed")


def criterion(gram: Tensor, second_moment: Tensor, lam: float, s2_prime: float) -> Tensor:
    """R(W) from K and S, both (..., n, n)."""
    n = gram.shape[-1]
    values, vectors = torch.linalg.eigh(gram)
    energies = (vectors * (second_moment @ vectors)).sum(dim=-2)
    return _criterion(values.clamp(min=0), energies, n, lam, s2_prime)


def criterion_after_noise(gram: Tensor, signal: Tensor, lam: float, s2: float, s2_prime: float, draw: Draw) -> Tensor:
    """R(W) for fresh Gaussian label noise of variance s2 on a fixed design: labels are `signal` (n, m) plus noise.

    In the eigenbasis of K only sum_j y_ij^2 enters, which is (|signal_i| + s z)^2 + s2 chi2_{m-1}: 2 n random
    numbers a replicate instead of n m.
    """
    k = draw.tensor(gram)
    tasks = draw.tensor(signal)
    n, m = tasks.shape
    values, vectors = torch.linalg.eigh(k)
    norms = torch.linalg.vector_norm(vectors.mT @ tasks, dim=1)
    along = norms + s2**0.5 * draw.normal(n, dtype=torch.float64)
    across = s2 * draw.chi2(m - 1, n, dtype=torch.float64)
    return _criterion(values.clamp(min=0), (along.square() + across) / m, n, lam, s2_prime)


def infimum(second_moment: Tensor, s2_prime: float, design: Tensor | None = None) -> Tensor:
    """inf_W R(W) from S (..., n, n); `design` (..., n, d) is needed when d < n, where only range X can be selected."""
    n = second_moment.shape[-1]
    if design is None or design.shape[-1] >= n:
        return torch.linalg.eigvalsh(second_moment).clamp(max=s2_prime).sum(dim=-1) / n
    basis = torch.linalg.qr(design).Q
    inside = basis.mT @ second_moment @ basis
    trace = second_moment.diagonal(dim1=-2, dim2=-1).sum(dim=-1)
    kept = inside.diagonal(dim1=-2, dim2=-1).sum(dim=-1)
    return (torch.linalg.eigvalsh(inside).clamp(max=s2_prime).sum(dim=-1) + trace - kept) / n


def second_moment(features: Tensor, m: int, s2: float, draw: Draw, tasks: str = "gaussian") -> Tensor:
    """S = (1/m) Y Y^T given `features` = X Sigma_beta^(1/2) of shape (B, n, d).

    `gaussian`: task vectors independent N(0, Sigma_beta), so m S is Wishart. `fixed`: their empirical second
    moment is exactly Sigma_beta (needs m >= d); rotating the tasks leaves d columns with a mean and m - d of
    pure noise.
    """
    if tasks not in TASKS:
        raise DomainError(f"there are no {tasks!r} tasks: use one of {', '.join(TASKS)}")
    replicates, n, d = features.shape
    source = draw.source()
    like = features.new_empty(0, dtype=torch.float64)
    x = features.to(torch.float64)
    if tasks == "gaussian":
        covariance = gram_matrix(x)
        covariance.diagonal(dim1=1, dim2=2).add_(s2)
        factor, info = torch.linalg.cholesky_ex(covariance)
        factor = torch.where((info == 0)[:, None, None], factor, torch.nan)
        return gram_matrix(factor @ bartlett(source, n, m, replicates, like)) / m
    if m < d:
        raise DomainError(f"{m} tasks cannot have an exact second moment of rank {d}: give m >= {d}")
    columns = m**0.5 * x + s2**0.5 * laws.normal(source, (replicates, n, d), like)
    total = gram_matrix(columns)
    if m > d:
        total += s2 * gram_matrix(bartlett(source, n, m - d, replicates, like))
    return total / m


def least_criterion(
    eigenvalues: Tensor | Sequence[float],
    nu: Tensor | Sequence[float],
    n: int,
    m: int,
    s2: float,
    s2_prime: float,
    draw: Draw,
    *,
    tasks: str = "gaussian",
    fast: bool = True,
) -> dict[str, Tensor]:
    """`infimum` = inf_W R(W) over designs, tasks and noise, and on the same designs `expected` = inf_W E[R(W) | X].

    The second is s2 + sum_i min((s2_prime - s2)/n, mu_i), mu_i the eigenvalues of X Sigma_beta X^T / n.
    """
    if s2_prime < s2:
        raise DomainError(f"s2_prime = {s2_prime} is below s2 = {s2}: the infimum given X has no closed form there")
    spectrum, moments = draw.tensor(eigenvalues), draw.tensor(nu)
    people = population(spectrum * moments, torch.zeros_like(moments), n, draw)
    parts = []
    for features in designs(people, n, draw, fast=fast):
        block = second_moment(features, m, s2, draw, tasks)
        given = torch.linalg.eigvalsh(gram_matrix(features).to(torch.float64)).clamp(min=0) / n
        expected = s2 + given.clamp(max=(s2_prime - s2) / n).sum(dim=1)
        design = features.to(torch.float64) if features.shape[2] < n else None
        parts.append(torch.stack((infimum(block, s2_prime, design), expected), dim=1))
    both = torch.cat(parts)
    return {"infimum": both[:, 0], "expected": both[:, 1]}


def bayes_risk(
    mu: Tensor | Sequence[float],
    n: int,
    s2: float,
    draw: Draw,
    *,
    multiplicities: Sequence[int] | None = None,
    fast: bool = True,
) -> Tensor:
    """Tr[Sigma_X (Sigma_beta^-1 + X^T X / s2)^-1] over designs.

    `mu` is the spectrum of Sigma_beta^(1/2) Sigma_X Sigma_beta^(1/2).
    In the whitened features F (rows N(0, diag mu)) it is Tr[D] - Tr[(F F^T + s2)^-1 F D F^T], D = diag mu.
    """
    values = draw.tensor(mu)
    people = population(values, torch.ones_like(values), n, draw, multiplicities=multiplicities, random_effects=True)
    scale = people.spectrum.to(draw.dtype)
    parts = []
    for features in designs(people, n, draw, fast=fast):
        inverse = regularised_inverse(gram_matrix(features).to(torch.float64), s2, rank=n)
        explained = (((features * scale) @ features.mT).to(torch.float64) * inverse).sum(dim=(1, 2))
        parts.append(people.null_risk - explained)
    return torch.cat(parts)


def _criterion(values: Tensor, energies: Tensor, n: int, lam: float, s2_prime: float) -> Tensor:
    shrunk = values + n * lam
    return (lam * energies / shrunk + s2_prime / n * values / shrunk).sum(dim=-1)


def in_sample_losses(features: Tensor, signal: Tensor, lam: float, s2: float, s2_prime: float, draw: Draw) -> dict[str, Tensor]:
    """The heads fitted to fresh noisy labels, from their definition: `features` X W^T (n, p), `signal` X beta_* (n, m).

    `train` mean squared residual, `penalty` = lam |head|^2, `inside` squared distance of the fit from the signal (all
    means over tasks, the first and the last over samples as well) and `R` = train + penalty + s2_prime DoF/n.
    """
    phi, clean = draw.tensor(features), draw.tensor(signal)
    (n, p), m = phi.shape, clean.shape[1]
    second = phi.mT @ phi
    shrunk = second + n * lam * torch.eye(p, dtype=torch.float64, device=draw.device)
    factor = torch.linalg.cholesky(shrunk)
    dof = torch.cholesky_solve(second, factor).diagonal().sum()
    labels = clean + s2**0.5 * draw.normal(n, m, dtype=torch.float64)
    heads = torch.cholesky_solve(phi.mT, factor) @ labels
    fit = phi @ heads
    train, inside = ((fit - other).square().sum(dim=(1, 2)) / (m * n) for other in (labels, clean))
    penalty = lam * heads.square().sum(dim=(1, 2)) / m
    return {"R": train + penalty + s2_prime / n * dof, "train": train, "penalty": penalty, "inside": inside}

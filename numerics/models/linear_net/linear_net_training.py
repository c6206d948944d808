"""What a two-layer linear network does on a given design: its fitted heads, its risk, and what an optimiser makes of W.

    R(W) = min over heads of (1/m) sum_j (|Y_j - X W^T b_j|^2/n + lam |b_j|^2) + (s2_prime/n) Tr[K M]

Heads are fitted by normal equations in feature space, so that nothing here shares the shortcuts of `linear_net`.
Everything is in float64.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError

FIRST_LAYERS = ("invertible", "tall", "wide", "deficient")


def first_layer(shape: str, d: int, draw: Draw) -> tuple[Tensor, int]:
    """A random first layer (B, p, d) of one of the shapes, well conditioned where invertible; and its rank."""
    half = (d + 1) // 2
    if shape == "invertible":
        return draw.normal(d, d) / d**0.5 + 2 * torch.eye(d, dtype=draw.dtype, device=draw.device), d
    if shape == "tall":
        return draw.normal(d + 3, d) / d**0.5, d
    if shape == "wide":
        return draw.normal(half, d) / d**0.5, half
    if shape == "deficient":
        return draw.normal(d, half) @ draw.normal(half, d) / d, half
    raise DomainError(f"there is no first layer {shape!r}: use one of {', '.join(FIRST_LAYERS)}")


def fitted_heads(
    x: Tensor, w: Tensor, tasks: Tensor, covariance: Tensor, lam: float, s2: float, s2_prime: float, draw: Draw
) -> dict[str, Tensor]:
    """Heads fitted to y_j = x beta_j + noise on a fixed design (n, d), for tasks (d, m) and a first layer (p, d).

    `criterion` = R(W) by its definition, `energy` = sum |y_j|^2/m, and `risk`: of W^T b_j in the metric `covariance`,
    averaged over the tasks.
    """
    x, w, tasks, covariance = (draw.tensor(value) for value in (x, w, tasks, covariance))
    n, m = x.shape[0], tasks.shape[1]
    labels = x @ tasks + s2**0.5 * draw.normal(n, m, dtype=torch.float64)
    features = x @ w.mT
    moment = features.mT @ features
    shifted = moment + n * lam * torch.eye(w.shape[0], dtype=torch.float64, device=draw.device)
    heads = torch.linalg.solve(shifted, features.mT @ labels)
    misfit = (labels - features @ heads).square().sum(dim=(1, 2)) / n + lam * heads.square().sum(dim=(1, 2))
    dof = torch.linalg.solve(shifted, moment).diagonal().sum()
    gap = w.mT @ heads - tasks
    return {
        "criterion": misfit / m + s2_prime / n * dof,
        "energy": labels.square().sum(dim=(1, 2)) / m,
        "risk": (gap * (covariance @ gap)).sum(dim=(1, 2)) / m,
    }


def bayes_risk_of_designs(root: Tensor, tasks: Tensor, n: int, s2: float, draw: Draw) -> Tensor:
    """The Bayes risk Tr[Sigma (T - T X^T (X T X^T + s2)^-1 X T)] over designs X = Z root, Sigma = root^T root, prior T."""
    root, tasks = draw.tensor(root), draw.tensor(tasks)
    x = draw.normal(n, root.shape[0], dtype=torch.float64) @ root
    covariance, seen = root.mT @ root, x @ tasks
    shifted = seen @ x.mT + s2 * torch.eye(n, dtype=torch.float64, device=draw.device)
    explained = torch.linalg.solve(shifted, seen @ covariance @ seen.mT)
    return (covariance * tasks).sum() - explained.diagonal(dim1=1, dim2=2).sum(dim=1)


def descended(design: Tensor, labels: Tensor, lam: float, s2_prime: float, starts: Tensor, *, steps: int = 200) -> Tensor:
    """The value of R(W) at which L-BFGS with a strong-Wolfe line search ends, from each of the first layers `starts`.

    `design` (n, d), `labels` = S (n, n), `starts` (k, p, d). The infimum may lie at infinity: the search runs over the
    entries of W themselves and is left where its steps end.
    """
    n = design.shape[0]
    eye = torch.eye(n, dtype=torch.float64, device=design.device)

    def value(w: Tensor) -> Tensor:
        features = design @ w.mT
        resolvent = torch.linalg.inv(features @ features.mT + n * lam * eye)
        # Tr KM = n - n lam Tr M
        return lam * (resolvent * labels).sum() + s2_prime * (1 - lam * resolvent.diagonal().sum())

    found = []
    for start in starts:
        w = start.to(torch.float64).clone().requires_grad_(True)
        search = torch.optim.LBFGS(
            [w], max_iter=steps, history_size=20, line_search_fn="strong_wolfe", tolerance_grad=0.0, tolerance_change=0.0
        )

        def closure(w: Tensor = w, search: torch.optim.LBFGS = search) -> Tensor:
            search.zero_grad()
            loss = value(w)
            loss.backward()
            return loss

        search.step(closure)
        found.append(_criterion_of_features(design @ w.detach().mT, labels, lam, s2_prime))
    return torch.stack(found)


def _criterion_of_features(features: Tensor, labels: Tensor, lam: float, s2_prime: float) -> Tensor:
    """R(W) through the singular values of the features: accurate where some are huge beside n lam."""
    n = features.shape[0]
    directions, values, _ = torch.linalg.svd(features)
    squares = torch.nn.functional.pad(values.square(), (0, n - values.shape[0]))
    energies = (directions * (labels @ directions)).sum(dim=0)
    return ((lam * energies + s2_prime / n * squares) / (squares + n * lam)).sum()

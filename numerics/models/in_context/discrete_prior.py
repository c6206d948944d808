"""Two Bayes estimators of the task of a context: that of the uniform law on k tasks, and that of N(0, I), ridge regression.

Contexts: x_i ~ N(0, I/d), y_i = <x_i, w> + noise of variance rho, i <= length. The k tasks are uniform on the sphere of
radius sqrt(d), drawn anew for each context; as they are exchangeable the first one is the true one. A new task is N(0, I).
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def estimators(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Squared distances to the task over d: with a known task (own) and a new one (new), for the posterior mean on the k tasks and for ridge;
    the squared length of the former over d; both for a posterior at half its temperature (sharp)."""
    d, k, length, rho = int(p["d"]), int(p["k"]), int(p["ℓ"]), float(p["ρ"])
    tasks, fresh = draw.normal(k, d, fast=True), draw.normal(d)
    tasks = tasks * (d**0.5 / tasks.norm(dim=-1, keepdim=True))
    x, noise = draw.normal(length, d, fast=True) / d**0.5, rho**0.5 * draw.normal(length)
    made, seen = {}, tasks @ x.mT
    gram = x.mT @ x if d <= length else x @ x.mT
    gram.diagonal(dim1=-2, dim2=-1).add_(rho)
    factor = torch.linalg.cholesky(gram)
    for name, w in (("own", tasks[:, 0]), ("new", fresh)):
        y = (x @ w[..., None])[..., 0] + noise
        misfit = (y[:, None] - seen).square().sum(-1)
        for heat, suffix in ((2 * rho, ""), (rho, "_sharp")):
            guess = ((-misfit / heat).softmax(-1)[:, None] @ tasks)[:, 0]
            made[name + suffix] = (guess - w).square().sum(-1) / d
            made[f"length_{name}{suffix}"] = guess.square().sum(-1) / d
        if d <= length:
            guess = torch.cholesky_solve(x.mT @ y[..., None], factor)[..., 0]
        else:  # the same by the samples, of which there are fewer
            guess = (x.mT @ torch.cholesky_solve(y[..., None], factor))[..., 0]
        made[f"ridge_{name}"] = (guess - w).square().sum(-1) / d
    return {name: made[name] for name in NAMES}


NAMES = ("own", "new", "ridge_own", "ridge_new", "length_own", "own_sharp", "length_own_sharp")

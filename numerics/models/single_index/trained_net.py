"""A two-layer linear network trained on m tasks, end to end: W minimises R(W), then its exact risk on fresh tasks.

Inputs have covariance diag(l), tasks second moment diag(nu), labels noise of variance s2. Given X and W the estimator for
a fresh task is H y with H = W^T W X^T M, M = (X W^T W X^T + n lam)^-1, and its risk averaged over task and noise,

    Tr[Sigma (H X - I) T (H X - I)^T] + s2 Tr[Sigma H H^T],      Sigma = diag(l), T = diag(nu),

is evaluated in closed form: no test set. Designs and labels are shared with the best ridge estimator (over lam) and with
the Bayes estimator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.models.linear_net.linear_net import infimum, second_moment
from lemmata.numerics.models.single_index.landscape import gradient, value_and_gradient
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.solve.least import least

RATE, DECAYS = 0.05, (0.9, 0.999)


@dataclass(frozen=True)
class Setting:
    """The population and the training: `tasks` m, `s2_prime` the penalty on DoF; penalty lam = 1/n, W(0) = I."""

    inputs: Tensor
    moments: Tensor
    n: int
    tasks: int
    s2: float = 1.0
    s2_prime: float = 2.0
    steps: int = 200


def power_law(n: int, a: float, tasks: int, per_sample: int = 3, **changes: float) -> Setting:
    """Inputs 1/j and tasks j^-a in `per_sample` dimensions per sample."""
    index = torch.arange(1, per_sample * n + 1, dtype=torch.float64)
    return Setting(1 / index, index**-a, n, tasks, **changes)  # type: ignore[arg-type]


def risk(estimator: Tensor, x: Tensor, setting: Setting) -> Tensor:
    """Risk of H y averaged over fresh tasks and noise, H of shape (B, d, n)."""
    l, nu = setting.inputs, setting.moments
    labels = (x * nu) @ x.mT
    labels.diagonal(dim1=-2, dim2=-1).add_(setting.s2)
    aligned = (estimator * x.mT).sum(dim=-1) @ (l * nu)
    return (l * nu).sum() - 2 * aligned + ((estimator @ labels) * estimator).sum(dim=-1) @ l


def estimator(weight: Tensor, x: Tensor, lam: float) -> Tensor:
    """W^T W X^T M."""
    features = x @ weight.mT
    gram = features @ features.mT
    gram.diagonal(dim1=-2, dim2=-1).add_(x.shape[-2] * lam)
    return weight.mT @ torch.linalg.solve(gram, features).mT


def best_ridge(x: Tensor, setting: Setting) -> Tensor:
    """The least risk of ridge regression over its penalty: a quadratic form in 1/(k + n lam), k the spectrum of X X^T."""
    l, nu = setting.inputs, setting.moments
    values, vectors = torch.linalg.eigh(x @ x.mT)
    axes = x.mT @ vectors
    tasks, outputs = (axes.mT @ (axes * weight[:, None]) for weight in (nu, l))
    aligned = (axes.square() * (l * nu)[:, None]).sum(dim=-2)
    noise = outputs.diagonal(dim1=-2, dim2=-1)

    def along(shift: Tensor) -> Tensor:
        gain = 1 / (values[..., None, :] + shift[..., None])
        quadratic = ((gain @ (tasks * outputs)) * gain).sum(dim=-1)
        linear = (gain * aligned[..., None, :]).sum(dim=-1)
        return (l * nu).sum() - 2 * linear + quadratic + setting.s2 * (gain.square() * noise[..., None, :]).sum(dim=-1)

    scale = values[..., -1]
    return least(along, 1e-6 * scale, 1e6 * scale)[1]


def bayes(x: Tensor, setting: Setting) -> Tensor:
    """The least risk of all linear estimators: W^T W = T, n lam = s2."""
    features = x * setting.moments.sqrt()
    gram = features @ features.mT
    gram.diagonal(dim1=-2, dim2=-1).add_(setting.s2)
    return risk((x * setting.moments).mT @ torch.cholesky_inverse(torch.linalg.cholesky(gram)), x, setting)


def minimise(x: Tensor, moment: Tensor, setting: Setting) -> tuple[Tensor, Tensor]:
    """(W, R(W)) after `steps` steps of Adam from the identity, in float32; R(W) in float64."""
    d, lam = x.shape[-1], 1 / setting.n
    eye = torch.eye(setting.n, dtype=x.dtype, device=x.device)
    exact = moment - setting.s2_prime * eye
    design, centred = x.to(torch.float32), exact.to(torch.float32)
    w = torch.eye(d, dtype=torch.float32, device=x.device).expand(x.shape[0], d, d).clone()
    first, second, size = (torch.zeros_like(w) for _ in range(3))
    for t in range(1, setting.steps + 1):
        slope = gradient(w, design, centred, lam)
        first.lerp_(slope, 1 - DECAYS[0])
        second.mul_(DECAYS[1]).addcmul_(slope, slope, value=1 - DECAYS[1])
        step = RATE * (1 - DECAYS[1] ** t) ** 0.5 / (1 - DECAYS[0] ** t)
        w.addcdiv_(first, torch.sqrt(second, out=size).add_(1e-8), value=-step)
    weight = w.to(torch.float64)
    return weight, value_and_gradient(weight, x, exact, lam, setting.s2_prime)[0]


def limit_risk(x: Tensor, moment: Tensor, setting: Setting) -> Tensor:
    """Risk at the end of gradient descent from W = I: H = X^+ P, P on the eigenvectors of S whose eigenvalue exceeds s2_prime.

    W = I + X^T A X along the descent, so H = X^+ K M, and K M tends to P (n <= d).
    """
    values, vectors = torch.linalg.eigh(moment)
    chosen = (vectors * (values > setting.s2_prime).to(x.dtype)[..., None, :]) @ vectors.mT
    return risk(x.mT @ torch.linalg.solve(x @ x.mT, chosen), x, setting)


def curves(setting: Setting, draw: Draw) -> dict[str, Tensor]:
    """Risks on one design without an optimiser: `bayes`, `ridge` (best penalty), `trained` (the limit of gradient descent)."""
    setting, x, moment = _population(setting, draw)
    return {"bayes": bayes(x, setting), "ridge": best_ridge(x, setting), "trained": limit_risk(x, moment, setting)}


def trained(setting: Setting, draw: Draw) -> dict[str, Tensor]:
    """Risks on one design: `trained`, `transposed` (W^T in place of W), `limit` (gradient descent from the identity),
    `ridge`, `bayes`; the criterion `R` and `least`."""
    return at_levels(setting, (setting.s2_prime,), draw)[0]


def of_power_law(p: Any, draw: Draw) -> dict[str, Tensor]:
    """The run of a procedure with the parameters n, m, a and σ'²."""
    return trained(power_law(int(p["n"]), float(p["a"]), int(p["m"]), s2_prime=float(p["σ'²"])), draw)


def at_levels(setting: Setting, levels: Sequence[float], draw: Draw) -> list[dict[str, Tensor]]:
    """What `trained` returns for several s2_prime, on the same designs, tasks and noise."""
    setting, x, moment = _population(setting, draw)
    known = {"ridge": best_ridge(x, setting), "bayes": bayes(x, setting)}
    found = []
    for level in levels:
        here = replace(setting, s2_prime=level)
        weight, reached = minimise(x, moment, here)
        found.append(
            {
                **known,
                "trained": risk(estimator(weight, x, 1 / setting.n), x, setting),
                "transposed": risk(estimator(weight.mT, x, 1 / setting.n), x, setting),
                "limit": limit_risk(x, moment, here),
                "R": reached,
                "least": infimum(moment, level),
            }
        )
    return found


def ends_of_descent(setting: Setting, levels: Sequence[float], draw: Draw) -> list[Tensor]:
    """The risk at the end of gradient descent from the identity for several s2_prime, and that of best ridge last."""
    setting, x, moment = _population(setting, draw)
    ends = [limit_risk(x, moment, replace(setting, s2_prime=level)) for level in levels]
    return [*ends, best_ridge(x, setting)]


def _population(setting: Setting, draw: Draw) -> tuple[Setting, Tensor, Tensor]:
    """The setting on the device of the draw, designs (B, n, d), and second moments of the labels (B, n, n)."""
    setting = replace(setting, inputs=draw.tensor(setting.inputs), moments=draw.tensor(setting.moments))
    x = draw.normal(setting.n, setting.inputs.shape[0], dtype=torch.float64) * setting.inputs.sqrt()
    return setting, x, second_moment(x * setting.moments.sqrt(), setting.tasks, setting.s2, draw)

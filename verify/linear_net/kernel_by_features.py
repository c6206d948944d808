"""Pairs of spectra in every relative orientation; W is a rotated square root of the tasks' covariance."""

import torch

from lemmata.numerics.models.feature_attention.icl import orthogonal
from lemmata.theory.linear_net.kernel_by_features import claim
from lemmata.verify import bind


def point(d, i, k, spectra, orientation, **rest):
    return {"d": d, "i": i, "k": k, "spectra": spectra, "orientation": orientation, "a": 1.0, "b": 2.0, "tau": 1e-3, **rest}


EXAMPLES = (
    point(40, 3, 5, "log_uniform", "haar"),
    point(24, 2, 12, "power", "reversed"),
    point(40, 1, 3, "flat_inputs", "haar", b=4.0, tau=1e-4),
    point(40, 2, 21, "power", "haar"),
)


def instance(p, draw):
    index = torch.arange(1, p.d + 1, dtype=torch.float64, device=draw.device)
    inputs, tasks = index**-p.a, index**-p.b
    if p.spectra == "log_uniform":
        inputs, tasks = (10 ** draw.uniform(p.d, low=-2.0, high=1.5)[0].sort(descending=True).values for _ in range(2))
    elif p.spectra == "flat_inputs":
        inputs = torch.ones_like(index)
    basis = torch.eye(p.d, dtype=torch.float64, device=draw.device)
    if p.orientation == "haar":
        basis = orthogonal(p.d, draw)[0]
    elif p.orientation == "permuted":
        basis = basis[draw.uniform(p.d)[0].argsort()]
    elif p.orientation == "reversed":
        basis = basis.flip(0)
    moments = (basis * tasks) @ basis.mT
    weight = orthogonal(p.d, draw)[0] @ (basis * tasks.sqrt()).mT
    powers = {"log_uniform": 0, "flat_inputs": 1, "power": 2}[p.spectra]
    return {"Sigma_X": inputs.diag()[None], "Sigma_beta": (moments + moments.mT)[None] / 2, "W": weight[None], "powers": powers}


kernel_by_features = bind(claim, instance=instance, examples=EXAMPLES, points=(16, 200), rounding=1e-8)

"""Kernels of random low rank and their segments; second derivatives by automatic differentiation."""

import torch

from lemmata.theory.mean_field.convexity import claim
from lemmata.verify import bind

COMMON = {"N": 3, "lambda": 0.5, "t": 0.5}
TWO = {"labels": "few", "n": 2, "m": 1, "v": 0.5, **COMMON}
COVERED = tuple({"labels": "covering", "n": n, "m": 2, "v": 1.0, **COMMON} for n in (2, 4, 6))


def instance(p, draw):
    first, second, tasks = draw.normal(p.n, p.N), draw.normal(p.n, p.N), draw.normal(p.n, p.m)
    start, end = first @ first.mT / p.N, second @ second.mT / p.N
    eye = torch.eye(p.n, dtype=start.dtype, device=start.device)
    energy = tasks @ tasks.mT / p.m + (p.v * eye if p.labels == "covering" else 0)
    if p.labels == "few":  # towards more of a direction in which there is no label
        tasks = torch.eye(p.n, dtype=start.dtype, device=start.device)[:, : min(p.m, p.n - 1)]
        energy = (tasks @ tasks.mT / p.m)[None]
        end = start + 4 * (eye - energy * p.m)

    def least(k):
        return p.lam * (torch.linalg.solve(k + p.n * p.lam * eye, energy)).diagonal(dim1=-2, dim2=-1).sum(dim=-1)

    def dof(k):
        return torch.linalg.solve(k + p.n * p.lam * eye, k).diagonal(dim1=-2, dim2=-1).sum(dim=-1)

    def bend(function):
        """The second derivative along the segment; reverse mode, as nested forward mode errs in torch.linalg.solve."""

        def along(t):
            return function(start + t * (end - start)).sum()

        return torch.func.grad(torch.func.grad(along))(start.new_zeros(()))[None]

    return {"K_0": start, "K_1": end, "S": energy, "F_tt": bend(least), "DoF_tt": bend(dof)}


convexity = bind(claim, instance=instance, examples=(TWO, *COVERED), points=(6, 60), rounding=1e-10)

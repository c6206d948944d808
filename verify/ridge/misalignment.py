"""Spectra of many shapes with sparse targets, the two examples with their multiplicities (d = n³), and the corners."""

import torch

from lemmata.numerics.models.ridge.spectra import spectrum
from lemmata.numerics.solve.power_law import positions
from lemmata.theory.ridge.misalignment import claim
from lemmata.verify import bind


def levels(l, b, m):
    """One row each, and the direction that is judged alone: where the target has most below the largest eigenvalue."""
    return {"l": l[None], "b": b[None], "m": m[None], "L": l.shape[0]}


def first_example(n, draw):
    """1/i up to n, then 1/n up to n^3; second moments i^-2 (their mean on the tail)."""
    index = torch.arange(1, n + 1, dtype=torch.float64, device=draw.device)
    place, count = positions(n**3, draw, after=n)
    size = n**3 - n
    tail = (count * place**-2).sum(dim=1) / size
    ones = torch.ones_like(tail)
    return levels(
        torch.cat([1 / index, ones / n]), torch.cat([index**-2, tail]), torch.cat([torch.ones_like(index), size * ones])
    )


def instance(p, draw):
    if p.shape == "slow_decay":
        return first_example(p.n, draw) | {"q": p.n + 1, "example": 1}
    if p.shape == "misaligned":
        index = torch.arange(1, 10 * p.n + 1, dtype=torch.float64, device=draw.device)
        moments = torch.where(index == p.n, float(p.n), 1 / index)
        return levels(1 / index, moments, torch.ones_like(index)) | {"q": p.n, "example": 2}
    if p.shape in ("spike", "flat_tail"):  # one large eigenvalue that carries the target; a long flat tail that does
        values, counts = draw.tensor([50.0, 0.001]), draw.tensor([1.0, 200.0 * p.n - 1])
        moments = draw.tensor([100.0, 1e-9] if p.shape == "spike" else [1e-9, 1.0])
        return levels(values, moments, counts) | {"q": 1 if p.shape == "spike" else 2, "example": 0}
    if p.shape == "at_kappa":  # the target on one coordinate just below kappa_0
        tail = 0.001
        values = draw.tensor([0.999 * (200 * p.n * tail / (p.n - 0.5) - tail), tail])
        return levels(values, draw.tensor([1.0, 1e-12]), draw.tensor([1.0, 200.0 * p.n])) | {"q": 1, "example": 0}
    d = 4 * p.n
    sparse = draw.uniform(d)[0] < 0.3
    index = torch.arange(1, d + 1, dtype=torch.float64, device=draw.device)
    moments = torch.where(sparse, index**-0.5, torch.zeros_like(index)) + 1e-12
    found = levels(spectrum(p.shape, d, p.a, draw)[0], moments, torch.ones_like(index))
    return found | {"q": int(draw.integers(1, d + 1, 1)[0, 0]), "example": 0}


def point(shape, **changes):
    return {"shape": shape, "n": 20, "a": 1.0, "lambda": 0.0, "sigma2": 1e-3, **changes}


misalignment = bind(
    claim,
    instance=instance,
    examples=(
        point("spike", sigma2=1.0),
        point("spike", n=100),
        point("at_kappa", n=100),
        point("flat_tail"),
        point("slow_decay"),
        point("slow_decay", n=100, **{"lambda": 1.0}),
        point("misaligned"),
        point("misaligned", n=100, **{"lambda": 0.01}),
        point("two_level", a=0.0),
    ),
    points=(4, 200),
    rounding=1e-10,
)

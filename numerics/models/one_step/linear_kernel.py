"""The distance of the kernel matrix exp(x'y) on the unit sphere from its linear equivalent, in operator norm."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def distances(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Operator norms of K less (1 + 1/(2d)) 11' + XX' + (e - 2) I, and of wrong versions of that."""
    d, n = int(p["d"]), int(p["n"])
    rows = draw.sphere(d, n).double()
    gram = rows @ rows.mT
    ones, unit = torch.ones_like(gram), torch.eye(n, dtype=gram.dtype, device=gram.device)
    rest = torch.exp(gram) - ones - gram
    left = rest - ones / (2 * d) - (math.e - 2) * unit
    return {
        "distance": _norm(left),
        "frobenius": left.square().sum((-2, -1)),
        "no bend": _norm(rest - (math.e - 2) * unit),
        "whole diagonal": _norm(rest - ones / (2 * d) - (math.e - 1) * unit),
    }


def _norm(A: Tensor) -> Tensor:
    """The largest size of an eigenvalue of a symmetric matrix."""
    return torch.linalg.eigvalsh(A).abs().amax(-1)

"""The sampler is compiled from the statement; two Gaussians with an error e sin(ω y) are solved on two grids."""

import torch

from lemmata import Settings
from lemmata.numerics.models.diffusion import diffusion
from lemmata.theory.diffusion.girsanov import WEIGHT, WIDTH, claim

CUT = 1e-5  # what lies beyond the grid or where the target is too thin to be compared


def grids(p, draw):
    means, weights = draw.tensor([-p.b, p.b]), draw.tensor([float(WEIGHT), 1 - float(WEIGHT)])

    def wrong(y, tau):
        return p.e * torch.sin(p["ω"] * y)

    coarse, fine = (
        diffusion.mixture_divergence(wrong, means, weights, float(WIDTH), p.T, points=points) for points in (80, 96)
    )
    error = 2 * (fine - coarse).abs() + CUT
    return {"low": (fine - error).expand(draw.replicates), "high": (fine + error).expand(draw.replicates)}


COMMON = {"G": 3.0, "a": 0.3, "e": 0.4, "ω": 1.0, "b": 1.0}
settings = Settings(
    claim,
    core=(2, 12),
    rest=(0, 4),
    procedures={"grids": grids},
    examples=(
        {"v": 0.8, "T": 1.2564312, "c": "constant", **COMMON},
        {"v": 0.8, "T": 0.3, "c": "constant", **COMMON},
        {"v": 0.01, "T": 0.5, "c": "decaying", **COMMON},
    ),
)

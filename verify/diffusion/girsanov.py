"""Shifted scores along c(tau), exactly and sampled; two Gaussians with an error eps sin(omega y), on two grids."""

import torch

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.models.diffusion import diffusion
from lemmata.theory.diffusion.girsanov import WEIGHT, WIDTH, claim
from lemmata.verify import experiment

CUT = 1e-5  # what lies beyond the grid or where the target is too thin to be compared
COMMON = {"g": 3.0, "a": 0.3, "epsilon": 0.4, "omega": 1.0, "b": 1.0}
EXAMPLES = (
    {"v": 1.0, "T": 1.2564312, "c": "constant", **COMMON},
    {"v": 0.01, "T": 0.5, "c": "best", **COMMON},
    {"v": 1.0, "T": 2.0, "c": "best", **COMMON},
)


def two_gaussians(p, draw):
    means, weights = draw.tensor([-p.b, p.b]), draw.tensor([float(WEIGHT), 1 - float(WEIGHT)])

    def wrong(y, tau):
        return p.epsilon * torch.sin(p.omega * y)

    coarse, fine = (
        diffusion.mixture_divergence(wrong, means, weights, float(WIDTH), p.T, points=points) for points in (80, 96)
    )
    error = 2 * (fine - coarse).abs() + CUT
    return {"KL_low": (fine - error).expand(draw.replicates), "KL_high": (fine + error).expand(draw.replicates)}


@experiment(claim, examples=EXAMPLES, points=(2, 30), resolution=(0.1, 0.02), replicates=(2**17, 2**21), first=1024)
def girsanov(p, draw, variant):
    if variant == "two_gaussians":
        return two_gaussians(p, draw)
    error = compile_expr(p.c)

    def shift(tau):
        return p.g / p.v**0.5 * error({"tau": tau, "v": p.v}).expand_as(tau)

    factor = 1.0 if variant == "score_once" else 2.0
    ends = [diffusion.shifted_endpoint(shift, p.v, p.T, draw, factor=factor) for _ in range(2)]
    return {"Y": ends[0], "Y_other": ends[1]}

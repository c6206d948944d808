"""How nearly orthogonal noise patches are, and what descent on the convolutional ReLU network fits in few dimensions.

Units of `cnn`: sigma_xi^2 d = 1, |mu| = SNR (0 for no signal), noise orthogonal to mu, labels balanced; rate is eta/(n m).
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett


def overlaps(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`pairs`: the largest |<xi_i, xi_k>|, i != k, and `lengths`: the largest ||xi_i|^2 - 1|, of n noise patches in d >= n dimensions."""
    n, d = int(p["n"]), int(p["d"])
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    noise = bartlett(draw.source(), n, d, draw.replicates, like, True).div_(d**0.5)
    gram = noise @ noise.mT
    diagonal = gram.diagonal(dim1=-2, dim2=-1)
    lengths = (diagonal - 1).abs().amax(1)
    diagonal.zero_()
    return {"pairs": gram.abs_().amax((1, 2)).double(), "lengths": lengths.double()}


def fitted(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`fitted`: the share of samples with y f > 10^-9 after `steps` of descent, and the training `loss`."""
    n, m, d = (int(p[key]) for key in ("n", "m", "d"))
    signal, rate, like = float(p["SNR"]), float(p["rate"]), torch.float32
    sign = draw.tensor([1.0, -1.0], dtype=like)
    label = sign.repeat_interleave(n // 2)
    neuron = sign.repeat_interleave(m)[:, None]
    xi = draw.normal(n, d, dtype=like) / d**0.5
    w = float(p["s0"]) * draw.normal(2 * m, d, dtype=like)
    along = float(p["s0"]) * signal * draw.normal(2 * m, 1, dtype=like)  # <w, mu>

    def margins() -> tuple[Tensor, Tensor, Tensor]:
        u, v = along * label, w @ xi.mT
        return label * ((u.clamp(min=0) + v.clamp(min=0)) * neuron).sum(1) / m, u, v

    for _ in range(int(p["steps"])):
        margin, u, v = margins()
        pull = rate * torch.sigmoid(-margin)[:, None]
        along = along + signal**2 * neuron * (pull * (u > 0)).sum(-1, keepdim=True)
        w = w + (neuron * label * pull * (v > 0)) @ xi
    margin = margins()[0]
    return {"fitted": (margin > 1e-9).to(like).mean(1), "loss": softplus(-margin).mean(1)}


def halfplanes(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`patterns`: the number of different patterns of signs that lines through 0 give n points of the plane, by a turn of the line."""
    points = draw.normal(int(p["n"]), 2)
    angles = torch.atan2(points[..., 1], points[..., 0])
    edges = torch.cat([angles - torch.pi / 2, angles + torch.pi / 2], -1).remainder(2 * torch.pi).sort(dim=-1).values
    middles = (edges + torch.cat([edges[..., 1:], edges[..., :1] + 2 * torch.pi], -1)) / 2
    normals = torch.stack([middles.cos(), middles.sin()], -1)
    signs = (normals @ points.mT > 0).to(points.dtype)  # (B, directions, points)
    same = (signs[:, :, None] == signs[:, None]).all(-1)
    first = same.to(points.dtype).argmax(-1) == torch.arange(same.shape[-1], device=points.device)
    return {"patterns": first.to(points.dtype).sum(-1)}


FEW = {"core": (1, 6), "rest": (0, 0)}  # how claims about these are judged: at few places

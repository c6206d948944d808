"""Random networks; the left sides come from automatic differentiation of F and DoF as functions of the kernel."""

import torch

from lemmata.numerics.models.mean_field.head_noise import along, network
from lemmata.theory.mean_field.first_variation import claim
from lemmata.verify import bind

INPUTS = 3


def instance(p, draw):
    made = network(p.n, p.N + 1, INPUTS, p.sigma, draw)
    phi, at_w, slopes = made["Phi"][..., 1:], made["Phi"][..., :1], made["D"][..., 1:]
    gram, y = phi @ phi.mT / p.N, draw.normal(p.n, p.m)
    shift = p.n * p.lam * torch.eye(p.n, dtype=gram.dtype, device=gram.device)

    def least(kernel):
        return p.lam / p.m * (y * torch.linalg.solve(kernel + shift, y)).sum(dim=(-2, -1))

    def dof(kernel):
        return torch.linalg.solve(kernel + shift, kernel).diagonal(dim1=-2, dim2=-1).sum(dim=-1)

    def slope(function, start, direction):
        return torch.func.grad(lambda t: function(start + t[:, None, None] * direction).sum())(start.new_zeros(1))

    spike = at_w @ at_w.mT
    return {
        "K": gram,
        "Phi": phi,
        "Y": y,
        "D": slopes,
        "sigma_w": at_w,
        "F_w": slope(least, gram, spike),
        "DoF_w": slope(dof, gram, spike),
        "F_mix": slope(least, gram, spike - gram),
        "F_D": along(least, phi, slopes),
        "DoF_D": along(dof, phi, slopes),
    }


first_variation = bind(claim, instance=instance, points=(12, 100), rounding=1e-9)

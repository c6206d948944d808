"""Fixed networks and labels; only the label noise is redrawn. The flows' potentials are differentiated automatically."""

import torch

from lemmata.numerics.models.mean_field.head_noise import along, frozen_gradients, network
from lemmata.theory.mean_field.frozen_head import claim
from lemmata.verify import experiment

INPUTS = 3
EIGHT = {"n": 8, "N": 5, "sigma": "tanh", "lambda": 0.1, "s": 1.0}


def instance(p, draw):
    made = network(p.n, p.N, INPUTS, p.sigma, draw, radial=2.0)
    y, share = draw.normal(p.n, 1), p.s**2 / 3 / p.n
    eye = torch.eye(p.n, dtype=y.dtype, device=y.device)

    def data(k):
        return p.lam * (y * torch.linalg.solve(k + p.n * p.lam * eye, y)).sum(dim=(-2, -1))

    def dof(k):
        return torch.linalg.solve(k + p.n * p.lam * eye, k).diagonal(dim1=-2, dim2=-1).sum(dim=-1)

    def logdet(k):
        return torch.linalg.slogdet(eye + k / (p.n * p.lam))[1]

    phi, slopes = made["Phi"], made["D"]
    parts = [along(f, phi, slopes) for f in (data, logdet, dof)]
    shifted = made["K"] + p.n * p.lam * eye
    reach = [(f * torch.linalg.solve(shifted, f)).sum(dim=-2).sqrt() for f in (phi, slopes)]  # bounds |DᵀMΦ|, per particle
    return {
        **made,
        "y": y,
        "g": parts[0].abs() + 2 * share * (reach[0] * reach[1]).sum(dim=-1),
        "F_D": parts[0],
        "A_D": parts[0] + share * (parts[1] - parts[2]),
        "B_D": parts[0] + share * (2 * parts[1] - parts[2]),
        "C_D": parts[0] + share * parts[2],
    }


@experiment(claim, instance=instance, examples=(EIGHT,), points=(6, 40), resolution=(0.15, 0.03), rounding=1e-9)
def frozen_head(p, draw):
    return frozen_gradients(p.Phi[0], p.D[0], p.y[0, :, 0], p.lam, p.s, draw)

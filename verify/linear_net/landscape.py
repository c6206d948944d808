"""Random designs and labels; gradients and the Hessian by automatic differentiation of the definition; descents from small starts."""

import torch
from torch.autograd.functional import hessian

from lemmata.numerics.models.single_index.landscape import descend
from lemmata.numerics.random.draw import Draw
from lemmata.theory.linear_net.landscape import claim
from lemmata.verify import bind

POINT = {"n": 4, "d": 4, "p": 1, "m": 8, "lambda": 0.5, "sigma2p": 0.3, "w": 1.0, "psi": 0.7}
STARTS = 8
EXAMPLES = (
    {**POINT, "d": 12},
    {**POINT, "n": 1, "d": 1},
    {**POINT, "sigma2p": 50.0},
    {**POINT, "n": 3, "d": 5, "p": 4, "sigma2p": 1.2},
)


def instance(p, draw):
    x, y = draw.normal(p.n, p.d)[0], draw.normal(p.n, p.m)[0]
    w, move, free = (scale * draw.normal(p.p, p.d)[0] for scale in (p.w, 0.3, 1.0))
    labels = y * torch.arange(p.n, 0, -1, dtype=y.dtype, device=y.device)[:, None]
    second = labels @ labels.mT / (2 * p.m)
    null = free - free @ torch.linalg.pinv(x) @ x  # its rows are orthogonal to those of X

    def value(weight):
        """R(W) from its definition, up to the factorisation."""
        gram = x @ weight.mT @ weight @ x.mT
        inverse = torch.linalg.inv(gram + p.n * p.lam * torch.eye(p.n, dtype=x.dtype, device=x.device))
        return p.lam * (inverse * second).sum() + p.sigma2p / p.n * (gram * inverse).sum()

    weight = w.clone().requires_grad_(True)
    (slope,) = torch.autograd.grad(value(weight), weight)
    bent = hessian(value, torch.zeros_like(w)).reshape(w.numel(), w.numel())
    starts = Draw(draw.key.child(stage="starts"), STARTS, device=draw.device)
    steps = 0 if "k" in p else 1200  # along the ladder in k nothing is trained
    reached = descend(x, second, p.p, p.lam, p.sigma2p, starts, steps=steps).max()
    given = {name: matrix[None] for name, matrix in {"X": x, "W": w, "V": move, "Z": null, "G": slope, "S": second}.items()}
    return {**given, "lowest": torch.linalg.eigvalsh(bent)[:1], "reached": reached[None]}


landscape = bind(claim, instance=instance, examples=EXAMPLES, points=(4, 60), rounding=1e-8)

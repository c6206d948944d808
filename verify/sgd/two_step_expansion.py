"""Automatic differentiation of the losses, two steps from w = 0, tested along a random direction."""

import torch

from lemmata.numerics.formula.compile import compile_expr
from lemmata.theory.sgd.two_step_expansion import c, claim, sigma, x
from lemmata.verify import bind

ACTIVATION = compile_expr(sigma(x))


def two_steps(loss, d, eta, like):
    w = like.new_zeros(d)
    for _ in range(2):
        at = w.clone().requires_grad_(True)
        (gradient,) = torch.autograd.grad(loss(at), at)
        w = w - eta * gradient
    return w


def instance(p, draw):
    constants = {str(s): p[str(s)] for s in c}

    def activation(value):
        return ACTIVATION({**constants, "x": value}, check=False)

    data, direction = draw.normal(p.n, p.d)[0], draw.normal(p.d)[0]
    label = draw.uniform(p.n, low=0.3, high=1.5)[0] * draw.rademacher(p.n)[0]
    x1, y1 = data[0], label[0]
    found = {
        "w_correlation": two_steps(lambda w: -y1 * activation(x1 @ w), p.d, p.eta, data) @ direction,
        "w_squared": two_steps(lambda w: (activation(x1 @ w) - y1) ** 2, p.d, p.eta, data) @ direction,
        "w_batch": two_steps(lambda w: -(label * activation(data @ w)).mean(), p.d, p.eta, data) @ direction,
        "y": y1,
        "r_2": x1 @ x1,
        "v": x1 @ direction,
    }
    gram = data @ data.mT
    off = (gram - torch.diag(gram.diag())) @ label
    return {
        **{k: v.reshape(1) for k, v in found.items()},
        "Y": label[None],
        "D": gram.diag()[None],
        "O": off[None],
        "P": (data @ direction)[None],
    }


two_step_expansion = bind(claim, instance=instance, points=(10, 100), rounding=1e-10)

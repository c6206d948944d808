"""Phase I by automatic differentiation and torch's own optimiser with weight decay; Phase II on random prompts."""

import torch

from lemmata.numerics.models.in_context.icl_single_index import features, summary
from lemmata.theory.icl_single_index.algorithm2 import claim
from lemmata.verify import bind


def loss(w, b, gamma, data):
    x, y, query, label = data
    s = features(query[:, None], w, b)[:, 0]
    return (label - (gamma * summary(x, y, w, b) * s).sum(-1)).square().mean()


def one_step(start, rate, decay, objective):
    weight = start.clone().requires_grad_(True)
    optimiser = torch.optim.SGD([weight], lr=rate, weight_decay=decay)
    objective(weight).backward()
    optimiser.step()
    return weight.detach()


def instance(p, draw):
    w, b = draw.sphere(p.d, p.N)[0], draw.uniform(p.N, low=-1.0, high=1.0)[0]
    gamma = draw.rademacher(p.N)[0]
    data = tuple(draw.normal(p.T, *shape)[0] for shape in ((p.n, p.d), (p.n,), (p.d,), ()))
    x, y, query, label = data
    stepped = one_step(w, p.eta_1, p.lambda_1, lambda v: loss(v, b, gamma, data))
    erased = one_step(w, p.eta_1, 1 / p.eta_1, lambda v: loss(v, b, gamma, data))
    moved = one_step(gamma, p.eta_1, 0.0, lambda g: loss(w, b, g, data))
    u, s = summary(x, y, w, b), features(query[:, None], w, b)[:, 0]
    active = (x @ w[0] + b[0] > 0).to(x.dtype)
    products = s[:, :, None] * u[:, None, :]
    vectors = {
        "y": label,
        "f": (gamma * u * s).sum(-1),
        "f_1": (moved * u * s).sum(-1),
        "s": s[:, 0],
        "u": u[:, 0],
        "D": (y * active * x[..., 0]).mean(-1),
        "a": (s[:, 0] > 0).to(x.dtype),
        "x": query[:, 0],
        "P": products.flatten(1),
        "Y": label[:, None],
    }
    numbers = {"w": w[0, 0], "w_next": stepped[0, 0], "w_erased": erased[0, 0], "gamma": gamma[0], "gamma_1": moved[0]}
    return {name: value[None] for name, value in (vectors | numbers).items()}


algorithm2 = bind(claim, instance=instance, points=(12, 100), rounding=1e-11)

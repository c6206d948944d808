"""Training in an orthonormal basis of the noise, exact in law, compared with gradient descent in R^d at a small size."""

import torch
from torch.nn.functional import softplus

from lemmata import Settings
from lemmata.numerics.models.networks.cnn import Training, finite_dimension
from lemmata.theory.cnn.cao_phase import claim


def training(p):
    snr = p.signal / (p.noise * p.d**0.5)
    return Training(n=p.n, snr=snr, q=p.q, m=p.m, scale=p.start, rate=p.rate / max(1.0, p.slow * p.n * snr**2), stop=p.stop)


def basis(p, draw):
    """Weights and samples in a basis of the span of the samples."""
    found = finite_dimension(training(p), p.d, draw, tests=128)
    return {name: found[name].double() for name in ("loss", "error", "train")}


def literal(p, draw):
    """Gradient descent on all weights in R^d, the first axis along the signal, the noise in the others."""
    what, tests = training(p), 128
    label = torch.tensor([1.0, -1.0], device=draw.device).repeat_interleave(p.n // 2)
    sign = torch.tensor([1.0, -1.0], device=draw.device)[:, None]
    noise = p.noise * draw.normal(p.n + tests, p.d, dtype=torch.float32)
    noise[..., 0] = 0
    w = what.scale / (p.noise * p.d**0.5) * draw.normal(2, p.m, p.d, dtype=torch.float32)
    active = torch.ones_like(w[:, 0, 0, 0], dtype=torch.bool)
    train = torch.zeros_like(w[:, 0, 0, 0])
    size = what.rate * p.n * p.m / (p.noise**2 * p.d)
    mu = torch.zeros_like(w[0, 0, 0])
    mu[0] = p.signal

    def output(w, y, xi):
        hidden = (w @ mu)[..., None] * y
        both = hidden.clamp(min=0) ** p.q + (w @ xi.mT[:, None]).clamp(min=0) ** p.q
        return (both.sum(dim=2) * sign).sum(dim=1) / p.m

    for _ in range(what.steps):
        w = w.requires_grad_(True)
        losses = softplus(-output(w, label, noise[:, : p.n]) * label).mean(dim=-1)
        (slope,) = torch.autograd.grad(losses.sum(), w)
        train = torch.where(active, losses.detach(), train)
        active = active & (train > what.stop)
        w = w.detach() - size * active[:, None, None, None] * slope
    margins = torch.stack(
        [y * output(w, torch.full((tests,), y, device=w.device), noise[:, p.n :]) for y in (1.0, -1.0)], dim=1
    )
    error = (margins < 0).float() + 0.5 * (margins == 0)
    return {
        "loss": softplus(-margins).mean(dim=(1, 2)).double(),
        "error": error.mean(dim=(1, 2)).double(),
        "train": train.double(),
    }


settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 0),
    replicates=(160, 400),
    first=160,
    chunk=128,
    procedures={"descent": literal, "basis": basis},
)

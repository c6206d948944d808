"""Potentials with a quadratic and a quartic part, Gaussian laws; steps from 1/64 down, integrals by the trapezoid rule."""

import math

import torch

from lemmata.theory.mean_field.wgf_print import WINDOW, claim
from lemmata.verify import bind

POINTS = 4001


def normal(w, mean, spread):
    return torch.exp(-((w - mean) ** 2) / (2 * spread**2)) / (spread * math.sqrt(2 * math.pi))


def instance(p, draw):
    if "T" not in p:
        return {}
    eta = 1 / p.T
    w = torch.linspace(-WINDOW, WINDOW, POINTS, dtype=torch.float64, device=draw.device)
    cell = 2 * WINDOW / (POINTS - 1)
    mu, force = normal(w, p.m_0, p.s_0), p.a * w + p.b * w**3 - p.g
    start, end = (torch.exp(-((x - p.r) ** 2) / 2) for x in (w, w - eta * force))
    # the steps' densities for V = a w²/2 − g w, where the exact law is Gaussian
    line, pull = p.a * w - p.g, -(w - p.m_0) / p.s_0**2
    exact = normal(w, (1 - eta * p.a) * p.m_0 + eta * p.g, (1 - eta * p.a) * p.s_0)
    divergence = mu * (p.a + pull * line)
    squared = mu**2 * (p.a + 2 * pull * line)
    found = {
        "change": ((end - start) * mu).sum() / eta,
        "d_1": (exact - mu - eta * divergence).abs().sum(),
        "d_0": (exact - mu - eta * p.a).abs().sum(),
        "d_2": (exact - mu - eta * squared).abs().sum(),
        "mass_1": divergence.sum(),
        "mass_0": torch.full_like(w, p.a).sum(),
    }
    return {name: (value * cell)[None] for name, value in found.items()}


wgf_print = bind(claim, instance=instance, points=(3, 40), resolution=(1e-3, 1e-4), rounding=1e-10)

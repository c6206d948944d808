r"""A Gaussian mean of a smooth function by 65 nodes, where it can be seen that they are enough; else it is left to the panels.

The trapezoid rule in $t$ after $z=4\sinh(t/4)$ with step $\tfrac15$ errs for an analytic integrand by $e^{-10\pi a}$, $a$ the distance of the
nearest singularity from the real axis, and with every other node by the root of this. A mean is taken by this rule where

- the formula is made of sums, products, powers and known functions whose arguments move little from one node to the next, so that
  nothing oscillates or peaks between the nodes (nor is hidden by nodes that are evenly spaced);
- what every other node gives differs by less than $10^{-8}$ of the absolute integral, whose square is the error that is left; and
- the integrand has died out at the ends, at $|z|=9.5$, where less than $10^{-15}$ of it is left.

Replicates at which one of these fails are evaluated again by the panels, each by itself, so that a value does not depend on its
neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.program import Run
from lemmata.theory.language.functions import GaussMean, He, Phi, h, phi

STEP, STRETCH, HALF = 0.2, 4.0, 32
CHANGE, LEFT = 1e-8, 1e-15
MOST_DEGREE = 16  # of a Hermite polynomial, which oscillates
# how far an argument may move between two nodes: an oscillation or a transition, an exponent, a logarithm
WAVE, EXPONENT, LOG = 1.0, 10.0, 3.0
WAVES = (sp.tanh, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.erf, sp.erfc, sp.atan, sp.asinh, phi, Phi)
# what moves, how far it may, and how: "value", the "log" of its size, or the "slope" of an argument that is affine
Phase = tuple[sp.Expr, float, str]


@lru_cache(maxsize=1)
def rule() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Nodes, weights for N(0, 1), and the weights of every other node."""
    t = np.arange(-HALF, HALF + 1) * STEP
    z = STRETCH * np.sinh(t / STRETCH)
    weights = STEP * np.cosh(t / STRETCH) * np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    coarse = np.zeros_like(weights)
    coarse[::2] = 2 * weights[::2]
    return z, weights, coarse


@lru_cache(maxsize=4096)  # wrong versions of a formula share its means
def phases(f: sp.Expr, z: sp.Symbol) -> tuple[Phase, ...] | None:
    """What must move little between the nodes for the rule to see all of f; None for formulas that it is not meant for."""
    found: list[Phase] = []
    try:
        _collect(f, z, found)
    except _Unfit:
        return None
    return tuple(dict.fromkeys(found))


class _Unfit(Exception):
    """A formula with something in it whose oscillations and peaks cannot be read off."""


def _collect(f: sp.Expr, z: sp.Symbol, found: list[Phase]) -> None:
    if z not in f.free_symbols or f == z:
        return
    hermite = isinstance(f, He | h) and f.args[0].is_Integer and f.args[0] <= MOST_DEGREE
    power = isinstance(f, sp.Pow) and z not in f.exp.free_symbols
    if not (hermite or power or isinstance(f, (sp.Add, sp.Mul, sp.exp, sp.log, GaussMean, *WAVES))):
        raise _Unfit
    for arg in f.args[:1] if power or isinstance(f, GaussMean) else f.args:
        _collect(arg, z, found)
    if isinstance(f, sp.exp):
        _moves(f.args[0], z, EXPONENT, found)
    elif isinstance(f, WAVES):
        _moves(f.args[0], z, WAVE, found)
    elif hermite:
        _moves(sp.sqrt(f.args[0]) * f.args[1], z, WAVE, found)
    elif isinstance(f, sp.log) or (power and not (f.exp.is_Integer and f.exp > 0)):
        found.append((f.args[0], LOG, "log"))  # of numbers, later: sympy would look for the sign of its argument
    elif isinstance(f, GaussMean) and any(f.args[1] in u.free_symbols for u, *_ in found):
        raise _Unfit  # what moves depends on where the inner mean is


def _moves(u: sp.Expr, z: sp.Symbol, most: float, found: list[Phase]) -> None:
    """Note that u may move by so much between two nodes; the slope alone where it is affine in z."""
    slope = sp.expand(u).diff(z)
    if z in slope.free_symbols:
        found.append((u, most, "value"))
    elif not slope.is_number:
        found.append((slope, most / STEP, "slope"))
    elif not abs(float(slope)) * STEP <= most:
        raise _Unfit


def weigh(run: Run, values: Tensor, moving: Sequence[tuple[Tensor, float, str]], around: int) -> Tensor:
    """The sum, with a note in the run of the replicates that the rule may not serve; so many indices are around it."""
    columns = _columns(run.dtype, run.device)
    weights = columns[:, 0]
    if run.fake:
        return (values * weights).sum(-1)
    both, seen = values @ columns, values.detach()
    total, change = both[..., 0], both[..., 1].detach().abs()
    allowed = max(CHANGE, 16 * torch.finfo(run.dtype).eps)
    left = torch.maximum(_size(seen[..., :2], weights[:2]), _size(seen[..., -2:], weights[-2:]))
    needed = torch.maximum(change / allowed, left / LEFT)  # of the absolute integral, of which the sum is a lower bound
    fits = (needed <= total.detach().abs()) & (total.detach() != 0) & torch.isfinite(total)
    if not bool(fits.all()):
        doubted = ~fits
        absolute = seen[doubted].abs() @ weights
        fits[doubted] = (needed[doubted] <= absolute) & (absolute > 0) & torch.isfinite(absolute)
    for phase, most, how in moving:
        size = phase.detach().abs().log() if how == "log" else phase.detach()
        between = size[..., 0] if how == "slope" else size.diff(dim=-1).abs().amax(-1)
        fits = fits & (between.abs() <= most)
    doubts = ~(fits.flatten(-around).all(-1) if around else fits)
    run.doubts = doubts if run.doubts is None else run.doubts | doubts
    return total


def _size(values: Tensor, weights: Tensor) -> Tensor:
    return (values.abs() * weights).amax(-1)


def _columns(dtype: torch.dtype, device: torch.device) -> Tensor:
    """The weights, and how they differ from those of every other node."""
    _, weights, coarse = rule()
    return torch.tensor(np.stack([weights, weights - coarse], 1), dtype=dtype, device=device)

"""The sum of an integrand over the nodes of a rule, its change under refinement, and what is refused: peaks missed, tails that overflow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.formula.lowering import UNIT
from lemmata.numerics.formula.program import Run
from lemmata.theory.language.errors import NotConverged

UNDERFLOW, RISE = -700.0, 40.0  # an exponential that is 0 at a node, and a change of its exponent that hides what lies between


def _missed(values: Tensor, exponents: Sequence[Tensor]) -> bool:
    """Whether an integrand is 0 at every node, by an exponential with a peak that may lie between two of them."""
    for e in exponents:
        e = e.detach().expand_as(values)
        rise = (e[..., 1:] - e[..., :-1]).abs()
        beside = torch.maximum(torch.nn.functional.pad(rise, (1, 0)), torch.nn.functional.pad(rise, (0, 1)))
        top = e.argmax(-1, keepdim=True)
        peak = (e.gather(-1, top) < UNDERFLOW) & (beside.gather(-1, top) > RISE)
        if bool((peak.squeeze(-1) & (values == 0).all(-1)).any()):
            return True
    return False


def weigh(
    run: Run,
    values: Tensor,
    weights: Tensor,
    coarse: Tensor,
    label: Any,
    exponents: Sequence[Tensor] = (),
    rounded: bool = False,
) -> Tensor:
    """The sum; ``rounded`` adds what rounding may cost, so that the change under refinement has it where terms cancel."""
    if run.check and not run.fake and not exponents and weights.numel() == weights.shape[-1] == values.shape[-1]:
        found = _products(run, values, weights.flatten(), coarse.flatten(), rounded)
        if found is not None:
            return found
    terms = values * weights
    ratio = torch.where(weights == 0, torch.zeros_like(weights), coarse / weights)
    scale = terms.detach().abs().sum(-1)
    ordinary = not run.fake and run.check and bool(torch.isfinite(scale).all() & torch.isfinite(ratio).all())
    if not ordinary:
        terms = torch.where(weights == 0, torch.zeros_like(values), terms)
    if run.fake or not run.check:
        return torch.where(torch.isfinite(terms), terms, torch.zeros_like(terms)).sum(-1)
    if exponents and bool((values == 0).all(-1).any()) and _missed(values, exponents):
        raise NotConverged(
            f"{label} is 0 at every node of its quadrature, between which it may have a peak: integrate over a narrower range"
        )
    if ordinary:
        total, change = terms.sum(-1), (terms.detach() * (1 - ratio)).sum(-1).abs()
    else:
        terms, scale = _died_out(terms)
        total = terms.sum(-1)
        change = torch.where(terms == 0, torch.zeros_like(terms), terms * (1 - ratio)).detach().sum(-1).abs()
    limit = max(1e-6, 1e3 * torch.finfo(run.dtype).eps)
    # where a derivative is taken the value is not used, and near a minimum it is rounding alone
    floor = 1e-18 if terms.requires_grad else 0.0
    if bool((change > limit * scale + floor).any()):
        worst = float((change / scale).nan_to_num(0).max())
        raise NotConverged(
            f"the quadrature of {label} changes by {worst:.2g} of its size when half the nodes are "
            "left out; split it at its kinks or substitute a smoother variable"
        )
    return total + UNIT * scale if rounded else total


def _products(run: Run, values: Tensor, weights: Tensor, coarse: Tensor, rounded: bool) -> Tensor | None:
    """The sum where the rule is the same for every member of the batch and all is ordinary: products of matrices, no copies; or None."""
    total, absolute = values @ weights, values.detach().abs() @ weights.abs()
    change = (values.detach() @ (weights - coarse)).abs()
    limit = max(1e-6, 1e3 * torch.finfo(run.dtype).eps)
    if not bool((torch.isfinite(absolute) & (change <= limit * absolute)).all()):
        return None
    return total + UNIT * absolute if rounded else total


def _died_out(terms: Tensor) -> tuple[Tensor, Tensor]:
    """The terms without those of far nodes that overflow, which they may only where the integrand has already died out next to them;
    and the sum of the absolute values."""
    good = torch.isfinite(terms)
    size = torch.where(good, terms, torch.zeros_like(terms)).abs()
    if not bool(good.all()):
        near = torch.zeros_like(good)
        near[..., 1:] |= ~good[..., :-1]
        near[..., :-1] |= ~good[..., 1:]
        edge = torch.where(near & good, size, torch.zeros_like(size)).amax(-1, keepdim=True)
        most = size.amax(-1, keepdim=True)
        dead = (edge <= 1e-15 * most) & (most > 0)  # next to nothing but zeros nothing is known to have died out
        terms = torch.where(~good & dead, torch.zeros_like(terms), terms)
    return terms, size.detach().sum(-1)

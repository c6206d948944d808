"""Gradients, Hessians and directional derivatives: automatic differentiation of the compiled body, never retyped."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.formula.closures import Body, Closure, inside, outside, rank_of, spread, tracked
from lemmata.numerics.formula.program import Node, is_fake
from lemmata.numerics.formula.terms import TermBuilder, term
from lemmata.theory.language import calculus


def gradient_of(y: Tensor, x: Tensor, keep: bool) -> Tensor:
    """dy/dx member by member of the batch; zero where y does not depend on x."""
    if not y.requires_grad:
        return torch.zeros_like(x)
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=keep, allow_unused=True)
    return torch.zeros_like(x) if g is None else g


def _leaf(x: Tensor, keep: bool) -> Tensor:
    return x.clone() if keep and x.requires_grad else x.detach().clone().requires_grad_()


@term(calculus.GradientNumber, calculus.GradientMatrix)
def _gradient(b: TermBuilder, e: Any) -> Node:
    x = e.variable
    closure, name, rank = Closure(b, [e.body], [x]), x.name, rank_of(e.variable)

    def gradient(run: Any, body: Body, batch: tuple[int, ...], at: Tensor) -> Tensor:
        if is_fake(at):  # the backward pass has no fake device; the body is checked forwards
            body({name: spread(inside(at, x), rank, batch)})
            return torch.zeros_like(spread(at, rank and 2, batch))
        with torch.enable_grad():
            point = spread(inside(at, x), rank, batch)
            keep = tracked(point) or any(tracked(v) for v in _captured(body))
            point = _leaf(point, keep)
            value = body({name: point})[0]
            found = gradient_of(value.expand(batch), point, keep)
        return outside(found if keep else found.detach(), x)

    return closure.emit(b, "gradient", gradient, [b.lower(e.at)], 2 if x.is_Matrix else 0)


def _rows(g: Tensor, x: Tensor, keep: bool) -> Tensor:
    """dg/dx member by member of the batch, all rows in one backward pass; one by one where torch cannot take them together."""
    if not g.requires_grad:
        return torch.zeros((*g.shape, x.shape[-1]), dtype=x.dtype, device=x.device)
    units = torch.eye(g.shape[-1], dtype=g.dtype, device=g.device)
    units = units.reshape(g.shape[-1], *[1] * (g.ndim - 1), g.shape[-1]).expand(g.shape[-1], *g.shape)
    try:
        (rows,) = torch.autograd.grad(
            g, x, units, retain_graph=True, create_graph=keep, allow_unused=True, is_grads_batched=True
        )
    except RuntimeError:
        return torch.stack([gradient_of(g[..., i], x, True) for i in range(x.shape[-1])], -2)
    return torch.zeros((*g.shape, x.shape[-1]), dtype=x.dtype, device=x.device) if rows is None else rows.movedim(0, -2)


def _captured(body: Body) -> Any:
    return getattr(body, "captured", ())


@term(calculus.HessianMatrix)
def _hessian(b: TermBuilder, e: Any) -> Node:
    x = e.variable
    closure, name = Closure(b, [e.body], [x]), x.name

    def hessian(run: Any, body: Body, batch: tuple[int, ...], at: Tensor) -> Tensor:
        point = spread(inside(at, x) if rank_of(x) == 1 else at.squeeze(-1), 1, batch)
        value_of = (lambda p: p) if rank_of(x) == 1 else (lambda p: p.unsqueeze(-1))
        if is_fake(at):
            body({name: value_of(point)})
            return torch.zeros_like(point.unsqueeze(-1) * point.unsqueeze(-2))
        with torch.enable_grad():
            keep = tracked(point) or any(tracked(v) for v in _captured(body))
            point = _leaf(point, keep)
            g = gradient_of(body({name: value_of(point)})[0].expand(batch), point, True)
            rows = _rows(g, point, keep)
            found = (rows + rows.mT) / 2  # symmetric but for rounding, which an eigensolver refuses where all is nearly zero
        return found if keep else found.detach()

    return closure.emit(b, "hessian", hessian, [b.lower(e.at)], 2)


@term(calculus.SlopeAlong)
def _slope(b: TermBuilder, e: Any) -> Node:
    x, order = e.variable, e.order
    closure, name, rank = Closure(b, [e.body], [x]), x.name, rank_of(e.variable)

    def slope(run: Any, body: Body, batch: tuple[int, ...], at: Tensor, along: Tensor) -> Tensor:
        at, along = inside(at, x), inside(along, x)
        if is_fake(at) or is_fake(along):
            return torch.zeros_like(body({name: spread(at + 0 * along, rank, batch)})[0].expand(batch))
        with torch.enable_grad():
            keep = tracked(at, along) or any(tracked(v) for v in _captured(body))
            t = torch.zeros(batch, dtype=at.dtype, device=at.device, requires_grad=True)
            moved = at + t.reshape((*batch, *[1] * rank)) * along
            value = body({name: moved})[0].expand(batch)
            for k in range(order):
                value = gradient_of(value, t, keep or k + 1 < order)
        return value if keep else value.detach()

    return closure.emit(b, ("slope", order), slope, [b.lower(e.at), b.lower(e.along)], 0)

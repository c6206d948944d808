r"""Systems of equations by Newton steps with halving, batched, with a residual check and an error from the Jacobian."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.formula.compile import Compiled, compile_expr
from lemmata.numerics.formula.evaluate import SLACK, UNIT, magnitude
from lemmata.numerics.formula.program import Run
from lemmata.theory.first.systems import Root, System
from lemmata.theory.language.errors import NonFinite, NotConverged

STEPS = 200
Env = Mapping[Any, Any]


def where_failed(root: Any, bad: Tensor, u: Tensor, env: Env, what: str) -> str:
    place = [int(k) for k in bad.nonzero()[0]] if bad.ndim else []
    shown = ", ".join(f"{name} = {_entry(v, place)}" for name, v in sorted(env.items(), key=lambda i: str(i[0])))
    unknown = root.unknown if isinstance(root, Root) else ", ".join(str(x) for x in root.unknowns)
    at = f" at {unknown} = {float(u[tuple(place)]):.6g}" if isinstance(root, Root) else ""
    return f"{what}: solving for {unknown}{at}, with {shown or 'no parameters'}"


def _entry(value: Any, place: list[int]) -> str:
    if not isinstance(value, Tensor):
        text = str(value)
        return text if len(text) < 40 else text[:40] + "..."
    if value.ndim and value.ndim <= len(place):
        behind = place[len(place) - value.ndim :]
        return f"{value[tuple(k if s > 1 else 0 for k, s in zip(behind, value.shape, strict=True))].item():.17g}"
    return f"{value.item():.17g}" if value.ndim == 0 else f"array of shape {tuple(value.shape)}"


@lru_cache(maxsize=256)
def _system(system: System) -> tuple[Compiled, Compiled, Compiled]:
    residuals, unknowns = system.residuals, system.unknowns
    jacobian = tuple(r.diff(u) for r in residuals for u in unknowns)
    return (
        compile_expr((*residuals, *jacobian)),
        compile_expr(tuple(magnitude(r) for r in residuals)),
        compile_expr(tuple(system.start)),
    )


def solve_system(system: System, env: Env, device: Any = None) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    r"""Values and absolute errors $|J^{-1}|(|F|+\text{rounding})$ of the unknowns, by name."""
    compiled, sizes, start = _system(system)
    names = [u.name for u in system.unknowns]
    own = {str(getattr(k, "name", k)): v for k, v in env.items() if str(getattr(k, "name", k)) not in names}
    first = start(own, device)
    shape = torch.broadcast_shapes(
        Run(compiled.program, {**own, **dict.fromkeys(names, 1.0)}, torch.float64, device).batch, *(t.shape for t in first)
    )
    u = torch.stack([t.expand(shape) for t in first], -1)
    positive = torch.tensor([bool(x.is_positive) for x in system.unknowns], device=u.device)
    k = len(names)

    def evaluate(point: Tensor) -> tuple[Tensor, Tensor]:
        values = compiled({**own, **{n: point[..., i] for i, n in enumerate(names)}}, device, check=False)
        flat = torch.stack([v.expand(shape) for v in values], -1)
        return flat[..., :k], flat[..., k:].unflatten(-1, (k, k))

    f, jacobian = evaluate(u)
    done = torch.zeros(shape, dtype=torch.bool, device=u.device)
    for _ in range(STEPS):
        scale = torch.where(positive, u, torch.ones_like(u))  # Newton in the logarithm of positive unknowns
        if not bool(torch.isfinite(f).all() & torch.isfinite(jacobian).all()):
            raise NonFinite(where_failed(system, ~torch.isfinite(f).all(-1), f[..., 0], own, "the equations are not finite"))
        move, info = torch.linalg.solve_ex(jacobian * scale[..., None, :], -f[..., None])
        move = torch.where((info != 0)[..., None], torch.zeros_like(f), move[..., 0])
        relative = torch.where(positive, move.abs(), move.abs() / u.abs().clamp(min=1e-12)).amax(-1)
        done = (relative <= 16 * UNIT) & (info == 0)
        fresh, taken = u, torch.zeros_like(done)
        norm = f.square().sum(-1)
        length = torch.ones_like(norm)
        best = (f, jacobian)
        for _ in range(30):
            part = (move * length[..., None]).clamp(-20, 20) if bool(positive.any()) else move * length[..., None]
            trial = torch.where(positive, u * torch.exp(torch.where(positive, part, torch.zeros_like(part))), u + part)
            value, slopes = evaluate(trial)
            better = ~taken & (value.square().sum(-1) < norm) & torch.isfinite(value).all(-1)
            fresh = torch.where(better[..., None], trial, fresh)
            best = (torch.where(better[..., None], value, best[0]), torch.where(better[..., None, None], slopes, best[1]))
            taken = taken | better
            if bool((taken | done).all()):
                break
            length = length / 2
        u, (f, jacobian) = fresh, best
        if bool((done | ~taken).all()):
            break
    inverse, info = torch.linalg.inv_ex(jacobian)
    size = torch.stack(
        [t.expand(shape) for t in sizes({**own, **{n: u[..., i] for i, n in enumerate(names)}}, device, check=False)], -1
    )
    error = (inverse.abs() @ (f.abs() + SLACK * UNIT * size)[..., None])[..., 0] + UNIT * u.abs()
    wrong = (info != 0) | ~torch.isfinite(error).all(-1) | (f.abs() > 1e4 * SLACK * UNIT * size).any(-1)
    if bool(wrong.any()):
        worst = float(f[wrong].abs().max())
        raise NotConverged(where_failed(system, wrong, f[..., 0], own, f"the residual stays at {worst:.3g}"))
    return {n: u[..., i] for i, n in enumerate(names)}, {n: error[..., i] for i, n in enumerate(names)}

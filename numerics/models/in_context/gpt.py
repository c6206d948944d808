r"""A GPT-2 style transformer that reads $x_1,y_1,x_2,y_2,\dots$ and predicts each $y_i$ at the token of $x_i$; its training
by Adam.

Read-in $\mathbb R^d\to\mathbb R^D$, tokens $x_1,(y_1,0,\dots,0),x_2,\dots$, learned positions for $2n$ tokens, $L$
blocks $h\leftarrow h+\mathrm{attention}(\mathrm{norm}\,h)$, $h\leftarrow h+\mathrm{mlp}(\mathrm{norm}\,h)$ with biases,
width $4D$ and the tanh form of GELU, a final norm and a read-out to $\mathbb R$, as in Garg et al. (2022). Parameters
are a dictionary of tensors; the token table of GPT-2 (50257 D numbers that are allocated and never used when the inputs
are vectors) is not built. Weights start at N(0, 1/fan-in), biases at 0, positions at N(0, 0.02²): GPT-2's own 0.02
everywhere stays on the plateau of the zero predictor longer at small D.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import gelu, layer_norm

from lemmata.numerics.random.draw import Draw

Parameters = dict[str, Tensor]
VOCABULARY = 50257


@dataclass(frozen=True)
class Shape:
    """Sizes: input dimension d, width D, heads, layers L, pairs n in a prompt."""

    d: int
    width: int
    heads: int
    layers: int
    points: int

    def tensors(self) -> dict[str, tuple[int, ...]]:
        """The shape of every parameter by name."""
        big = self.width
        made: dict[str, tuple[int, ...]] = {
            "read_in.weight": (big, self.d),
            "read_in.bias": (big,),
            "positions": (2 * self.points, big),
        }
        for block in range(self.layers):
            for name, out, into in (("qkv", 3 * big, big), ("merge", big, big), ("up", 4 * big, big), ("down", big, 4 * big)):
                made |= {f"{block}.{name}.weight": (out, into), f"{block}.{name}.bias": (out,)}
            for name in ("norm1", "norm2"):
                made |= {f"{block}.{name}.weight": (big,), f"{block}.{name}.bias": (big,)}
        return made | {"norm.weight": (big,), "norm.bias": (big,), "read_out.weight": (1, big), "read_out.bias": (1,)}

    def count(self) -> int:
        """Number of parameters."""
        return sum(torch.Size(shape).numel() for shape in self.tensors().values())


def initial(shape: Shape, draw: Draw) -> Parameters:
    """Random parameters (of one network, whatever the number of replicates)."""
    made = {}
    for name, size in shape.tensors().items():
        if name == "positions":
            made[name] = 0.02 * draw.normal(*size)[0]
        elif len(size) == 2:
            made[name] = draw.normal(*size)[0] / size[1] ** 0.5
        else:
            like = draw.tensor([1.0 if "norm" in name and name.endswith("weight") else 0.0], draw.dtype)
            made[name] = like.repeat(size[0])
    return made


def predict(
    p: Parameters, shape: Shape, x: Tensor, y: Tensor, *, causal: bool = True, label_first: bool = False, last: bool = False
) -> Tensor:
    """Predictions (B, n) of all labels for inputs x (B, n, d) and labels y (B, n); of the last one alone, (B, 1), where told so.

    Only the tokens that predict are followed beyond the keys and values of the last block. A causal reader does not see the last token where
    that is a label.
    """
    first = torch.nn.functional.pad(y[..., None], (0, shape.d - 1))
    pair = (first, x) if label_first else (x, first)
    tokens = torch.stack(pair, dim=-2).flatten(-3, -2)
    count = tokens.shape[-2] - (1 if causal and not label_first else 0)
    start = 1 if label_first else 0
    asked = slice(start + 2 * (y.shape[-1] - 1) if last else start, count, 2)
    later = torch.ones(count, count, dtype=torch.bool, device=x.device).triu(1) if causal else None
    h = _linear(p, "read_in", tokens[..., :count, :]) + p["positions"][:count]
    for block in range(shape.layers):
        asking = asked if block == shape.layers - 1 else slice(None)
        seen = _norm(p, f"{block}.norm1", h)
        hidden = None if later is None else later[asking]
        h = h[..., asking, :] + _attention(p, shape, f"{block}", seen[..., asking, :], seen, hidden)
        h = h + _linear(p, f"{block}.down", gelu(_linear(p, f"{block}.up", _norm(p, f"{block}.norm2", h)), approximate="tanh"))
    return _linear(p, "read_out", _norm(p, "norm", h))[..., 0]


def _linear(p: Parameters, name: str, h: Tensor) -> Tensor:
    return torch.nn.functional.linear(h, p[f"{name}.weight"], p[f"{name}.bias"])


def _norm(p: Parameters, name: str, h: Tensor) -> Tensor:
    return layer_norm(h, h.shape[-1:], p[f"{name}.weight"], p[f"{name}.bias"])


def _attention(p: Parameters, shape: Shape, block: str, asking: Tensor, seen: Tensor, hidden: Tensor | None) -> Tensor:
    """What the asking tokens read from those that are seen, without the hidden ones."""
    weight, bias = (p[f"{block}.qkv.{name}"] for name in ("weight", "bias"))
    parts = torch.nn.functional.linear(seen, weight[shape.width :], bias[shape.width :]).chunk(2, dim=-1)
    query = torch.nn.functional.linear(asking, weight[: shape.width], bias[: shape.width])
    q, k, v = (part.unflatten(-1, (shape.heads, -1)).transpose(-2, -3) for part in (query, *parts))
    scores = q @ k.mT / q.shape[-1] ** 0.5
    if hidden is not None:
        scores = scores.masked_fill(hidden, float("-inf"))
    return _linear(p, f"{block}.merge", (scores.softmax(-1) @ v).transpose(-2, -3).flatten(-2))


def _prompts(shape: Shape, r: int, batch: int, draw: Draw) -> tuple[Tensor, Tensor]:
    """Inputs (B batch, n, d) and labels <theta, x>, theta uniform on the unit sphere of the first r coordinates."""
    x = draw.normal(batch, shape.points, shape.d).flatten(0, 1)
    theta = draw.sphere(r, batch).flatten(0, 1)
    return x, (x[..., :r] @ theta[..., None])[..., 0]


def squared_errors(p: Parameters, shape: Shape, r: int, draw: Draw, batch: int = 1) -> Tensor:
    """Squared error at every position of a prompt, a mean over `batch` prompts: (B, n)."""
    x, y = _prompts(shape, r, batch, draw)
    return (predict(p, shape, x, y) - y).square().unflatten(0, (-1, batch)).mean(1)


def train(
    shape: Shape, r: int, steps: int, draw: Draw, *, batch: int = 64, rate: float = 2e-3, warm_up: int = 100
) -> Parameters:
    """Adam on the mean squared error over all positions: linear warm-up, a fifth of the rate for the last 30 %."""
    p = {name: value.requires_grad_(True) for name, value in initial(shape, draw).items()}
    optimiser = torch.optim.Adam(p.values(), lr=rate, foreach=True)
    for step in range(steps):
        factor = min(1.0, (step + 1) / warm_up) * (0.2 if step > 0.7 * steps else 1.0)
        for group in optimiser.param_groups:
            group["lr"] = rate * factor
        optimiser.zero_grad()
        squared_errors(p, shape, r, draw, batch).mean().backward()
        optimiser.step()
    return {name: value.detach() for name, value in p.items()}


def change_before(p: Parameters, shape: Shape, draw: Draw, *, causal: bool = True, label_first: bool = False) -> Tensor:
    """Largest change of predictions 1, ..., j when everything after x_j is redrawn, j in the middle: 0 for a causal reader."""
    x, y = draw.normal(shape.points, shape.d), draw.normal(shape.points)
    x2, y2 = draw.normal(shape.points, shape.d), draw.normal(shape.points)
    middle = shape.points // 2
    kept = torch.arange(shape.points, device=draw.device)
    x2 = torch.where((kept < middle)[:, None], x, x2)
    y2 = torch.where(kept < middle - 1, y, y2)
    options = {"causal": causal, "label_first": label_first}
    difference = predict(p, shape, x, y, **options) - predict(p, shape, x2, y2, **options)
    return difference[:, :middle].abs().amax(-1)

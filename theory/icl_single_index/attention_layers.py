"""Layers of linear attention are steps of gradient descent on the least squares problem of the prompt.

With W^KQ = diag(I_d, 0), W^PV = −ηeeᵀ for the last unit vector e, and the query left out of the sum over the context (the mask M), L
layers put minus the prediction of L gradient steps (loss |y − Xᵀw|²/2n, start 0) into the query's label slot. Without M that is so for
L = 1 only: after a layer the slot is no longer 0.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.icl_single_index.notation import d, n, source


def prompt(p: Any, draw: Any) -> dict[str, Any]:
    """Tokens with a label row, their parts, and the fixed matrices of the layer."""
    tokens, theta = draw.normal(p.d + 1, p.n + 1), draw.normal(1, p.d)
    tokens[..., -1, :] = (theta @ tokens[..., :-1, :])[..., 0, :]
    tokens[..., -1, -1] = 0
    last, slot = 0 * tokens[..., :, :1], 0 * tokens[..., :1, :].mT
    last[..., -1, 0] = slot[..., -1, 0] = 1
    rows, columns = draw.tensor([1.0] * p.d + [0.0]).diag(), draw.tensor([1.0] * p.n + [0.0]).diag()
    parts = {"Ξ": tokens[..., :-1, :-1], "y": tokens[..., -1:, :-1].mT, "x°": tokens[..., :-1, -1:]}
    return {
        "E": tokens,
        "e": last,
        "f": slot,
        "Q": rows.expand(*tokens.shape[:-2], -1, -1),
        "M": columns.expand(*tokens.shape[:-2], -1, -1),
        **parts,
    }


PROMPT = Tied(("E", "e", "f", "Q", "M", "Ξ", "y", "x°"), prompt)
E = Array("E", "tokens of the prompt and of the query, inputs above labels, 0 for that of the query", d + 1, n + 1, kind=PROMPT)
e, f = Array("e", "last unit vector", d + 1, kind=PROMPT), Array("f", "place of the query", n + 1, kind=PROMPT)
Q, M = (
    Array("Q", "diag(I_d, 0)", d + 1, d + 1, kind=PROMPT),
    Array("M", "mask of the query, diag(I_n, 0)", n + 1, n + 1, kind=PROMPT),
)
inputs = Array("Ξ", "inputs of the prompt, one a column", d, n, kind=PROMPT, latex=r"\Xi")
y, query = Array("y", "labels of the prompt", n, kind=PROMPT), Array("x°", "query", d, kind=PROMPT, latex="x_{query}")
eta, L = Symbol("η", "step size", Positive, latex=r"\eta"), Symbol("L", "number of layers", Naturals)
S, w = Array("S", "tokens", d + 1, n + 1), Array("w", "linear model", d)
layers = Iterate(S, S - eta * e * e.T * S * M * S.T * Q * S / n, E, L)
descent = Iterate(w, w - eta * Gradient(sq(y - inputs.T * w) / (2 * n), w), sp.ZeroMatrix(d, 1), L)

claim = Claim(
    "icl_single_index.attention_layers",
    source=source("Motivation: Why Single-index Models?", "zhang2023"),
    domain=Domain(core=(d >= 2, d <= 6, n >= 2, n <= 10, eta >= 0.1, eta <= 0.4, L >= 2, L <= 6)),
    parts={
        "main": Part(
            Identity(dot(e, layers.end * f), -dot(query, descent.end), scale=norm(query) * (norm(descent.end) + norm(y))),
            says="L masked layers put minus the prediction of L gradient steps into the query's label slot",
            wrong={"unmasked_layers": {"replace": {M: I(n + 1)}}},
        )
    },
    uses=("icl_single_index.linear_attention_baseline",),
)

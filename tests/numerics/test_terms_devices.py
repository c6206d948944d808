"""Every operator stays on the device of the draw; nothing is read off it."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
import torch

from lemmata.numerics.devices.fake import run_on_fake_cuda
from lemmata.numerics.formula.literal import Literal
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.terms import draw_terms
from lemmata.theory.language.arrays import PD, Array
from lemmata.theory.language.calculus import Function, Gradient, Hessian, Slope
from lemmata.theory.language.iteration import First, Flow, Iterate
from lemmata.theory.language.laws import Normal, Uniform
from lemmata.theory.language.matrices import LogDet
from lemmata.theory.language.operators import Mean
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.solved import Least, Root
from lemmata.theory.language.symbols import Index, Naturals, Positive, Symbol
from lemmata.theory.language.words import diag, dot, eigenvalue, hadamard, norm, nuclear_norm, offdiag, quad, sq

d, T = Symbol("d", "size", Naturals), Symbol("T", "steps", Naturals)
a, x, t = Symbol("a", "number", Positive), Symbol("x", "unknown", Positive), Symbol("t", "time", Positive)
y = Symbol("y", "state")
w, C = Array("w", "vector", d), Array("C", "matrix", d, d, kind=PD)
e, z = Sampled("e", Normal(), d), Sampled("z", Uniform(1, 2))
other = Sampled("g", Normal())
sigma = Function("σ", "link", kink=0)
i = Index("i")
path = Iterate(w, w - a / d * Gradient((dot(w, e) - dot(C * e, w)) ** 2, w), w, T, fresh=(e,))
ENV = {
    "d": 4,
    "T": 3,
    "a": 0.1,
    "t": 1.0,
    "w": torch.ones(4).double(),
    "C": 2 * torch.eye(4).double(),
    "σ": sp.Max(sp.Symbol("z"), 0),
}
CASES: dict[str, Any] = {
    "solve": quad((C + w * w.T).inv(), e),
    "general solve": dot(w, (C + e * w.T).inv() * e),
    "random matrix": LogDet(C + e * e.T),
    "spectra": eigenvalue(C + e * e.T, 1) + nuclear_norm(C + e * e.T) + norm(e),
    "entrywise": sq(sigma.entrywise(C * e)) + sp.Trace(offdiag(hadamard(C, e * e.T)) * diag(e)),
    "entries": sp.Sum(w[i] * e[i] ** 2, (i, 1, d)) + e[2],
    "gradient": sq(Gradient(sp.sin(quad(C, w)) * dot(w, e), w)),
    "hessian": sp.Trace(Hessian(dot(w, e) ** 3, w)),
    "slope": Slope(dot(w, e) ** 3, w, along=e, order=2),
    "root": Root(x, x**2 - z),
    "minimum": Least(quad(C, w) - dot(e, w), w),
    "flow": Flow(y, -y * z, 1, t),
    "path": dot(w, path.end) + First(path, dot(w, w) > 3),
    "mean": Mean(sp.exp(other) * z, over=(other,)) ** 2,
}


@pytest.mark.parametrize("name", CASES)
def test_on_a_fake_device(name: str) -> None:
    literal = Literal((CASES[name],))

    def simulate(env: dict[str, Any], draw: Draw) -> Any:
        return literal(env, draw_terms(literal.random, env, draw), draw.replicates, draw=draw)[0]

    run_on_fake_cuda(simulate, ENV)


@pytest.mark.parametrize("name", [k for k in CASES if k not in {"root", "minimum", "flow"}])  # solvers want more digits
def test_single_precision_stays_single(name: str) -> None:
    literal = Literal((CASES[name],), dtype=torch.float32)
    draw = Draw(Key(0, "single"), 5)
    value = literal(ENV, draw_terms(literal.random, ENV, draw), 5, draw=draw)[0]
    double = Literal((CASES[name],))(ENV, draw_terms(literal.random, ENV, draw), 5, draw=draw)[0]
    assert value.dtype == torch.float32
    assert torch.allclose(value.double(), double, rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize("name", ["gradient", "hessian", "path", "root", "solve"])
def test_what_a_replicate_occupies_is_measured(name: str) -> None:
    literal, draw = Literal((CASES[name],)), Draw(Key(0, "bytes"), 7)
    few = {**ENV, "d": 3, "w": torch.ones(3).double(), "C": torch.eye(3).double() * 2}
    many = {**ENV, "d": 30, "w": torch.ones(30).double(), "C": torch.eye(30).double() * 2}
    sizes = [literal.at(env).bytes_per_replicate(draw_terms(literal.random, env, draw), draw) for env in (few, many)]
    assert sizes[0] >= 8
    if name != "root":
        assert sizes[1] > 3 * sizes[0]

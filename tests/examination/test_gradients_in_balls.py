"""A gradient is evaluated in balls entry by entry, so only where its argument is small."""

from typing import Any

import pytest
import sympy as sp
import torch

from lemmata import Array, Claim, Gradient, Identity, Naturals, Reals, Settings, Slope, Symbol, Trace, dot, evaluate, exp
from lemmata.numerics.formula.certain import evaluate_high
from lemmata.theory.language.errors import CompileError
from lemmata.verify.engine.judging.fixed import Pair, sharpened
from lemmata.verify.engine.scene import Scene, Setting

n = Symbol("n", "size", Naturals)
K = Array("K", "a matrix", n, n)
square = Trace(Gradient(Trace(K.T * K * K.T * K), K).T * K)
claim = Claim(id="mine.euler", says="Euler's theorem", statement=Identity(square, 4 * Trace(K.T * K * K.T * K)))


@pytest.mark.parametrize(("size", "how"), [(4, "ball"), (100, "float")])
def test_a_gradient_of_many_entries_is_left_to_floats(size: int, how: str) -> None:
    """100 x 100 entries in balls are ten thousand evaluations of products of such matrices, which takes an hour."""
    given = {"K": torch.eye(size, dtype=torch.float64) / 3}
    scene = Scene(Settings(claim), {"n": size}, Setting(root=0, device="cpu"), given=given)
    right = sp.Rational(4, 81) * size
    found = sharpened(scene, square, right, Pair(1.0, 1.0, 1e-12, 1.0))
    assert found.how == how
    assert ("smaller sizes" in found.remark) == (how == "float")


q, e = Symbol("q", "a number", Reals), Symbol("e", "another", Reals)


@pytest.mark.parametrize(
    ("term", "truth"),
    [
        (Gradient(Gradient(exp(q) * exp(2 * e), q, at=0), e, at=0), 2),
        (Gradient(exp(2 * e) * Gradient(exp(q), q, at=0), e, at=0), 2),
        (Gradient(Gradient(exp(q * e) + q**2 * e, q, at=0), e, at=3), 1),
        (Slope(Slope(q**2 * e**3, q, 1, at=5), e, 1, order=2, at=2), 120),
    ],
)
def test_a_derivative_of_a_derivative(term: Any, truth: int) -> None:
    """Two power series in one letter would be multiplied as one; such a term has no ball, and a value in floats."""
    value, error = evaluate(term)
    assert abs(value - truth) <= error < 1e-12
    with pytest.raises(CompileError, match="no evaluation with"):
        evaluate_high(term, {})


def test_a_derivative_at_a_point_shows_its_variable() -> None:
    w, v = Array("w", "weights", 3), Array("v", "a direction", 3)
    assert str(Gradient(exp(q), q, at=0)) == "∇_q[exp(q) | q = 0]"
    assert str(Gradient(dot(w, v) ** 2, w, at=v)) == "∇_w[Trace(w.T*v)**2 | w = v]"
    assert str(Gradient(q**2, q, at=e)) == "∇_e[e**2]"

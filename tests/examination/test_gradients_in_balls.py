"""A gradient is evaluated in balls entry by entry, so only where its argument is small."""

import pytest
import sympy as sp
import torch

from lemmata import Array, Claim, Gradient, Identity, Naturals, Settings, Symbol, Trace
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

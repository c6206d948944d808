"""Link functions and activation slopes of the SGD chains, as torch functions that leave their argument as it is.

They are the hot part of the chains; `SYMBOLIC` says in sympy what each is, and a test compares the two.
"""

from __future__ import annotations

import math

import sympy as sp
import torch
from torch import Tensor

from lemmata.theory.language.functions import He

z = sp.Symbol("z", real=True)


def he1(x: Tensor) -> Tensor:
    """h_1."""
    return x.clone()


def he2(x: Tensor) -> Tensor:
    """h_2."""
    return (x * x).sub_(1).mul_(1 / math.sqrt(2))


def he3(x: Tensor) -> Tensor:
    """h_3."""
    return (x * x).sub_(3).mul_(x).mul_(1 / math.sqrt(6))


def he4(x: Tensor) -> Tensor:
    """h_4."""
    square = x * x
    return (square - 6).mul_(square).add_(3).mul_(1 / math.sqrt(24))


def minus_cos(x: Tensor) -> Tensor:
    """Slope of -2 sin(x/2): the drift of h_3 with reuse is then towards +theta."""
    return (x / 2).cos_().neg_()


def minus_fast_cos(x: Tensor) -> Tensor:
    """Slope with a large second Hermite coefficient: 2/e of He_2/2."""
    return (x * math.sqrt(2)).cos_().neg_()


def minus_tanh(x: Tensor) -> Tensor:
    """Slope of an even activation."""
    return (x / 2).tanh_().neg_()


def tanh_half(x: Tensor) -> Tensor:
    """Slope of 2 log cosh(z/2)."""
    return (x / 2).tanh_()


def ones(x: Tensor) -> Tensor:
    """Slope of the linear activation."""
    return torch.ones_like(x)


def minus_two_sin(x: Tensor) -> Tensor:
    """The activation whose slope is minus_cos."""
    return (x / 2).sin_().mul_(-2)


SYMBOLIC = {
    he1: z,
    he2: He(2, z) / sp.sqrt(2),
    he3: He(3, z) / sp.sqrt(6),
    he4: He(4, z) / sp.sqrt(24),
    minus_cos: -sp.cos(z / 2),
    minus_fast_cos: -sp.cos(sp.sqrt(2) * z),
    minus_tanh: -sp.tanh(z / 2),
    tanh_half: sp.tanh(z / 2),
    ones: sp.Integer(1),
    minus_two_sin: -2 * sp.sin(z / 2),
}

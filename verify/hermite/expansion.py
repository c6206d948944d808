"""Rational arithmetic for polynomials, balls for ReLU, and samples of σ(z) h_k(z)."""

import math

import sympy as sp

from lemmata.numerics.formula.compile import compile_expr
from lemmata.theory.first import He
from lemmata.theory.hermite.expansion import claim
from lemmata.verify import experiment

z = sp.Symbol("z", real=True)


@experiment(
    claim,
    points=(9, 120),
    resolution=(0.2, 0.05),
    replicates=(2**16, 2**21),
    first=1024,
    examples=({"p": 2, "c": (-1, 0, 1), "t": 2.0, "i": 2, "sigma": "He_3", "k": 3, "b": 0.3},),
)
def expansion(p, draw):
    sample = {"z": draw.normal()}
    return compile_expr(p.sigma)(sample) * compile_expr(He(p.k, z))(sample) / math.sqrt(math.factorial(p.k))

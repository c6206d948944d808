"""Exponents by exact tools, and samples of h_j(z) 1{y > c} against the boundary terms."""

import math

import sympy as sp

from lemmata.theory.algebra.witnesses import Levels
from lemmata.theory.first import He
from lemmata.theory.generative.definition import claim, level_of
from lemmata.theory.generative.first_notation import z
from lemmata.verify import experiment

TELLING = (
    {"link": "ridge", "j": 3, "level": 6},
    {"link": "bump", "j": 4, "level": 0},
)  # branches of unequal slope at one level


@experiment(claim, examples=TELLING, points=(15, 120), resolution=(0.2, 0.02), replicates=(2**15, 2**20), first=1024)
def definition(p, draw):
    from lemmata.numerics.formula.compile import compile_expr

    sample = {"z": draw.normal()}
    inside = compile_expr(p.link)(sample) > float(level_of(Levels(p.link, z), p.level))
    return inside * compile_expr(He(sp.Integer(p.j), z))(sample) / math.sqrt(math.factorial(p.j))

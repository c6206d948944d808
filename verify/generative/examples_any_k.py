"""Certified switches; samples of σ(z) h_k(z)."""

import sympy as sp

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.models.single_index.links import pattern_product
from lemmata.theory.algebra.patterns import PATTERNS
from lemmata.theory.first import h
from lemmata.theory.generative.examples_any_k import claim, switches
from lemmata.theory.generative.first_notation import z
from lemmata.verify import experiment

EACH = tuple({"k": k, "a": 0.3} for k in (3, 4, 5, 6))  # every pattern, whatever the points drawn


@experiment(claim, points=(6, 60), resolution=(0.2, 0.02), replicates=(2**15, 2**20), first=1024, examples=EACH)
def examples_any_k(p, draw):
    pattern = PATTERNS[p.k]
    basis = compile_expr(h(sp.Integer(p.k), z))
    return pattern_product([float(x.mid()) for x in switches(p)], pattern.jumps, pattern.odd, lambda x: basis({"z": x}), draw)

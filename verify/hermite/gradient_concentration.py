"""Averages of n gradients at a fixed overlap; the d − 2 coordinates outside the plane are drawn through their norm."""

import sympy as sp

from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.models.single_index.links import gradient_error
from lemmata.theory.hermite.first_notation import z
from lemmata.theory.hermite.gradient_concentration import claim, mean
from lemmata.verify import experiment


def instance(p, draw):
    return {"centre": draw.tensor([float(mean(1, 0, 1)(p).mid()), float(mean(0, 1, 1)(p).mid())])}


@experiment(claim, instance=instance, points=(6, 30), resolution=(0.1, 0.05), replicates=(2**14, 2**18), first=256)
def gradient_concentration(p, draw):
    star, slope = compile_expr(p.sigma_star), compile_expr(sp.diff(p.sigma, z))
    return gradient_error(lambda x: star({"z": x}), lambda x: slope({"z": x}), p.centre, p.m, p.d, p.n, draw)

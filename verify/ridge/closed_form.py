"""Gaussian designs and labels; a competitor and a direction in which the forms are compared."""

from lemmata.theory.ridge.closed_form import claim
from lemmata.verify import bind


def instance(p, draw):
    return {"X": draw.normal(p.n, p.d), "Y": draw.normal(p.n, 1), "beta": draw.normal(p.d, 1), "v": draw.normal(p.d, 1)}


closed_form = bind(
    claim,
    instance=instance,
    examples=({"n": 8, "d": 30, "lambda": 0.001}, {"n": 40, "d": 10, "lambda": 0.003}, {"n": 1, "d": 1, "lambda": 0.3}),
    points=(8, 100),
    rounding=1e-10,
)

"""Prompts in R^d with noise; a direction that a shift of the inputs would find; the sparse tasks are the same at every point."""

from lemmata import Settings
from lemmata.numerics.models.in_context.linear_in_context import lasso_against_minimum_norm
from lemmata.theory.icl_single_index.class_adaptivity import claim


def sparse(p, draw):
    return lasso_against_minimum_norm(p.d, p.n, p.entries, p.penalty, draw)


FLAT = {"r": 2, "d": 6, "n": 12, "n_0": 3, "q": 4, "s": 1.0, "u:style": "flat", "B:style": "generic"}
settings = Settings(
    claim,
    examples=(FLAT,),
    core=(1, 12),
    rest=(0, 1),
    procedures={"sparse": sparse},
    replicates=(2**15, 2**19),
    first=4096,
    chunk=4096,
)

"""Every K, by exact elimination and certified polynomials."""

from lemmata.theory.superorthogonal.minimal_degree import claim
from lemmata.verify import bind

minimal_degree = bind(claim, points=(0, 0), examples=tuple({"K": k} for k in range(1, 10)))

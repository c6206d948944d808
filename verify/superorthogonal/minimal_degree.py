"""Every K, by exact elimination and certified polynomials."""

from theory.superorthogonal.minimal_degree import claim
from verify import bind

minimal_degree = bind(claim, points=(0, 0), examples=tuple({"K": k} for k in range(1, 10)))

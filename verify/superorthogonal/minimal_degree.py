"""Every K, by exact elimination and certified polynomials."""

from lemmata import Settings
from lemmata.theory.superorthogonal.minimal_degree import claim

settings = Settings(claim, core=(1, 1), rest=(0, 0), examples=tuple({"K": k} for k in range(1, 10)))

"""Formulas alone; both regimes among the examples."""

from lemmata import Settings
from lemmata.theory.mfld.iteration_complexity import claim

PLACES = (
    (1.0, 0.1, 1e-3, 10**3),
    (1.0, 1e-3, 0.1, 10**4),
    (100.0, 0.01, 1.0, 100),
    (100.0, 1e-3, 1.0, 10**5),
    (10.0, 0.1, 0.01, 50),
)
settings = Settings(
    claim,
    examples=tuple({"α": al, "λ_2": lam, "ε": e, "n": n, "B": 5.0} for al, lam, e, n in PLACES),
    core=(3, 16),
    rest=(0, 4),
    search=(100, 1500),
)

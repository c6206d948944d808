"""Formulas alone: nothing is drawn; both sides of the transition among the examples."""

from lemmata import Settings
from lemmata.theory.icl_linear.task_diversity_transition import claim

BOTH = ((0.3, 0.1), (0.6, 0.05), (0.85, 0.3), (1.2, 0.1), (1.5, 0.2), (3.0, 0.4))
settings = Settings(
    claim, examples=tuple({"y": 100.0, "κ": kappa, "ρ": rho, "m": 0.5} for kappa, rho in BOTH), core=(0, 6), rest=(0, 4)
)

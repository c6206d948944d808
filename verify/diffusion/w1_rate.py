"""Formulas; the distance off a subspace by samples."""

from lemmata import Settings
from lemmata.theory.diffusion.w1_rate import claim

settings = Settings(
    claim,
    examples=(
        {"n": 100, "s": 0.1, "δ": 0.05, "θ": 0.05, "t": 0.1, "e": 4, "r": 1.0, "e'": 0.1, "C": 10.0, "h": 0.0, "ρ": 0.1},
    ),
    core=(1, 8),
    rest=(0, 0),
    replicates=(2**13, 2**16),
    first=2**11,
    search=(40, 400),
    kurtosis={"off_the_subspace": 4},
)

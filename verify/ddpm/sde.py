"""Equations by formulas; end points of Euler's scheme drawn."""

from lemmata import Settings
from lemmata.theory.ddpm.sde import claim

FIXED = {"t": 0.5, "x": 1.0, "x₀": 0.7, "v": 4.0, "g": "tanh"}
settings = Settings(
    claim,
    examples=({**FIXED, "λ": 1.0, "T": 2.0, "μ": 1.0}, {**FIXED, "λ": 0.0, "T": 1.0, "μ": 2.0}),
    core=(1, 3),
    rest=(0, 0),
    replicates=(2**14, 2**17),
    kurtosis={"run": 15},  # of the square of a normal number; the two modes make it less
)

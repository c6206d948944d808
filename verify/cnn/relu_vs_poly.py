"""Training in the coordinates that descent moves, exact in law at every dimension; exponents between two runs on the same draws."""

from lemmata import Settings
from lemmata.numerics.models.networks import coefficients
from lemmata.theory.cnn.relu_vs_poly import claim

RACE = {"v₀": 0.5, "S": 0.1, "SNR": 1.2}
settings = Settings(
    claim,
    core=(0, 1),
    rest=(0, 0),
    replicates=(128, 512),
    first=80,
    chunk=80,
    calls=4,
    examples=({"h": 5, "s": 0.2, "q": 4, "c": 1.0, **RACE}, {"h": 8, "s": 0.25, "q": 3, "c": 0.7, **RACE}),
    procedures={"training": coefficients.fitted, "compared": coefficients.exponent},
)

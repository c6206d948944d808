"""Training in the coordinates that descent moves, exact in law at every dimension, and once in R^d; a network's error is exact in length."""

from lemmata import Settings
from lemmata.numerics.models.networks import coefficients, coefficients_literal
from lemmata.theory.cnn.kou_phase import claim

REST = {"C": 1.0, "SNR": 0.5, "k": 0.5, "e": 0.5}
settings = Settings(
    claim,
    core=(0, 1),
    examples=({**REST, "h": 4, "d": 500, "κ": 3.0}, {**REST, "h": 12, "d": 6000, "κ": 20.0}),
    rest=(0, 0),
    replicates=(128, 512),
    first=80,
    chunk=80,
    calls=4,
    procedures={"literal": coefficients_literal.fitted, "training": coefficients.fitted, "tail": coefficients.tail},
)

"""Training in the coordinates that descent moves, exact in law at every dimension, and in its limit; formulas."""

from lemmata import Settings
from lemmata.numerics.models.networks import coefficients
from lemmata.theory.cnn.dominance import claim

settings = Settings(
    claim,
    core=(0, 1),
    rest=(0, 0),
    search=(20, 200),
    size_limit=400,
    replicates=(128, 512),
    first=80,
    chunk=80,
    calls=4,
    procedures={"training": coefficients.fitted, "race": coefficients.race},
)

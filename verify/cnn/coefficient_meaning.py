"""The experiment is compiled from the statement; for the rates, descent in R^d with its coefficients."""

from lemmata import Settings
from lemmata.numerics.models.networks.cnn_coefficients import measured
from lemmata.theory.cnn.coefficient_meaning import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 4),
    size_limit=400,
    replicates=(2048, 8192),
    first=256,
    chunk=256,
    calls=4,
    procedures={"measured": measured},
)

"""Both estimators on drawn tasks and contexts."""

from lemmata import Settings
from lemmata.numerics.models.in_context.discrete_prior import estimators
from lemmata.theory.icl_linear.dmmse import claim

settings = Settings(
    claim,
    examples=({"d": 8, "k": 2, "ℓ": 2, "ρ": 0.5}, {"d": 12, "k": 4, "ℓ": 6, "ρ": 1.0}),
    core=(1, 8),
    rest=(0, 2),
    replicates=(2**13, 2**16),
    first=2048,
    chunk=512,
    calls=4,
    procedures={"estimators": estimators},
)

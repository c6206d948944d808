"""Single steps by automatic differentiation of the loss; ten steps with random noise, exact in law at every dimension."""

from lemmata import Settings
from lemmata.numerics.models.networks.coefficients import first_steps
from lemmata.theory.cnn.growth_linear import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 2),
    size_limit=40_000,
    replicates=(256, 1024),
    first=208,
    chunk=208,
    calls=4,
    procedures={"first_steps": first_steps},
)

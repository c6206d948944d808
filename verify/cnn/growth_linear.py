"""Single steps by automatic differentiation of the loss; ten steps with random noise, exact in law at every dimension."""

from lemmata import Settings
from lemmata.numerics.models.networks.coefficients import first_steps
from lemmata.theory.cnn.growth_linear import claim

CORNERS = ((4, 0.25), (10, 0.1), (4, 3.0))  # the first two have ns = 2
POINT = {"n": 3, "m": 2, "d": 8, "T": 5, "η": 0.1, "u₀": 1.0, "η′": 0.5, "σ": "relu"}
settings = Settings(
    claim,
    examples=tuple({**POINT, "h": h, "s": s} for h, s in CORNERS),
    core=(2, 8),
    rest=(0, 2),
    size_limit=40_000,
    replicates=(640, 2048),
    first=208,
    chunk=208,
    calls=4,
    procedures={"first_steps": first_steps},
)

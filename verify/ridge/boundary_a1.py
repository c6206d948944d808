"""1/j up to d = cn, n² or e^(sn), by multiplicities; exact conditional risks of drawn designs."""

from lemmata import Settings
from lemmata.numerics.models.ridge.ridge import power_law_designs
from lemmata.theory.ridge.boundary_a1 import claim


def point(**changes):
    return {"s": 0.8, "n": 200, "σ²": 1.0, "z": 0.1, "q": 4.0, "N": 24, "u": 4.0, **changes}


settings = Settings(
    claim,
    examples=(point(s=0.6), point(u=0.4)),
    core=(0, 6),
    rest=(0, 4),
    replicates=(2**11, 2**14),
    first=256,
    search=(0, 400),
    kurtosis={"simulated_above": 30, "simulated_below": 30},
    procedures={"designs": power_law_designs},
)

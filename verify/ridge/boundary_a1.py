"""1/j up to d = cn, n² or e^(sn), by multiplicities; exact conditional risks of drawn designs."""

from lemmata import Settings
from lemmata.numerics.models.ridge.ridge import power_law_designs
from lemmata.theory.ridge.boundary_a1 import claim


def point(**changes):
    return {"c": 10.0, "s": 0.8, "n": 40, "σ²": 1.0, "z": 0.1, "q": 4.0, "N": 24, **changes}


settings = Settings(
    claim,
    examples=(point(), point(c=60.0, s=0.4), point(c=1.2)),
    core=(0, 6),
    rest=(0, 4),
    replicates=(2**12, 2**14),
    first=512,
    search=(0, 400),
    kurtosis={"simulated": 30},
    procedures={"designs": power_law_designs},
)

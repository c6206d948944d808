"""Ridge regressions on the features of tanh networks; the rest is compiled from the statements."""

from lemmata import Settings
from lemmata.numerics.models.one_step.tanh_network import least_risk
from lemmata.theory.repr.kernel_lower_bound import claim

settings = Settings(
    claim,
    core=(1, 8),
    rest=(0, 2),
    replicates=(2**16, 2**20),
    first=256,
    chunk=2**13,
    calls=4,
    procedures={"least_risk": least_risk},
)

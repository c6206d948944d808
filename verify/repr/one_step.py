"""Ridge regressions on the features of tanh networks; the step is compiled from its formula."""

from lemmata import Settings
from lemmata.numerics.models.one_step.tanh_network import least_risk
from lemmata.theory.repr.one_step import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 2),
    replicates=(2**16, 2**20),
    first=256,
    chunk=2**13,
    calls=4,
    procedures={"least_risk": least_risk},
)

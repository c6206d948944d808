"""Features are drawn and heads fitted at two sets of sizes; the risk is exact given the fit."""

from lemmata import Settings
from lemmata.numerics.models.spiked_features.sine import spiked
from lemmata.numerics.random.draw import in_single
from lemmata.theory.srf.generalisation import claim

settings = Settings(
    claim,
    replicates=(4096, 2**13),
    first=512,
    chunk=64,
    calls=4,
    kurtosis=dict.fromkeys(claim.parts, 10),
    procedures={"spiked": in_single(spiked)},
)

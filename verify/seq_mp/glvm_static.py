"""Both students by the algorithm run to its rest."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.sequential import probit
from lemmata.numerics.random.draw import in_single
from lemmata.theory.seq_mp.glvm_static import claim

settings = Settings(
    claim,
    replicates=(4096, 2**15),
    first=256,
    chunk=128,
    calls=4,
    kurtosis=dict.fromkeys(claim.parts, 10),
    procedures={"students": in_single(probit)},
)

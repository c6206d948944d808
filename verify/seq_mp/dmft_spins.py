"""The mean-field equations, and spins run for three steps at N = 100."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.sequential import spins
from lemmata.numerics.random.draw import in_single
from lemmata.theory.seq_mp.dmft_spins import claim

settings = Settings(
    claim,
    core=(1, 1),
    rest=(0, 0),
    replicates=(2048, 2**14),
    first=256,
    chunk=64,
    calls=4,
    kurtosis=dict.fromkeys(claim.parts, 6),
    procedures={"spins": in_single(spins)},
)

"""The mean-field recursion, and the model run at N = 100."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.sequential import phases
from lemmata.numerics.random.draw import in_single
from lemmata.theory.seq_mp.dmft import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 3),
    replicates=(2048, 2**14),
    first=128,
    chunk=32,
    calls=4,
    kurtosis=dict.fromkeys(("main", "next", "gaussian"), 10),
    procedures={"phases": in_single(phases)},
)

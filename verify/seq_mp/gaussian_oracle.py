"""Matrices of any kind, and the algorithm with sites refreshed at random."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.sequential import gaussian
from lemmata.theory.seq_mp.gaussian_oracle import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 3),
    replicates=(2**14, 2**18),
    first=4096,
    chunk=2048,
    calls=4,
    kurtosis={"messages": 30, "fields": 60, "one_site": 10, "one_site_fields": 60},
    procedures={"run_of_sites": gaussian},
)

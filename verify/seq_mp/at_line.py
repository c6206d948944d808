"""Formulas, random matrices, and spins run with one random site a step."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.sequential import ising
from lemmata.numerics.random.draw import in_single
from lemmata.theory.seq_mp.at_line import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 0),
    search=(40, 3000),
    replicates=(2048, 2**14),
    first=512,
    chunk=512,
    calls=4,
    kurtosis={"rate": 10, "gaussian": 30, "trace": 20},
    procedures={"ising": in_single(ising)},
)

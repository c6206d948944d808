"""Gaussian averages, and the algorithm run to its end for both losses."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.amp import euclidean, multiclass
from lemmata.numerics.random.draw import in_single
from lemmata.theory.amp.errors import claim

RUNS = dict.fromkeys(("train", "test", "met", "alone", "classes", "mistakes"), 6)
# |r| is a Rayleigh number, of kurtosis 3.25
settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 0),
    replicates=(2**15, 2**18),
    first=128,
    chunk=32,
    calls=4,
    kurtosis={**RUNS, "main": 15, "new_sample": 4},
    procedures={"euclidean": in_single(euclidean), "multiclass": in_single(multiclass)},
)

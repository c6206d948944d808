"""Matrices with hostile spectra, Gaussian averages, and the algorithm for both losses."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.amp import euclidean, multiclass
from lemmata.numerics.random.draw import in_single
from lemmata.theory.amp.contraction import claim

settings = Settings(
    claim,
    core=(1, 4),
    rest=(0, 0),
    replicates=(2**13, 2**15),
    first=128,
    chunk=32,
    calls=4,
    kurtosis={"plane": 12, "run": 10, "classes": 10, "bound": 10},  # of min(1, x/E) it is 3.9 at x = 0.1, and less up to 1
    procedures={"euclidean": in_single(euclidean), "multiclass": in_single(multiclass)},
)

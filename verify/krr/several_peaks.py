"""Formulas at fixed numbers, and regressions at n = 25, 51 and 150 in d = 50."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.kernel_ridge import fitted
from lemmata.theory.krr.several_peaks import claim

settings = Settings(
    claim,
    core=(1, 1),
    rest=(0, 0),
    search=(4, 20),
    replicates=(1024, 2**13),
    first=256,
    chunk=64,
    calls=4,
    procedures={"fitted": fitted},
)

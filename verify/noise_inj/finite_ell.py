"""Regressions on literal features at d = 32, and formulas."""

from lemmata import Settings
from lemmata.numerics.models.networks.injection import injected
from lemmata.numerics.random.draw import in_single
from lemmata.theory.noise_inj.finite_ell import claim

settings = Settings(
    claim,
    core=(1, 1),
    rest=(0, 0),
    replicates=(1024, 2**13),
    first=256,
    chunk=32,
    calls=4,
    kurtosis={"main": 6, "train": 6, "two": 6, "two_train": 6},
    procedures={"injected": in_single(injected)},
)

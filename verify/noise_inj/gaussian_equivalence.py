"""Regressions on features and on their Gaussian equivalents at d = 32."""

from lemmata import Settings
from lemmata.numerics.models.networks.injection import equivalent, injected
from lemmata.numerics.random.draw import in_single
from lemmata.theory.noise_inj.gaussian_equivalence import claim

settings = Settings(
    claim,
    core=(1, 1),
    rest=(0, 0),
    replicates=(2048, 2**13),
    first=256,
    chunk=32,
    calls=4,
    kurtosis={"main": 6, "test": 6},
    procedures={"injected": in_single(injected), "equivalent": in_single(equivalent)},
)

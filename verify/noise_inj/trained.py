"""Regressions on noisy copies and with the weighted ridge at d = 32."""

from lemmata import Settings
from lemmata.numerics.models.networks.injection import injected, weighted
from lemmata.numerics.random.draw import in_single
from lemmata.theory.noise_inj.trained import claim

settings = Settings(
    claim,
    core=(1, 1),
    rest=(0, 0),
    replicates=(512, 2**12),
    first=256,
    chunk=32,
    calls=4,
    kurtosis={"main": 5, "test": 5},
    procedures={"injected": in_single(injected), "weighted": in_single(weighted)},
)

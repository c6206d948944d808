"""Formulas, searched over every penalty, and regressions on literal features at d = 32."""

from lemmata import Settings
from lemmata.numerics.models.networks.injection import injected
from lemmata.numerics.random.draw import in_single
from lemmata.theory.noise_inj.improves import claim

PLACES = ((1.0, 0.4), (2.5, 0.3), (0.3, 0.02), (4.5, 0.5))  # the last two beyond the conditions of some parts
settings = Settings(
    claim,
    examples=tuple({"G": level, "a": weight} for level, weight in PLACES),
    core=(1, 8),
    rest=(0, 4),
    replicates=(1024, 2**13),
    first=256,
    chunk=32,
    calls=4,
    kurtosis={"runs": 8},
    procedures={"injected": in_single(injected)},
)

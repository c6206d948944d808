"""Training runs in the coordinates that descent moves, exact in law at every dimension; and formulas."""

from lemmata import Settings
from lemmata.numerics.models.strategies.label_noise import trained
from lemmata.theory.opt.lngd_benign import claim

settings = Settings(
    claim,
    core=(1, 8),
    rest=(0, 4),
    search=(20, 200),
    replicates=(128, 512),
    first=32,
    chunk=32,
    calls=4,
    procedures={"label_noise": trained},
)

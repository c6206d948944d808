"""Descent in the coordinates that it moves; exact in law at every dimension."""

from lemmata import Settings
from lemmata.numerics.models.denoising.features import descend
from lemmata.theory.ddpm.ratio import claim

settings = Settings(
    claim,
    examples=tuple({"d": 3, "s": s} for s in (1.0, 2.0, 5.0)),
    core=(0, 4),
    rest=(0, 0),
    replicates=(128, 512),
    first=40,
    chunk=40,
    calls=4,
    procedures={"descend": descend},
)

"""Training runs in the coordinates that descent moves, exact in law at every dimension."""

from lemmata import Settings
from lemmata.numerics.models.networks import flipped_labels
from lemmata.theory.cnn.labelnoise_stage2_fit import claim

settings = Settings(
    claim,
    core=(0, 4),
    rest=(0, 2),
    replicates=(256, 1024),
    first=128,
    chunk=64,
    calls=4,
    search=(20, 200),
    procedures={"flipped": flipped_labels.trained},
)

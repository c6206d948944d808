"""A few steps of descent in the coordinates that it moves; compared with descent in R^d at a small size."""

from lemmata import Settings
from lemmata.numerics.models.networks import flipped_labels
from lemmata.theory.cnn.labelnoise_stage1 import claim

settings = Settings(
    claim,
    core=(0, 4),
    rest=(0, 0),
    replicates=(256, 1024),
    first=64,
    chunk=64,
    calls=4,
    size_limit=400,
    procedures={"literal": flipped_labels.literal, "flipped": flipped_labels.trained},
)

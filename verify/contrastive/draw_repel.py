"""Training runs in R^d."""

from lemmata import Settings
from lemmata.numerics.models.contrastive.towers import trained
from lemmata.theory.contrastive.draw_repel import claim

settings = Settings(
    claim,
    core=(1, 4),
    rest=(0, 0),
    replicates=(64, 512),
    first=32,
    chunk=32,
    search=(20, 200),
    calls=4,
    procedures={"towers": trained},
)

"""Training runs in R^d."""

from lemmata import Settings
from lemmata.numerics.models.contrastive.towers import trained
from lemmata.theory.contrastive.single_vs_multi import claim

settings = Settings(
    claim, core=(1, 8), rest=(0, 4), replicates=(128, 512), first=32, chunk=32, calls=4, procedures={"towers": trained}
)

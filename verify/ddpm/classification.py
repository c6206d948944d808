"""Training runs in the coordinates that descent moves."""

from lemmata import Settings
from lemmata.numerics.models.denoising.classification import fitted
from lemmata.theory.ddpm.classification import claim

settings = Settings(
    claim, core=(1, 4), rest=(0, 0), replicates=(128, 512), first=32, chunk=32, calls=4, procedures={"fitted": fitted}
)

"""Training runs on fresh prompts."""

from lemmata import Settings
from lemmata.numerics.models.in_context.concepts import trained
from lemmata.theory.icl_concept.output import claim

settings = Settings(
    claim, core=(0, 1), rest=(0, 0), replicates=(128, 512), first=32, chunk=32, calls=4, procedures={"concepts": trained}
)

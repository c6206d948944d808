"""Descent in full, compiled from the statement; training runs on fresh prompts."""

from lemmata import Settings
from lemmata.numerics.models.in_context.concepts import trained
from lemmata.theory.icl_concept.attention import claim

settings = Settings(
    claim, core=(2, 8), rest=(0, 4), replicates=(128, 512), first=32, chunk=32, calls=4, procedures={"concepts": trained}
)

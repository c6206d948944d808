"""Matrices of any kind, and the algorithm run to its end."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.amp import multiclass
from lemmata.theory.amp.fixed_point import claim

settings = Settings(
    claim, core=(2, 8), rest=(0, 4), replicates=(256, 2048), first=128, chunk=32, calls=4, procedures={"multiclass": multiclass}
)

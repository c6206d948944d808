"""Training runs in the coordinates that descent moves, exact in law at every dimension."""

from lemmata import Settings
from lemmata.numerics.models.networks import flipped_labels
from lemmata.theory.cnn.labelnoise_stage2_fit import claim

settings = Settings(claim, core=(0, 4), rest=(0, 2), **flipped_labels.RUNS)

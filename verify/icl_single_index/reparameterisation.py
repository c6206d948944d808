"""Both sides are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.icl_single_index.reparameterisation import claim

settings = Settings(claim, core=(6, 24), rest=(2, 10))

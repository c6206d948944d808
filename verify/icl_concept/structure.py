"""Both sides are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.icl_concept.structure import claim

settings = Settings(claim, core=(2, 10), rest=(0, 4))

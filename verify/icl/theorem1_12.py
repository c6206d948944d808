"""Both sides are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.icl.theorem1_12 import claim

settings = Settings(claim, core=(2, 16), rest=(1, 4), search=(2, 60))

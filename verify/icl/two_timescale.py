"""Both sides are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.icl.two_timescale import claim

settings = Settings(claim, core=(4, 24), rest=(1, 8), search=(6, 200))

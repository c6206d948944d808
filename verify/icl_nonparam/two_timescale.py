"""Both sides are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.icl_nonparam.two_timescale import claim

settings = Settings(claim, core=(2, 12), rest=(1, 6), search=(6, 200))

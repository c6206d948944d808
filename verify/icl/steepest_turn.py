"""Both sides are compiled from the statement; the slopes by automatic differentiation, and exactly by power series."""

from lemmata import Settings
from lemmata.theory.icl.steepest_turn import claim

settings = Settings(claim, core=(6, 40), rest=(2, 20), search=(20, 600))

"""Both sides are compiled from the statement; the slopes by automatic differentiation, and exactly by power series."""

from lemmata import Settings
from lemmata.theory.icl.derivatives import claim

settings = Settings(claim, core=(8, 40), rest=(3, 20), search=(40, 600))

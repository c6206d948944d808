"""Every link of the list, exact landscapes, and uniform starts on the sphere."""

from lemmata import Settings
from lemmata.theory.hermite.information_exponent import claim

settings = Settings(claim, core=(2, 4), rest=(0, 0), replicates=(2**19, 2**20), first=2**19, examples=({"d": 3, "j": 2},))

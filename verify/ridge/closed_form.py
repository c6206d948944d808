"""Both sides are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.ridge.closed_form import claim

settings = Settings(claim, core=(8, 40), rest=(3, 20), search=(40, 600))

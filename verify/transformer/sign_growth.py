"""Steps are taken in full, compiled from the statement."""

from lemmata import Settings
from lemmata.theory.transformer.sign_growth import claim

settings = Settings(claim, core=(1, 4), rest=(0, 0), search=(100, 1000))

"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.ridge.bv_exact import claim

settings = Settings(claim)

"""Both sides are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.icl.linear_attention import claim

settings = Settings(claim, core=(6, 24), rest=(2, 10))

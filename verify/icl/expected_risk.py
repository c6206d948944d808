"""The prompts are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.icl.expected_risk import claim

settings = Settings(claim, core=(4, 16), rest=(1, 6), replicates=(2**16, 2**19))

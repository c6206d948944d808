"""Formulas, and the algorithm compiled from the statement."""

from lemmata import Settings
from lemmata.theory.amp.ridge_closed_form import claim

settings = Settings(
    claim, core=(1, 6), rest=(0, 4), replicates=(4096, 2**14), first=512, chunk=256, kurtosis={"run": 20, "moves": 20}
)

"""Closed forms, and Euler's scheme in R^d from the mean."""

from lemmata import Settings
from lemmata.theory.mfld.propagation_of_chaos import claim

settings = Settings(
    claim, core=(2, 6), rest=(0, 0), replicates=(2**16, 2**19), first=2**11, search=(30, 300), kurtosis={"run": 32}
)

"""The experiment is compiled from the statement: flips are drawn."""

from lemmata import Settings
from lemmata.theory.opt.lngd_update import claim

settings = Settings(
    claim,
    examples=({"z": 1.4, "p": 0.2, "n": 3, "d": 2},),
    core=(1, 6),
    rest=(0, 0),
    replicates=(2**15, 2**18),
    search=(40, 400),
    kurtosis={"covariance": 100, "main": 20, "mean": 20},
)

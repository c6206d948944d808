"""The two spectra at which the constants are approached, and one with too many eigenvalues above κ."""

from lemmata import Settings
from lemmata.theory.linear_net.bayes_de import claim

FLAT = {"n": 200, "d": 99, "N": 10, "D": 2, "κ": 1e-4, "σ²": 0.05, "μ:style": "flat"}
ONE, FEW = {**FLAT, "d": 1, "κ": 1.0}, {**FLAT, "n": 20, "d": 1, "κ": 1.0}
TOO_MANY = {**FLAT, "n": 50, "d": 60, "κ": 0.2001}

settings = Settings(
    claim,
    examples=(FLAT, ONE, FEW, TOO_MANY),
    core=(2, 40),
    rest=(1, 20),
    search=(60, 1000),
    replicates=(2**13, 2**15),
    first=1024,
)

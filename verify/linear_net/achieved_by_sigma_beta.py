"""The spectra that attain both constants are judged always."""

from lemmata import Settings
from lemmata.theory.linear_net.achieved_by_sigma_beta import claim

POINT = {"n": 3, "d": 1, "m": 2, "λ": 0.3, "σ²": 1.0, "σ'²": 2.5, "μ:style": "repeated"}  # μ = 2
AT_TAU, FAR_ABOVE = {**POINT, "t": 2.0, "x": 2.0}, {**POINT, "t": 0.001, "x": 1.0}

settings = Settings(claim, core=(5, 20), rest=(3, 16), search=(120, 1500), examples=(AT_TAU, FAR_ABOVE))

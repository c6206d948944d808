"""Labels without a signal and large features, where the bound with the constant 1 is broken below σ'² = 2σ²."""

from lemmata import Settings
from lemmata.theory.linear_net.cp_identity import claim

POINT = {"n": 2, "d": 3, "m": 2, "p": 3, "σ²": 1.0}
NO_SIGNAL = {**POINT, "λ": 1e-4, "σ'²": 1.5, "B:style": "zero", "W:style": "generic", "X:style": "generic"}

settings = Settings(claim, examples=(NO_SIGNAL,), core=(4, 12), rest=(1, 4), search=(60, 600))

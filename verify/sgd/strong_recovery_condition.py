"""Signs of random activations against a fixed link; the rest is exact."""

from lemmata import Settings
from lemmata.theory.sgd.strong_recovery_condition import claim

# the example of degree 5: α_3β_3 = 1 against −1 stalls at √(3/5)
settings = Settings(
    claim, examples=({"k": 3, "p": 5, "m": 0.5, "m+": 0.5, "g": 2, "q+": 1.0, "r": 1.0},), core=(4, 12), rest=(2, 8)
)

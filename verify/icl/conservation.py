"""Velocities by automatic differentiation."""

from lemmata import Settings
from lemmata.theory.icl.conservation import claim

# one saturated neuron: its features are nearly as large as the bound
SATURATED = {"k": 1, "M": 1, "d": 40, "N": 3, "σ": "tanh", "X,W,a,p:style": "steep"}
settings = Settings(claim, examples=(SATURATED,), core=(4, 24), rest=(1, 8), search=(6, 200))

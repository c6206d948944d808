"""The slide's design at three decays."""

from lemmata import Settings
from lemmata.theory.linear_net.experiment_equivalents import claim

POINT = {"n": 100, "a": 0.0, "σ²": 1.0}
settings = Settings(claim, examples=(POINT, {**POINT, "a": 10.0}), core=(1, 12), rest=(0, 8), search=(2, 100))

"""The ends of a, and noise so little that n and n − 1 differ."""

from lemmata import Settings
from lemmata.theory.linear_net.experiment_limit import claim

POINT = {"n": 100, "a": 10.0, "σ²": 1.0, "c": 0.01}
settings = Settings(
    claim, examples=(POINT, {**POINT, "a": 0.0, "n": 20, "c": 1e-5}), core=(2, 12), rest=(1, 8), search=(4, 100)
)

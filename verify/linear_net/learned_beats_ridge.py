"""Trainings on drawn designs with many tasks."""

from lemmata import Settings
from lemmata.numerics.models.single_index.trained_net import of_power_law
from lemmata.theory.linear_net.learned_beats_ridge import claim

settings = Settings(
    claim,
    examples=({"N": 24, "q": 50.0, "a": 2.0},),
    core=(2, 4),
    rest=(0, 0),
    replicates=(256, 1024),
    first=256,
    chunk=64,
    procedures={"training": of_power_law},
)

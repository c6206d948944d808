"""The experiment is compiled from the statement: pairs of points drawn on the sphere and on the cube."""

from lemmata import Settings
from lemmata.theory.sphere.gegenbauer import claim

settings = Settings(
    claim,
    examples=({"d": 6, "k": 2, "l": 2},),
    core=(2, 12),
    rest=(0, 4),
    kurtosis={"main": 100, "funk_hecke": 100, "signs": 100, "ramp": 160},
)

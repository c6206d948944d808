"""Projections by their Fourier coefficients: exact but for frequencies beyond 16 N."""

from lemmata import Settings
from lemmata.numerics.models.diffusion.density import score_error
from lemmata.theory.diffusion.score_error_bound import claim

POINT = {"N": 16, "s": 1.0, "p": 1.0, "q": 0.7, "a": 1.0, "b": 0.5, "x": 0.3}
settings = Settings(
    claim,
    examples=(POINT, {**POINT, "N": 64}, {**POINT, "N": 8, "s": 0.7}),
    core=(0, 2),
    rest=(0, 0),
    replicates=(640, 2048),
    first=128,
    chunk=128,
    calls=4,
    search=(10, 100),
    kurtosis={"main": 10},
    procedures={"projection": score_error},
)

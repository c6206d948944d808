"""Closed forms, and regressions with the tangent features of erf networks at d = 40, N = 80."""

from lemmata import Settings
from lemmata.numerics.models.one_step.tangent import tangent_ridge
from lemmata.numerics.random.draw import in_single
from lemmata.theory.one_step.ntk_ridge import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 4),
    search=(60, 3000),
    replicates=(4096, 2**18),
    first=2048,
    chunk=128,
    calls=4,
    kurtosis=dict.fromkeys(("main", "penalised", "peak_of_runs"), 30),
    procedures={"tangent_ridge": in_single(tangent_ridge)},
)

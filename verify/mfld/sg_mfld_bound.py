"""Batches drawn; formulas for the rest."""

from lemmata import Settings
from lemmata.numerics.models.langevin.batches import mean
from lemmata.theory.mfld.sg_mfld_bound import claim

POINT = {"n": 5, "B": 2, "x": 0.1, "k": 100, "a": 1.0, "b": 2.0, "s²": 0.5, "m": 100}
settings = Settings(
    claim,
    examples=(POINT, {**POINT, "x": 1.0}, {**POINT, "x": 0.5, "k": 30}),
    core=(1, 6),
    rest=(0, 0),
    replicates=(2**15, 2**17),
    first=2**12,
    search=(60, 600),
    procedures={"batch": mean},
)

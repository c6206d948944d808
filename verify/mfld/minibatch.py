"""Particles run with mini-batches; means of quadratic functions of normal numbers and bounded ones, against closed forms."""

from lemmata import Settings
from lemmata.numerics.models.langevin.batches import particles
from lemmata.numerics.random.draw import in_single
from lemmata.theory.mfld.minibatch import claim

POINT = {"a": 1.0, "b": 3.0, "λ_2": 0.05, "η": 0.15, "N": 8, "k": 10, "n": 5, "B": 1, "m_0": 0.5, "h": 100}
settings = Settings(
    claim,
    examples=(POINT,),
    core=(1, 4),
    rest=(0, 0),
    replicates=(2**15, 2**18),
    first=2**13,
    search=(20, 200),
    kurtosis=dict.fromkeys(("main", "mean", "own", "fluctuations"), 15),
    procedures={"batches": in_single(particles)},
)

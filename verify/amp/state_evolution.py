"""Formulas, Gaussian averages, and the algorithm at d = 100."""

from lemmata import Settings
from lemmata.numerics.models.message_passing import amp, evolution
from lemmata.numerics.random.draw import in_single
from lemmata.theory.amp.state_evolution import claim

RUNS = dict.fromkeys(("second", "overlap_at_end", "norm_at_end", "memory", "classes_overlap", "classes_norm"), 6)
settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 2),
    replicates=(2**13, 2**18),
    first=128,
    chunk=128,
    calls=4,
    kurtosis={**RUNS, "divergence": 10},
    procedures={
        "euclidean": in_single(amp.euclidean),
        "multiclass": in_single(amp.multiclass),
        "sampled": in_single(evolution.multiclass),
    },
)

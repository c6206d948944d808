"""Recursions, where they are slowest among others, and two copies of the model run at N = 100."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.sequential import phases, phases_in_turn
from lemmata.numerics.random.draw import in_single
from lemmata.theory.seq_mp.phase_oracle import claim

SLOWEST = {"D": 1.0, "η": 0.2, "a": 0.5, "k": 1.0, "s": 1.0, "z": 0.5, "w": -0.5, "T": 5}
settings = Settings(
    claim,
    examples=(SLOWEST,),
    core=(1, 6),
    rest=(0, 2),
    search=(40, 1000),
    replicates=(2048, 2**14),
    first=128,
    chunk=128,
    calls=4,
    kurtosis=dict.fromkeys(("run", "run_above", "in_turn"), 10),
    procedures={"phases": in_single(phases), "phases_in_turn": in_single(phases_in_turn)},
)

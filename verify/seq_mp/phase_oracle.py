"""Recursions, and two copies of the model run at N = 100."""

from lemmata import Settings
from lemmata.numerics.models.message_passing.sequential import phases, phases_in_turn
from lemmata.theory.seq_mp.phase_oracle import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 2),
    search=(40, 1000),
    replicates=(2048, 2**14),
    first=128,
    chunk=128,
    calls=4,
    kurtosis=dict.fromkeys(("run", "run_above", "in_turn"), 10),
    procedures={"phases": phases, "phases_in_turn": phases_in_turn},
)

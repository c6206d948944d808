"""The experiment is compiled from the statement: contexts, queries and labels are drawn."""

from lemmata import Settings
from lemmata.theory.icl_linear.moments import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 0),
    replicates=(2**16, 2**20),
    chunk=2**15,
    kurtosis={"main": 400, "task": 400, "new_task": 400},
)

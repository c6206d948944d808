"""Random directions, many at a time; queries are compiled from the statement."""

from lemmata import Settings
from lemmata.theory.sgd.few_targets import claim

REFERENCE = {"d": 10, "q": 10, "δ": 0.1, "N": 4, "F:style": "generic", "s:style": "generic"}
settings = Settings(
    claim,
    examples=({**REFERENCE, "φ": [0.5, -0.5, 0.3, 0.2]}, {**REFERENCE, "φ": [2.0, -1.0, 1.0, 0.5]}),
    core=(2, 12),
    rest=(0, 2),
    replicates=(2**17, 2**20),
    first=2**13,
    search=(60, 600),
)

"""First layers with more and with fewer rows than columns."""

from lemmata import Settings
from lemmata.theory.linear_net.spectrum import claim

POINT = {"n": 4, "d": 4, "p": 6, "J": 3, "σ²": 0.5, "c": 0.7, "W:style": "generic", "A:style": "generic"}
EXAMPLES = (POINT, {**POINT, "p": 3, "J": 2})

settings = Settings(
    claim, examples=EXAMPLES, core=(3, 30), rest=(1, 10), search=(60, 1000), replicates=(2**13, 2**16), first=1024
)

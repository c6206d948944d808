"""All of an infinite power spectrum by multiplicities; exact risks of drawn designs."""

from lemmata import Settings
from lemmata.theory.linear_net.conclusion_rate import claim

POINT = {"n": 10**4, "N": 12, "α": 2.0, "σ²": 1.0}

settings = Settings(
    claim,
    examples=(POINT, {**POINT, "σ²": 512.0}),
    core=(2, 16),
    rest=(0, 6),
    search=(60, 600),
    replicates=(2**13, 2**15),
    first=1024,
)

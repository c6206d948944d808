"""All n³ eigenvalues by multiplicities; literal designs of d = N³."""

from lemmata import Settings
from lemmata.theory.linear_net.example1 import claim

POINT = {"n": 100, "N": 6, "σ²": 1.0, "λ": 0.0, "z": 8.0}
settings = Settings(claim, examples=(POINT,), core=(1, 12), rest=(0, 4), search=(60, 600), replicates=(2**13, 2**15), first=512)

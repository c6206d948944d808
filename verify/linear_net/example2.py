"""Noise below, at and above 1; the best ridge estimator along n; literal designs."""

from lemmata import Settings
from lemmata.theory.linear_net.example2 import claim

POINT = {"n": 100, "N": 8, "c": 4.0, "σ²": 0.5, "λ": 0.0, "x": 10.0, "u": 0.5}
EXAMPLES = (POINT, {**POINT, "σ²": 1.0}, {**POINT, "σ²": 2.0, "λ": 0.1})
settings = Settings(claim, examples=EXAMPLES, core=(1, 12), rest=(0, 4), search=(30, 600), replicates=(2**13, 2**15), first=512)

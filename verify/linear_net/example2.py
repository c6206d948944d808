"""Noise below, at and above 1; the best ridge estimator along n; literal designs."""

from lemmata import Settings
from lemmata.theory.linear_net.example2 import claim

POINT = {"n": 100, "c": 4.0, "σ²": 0.5, "x": 10.0, "u": 0.5, "N": 8, "r": 4.0, "ς²": 0.5, "λ": 0.0}
EXAMPLES = (
    POINT,
    {**POINT, "σ²": 0.3, "c": 2.0, "u": 0.8, "x": 0.3},  # below what any penalty reaches
    {**POINT, "σ²": 0.8, "c": 1.5},
    *({**POINT, "σ²": 1.0, "c": c, "u": 1.0} for c in (2.0, 3.0, 6.0)),
    {**POINT, "σ²": 5.0, "c": 1.5, "ς²": 5.0, "λ": 0.001, "r": 1.5},  # too near to λ = 0
    {**POINT, "c": 1.5, "ς²": 0.1, "λ": 0.05, "r": 1.5},  # where drawn designs are furthest from their equivalents
    *({**POINT, "σ²": s, "c": c, "ς²": s, "λ": 0.1, "r": c} for s, c in ((1.6, 1.5), (2.0, 4.0), (4.0, 8.0))),
)
settings = Settings(
    claim,
    examples=EXAMPLES,
    core=(1, 12),
    rest=(0, 4),
    search=(10, 600),
    replicates=(2**13, 2**15),
    first=512,
    kurtosis={"drawn_net": 10, "drawn_ridge": 10},
)

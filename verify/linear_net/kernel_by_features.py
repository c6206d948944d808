"""Orientations of every kind; flat inputs, at which the constant of the rate is nearly attained; spectra that do not decay."""

from lemmata import Settings
from lemmata.theory.linear_net.kernel_by_features import claim

POINT = {"d": 12, "i": 3, "a": 1.0, "b": 2.0, "τ": 1e-2, "l,r:style": "power laws", "V:style": "identity"}
EXAMPLES = (
    POINT,
    {**POINT, "d": 40, "i": 1, "b": 4.0, "τ": 1e-4, "l,r:style": "flat inputs"},
    {**POINT, "V:style": "generic"},
    {**POINT, "V:style": "generic", "d": 2, "i": 2},  # where μ_2 = 2^-(a+b)/μ_1 for every orientation
    {**POINT, "a": 0.3, "τ": 0.1, "l,r:style": "flat tasks"},
    {**POINT, "a": 2.0, "b": 1.2, "τ": 0.05, "l,r:style": "flat inputs"},
)
settings = Settings(claim, examples=EXAMPLES, core=(16, 40), rest=(1, 10), search=(40, 1000))

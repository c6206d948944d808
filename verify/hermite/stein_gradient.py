"""The experiment is compiled from the statement; the examples have both components far from zero."""

from lemmata import Settings
from lemmata.theory.hermite.stein_gradient import claim

settings = Settings(
    claim,
    core=(5, 20),
    rest=(0, 0),
    replicates=(2**17, 2**20),
    first=2**14,
    examples=(
        {"d": 2, "r": 1.0, "σ*": "shifted", "σ": "shifted", "θ:style": "first axis", "v:style": "flat", "u:style": "flat"},
        {"d": 2, "r": 0.7, "σ*": "wave", "σ": "sine", "θ:style": "flat", "v:style": "first axis", "u:style": "flat"},
    ),
)

"""The masses of two features flow by their differential equation."""

from lemmata import Settings
from lemmata.theory.icl.dying_feature import claim

settings = Settings(
    claim,
    examples=({"t": 2.0, "g": -0.8, "s": 0.1}, {"t": 2.0, "g": 0.6, "s": 0.1}),
    core=(3, 20),
    rest=(1, 6),
    search=(4, 100),
)

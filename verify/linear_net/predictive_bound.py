"""The extremal spectra of both constants, and one beyond the condition."""

from lemmata import Settings
from lemmata.theory.linear_net.predictive_bound import claim

SHARP = {
    "n": 8,
    "d": 9,
    "p": 2,
    "κ": 1.0,
    "σ²": 1.0,
    "α": 0.6,
    "λ": 0.5,
    "σ'²": 2.0,
    "c": 30.0,
    "g": 0.9,
    "l,h:style": "sharp",
}
EXAMPLES = (SHARP, {**SHARP, "α": 3.0}, {**SHARP, "l,h:style": "past half"})

settings = Settings(
    claim, examples=EXAMPLES, core=(2, 40), rest=(1, 10), search=(60, 1000), replicates=(2**13, 2**15), first=1024
)

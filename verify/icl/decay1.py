"""Both sides are compiled from the statement; gradients by automatic differentiation; the pair that attains the bound."""

from lemmata import Settings
from lemmata.theory.icl.decay1 import claim

ATTAINED = {
    "k": 1,
    "N": 12,
    "M": 4,
    "d": 2,
    "ϱ": 4.0,
    "g": 0.5,
    "σ": "tanh",
    "R:style": "identity",
    "X,W,a,p,p_o,a_o:style": "attained",
}
TURNED = {**ATTAINED, "k": 2, "N": 12, "M": 6, "R:style": "generic", "X,W,a,p,p_o,a_o:style": "generic"}
settings = Settings(claim, examples=(ATTAINED, TURNED), core=(3, 20), rest=(1, 6), search=(3, 100))

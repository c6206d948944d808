"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.icl.pushforward import claim

# a matrix of the unit ball with the singular bases of the direction comes near to the nuclear norm
ALIGNED = {"s": 0.3, "t": 0.4, "k": 2, "N": 7, "M": 5, "d": 2, "σ": "tanh", "R,G:style": "aligned"}
settings = Settings(claim, examples=(ALIGNED,), core=(4, 24), rest=(1, 8), search=(6, 200))

"""The closed form of the least criterion, over designs, tasks and noise; the law of the tasks' second moment is drawn."""

from lemmata import Settings
from lemmata.theory.linear_net.optimal_bound import claim

SHARP = {"n": 5, "d": 2, "m": 1000, "p": 5, "λ": 1.0, "σ²": 0.3, "σ'²": 0.6, "t": 30.0, "u:style": "repeated"}

settings = Settings(claim, examples=(SHARP,), core=(4, 12), rest=(1, 4), replicates=(2**15, 2**18))

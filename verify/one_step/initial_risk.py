"""The experiment is compiled from the statement: weights and data are drawn in full, on both sides of every identity.

Of labels that cancel over one repeated input the cross term sees nothing; an example has repeated inputs whose labels do not.
"""

from lemmata import Settings
from lemmata.theory.one_step.initial_risk import claim

REPEATED = {"N": 5, "d": 4, "n": 3, "η": 0.5, "q": 1.0, "X,W:style": "repeated", "v:style": "first axis", "σ": "erf"}

settings = Settings(claim, core=(6, 12), rest=(1, 4), size_limit=1000, replicates=(2**19, 2**20), examples=(REPEATED,))

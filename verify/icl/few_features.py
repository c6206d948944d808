"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.icl.few_features import claim

EXAMPLES = tuple({"k_true": true, "k": k, "N": 24, "r": 2.0} for true, k in ((5, 3), (6, 4), (7, 5)))
settings = Settings(claim, examples=EXAMPLES, core=(2, 20), rest=(1, 6), search=(50, 500))

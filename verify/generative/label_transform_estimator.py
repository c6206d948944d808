"""Estimates in R^d, d ≤ 4."""

from lemmata import Settings
from lemmata.theory.generative.label_transform_estimator import LABELS, claim

POINT = {"d": 4, "n": 3, "r": 8, "c_1": 0.4, "T_2": 0.5, "T_2z": 0.4}
EXAMPLES = tuple({**POINT, "T": name} for name in LABELS.options)
settings = Settings(claim, examples=EXAMPLES, core=(0, 10), rest=(0, 4), replicates=(2**19, 2**20), first=2**14)

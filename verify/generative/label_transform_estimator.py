"""Estimates in R^d, d ≤ 4, and thresholds of one normal number."""

from lemmata import Settings
from lemmata.theory.generative.label_transform_estimator import LABELS, claim

POINT = {"d": 4, "n": 3, "t": 1.5, "v": 2.05, "s": 1.4, "r": 8, "c_1": 0.4, "T_2": 0.5, "T_2z": 0.4}
EXAMPLES = tuple({**POINT, "T": name, "t": 1.1 + k / 5} for k, name in enumerate(LABELS.options, 1))
settings = Settings(claim, examples=EXAMPLES, core=(0, 10), rest=(0, 4), replicates=(2**19, 2**20), first=2**14)

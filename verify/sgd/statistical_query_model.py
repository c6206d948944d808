"""Queries are answered by samples; probabilities of fair signs at large sizes by balls."""

from lemmata import Settings
from lemmata.theory.sgd.statistical_query_model import claim

ONE = {"q": 1, "δ": 0.1, "n": 40, "d": 3, "k": 2, "τ": 0.05, "N": 10, "φ": "sign"}
MANY = {"q": 6, "δ": 0.3, "n": 60, "d": 8, "k": 4, "τ": 0.02, "N": 50, "φ": "sign"}
settings = Settings(claim, examples=(ONE, MANY), core=(1, 10), rest=(0, 0), replicates=(2**15, 2**18), search=(60, 600))

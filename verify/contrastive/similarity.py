"""Formulas, and the augmentation drawn."""

from lemmata import Settings
from lemmata.theory.contrastive.similarity import claim

settings = Settings(claim, core=(6, 12), rest=(0, 4), search=(40, 400), replicates=(2**15, 2**18), kurtosis={"raised": 15})

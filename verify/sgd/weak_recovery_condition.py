"""Exact moments of polynomial links and activations; means of low degree are drawn as well."""

from lemmata import Settings
from lemmata.theory.sgd.weak_recovery_condition import claim

settings = Settings(claim, core=(4, 30), rest=(0, 2), replicates=(2**10, 2**12), first=2**9, search=(20, 200))

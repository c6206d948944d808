"""Exact moments of polynomial links and activations; nothing is simulated."""

from lemmata.theory.sgd.weak_recovery_condition import claim
from lemmata.verify import bind

weak_recovery_condition = bind(claim, points=(8, 100), rounding=1e-10)

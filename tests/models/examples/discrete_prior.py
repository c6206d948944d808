"""The two Bayes estimators of a task, at the least sizes."""

from lemmata.numerics.models.in_context import discrete_prior

EXAMPLES = {"discrete_prior.estimators": [lambda draw: discrete_prior.estimators({"d": 3, "k": 2, "ℓ": 2, "ρ": 0.5}, draw)]}

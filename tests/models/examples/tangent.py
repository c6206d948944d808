"""Regression with tangent features, at the least sizes."""

from lemmata.numerics.models.one_step import tangent

EXAMPLES = {"tangent.tangent_ridge": [lambda draw: tangent.tangent_ridge({"d": 3, "n": 4, "N": 5, "λ": 0.1, "s": 0.1}, draw)]}

"""Pretraining of linear attention, at the least sizes."""

from lemmata.numerics.models.in_context import linear_attention

EXAMPLES = {
    "linear_attention.pretrained": [
        lambda draw: linear_attention.pretrained({"d": 3, "ℓ": 4, "k": 2, "n": 9, "ρ": 0.1, "λ": 0.1}, draw)
    ]
}

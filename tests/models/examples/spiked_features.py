"""Networks with sine activation after one gradient step, at the least sizes."""

from lemmata.numerics.models.spiked_features import sine

SIZES = {"d": 4, "p": 4, "n": 6, "λ": 0.1, "ω": 1.0, "s": 0.1}
STEP = {"d": 4, "p": 4, "n0": 8, "η": 1.0, "ζ": 1.0, "ζ'": -0.5, "ω": 1.0, "s": 0.1}
EXAMPLES = {
    "sine.spiked": [lambda draw: sine.spiked({**SIZES, "u": 1.0, "u'": -0.5, "c": 1.2, "c'": 1.2, "γ": 0.8}, draw)],
    "sine.gradient": [lambda draw: sine.gradient({**STEP, "φ": 0.5, "μ": 1.0}, draw)],
    "sine.stepped": [lambda draw: sine.stepped({**STEP, **SIZES}, draw)],
}

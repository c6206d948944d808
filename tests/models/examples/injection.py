"""Random features of noisy inputs, at the least sizes."""

from lemmata.numerics.models.networks import injection

SIZES = {"d": 3, "n": 4, "p": 3, "ℓ": 2, "Δ": 0.5, "λ": 0.1, "σ²": 0.1, "a_1": 1.0}
CONSTANTS = {"m_0": 0.1, "m_1": 1.0, "k_1": 1.0, "m_*²": 0.1, "r_0": 0.1}

EXAMPLES = {
    "injection.injected": [lambda draw: injection.injected({**SIZES, "a_2": 0.1, "a_3": 0.1}, draw)],
    "injection.weighted": [lambda draw: injection.weighted({**SIZES, **CONSTANTS, "a_2": 0.1, "a_3": 0.1, "r_1": 0.2}, draw)],
    "injection.equivalent": [
        lambda draw: injection.equivalent({**SIZES, **CONSTANTS, "shared": 0}, draw),
        lambda draw: injection.equivalent({**SIZES, **CONSTANTS, "shared": 1}, draw),
    ],
}

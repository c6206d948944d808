"""The signal-noise network and its coefficients, at the least sizes."""

from lemmata.numerics.models.networks import coefficients, coefficients_literal

SMALL = {"n": 4, "m": 2, "d": 12, "snr": 0.5, "q": 1, "s0": 0.1, "rate": 0.3, "stop": 0.1, "steps": 3, "across": 0, "tests": 4}
CUBE = SMALL | {"q": 3, "across": 1}
EXAMPLES = {
    "coefficients.fitted": [
        lambda draw: coefficients.fitted(SMALL, draw),
        lambda draw: coefficients.fitted(CUBE, draw),
        lambda draw: coefficients.fitted(CUBE | {"d": 0}, draw),
    ],
    "coefficients.tail": [lambda draw: coefficients.tail(SMALL, draw)],
    "coefficients.first_steps": [lambda draw: coefficients.first_steps(SMALL, draw)],
    "coefficients.race": [lambda draw: coefficients.race(CUBE | {"d": 0}, draw)],
    "coefficients.exponent": [lambda draw: coefficients.exponent(CUBE | {"s": 0.5, "times": 2.0}, draw)],
    "coefficients_literal.fitted": [lambda draw: coefficients_literal.fitted(SMALL, draw, tests=4)],
}

"""Coefficients along descent, Gram matrices of noise and runs in few dimensions, at the least sizes."""

from lemmata.numerics.models.networks import cnn, cnn_capacity, cnn_coefficients

SMALL = {"n": 4, "m": 2, "d": 12, "SNR": 0.5, "s0": 0.1, "rate": 0.2, "steps": 3}
PAIRED = cnn.Training(n=2, snr=0.9, m=2, scale=0.3, stop=0.5)
EXAMPLES = {
    "cnn.finite_dimension": [
        lambda draw, paired=paired: cnn.finite_dimension(PAIRED, 20, draw, tests=4, paired=paired) for paired in (False, True)
    ],
    "cnn_capacity.overlaps": [lambda draw: cnn_capacity.overlaps(SMALL, draw)],
    "cnn_capacity.halfplanes": [lambda draw: cnn_capacity.halfplanes({"n": 4}, draw)],
    "cnn_capacity.fitted": [lambda draw, s=s: cnn_capacity.fitted(SMALL | {"SNR": s}, draw) for s in (0.0, 1.0)],
    "cnn_coefficients.measured": [lambda draw, q=q: cnn_coefficients.measured(SMALL | {"q": q}, draw) for q in (1, 3)],
}

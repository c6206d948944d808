"""Mini-batches, at the least sizes."""

from lemmata.numerics.models.langevin import batches, quadratic

RUN = {"network": 1, "ridge": 0.1, "temperature": 0.2, "N": 4, "η": 0.5, "time": 2, "changed": 0}
EXAMPLES = {
    "batches.mean": [lambda draw: batches.mean({"n": 4, "B": 2, "again": 0}, draw)],
    "batches.particles": [
        lambda draw, own=own: batches.particles(
            {"n": 4, "B": 2, "N": 3, "a": 1.0, "b": 2.0, "λ_2": 0.3, "η": 0.1, "k": 3, "m_0": 1.0, "own": own, "again": own},
            draw,
        )
        for own in (0, 1)
    ],
    "quadratic.three": [lambda draw: quadratic.three(RUN, draw)],
    "quadratic.particles": [lambda draw: quadratic.particles(RUN, draw)],
}

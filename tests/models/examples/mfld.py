"""Mini-batches, at the least sizes."""

from lemmata.numerics.models.langevin import batches, quadratic

RUN = {"network": 1, "ridge": 0.1, "temperature": 0.2, "N": 4, "η": 0.5, "time": 2, "changed": 0}
EXAMPLES = {
    "batches.mean": [lambda draw: batches.mean({"n": 4, "B": 2, "again": 0}, draw)],
    "quadratic.particles": [lambda draw: quadratic.particles(RUN, draw)],
}

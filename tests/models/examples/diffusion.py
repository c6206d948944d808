"""Reverse processes, at the least sizes."""

from lemmata.numerics.models.diffusion import density, matching, points, reverse, training

PLANE = {"a": -1.0, "b": 1.0, "ω": 0.3, "ϖ": 0.7, "v": 0.2, "T": 1.0, "κ": 1.0, "factor": 2, "late": 0}
EXAMPLES = {
    "points.matched": [lambda draw: points.matched({"n": 3, "d": 2}, draw)],
    "density.modes": [lambda draw: density.modes(1.0, draw)[1]],
    "density.total_variation": [lambda draw: density.total_variation({"n": 64, "count": 8, "s": 1.0}, draw)],
    "density.score_error": [lambda draw: density.score_error({"count": 8, "s": 1.0, "late": 0.02}, draw)],
    "matching.term": [lambda draw: matching.term({"n": 5, "T_0": 0.3, "T_1": 2.0, "β": -0.7, "law": 1}, draw)],
    "matching.batch": [lambda draw: matching.batch({"M": 30, "N": 10}, draw)],
    "points.uniform": [lambda draw: points.uniform({"n": 4, "d": 2}, draw)],
    "reverse.mixture_sample": [
        lambda draw: reverse.mixture_sample(0.5, draw.tensor([[0.0, 1.0], [1.0, 0.0]]), draw.tensor([0.5, 0.5]), 0.1, draw)
    ],
    "reverse.run": [lambda draw: reverse.run(lambda y, time: -y, draw.normal(2), [1.0, 0.5, 0.1], draw)],
    "reverse.plane": [lambda draw: reverse.plane(PLANE, draw)],
    "training.data": [lambda draw: training.data(3, draw)],
    "training.train": [lambda draw: training.train(training.Network(draw), training.data(8, draw), 2, 4, draw)],
    "training.pipeline": [lambda draw: training.pipeline({"n": 16, "steps": 2}, draw)],
}

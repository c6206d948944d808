"""Overlaps averaged over the second half of a run, in R^d at small d and by their chain; the rest is evaluated."""

from lemmata import Settings
from lemmata.numerics.models.single_index.chain import Sgd, full_paths, reduced_paths
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.theory.sgd.interpolation import claim


def averaged(paths):
    def ends(p, draw):
        path = paths(Sgd(he3, minus_cos, p.d, 1 / p.d, p.κ), 0.5, p.samples, max(1, p.d // 4), draw, fast=True)
        return {"settled": path[:, path.shape[1] // 2 :].mean(dim=1)}

    return ends


POINTS = ((0.717, 50.0, 0.5), (0.1, 30.0, 0.5), (0.16, 30.0, 0.75))  # the largest rest; a second one; hardly none
EXAMPLES = tuple({"a": a, "b": 1.0, "K": K, "m": m, "D": 128, "S": 20} for a, K, m in POINTS)
settings = Settings(
    claim,
    examples=EXAMPLES,
    core=(0, 4),
    rest=(0, 2),
    first=1024,
    calls=4,
    replicates=(2**10, 2**12),
    search=(0, 0),
    procedures={"run": averaged(full_paths), "chain": averaged(reduced_paths)},
)

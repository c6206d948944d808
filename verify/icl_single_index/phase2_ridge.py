"""Random ReLU neurons in the plane S, Gamma from Phase II on 1500 tasks; the test error is averaged exactly over the query."""

from lemmata import Settings
from lemmata.numerics.models.in_context.icl_single_index import trained_risk
from lemmata.theory.icl_single_index.phase2_ridge import claim


def trained(p, draw):
    return trained_risk(p.N, p.T, p.n_2, p["λ_2"], p.n, p.d, draw, scale=p.scale, transposed=bool(p.transposed))


settings = Settings(
    claim,
    core=(1, 10),
    rest=(0, 0),
    replicates=(2**15, 2**17),
    first=4096,
    chunk=4096,
    procedures={"trained": trained},
    search=(100, 1000),
)

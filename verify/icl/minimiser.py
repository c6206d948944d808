"""Sign features mixed by matrices of every rank, and perturbed by further signs."""

from lemmata.numerics.models.feature_attention.icl_measures import sign_mixtures
from lemmata.theory.icl.minimiser import claim
from lemmata.verify import bind

EXAMPLES = tuple({"k": k, "rho": rank, "eps": 0.01} for k, rank in ((1, 1), (2, 0), (2, 1), (3, 3), (4, 2)))


def instance(p, draw):
    made = sign_mixtures(p.k, p.rho, p.eps, draw)
    return {"F": made["f"], "H": made["h"], "H_C": made["mixed"], "C": made["mixing"]}


minimiser = bind(claim, instance=instance, examples=EXAMPLES, points=(8, 40), rounding=1e-9)

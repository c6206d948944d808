"""Random ReLU features, and fits of the second layer with an ℓ1 penalty."""

from lemmata import Settings
from lemmata.numerics.models.additive import additive_features as features
from lemmata.theory.additive.localised_leads import claim

PROCEDURES = {
    "relu": lambda p, draw: {"left": features.subspace_relu_error(int(p["M"]), int(p["N"]), draw)},
    "local": lambda p, draw: {"rest": features.localised_relu_error(int(p["number"]), draw)},
    "selection": lambda p, draw: {
        "cost": features.l1_cost(*(int(p[name]) for name in ("M", "relevant", "p", "n")), float(p["noise"]), draw)
    },
}
settings = Settings(claim, core=(0, 1), rest=(0, 0), replicates=(2**8, 2**10), first=2**7, procedures=PROCEDURES)

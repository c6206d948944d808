"""Random prompts: one example to twenty, one feature to six."""

from lemmata.numerics.models.feature_attention.icl_attention import gradient_at_zero, prompt
from lemmata.theory.icl.linear_attention import claim
from lemmata.verify import bind

NAMES = {
    "X": "x",
    "y": "y",
    "h": "h",
    "Gamma": "gamma",
    "ell": "row",
    "Z": "tokens",
    "Z_labelled": "labelled",
    "W_V": "value",
    "W_KQ": "key_query",
    "W_KQ_label": "with_row",
    "e_label": "label",
    "e_query": "query",
    "softmax": "softmax",
    "y_q": "target",
}


def instance(p, draw):
    made = prompt(p.k, p.n, draw)
    return {name: made[source] for name, source in NAMES.items()} | {"nabla": gradient_at_zero(made["x"], made["y"])}


linear_attention = bind(claim, instance=instance, examples=({"k": 3, "n": 6},), points=(10, 100), rounding=1e-12)

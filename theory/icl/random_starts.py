"""From random starts, as from perturbed saddles, the gradient flow ends below every exceptional level r, 2r, ... of the loss.

Judged is a probability over normal heads and weights, for the flow of finitely many particles until a stated time; the setting is
that of icl.as_escape. The loss is in units of r.
"""

from lemmata import *
from lemmata.theory.icl.as_escape import c, half, kind, often
from lemmata.theory.icl.notation import source

started = Procedure(
    "started",
    "the gradient flow from normal heads and weights",
    ("gain", "activation"),
    {"loss": "loss at the end, or when all runs are below r/2"},
)
start = started(gain=c, activation=kind)

claim = Claim(
    "icl.random_starts",
    source=source("Behavior around the critical point / Theorem (Informal)"),
    procedures=(started,),
    domain=Domain(kind <= 1, core=(c >= Rational(7, 10), c <= 1)),
    parts={
        "main": Part(
            Guarantee(start["loss"] < half, often),
            says="At least 9 of 10 flows from normal heads and weights end below every exceptional level r, 2r, ...",
            wrong={"stays_above": {"event": start["loss"] > half}},
        )
    },
    uses=("icl.as_escape",),
)

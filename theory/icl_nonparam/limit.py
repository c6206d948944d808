"""The reduced flow learns the true features up to an invertible matrix, which need not be orthogonal.

If the risk is 0 the true features are a linear map of the learned ones, f° = Bh, and B is invertible if the true features are
linearly independent and as many; then h = Rf° with R = B⁻¹ (that Cf° has risk 0 for every invertible C is in icl.two_timescale).
That the flow gets there is judged on finitely many particles and inputs, from random starts: k = 2 features of 12 tanh neurons,
30 inputs, 16 particles, 30 units of time. R is read off as E[hf°'], for white f°.
"""

from lemmata import *
from lemmata.theory.icl_nonparam.notation import source

flow = Procedure(
    "learned",
    "the reduced flow of the particles from a normal start",
    ("N", "k", "d", "M", "steps", "dt"),
    {
        "loss": "risk over k",
        "left": "what h leaves on f°, over |h|²",
        "least": "least singular value of E[h f°′]",
        "largest": "largest one",
        "condition": "their ratio",
    },
)
run = flow(N=30, k=2, d=3, M=16, steps=1500, dt=Rational(1, 50))
often = Rational(1, 2)
solved = run["loss"] < Rational(1, 100)

claim = Claim(
    "icl_nonparam.limit",
    source=source(),
    domain=Domain(),
    parts={
        "main": Part(
            Guarantee(And(solved, run["left"] < Rational(1, 20)), often),
            says="More often than not a run ends with a risk below k/100, and with h = Rf° up to 5 % of |h|²",
            wrong={"not_learned": {"event": run["loss"] > Rational(1, 10)}},
        ),
        "invertible": Part(
            Guarantee(And(solved, run["least"] > Rational(1, 1000), run["largest"] < 10), often),
            says="with singular values of R between 1/1000 and 10",
            wrong={"large": {"event": run["least"] > 1}},
        ),
        "not_orthogonal": Part(
            Guarantee(And(solved, run["condition"] > Rational(11, 10)), often),
            says="whose ratio is above 1.1: R is no multiple of an orthogonal matrix",
            wrong={"orthogonal": {"event": And(solved, run["condition"] < Rational(11, 10))}},
        ),
    },
    procedures=(flow,),
    uses=("icl.two_timescale", "icl.as_escape"),
)

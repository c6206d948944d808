"""The reduced flow learns the true features up to an invertible matrix, which need not be orthogonal.

If the risk is 0 the true features are a linear map of the learned ones, f° = Bh, and B is invertible if the true features are
linearly independent and as many; then h = Rf° with R = B⁻¹ (that Cf° has risk 0 for every invertible C is in icl.two_timescale).
With fewer learned features, e < k, no linear map of them comes nearer to white f° than k - e in mean square, as it has rank e
(Eckart and Young): the least risk is the number of missing directions. With B = C(C'C)⁻¹ any map of full rank is met, and with
h = C'f° + τR any features.
That the flow gets there is judged on finitely many particles and inputs, from random starts: k = 2 features of 12 tanh neurons,
30 inputs, 16 particles, 30 units of time. R is read off as E[hf°'], for white f°.
"""

from lemmata import *
from lemmata.theory.icl.notation import N, k
from lemmata.theory.icl_nonparam.notation import source

flow = Procedure(
    "learned",
    "the reduced flow of the particles from a normal start",
    ("N", "k", "e", "d", "M", "steps", "dt"),
    {
        "loss": "risk over k",
        "left": "what h leaves on f°, over |h|²",
        "least": "least singular value of E[h f°′]",
        "largest": "largest one",
        "condition": "their ratio",
    },
)
SIZES = {"N": 30, "k": 2, "d": 3, "M": 16, "steps": 1500, "dt": Rational(1, 50)}
run, narrow = flow(e=2, **SIZES), flow(e=1, **SIZES)
often = Rational(1, 2)
solved = run["loss"] < Rational(1, 100)

e = Symbol("e", "number of learned features", Naturals)
U = Array("U", "white true features over √N, one input a column", k, N, kind=OrthonormalRows)
C, R = (
    Array("C", "mixing of the true features", k, e, kind=Kind("general", ("generic",))),
    Array("R", "any other features", N, e),
)
tau = Symbol("τ", "how much of these there is", NonNegative)
white = sqrt(N) * U.T
missed = sq(white - (white * C + tau * R) * (C.T * C).inv() * C.T) / N


def plateau(level):
    return Abs(narrow["loss"] - level) < Rational(1, 50)


claim = Claim(
    "icl_nonparam.limit",
    source=source(),
    domain=Domain(N >= k, e <= k - 1, eigenvalue(C.T * C, e) > 0, core=(k <= 4, N <= 12, tau <= 1)),
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
        "missing": Part(
            Inequality(k - e, missed),
            says="No linear map of e < k features Cᵀf° + τR comes nearer to white f° than k − e in mean square, which it is for τ = 0",
            wrong={"one_more": {"left": k - e + 1}, "all_of_them": {"left": k}},
        ),
        "plateau": Part(
            Guarantee(plateau(Rational(1, 2)), often),
            says="and with one feature for two white ones, more often than not, the flow ends with a risk over k within 0.02 of 1/2",
            wrong={"to_zero": {"event": narrow["loss"] < Rational(1, 10)}, "both_missing": {"event": plateau(1)}},
        ),
    },
    procedures=(flow,),
    uses=("icl.two_timescale", "icl.as_escape"),
)

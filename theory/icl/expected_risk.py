"""The expected in-context loss at every prompt length, exactly, and its limit for long prompts.

A prompt is n of N equally likely inputs, drawn independently; the label of x is v'f(x) with a task vector v of which only
E vv' = I matters. With Â = (1/n) sum of f(x_i)h(x_i)' the prediction at q is v'ÂΓh(q), and the mean loss is
L(Γ) + (1/n) E_q{E_x[|f(x)|²(h(x)'Γh(q))²] - |AΓh(q)|²} with A = E[fh'] and L(Γ) = E|f - AΓh|². The query runs over all inputs.
A uniform number u chooses the input number floor(Nu).
"""

from lemmata import *
from lemmata.theory.icl.notation import N, k, source
from lemmata.theory.language.calculus import Z

n = Symbol("n", "length of the prompt", Naturals)
ORDINARY = Kind("general", ("generic", "rank one"))  # else every prompt may have one prediction
F, H = (
    Array(name, f"{which} features, one input a row", N, k, kind=ORDINARY) for name, which in (("F", "true"), ("H", "learned"))
)
G = Array("Γ", "key matrix", k, k, kind=ORDINARY)
Q = H.T * H / N
numbers = Array("i", "0, 1, ..., N - 1", N, kind=Tied(("i",), lambda p, draw: {"i": draw.tensor([[j] for j in range(p.N)])}))
u = Sampled("u", Uniform(0, 1), n)
inside = Lambda(Z, Piecewise((1, And(Z >= 0, Z < 1)), (0, True)))
chosen = Entrywise(inside, N * u * OneMatrix(1, N) - OneMatrix(n, 1) * numbers.T)  # one input a row
v = Sampled("v", Rademacher(), k)
estimate = (chosen * F).T * (chosen * H) / n
error = F - H * G.T * estimate.T
A = F.T * H / N


def population(g):
    """L(Γ), the loss of infinitely long prompts."""
    return sq(F - H * g.T * A.T) / N


second = Trace(G * Q * G.T * (H.T * diag(F * F.T) * H / N))
square = Trace(A * G * Q * G.T * A.T)
exact = population(G) + (second - square) / n
size = population(G) + second
risk, signed = Mean(sq(error) / N), Mean(sq(error * v) / N)
ladder = Ladder(n, (10, 100, 1000, 10**4, 10**5), quick=(10, 100, 1000, 10**4))
claim = Claim(
    "icl.expected_risk",
    source=source("Expected ICL risk"),
    domain=Domain(core=(k <= 3, N >= 3, N <= 12, n <= 12)),
    parts={
        "length_n": Part(
            Identity(risk, exact, scale=size),
            says="At prompt length n the mean loss is L(Γ) + (1/n)E_q{E_x[|f|²(hᵀΓh(q))²] − |AΓh(q)|²}",
            wrong={
                "no_finite_n": {"right": population(G)},
                "no_square": {"right": population(G) + second / n},
                "no_second": {"right": population(G) - square / n},
                "n_minus_1": {"right": population(G) + (second - square) / (n - 1), "when": (n >= 2,)},
                "n_squared": {"right": population(G) + (second - square) / n**2},
                "gamma_transposed": {"right": population(G.T) + (second - square) / n},
            },
        ),
        "signs": Part(
            Identity(signed, exact, scale=size),
            says="The same holds for tasks of random signs: of the task only its second moment counts",
        ),
        "long_prompts": Part(
            Limit(exact, population(G), ladder=ladder, scale=size, expansion=(1 / n, n**-2)),
            says="For long prompts that tends to L(Γ)",
            wrong={"to_zero": {"value": Integer(0)}},
        ),
    },
)

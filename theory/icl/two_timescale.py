"""The best key matrix is Γ = Q⁻¹, and the least loss over Γ is Tr S.

The loss at Γ is E|f - AΓh|² with A = E[fh']. It exceeds the least one by exactly Tr[A(Γ - Q⁻¹)Q(Γ - Q⁻¹)'A'], so the
minimiser is unique if and only if A is invertible. The least value lies in [0, Tr E[ff']] and does not change under
h -> Ch with invertible C. At singular Q a pseudo-inverse takes the place of the inverse and the loss jumps: no features lose
all of f, but sf nothing for every s > 0. Where A = 0 every Γ loses the same.
"""

from lemmata import *
from lemmata.theory.icl.notation import C, F, F_o, H, N, Q, k, loss, risk, root, source

G, any_key = Array("Γ", "key matrix", k, k), Array("K", "any key matrix", k, k)
A = F.T * H / N
least = loss(H)


def excess(g, q=Q):
    return Trace(A * (g - Q.inv()) * q * (g - Q.inv()).T * A.T)


def smallest(k):
    """The loss at Γ is the least one plus a square."""
    best = risk(Q.inv())
    return k.to(k.compare(best, best + sq(H * (G - Q.inv()).T * A.T) / N), risk(G))


def below_the_label(k):
    explained = sq(H * Q.inv() * A.T) / N
    more = k.compare(least, least + explained)
    return k.to(more, everything)


everything = Trace(F.T * F) / N
everything_o = Trace(F_o.T * F_o) / N
away = H - F_o * (F_o.T * F_o).inv() * F_o.T * H  # what the true features do not explain of the learned ones
claim = Claim(
    "icl.two_timescale",
    source=source("Two time scale dynamics"),
    domain=Domain(
        (N >= k, eigenvalue(H.T * H, k) > 0, eigenvalue(C.T * C, k) > 0, eigenvalue(F_o.T * F_o, k) > 0),
        core=(k <= 5, N >= 2 * k + 1, N <= 24),
    ),
    parts={
        "best": Part(
            Optimality(risk(G), at={G: Q.inv()}),
            says="Γ = E[hhᵀ]⁻¹ is a best key matrix",
            proof=smallest,
            wrong={"identity": {"at": {G: I(k)}}, "square_root": {"at": {G: root}}, "half": {"at": {G: Q.inv() / 2}}},
        ),
        "value": Part(
            Identity(risk(Q.inv()), least, scale=everything),
            says="and there the loss is Tr E[ffᵀ] − Tr[AE[hhᵀ]⁻¹Aᵀ]",
            proof="words",
            wrong={
                "without_inverse": {"right": everything - Trace(A * A.T)},
                "without_square": {"right": everything - Trace(A * Q.inv())},
            },
        ),
        "excess": Part(
            Identity(risk(any_key) - least, excess(any_key), scale=everything + excess(any_key)),
            says="Elsewhere it is larger by Tr[A(Γ − Q⁻¹)Q(Γ − Q⁻¹)ᵀAᵀ]",
            proof="words",
            wrong={"without_sigma": {"right": excess(any_key, I(k))}, "twice": {"right": 2 * excess(any_key)}},
        ),
        "invariant": Part(
            Identity(loss(H * C), least, scale=everything),
            says="The least loss is the same for the features Ch",
            wrong={"any_key": {"left": risk(C)}},
        ),
        "positive": Part(
            Inequality(Integer(0), least),
            says="The least loss is not negative",
            proof=lambda k: k.to(k.nonneg(risk(Q.inv())), least),
        ),
        "at_most_the_label": Part(
            Inequality(least, everything),
            says="and at most E|f|²",
            proof=below_the_label,
            wrong={"half": {"right": everything / 2}},
        ),
        "small_features": Part(
            Identity(loss(F_o * C, F_o), Integer(0), scale=everything_o),
            says="Features that mix the true ones invertibly lose nothing, however small they are",
            wrong={"all": {"right": everything_o}},
        ),
        "no_features": Part(
            Identity(risk(any_key, away, F_o), everything_o, scale=everything_o),
            says="and features uncorrelated with the true ones, zero among them, lose E|f|² with every key matrix",
            proof="words",
            wrong={"correlated": {"left": risk(any_key, H, F_o)}},
        ),
    },
)

"""The key matrix eliminated: the least risk is the trace of a Schur complement, reached at Γ = Σ⁻¹.

With A = E[f°h'] and Σ = E[hh'] the risk at Γ is that at Σ⁻¹ plus |A(Γ - Σ⁻¹)Σ^(1/2)|², so that Σ⁻¹ is a best key and the only one if A has
full column rank. The least value is tr S, S = E[f°f°'] - AΣ⁻¹A', the Schur complement of Σ in the second moment of (f°, h): S is
the inverse of the block of f° in the inverse of that, and depends on the span of the features only.
"""

from lemmata import *
from lemmata.theory.icl.notation import C, F, H, N, Q, k, loss, risk, root
from lemmata.theory.icl.two_timescale import excess
from lemmata.theory.icl_nonparam.notation import A, G, source

everything = Trace(F.T * F) / N
best, least = risk(Q.inv()), loss(H)
schur = F.T * F / N - A * Q.inv() * A.T


def no_better(K):
    return K.to(K.compare(best, best + sq(H * (G - Q.inv()).T * A.T) / N), risk(G))


def words(left, right):
    return lambda K: K.words(left, right)


claim = Claim(
    "icl_nonparam.two_timescale",
    source=source(),
    domain=Domain(N >= 2 * k, eigenvalue(H.T * H, k) > 0, eigenvalue(C.T * C, k) > 0, core=(k <= 4, N >= 2 * k + 1, N <= 16)),
    parts={
        "main": Part(
            Inequality(best, risk(G)),
            says="No key matrix has a smaller risk than Σ⁻¹",
            proof=no_better,
            wrong={"identity": {"left": risk(I(k))}, "square_root": {"left": risk(root)}},
        ),
        "schur": Part(
            Identity(best, Trace(schur), scale=everything),
            says="At Σ⁻¹ it is E|f° − Σ_{μ°μ}Σ_{μμ}⁻¹h|² as printed, the trace of the Schur complement Σ_{μ°μ°} − Σ_{μ°μ}Σ_{μμ}⁻¹Σ_{μμ°}",
            proof="words",
            wrong={
                "other_block": {"right": Trace(H.T * H / N - A.T * A)},
                "root": {"right": everything - Trace(A * root * A.T)},
            },
        ),
        "excess": Part(
            Identity(risk(G) - best, excess(G), scale=everything + excess(G)),
            says="Elsewhere the risk is larger by Tr[A(Γ − Σ⁻¹)Σ(Γ − Σ⁻¹)ᵀAᵀ], which is 0 for Γ = Σ⁻¹ alone if A has full column rank",
            proof="words",
            wrong={"without_sigma": {"right": excess(G, I(k))}},
        ),
        "invariant": Part(
            Identity(loss(H * C), least, scale=everything),
            says="The least risk is the same for the features Ch",
            wrong={"any_key": {"left": risk(C)}},
        ),
    },
    uses=("icl.two_timescale",),
)

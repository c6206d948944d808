"""F is convex in the kernel and DoF concave; F + (v/n) DoF = v + λ Tr[M(S - vI)] is convex on all kernels iff S - vI is semidefinite.

K is linear in the measure. For M_t the resolvent at K_t = (1 - t)K_0 + tK_1 and R_i = K_i + nλ, the chord of M lies above M_t by
(1 - t)(M_0 - M_t)R_0(M_0 - M_t) + t(M_1 - M_t)R_1(M_1 - M_t), a sum of squares. Where the sum is concave: see mean_field.curvature.
"""

from lemmata import *
from lemmata.theory.mean_field.notation import freedom, lam, n, resolvent, source, v

t = Symbol("t", "weight of the second end", Positive)
K0, K1 = Array("K_0", "kernel at one end", n, n, kind=PSD), Array("K_1", "kernel at the other end", n, n, kind=PSD)
S = Array("S", "mean of yyᵀ over the tasks", n, n, kind=PSD)
A = Array("A", "what S exceeds vI by", n, n, kind=PSD)


def least(kernel, labels=S):
    """F at a kernel."""
    return lam * Trace(resolvent(kernel) * labels)


def total(kernel, labels=S):
    """F + (v/n) DoF."""
    return least(kernel, labels) + v / n * freedom(kernel)


def covered(kernel):
    return total(kernel, v * I(n) + A)


def chord(function):
    return (1 - t) * function(K0) + t * function(K1)


between = (1 - t) * K0 + t * K1
M0, M1, Mt = resolvent(K0), resolvent(K1), resolvent(between)
over = (1 - t) * M0 + t * M1 - Mt
squares = (1 - t) * (M0 - Mt) * (K0 + n * lam * I(n)) * (M0 - Mt) + t * (M1 - Mt) * (K1 + n * lam * I(n)) * (M1 - Mt)


def resolvents(k, B):
    """0 <= Tr[B squares] = Tr[B((1 - t)M_0 + tM_1 - M_t)] for semidefinite B."""
    equal = k.both(k.multiply(k.words(over, squares), left=B), "trace")
    return k.to(k.le(k.nonneg(equal.right), k.flip(equal)), chord(lambda K: Trace(B * resolvent(K))) - Trace(B * Mt))


def convex(function, constant, factor, B):
    """function(K_t) <= chord of the function, which is constant + factor Tr[BM]."""

    def proof(k):
        middle, first, last = (k.words(function(K), constant + factor * Trace(B * resolvent(K))) for K in (between, K0, K1))
        ends = k.add(k.scale(first, 1 - t), k.scale(last, t))
        gap = k.add(k.scale(resolvents(k, B), factor), middle)
        return k.le(k.to(gap, ends.right), k.flip(ends))

    return proof


claim = Claim(
    "mean_field.convexity",
    source=source("Label noise as regularization"),
    domain=Domain(t < 1, core=(n >= 2, n <= 6, lam >= 0.01, lam <= 1, v >= 0.1, v <= 2, t >= 0.1, t <= 0.9)),
    parts={
        "main": Part(
            Inequality(covered(between), chord(covered)),
            says="F + (v/n) DoF is convex along segments of kernels if the mean of yyᵀ over the tasks exceeds vI, S = vI + A",
            proof=convex(covered, v, lam, A),
            printed=Print(
                readings={
                    "where_labels_cover_the_noise": (Edit(), "holds"),
                    "for_all_labels": ({"left": total(between), "right": chord(total)}, "fails"),
                },
                erratum=Erratum.unclear(
                    "'mean field Langevin dynamics can optimize the objective' does not say why; the theorem about it asks for a convex "
                    "objective, which F + (v/n) DoF is where S ⪰ vI, and is not for all labels (with fewer tasks than samples for no v > 0)"
                ),
            ),
            wrong={"concave": {"left": chord(covered), "right": covered(between)}},
        ),
        "f": Part(
            Inequality(least(between), chord(least)),
            says="F is convex along segments of kernels",
            proof=convex(least, 0, lam, S),
            wrong={"concave": {"left": chord(least), "right": least(between)}},
        ),
        "dof": Part(
            Inequality(chord(freedom), freedom(between)),
            says="DoF is concave along segments of kernels",
            proof=lambda k: k.negate(convex(lambda K: -freedom(K), -n, n * lam, I(n))(k)),
            wrong={"convex": {"left": freedom(between), "right": chord(freedom)}},
        ),
    },
    uses=("mean_field.representer", "mean_field.label_noise"),
    notes="The entropy of Langevin dynamics adds strict convexity of its own, which is not quantified here.",
)

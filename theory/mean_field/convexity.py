"""F is convex in the kernel and DoF concave; F + (v/n) DoF = v + λ Tr[M(S - vI)] is convex on all kernels iff S - vI is semidefinite.

K is linear in the measure. For M_t the resolvent at K_t = (1 - t)K_0 + tK_1 and R_i = K_i + nλ, the chord of M lies above M_t by
(1 - t)(M_0 - M_t)R_0(M_0 - M_t) + t(M_1 - M_t)R_1(M_1 - M_t), a sum of squares. Where a unit vector e has e'Se < v, the segment from 0
to κee' is concave; with fewer tasks than samples S has a kernel, so such an e exists for every v > 0.
"""

from lemmata import *
from lemmata.theory.mean_field.notation import freedom, lam, n, resolvent, source, v

G = Array("G", "a kernel that is varied", n, n)
t, kappa = Symbol("t", "weight of the second end", Positive), Symbol("κ", "mass put on a direction", Positive)
K0, K1 = Array("K_0", "kernel at one end", n, n, kind=PSD), Array("K_1", "kernel at the other end", n, n, kind=PSD)
S = Array("S", "mean of yyᵀ over the tasks", n, n, kind=PSD)
A = Array("A", "what S exceeds vI by", n, n, kind=PSD)
e = Array("e", "a direction", n, kind=UnitVector)
c = n * lam


def least(kernel, labels=S):
    """F at a kernel."""
    return lam * Trace(resolvent(kernel) * labels)


def total(kernel, labels):
    """F + (v/n) DoF."""
    return least(kernel, labels) + v / n * freedom(kernel)


def covered(kernel):
    return total(kernel, v * I(n) + A)


def uncovered(kernel):
    return total(kernel, S)


def chord(function):
    return (1 - t) * function(K0) + t * function(K1)


between = (1 - t) * K0 + t * K1
D = K1 - K0
M0, M1, Mt = resolvent(K0), resolvent(K1), resolvent(between)


R = Array("R", "any matrix in place of the resolvent between", n, n, kind=Symmetric)


def square(K, r, B):
    """The square of what an end's resolvent differs from r by, and what it is multiplied out."""
    M, E = resolvent(K), K + c * I(n)
    return Trace(B * (M - r) * E * (M - r)), Trace(B * M) - 2 * Trace(B * r) + Trace(B * r * E * r)


def resolvents(k, B):
    """0 <= (1 - t)Tr[BM_0] + t Tr[BM_1] - Tr[BM_t] for semidefinite B."""
    lemma = k.le(k.nonneg(square(K0, R, S)[0]), k.words(*square(K0, R, S)))
    ends = [k.scale(k.instance(lemma, {K0: K, R: Mt, S: B}), w) for K, w in ((K0, 1 - t), (K1, t))]
    cross = [w * Trace(B * Mt * (K + c * I(n)) * Mt) for K, w in ((K0, 1 - t), (K1, t))]
    first, last, middle = Trace(B * M0), Trace(B * M1), Trace(B * Mt)
    loose = k.normal((1 - t) * (first - 2 * middle) + t * (last - 2 * middle), (1 - t) * first + t * last - 2 * middle)
    closed = k.add(loose, k.words(cross[0] + cross[1], middle))
    return k.le(k.to(k.add(*ends), closed.left), closed)


def convex(function, constant, factor, B):
    """function(K_t) <= chord of the function, which is constant + factor Tr[BM]."""

    def proof(k):
        middle, first, last = (k.words(function(K), constant + factor * Trace(B * resolvent(K))) for K in (between, K0, K1))
        ends = k.add(k.scale(first, 1 - t), k.scale(last, t))
        gap = k.add(k.scale(resolvents(k, B), factor), middle)
        return k.le(k.to(gap, ends.right), k.flip(ends))

    return proof


bend, bend_dof = (Slope(f(G), G, along=D, order=2, at=K0) for f in (least, freedom))
ray = kappa * e * e.T
jensen = (uncovered(0 * ray) + uncovered(ray)) / 2 - uncovered(ray / 2)
gap = lam * (quad(S, e) - v) * kappa**2 / (2 * c * (kappa + c) * (kappa + 2 * c))

claim = Claim(
    "mean_field.convexity",
    source=source("Label noise as regularization"),
    domain=Domain(t < 1, core=(n >= 2, n <= 6, lam >= 0.01, lam <= 1, v >= 0.1, v <= 2, t >= 0.1, t <= 0.9, kappa >= 0.1)),
    parts={
        "main": Part(
            Inequality(covered(between), chord(covered)),
            says="F + (v/n) DoF is convex along segments of kernels if the mean of yyᵀ over the tasks exceeds vI, S = vI + A",
            proof=convex(covered, v, lam, A),
            printed=Print(
                readings={
                    "where_labels_cover_the_noise": (Edit(), "holds"),
                    "for_all_labels": ({"left": uncovered(between), "right": chord(uncovered)}, "fails"),
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
            proof=lambda k: k.negate(convex(lambda K: -freedom(K), -n, c, I(n))(k)),
            wrong={"convex": {"left": freedom(between), "right": chord(freedom)}},
        ),
        "total": Part(
            Identity(uncovered(K0), v + lam * Trace(M0 * (S - v * I(n))), scale=v + least(K0)),
            says="F + (v/n) DoF = v + λ Tr[M(S − vI)]",
            proof="words",
            wrong={"plus": {"right": v + lam * Trace(M0 * (S + v * I(n)))}},
        ),
        "not_convex": Part(
            Identity(jensen, gap, scale=v + least(0 * K0)),
            says="From 0 to κeeᵀ the mean of the ends exceeds the midpoint by λ(eᵀSe − v)κ²/(2nλ(κ + nλ)(κ + 2nλ)): concave if eᵀSe < v",
            wrong={"label_noise_forgotten": {"right": gap.subs(v, 0)}, "half": {"right": gap / 2}},
        ),
        "second_variation": Part(
            Identity(bend, 2 * lam * Trace(M0 * D * M0 * D * M0 * S), scale=least(K0)),
            says="The second derivative of F along a segment of direction D is 2λ Tr[MDMDMS]",
            proof="derivative",
            wrong={"once": {"right": lam * Trace(M0 * D * M0 * D * M0 * S)}},
        ),
        "second_variation_dof": Part(
            Identity(bend_dof, -2 * c * Trace(M0 * D * M0 * D * M0), scale=n),
            says="The second derivative of DoF along it is −2nλ Tr[MDMDM]",
            proof="derivative",
            wrong={"two_resolvents": {"right": -2 * c * Trace(M0 * D * M0 * D)}},
        ),
    },
    uses=("mean_field.representer", "mean_field.label_noise"),
    notes="The entropy of Langevin dynamics adds strict convexity of its own, which is not quantified here.",
)

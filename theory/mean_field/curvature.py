"""How F and DoF bend in the kernel, and where F + (v/n) DoF is concave: from 0 to κee' for a unit vector e with e'Se < v.

Along a direction D the second derivative of F is 2λ Tr[MDMDMS] >= 0 and that of DoF -2nλ Tr[MDMDM] <= 0. With fewer tasks than samples the
mean S of yy' has a kernel, so that for every v > 0 there is an e with e'Se < v: the objective with label noise is then not convex.
"""

from lemmata import *
from lemmata.theory.mean_field.convexity import K0, K1, M0, S, least, total
from lemmata.theory.mean_field.notation import freedom, lam, n, source, v

G = Array("G", "a kernel that is varied", n, n)
kappa = Symbol("κ", "mass put on a direction", Positive)
e = Array("e", "a direction", n, kind=UnitVector)
c = n * lam
D = K1 - K0
bend, bend_dof = (Slope(f(G), G, along=D, order=2, at=K0) for f in (least, freedom))
ray = kappa * e * e.T
jensen = (total(0 * ray) + total(ray)) / 2 - total(ray / 2)
gap = lam * (quad(S, e) - v) * kappa**2 / (2 * c * (kappa + c) * (kappa + 2 * c))

claim = Claim(
    "mean_field.curvature",
    source=source("Label noise as regularization"),
    domain=Domain(core=(n >= 2, n <= 6, lam >= 0.01, lam <= 1, v >= 0.1, v <= 2, kappa >= 0.1)),
    parts={
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
        "total": Part(
            Identity(total(K0), v + lam * Trace(M0 * (S - v * I(n))), scale=v + least(K0)),
            says="F + (v/n) DoF = v + λ Tr[M(S − vI)]",
            proof="words",
            wrong={"plus": {"right": v + lam * Trace(M0 * (S + v * I(n)))}},
        ),
        "not_convex": Part(
            Identity(jensen, gap, scale=v + least(0 * K0)),
            says="From 0 to κeeᵀ the mean of the ends exceeds the midpoint by λ(eᵀSe − v)κ²/(2nλ(κ + nλ)(κ + 2nλ)): concave if eᵀSe < v",
            wrong={"label_noise_forgotten": {"right": gap.subs(v, 0)}, "half": {"right": gap / 2}},
        ),
    },
    uses=("mean_field.convexity",),
)

"""Message passing contracts: the rate of convergence is that of the stability condition, and convexity keeps it below 1.

Near the fixed point the covariance of a step is mapped to α V E[J C J]V, whose spectral radius is ρ. With B = -V^(1/2) J V^(1/2), which is
S(1 + S)^(-1) for S = V^(1/2) ∇²L V^(1/2), and M in place of V^(-1/2) C V^(-1/2), it is the map M → αE BMB. It is self-adjoint and
non-negative for the inner product tr MN, so that ρ is the maximum of αE tr(MBMB)/tr M². As 0 ≤ B ≤ 1, tr(MBMB) ≤ tr(MBM), and as
αE B = V^(1/2)ΛV^(1/2) = 1 - λV this gives ρ ≤ 1 - λ l_min(V) for every convex loss. Shown for two Hessians with weights, at every K.

For the Euclidean distance in the plane (amp.state_evolution) B is min(1, V/|r|) across r, and 1 or 0 along it, so that the identity is an
eigenvector and ρ = α(1 - e^(-x) + xE_1(x)/2), E_1(x) = ∫_x^∞ e^(-t)/t dt, which lies below 1 - λV = α(1 - e^(-x) + √(πx) erfc(√x)/2).
Steps of the algorithm shrink by ρ at d = 120, and for softmax in K = 3 classes by the radius that the run itself has at its end. Finite
dimensions make both somewhat slower (by 0 to 15 % in a pilot on other keys).
"""

from lemmata import *
from lemmata.theory.amp.notation import RUN, alpha, euclidean, level, multiclass, noise, penalty, slopes, source, tau, x

k = Symbol("K", "number of outputs", Naturals)
t = Symbol("t", "variable of integration", NonNegative)
S = tuple(Array(f"S_{i}", "Hessian of the loss of a sample, relative to V", k, k, kind=PSD) for i in (1, 2))
a = tuple(Symbol(f"a_{i}", "samples per dimension with this Hessian", NonNegative) for i in (1, 2))
M = Array("M", "covariance of a step, relative to V", k, k, kind=Symmetric)
R = tuple((s + I(k)).inv() for s in S)
B = tuple(I(k) - r for r in R)  # S(1 + S)^(-1)
first = a[0] * B[0] + a[1] * B[1]
moved = a[0] * Trace(M * B[0] * M * B[0]) + a[1] * Trace(M * B[1] * M * B[1])
bounded = a[0] * Trace(M * B[0] * M) + a[1] * Trace(M * B[1] * M)
gap = sum(c * (Trace(r * M * r * s * r * M) + Trace(r * M * r * s * s * r * M)) for c, r, s in zip(a, R, S, strict=True))
turned = a[0] * Trace(B[0] * M * B[0] * M) + a[1] * Trace(B[1] * M * B[1] * M)


def convexity(K):
    """tr(MBM) - tr(MBMB) = tr(MBM(1 - B)), where 1 - B = (1 + S)^(-1)."""
    above = K.to(K.nonneg(gap), bounded - moved)
    return K.to(K.add(above, K.words(moved, turned)), bounded)


def radius(K):
    return K.le(convexity(K), K.words(bounded, Trace(first * (M * M))), K.trace_bound(first, M * M))


r = Sampled("r", Normal(tau**2), 2)
E1 = Integral(exp(-t) / t, (t, x, oo))
rho = alpha * (1 - exp(-x) + x * E1 / 2)

lam, s2, ratio = (e.xreplace(RUN) for e in (penalty, noise, alpha))
plane = {"n": 144, "d": 120, "λ": lam, "σ²": s2, "T": 10, "S": 4, "memory": 1}
classes = {"n": 160, "d": 80, "K": 3, "λ": Rational(3, 10), "T": 8, "S": 3, "tests": 1, "memory": 1}
own = {name: Mean(multiclass(**classes)[name]) for name in ("shrinks", "radius", "trace", "first_power", "bound", "largest")}


def around(value):
    return {"low": value * Rational(9, 10), "high": value * Rational(5, 4)}


claim = Claim(
    "amp.contraction",
    source=source(),
    uses=("amp.state_evolution",),
    domain=Domain(
        core=(k >= 1, k <= 4, x >= 0.1, x <= 1, alpha >= 0.5, alpha <= 0.95, tau >= 0.8, tau <= 1.5, *(c <= 2 for c in a))
    ),
    parts={
        "main": Part(
            Inequality(moved, eigenvalue(first, 1) * sq(M)),
            says="For two Hessians Σ a_i tr(MB_iMB_i) ≤ l_1(Σ a_iB_i) tr M² for every symmetric M, where Σ a_iB_i = 1 − λV at a fixed point",
            proof=radius,
            wrong={"squared": {"right": eigenvalue(first, 1) ** 2 * sq(M)}, "least": {"right": eigenvalue(first, k) * sq(M)}},
        ),
        "convexity": Part(
            Inequality(moved, bounded),
            says="It is at most αE tr(MBM), as B = S(1 + S)⁻¹ lies between 0 and 1",
            proof=convexity,
            wrong={"unbounded": {"left": a[0] * Trace(M * S[0] * M * S[0]) + a[1] * Trace(M * S[1] * M * S[1])}},
        ),
        "plane": Part(
            Identity(alpha * (Mean(Minimum(1, level**2 / sq(r))) + 1 - exp(-x)) / 2, rho),
            says="For the distance in the plane αE tr B²/2 is α(1 − e^−x + xE_1(x)/2)",
            wrong={"both_directions": {"right": alpha * (1 - exp(-x) + x * E1)}, "first_power": {"right": alpha * slopes()}},
        ),
        "run": Part(
            Within(Mean(euclidean(**plane)["shrinks"]), **around(rho.xreplace(RUN))),
            says="Run at d = 120, the squared steps of the algorithm shrink by a mean factor between 0.9 and 1.25 times ρ",
            wrong={"root": around(sqrt(rho.xreplace(RUN))), "inside_alone": around((alpha * (1 - exp(-x))).xreplace(RUN))},
        ),
        "classes": Part(
            Within(own["shrinks"], **around(own["radius"])),
            says="and for softmax in 3 classes at d = 80 by one between 0.9 and 1.25 times the radius at the end of the run",
            wrong={
                "trace": around(own["trace"]),
                "first_power": around(own["first_power"]),
                "root": around(sqrt(own["radius"])),
            },
        ),
        "bound": Part(
            Within(own["radius"], 0, own["bound"]),
            says="a radius that is at most 1 − λ l_min(V) in mean",
            wrong={"largest": {"high": own["largest"]}},
        ),
    },
    procedures=(euclidean, multiclass),
    notes="That the identity is the leading eigenvector follows from Perron and Frobenius, as the map keeps the cone of covariances.",
)

"""With a fast key matrix the particles follow the reduced flow up to 1/κ, above a threshold κ* that depends on the features.

The joint flow θ' = -M∇_θL, Γ' = -κ∇_ΓL has ∇_ΓL = 2A'A(ΓΣ - 1), A = E[f°h'], Σ = E[hh']: at fixed features Γ - Σ⁻¹ decays at
the rates 2κ λ_i(A'A) λ_j(Σ), and nowhere slower than 2κ λ_min(A'A) λ_min(Σ). At Γ = Σ⁻¹ the particles feel the gradient of the
reduced loss (envelope). So the joint flow is off by O(1/κ) once κ is far above κ* = 1/(λ_min(A'A)λ_min(Σ)), and "Γ converges
first" is a condition: for whitened features κ* is moderate; it is c^(-4) times as large for c times the features, and for a random network of M neurons, whose features
are of size M^(-1/2), it grows like M² or faster. Runs:
k = 2 features of 16 tanh neurons, 30 inputs, time 1.
"""

from lemmata import *
from lemmata.theory.icl.notation import F, H, N, Q, k, loss, risk, root
from lemmata.theory.icl_nonparam.notation import A, G, source

V = Array("V", "direction in which the features move", N, k, kind=Kind("general", ("generic", "sparse")))
by_key = Gradient(risk(G), G)
closed = 2 * A.T * A * (G * Q - I(k))
off = G - Q.inv()
c = Symbol("c", "factor of the features", Positive)
slowest = 2 * eigenvalue(A.T * A, k) * eigenvalue(Q, k)


moving = Array("E", "features that move", N, k)


def held(key):
    """How the risk changes when the features move along V from H, the key matrix kept."""
    return Slope(risk(key, moving), moving, along=V, at=H)


reduced = Slope(loss(H), H, along=V)


def by_derivatives(K):
    fast, slow = K.derivative(held(Q.inv())), K.derivative(reduced)
    return K.le(fast, K.words(fast.right, slow.right), K.flip(slow))


scale = norm(V) * norm(F) ** 2 * norm(H) / N * norm(Q.inv())

joint = Procedure(
    "separated",
    "joint and reduced flow of the particles from whitened features, until time 1",
    ("N", "k", "d", "M", "steps", "few", "some", "many"),
    {
        "slope": "exponent of κ in the gap, between some and many times κ*",
        "drop": "the gap at many times κ* over that at few times",
    },
)
run = joint(N=30, k=2, d=3, M=16, steps=1000, few=Rational(1, 10), some=100, many=1000)
often = Rational(1, 2)

claim = Claim(
    "icl_nonparam.timescale_separation",
    source=source(),
    domain=Domain(N >= 2 * k, eigenvalue(H.T * H, k) > 0, core=(k <= 3, N >= 2 * k + 1, N <= 12, c >= 0.1, c <= 3)),
    parts={
        "main": Part(
            Guarantee(Abs(run["slope"] + 1) < Rational(1, 4), often),
            says="More often than not the largest gap of the losses of joint and reduced flow falls like κ^(−1 ± 1/4) from 100κ* to 1000κ*",
            wrong={
                "second_order": {"event": Abs(run["slope"] + 2) < Rational(1, 4)},
                "no_gain": {"event": Abs(run["slope"]) < Rational(1, 4)},
            },
        ),
        "threshold": Part(
            Guarantee(run["drop"] < Rational(1, 10), often),
            says="and at 1000κ* it is less than a tenth of that at κ*/10",
            wrong={"below_it_as_well": {"event": run["drop"] > often}},
        ),
        "gradient": Part(
            Identity(by_key, closed, scale=norm(closed) + norm(A) ** 2),
            says="The gradient of the risk in the key matrix is 2AᵀA(ΓΣ − 1)",
            proof=lambda K: K.le(K.derivative(by_key), K.words(K.derivative(by_key).right, closed)),
            wrong={"one_a": {"right": 2 * A.T * (A * G * Q - I(k))}, "half": {"right": closed / 2}},
        ),
        "relaxation": Part(
            Inequality(slowest * sq(off), dot(off, closed)),
            says="At fixed features |Γ − Σ⁻¹|² falls at least at the rate 4κ λ_min(AᵀA)λ_min(Σ) times it",
            wrong={
                "twice": {"left": 2 * slowest * sq(off)},
                "towards_the_root": {"left": slowest * sq(G - root), "right": dot(G - root, closed)},
            },
        ),
        "threshold_of_small_features": Part(
            Identity(slowest.xreplace({H: c * H}), c**4 * slowest),
            says="The product λ_min(AᵀA)λ_min(Σ) is c⁴ times as large for c times the features",
            wrong={"squared": {"right": c**2 * slowest}, "cubed": {"right": c**3 * slowest}},
        ),
        "envelope": Part(
            Identity(held(Q.inv()), reduced, scale=scale),
            says="and at Γ = Σ⁻¹ features feel the gradient of the reduced risk",
            proof=by_derivatives,
            wrong={"identity": {"left": held(I(k))}},
        ),
    },
    procedures=(joint,),
    uses=("icl.two_timescale",),
)

"""Ridge regression on the features of a random network has the risk of a linear model with noise: the explicit curve.

Features σ(W'x)/√N act as (μ₁W'x + μ₂ζ)/√N with independent noise ζ. With κ the effective ridge in units of μ₁²/N the population ridge solution
leaves |β - Wa|² + r|a|² = β'[rH + κzH²]β for every W, H = (WW' + z)^(-1), z = r + κ: with the equivalents h = m of β'Hβ and -h' of β'H²β that
is the bias in (σ_ε² + μ₂*² + μ₁*²[rh - κz h'])/(1 - df₂/n) - σ_ε². In m everything is rational. For κ → 0 and n → ∞ it tends to the approximation
error μ₂*² + μ₁*² r m(r); for N/d → ∞ to the curve of kernel ridge regression with L = r (krr.notation). σ is odd throughout.
That features of a network have this limit is a theorem of the literature and is judged by runs at d = 48, with an exact population risk.
"""

from lemmata import *
from lemmata.theory.krr import notation as krr
from lemmata.theory.krr.notation import u
from lemmata.theory.one_step.notation import (
    F2,
    MU2_ERF,
    N,
    S,
    around,
    at,
    d,
    df1,
    e,
    error,
    k,
    m,
    m2,
    psi1,
    psi2,
    r,
    ridge_run,
    risk,
    run,
    source,
    z,
)

Y = Symbol("y", "a large number", Positive)
W, beta = Array("W", "first layer, one neuron a column", d, N), Array("β", "direction of the target", d)
H = (W * W.T + (r + k) * I(d)).inv()
a = W.T * H * beta
left_over = sq(beta - W * a) + r * sq(a)
tenth, noise = Rational(1, 10), Rational(1, 100)
far = Ladder(Y, (10**2, 10**3, 10**4, 10**5, 10**6))
near = (1 / Y, Y**-2)
cubic = (*near, Y**-3)  # the third power is still seen at y = 100
thin = (1 - u) / Y
wide = {m: thin, k: Y * u / (1 - u), psi2: (1 + thin) * (Y - r), e: 0}
many = {psi1: Y, r: z - 1 / Y}


def kernel(L):
    """The curve of kernel ridge regression at the share u."""
    return krr.error(u, L, S).xreplace({krr.F2: F2})


def normal(left, right):
    return {"statement": Identity(left, right), "proof": "normal"}


def curve(p1, lam, formula=None, **wrong):
    """The limit at N/d = 2."""
    return at((formula or error()) - noise, p1, 2, lam, noise, **wrong)


def near_by(value):
    return around(Rational(92, 100), value, Rational(105, 100))


LIGHT, HEAVY = curve(3, tenth), curve(1, 1)
claim = Claim(
    "one_step.gep_ck",
    source=source("Ridge regression with RF / Limitation of RF"),
    domain=Domain(
        (z > 0, u < 1),
        core=(
            (d <= 5, N <= 5, k >= 0.1, k <= 3, r >= 0.05, r <= 1, m >= 0.1, m <= 0.4, psi2 >= 0.5, psi2 <= 3),
            (psi1 >= 0.5, psi1 <= 4, S >= 0.1, S <= 1, F2 >= 0.1, F2 <= 1, u >= 0.1, u <= 0.9),
        ),
    ),
    parts={
        "main": Part(
            Within(Mean(run(48, 3, 2, tenth, noise)["before"]), **near_by(LIGHT)),
            says="At d = 48, n = 3d, N = 2d, λ = 1/10, erf: the mean risk on random features is 0.92 to 1.05 times the explicit limit",
            wrong={
                "no_feature_noise": near_by(curve(3, tenth, rough=0)),
                "no_target_noise": near_by(curve(3, tenth, error().xreplace({S: S - MU2_ERF}))),
                "degrees_for_squares": near_by(curve(3, tenth, error(squares=df1))),
            },
        ),
        "heavy": Part(
            Within(Mean(run(48, 1, 2, 1, noise)["before"]), **near_by(HEAVY)),
            says="and so is that at n = d, λ = 1, where the print's λ/N and λ/n differ by 15 %",
            wrong={"ridge_over_n": near_by(curve(1, 2))},
        ),
        "solution": Part(
            Identity((W.T * W + (r + k) * I(N)) * a, W.T * beta),
            says="For every W the population ridge solution (W'W + z)^(-1) W'β is a = W'Hβ, H = (WW' + z)^(-1), z = r + κ",
            proof="words",
            wrong={"without_r": {"left": (W.T * W + k * I(N)) * a}},
        ),
        "left_over": Part(
            Identity(left_over, r * quad(H, beta) + k * (r + k) * quad(H * H, beta)),
            says="and it leaves |β − Wa|² + r|a|² = β'[rH + κzH²]β",
            proof="words",
            wrong={
                "square_of_ridge": {"right": r * quad(H, beta) + k**2 * quad(H * H, beta)},
                "no_feature_noise": {"right": (r + k) ** 2 * quad(H * H, beta)},
            },
        ),
        "resolvent": Part(
            **normal(z * m**2 + (z + psi2 - 1) * m, 1),
            says="m solves the quadratic of Marchenko and Pastur for (1/d) tr (WW' + z)^(-1)",
            wrong={"aspect": {"left": z * m**2 + (z + 1 / psi2 - 1) * m}},
        ),
        "other_trace": Part(
            **normal(m / psi2 + (1 - 1 / psi2) / z, m2),
            says="and (1/N) tr (W'W + z)^(-1) tends to m/ψ₂ + (1 − 1/ψ₂)/z = 1/(z(1 + m))",
            wrong={"same": {"right": m}},
        ),
        "approximation": Part(
            Limit(error().xreplace(many), S + F2 * z * m, ladder=far, expansion=near),
            says="Without ridge and for n/d → ∞ risk plus noise tends to S + μ₁*² r m(r), the error of the best second layer",
            wrong={"no_loss": {"value": S}, "second_trace": {"value": S + F2 * z * m2}},
        ),
        "wide": Part(
            Limit(risk().xreplace(wide), kernel(r), ladder=far, expansion=cubic),
            says="Without ridge and for N/d → ∞ it tends to the curve of kernel ridge regression with the effective ridge L = r",
            wrong={"no_ridge": {"value": kernel(0)}, "unlearned": {"value": (S + F2 * u**2)}},
        ),
        "peak": Part(
            Inequality(30 * curve(1, Rational(1, 10**6)), curve(2, Rational(1, 10**6))),
            says="At λ = 10^(−6) and N = 2d the risk at n = N is more than 30 times that at n = d",
            wrong={"more_ridge": {"right": curve(2, Rational(1, 100))}},
        ),
    },
    procedures=(ridge_run,),
    uses=("krr.bias_variance",),
)

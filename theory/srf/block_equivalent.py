"""A deterministic equivalent of the trained features' resolvent, block by block: two groups of neurons with different spikes.

Given κ the bulk of a sample's features is Gaussian with the covariance μ_1^q μ_1^q' E Eᵀ + μ_2² δ_qq', which depends on κ; what is left is of finite rank.
Freezing it, v and V are the derivatives in D and C of Ψ(C, D) = log det(I + b diag(v)C)/b + Σ π_q log(π_q/v_q) + Σ (λ + D_q)v_q - 1 at its stationary
point in v. Judged are these derivatives, and the fixed point against the traces of features that are drawn, with all their means of finite rank, at d = 75,
p = 60, n = 120. Features whose μ_1² and μ_2² are averaged over κ are no equivalent.
"""

from lemmata import *
from lemmata.theory.srf.notation import Averaged, Equivalent, Sine, b, lam, source, spiked

v1, v2 = (Symbol(f"v_{q}", "trace of the resolvent over a group", Positive) for q in (1, 2))
C11, C22 = (Symbol(f"C_{q}{q}", "weight of a group's linear part", Positive) for q in (1, 2))
C12 = Symbol("C_12", "weight of the product of the groups' linear parts", Reals)
D1, D2 = (Symbol(f"D_{q}", "weight of a group's rest", Positive) for q in (1, 2))
share = Symbol("π_1", "share of the first group", Positive)
det = (1 + b * v1 * C11) * (1 + b * v2 * C22) - b**2 * v1 * v2 * C12**2
Psi = log(det) / b + share * log(share / v1) + (1 - share) * log((1 - share) / v2) + (lam + D1) * v1 + (lam + D2) * v2 - 1
V11, V12 = v1 * (1 + b * v2 * C22) / det, -b * v1 * v2 * C12 / det

SIZES = {"d": 75, "p": 60, "n": 120}
C, HALF, RIDGE, SQUARE = Rational(6, 5), Rational(1, 2), Rational(1, 50), Rational(4, 5)  # the last is p/d


def traces(first):
    """Of features with spikes `first` and -1/2."""
    return spiked(**SIZES, **{"λ": RIDGE, "u": first, "u'": -HALF, "c": C, "c'": C, "γ": HALF, "ω": 1, "s": Rational(1, 10)})


def solved(first, kind=Sine, b=SQUARE):
    return Equivalent([kind(first, C), kind(-HALF, C)], [HALF, HALF], 2, b, RIDGE).solved(40)


far, near = Integer(2), Rational(3, 2)
found, averaged, drawn = solved(far), solved(far, Averaged), traces(far)
there, averaged_there, turned_there, drawn_there = (
    solved(near),
    solved(near, Averaged),
    solved(near, b=1 / SQUARE),
    traces(near),
)


def around(value, slack):
    return {"low": value * (1 - slack), "high": value * (1 + slack)}


def traced(term, value, slack, says, **wrong):
    return Part(
        Within(term, **around(value, slack)), says=says, wrong={key: around(other, slack) for key, other in wrong.items()}
    )


def slope(x, value, says, **wrong):
    return Part(
        Identity(Slope(Psi, x, 1), value, scale=1 + Abs(value)),
        says=says,
        proof="derivative",
        wrong={key: {"right": other} for key, other in wrong.items()},
    )


claim = Claim(
    "srf.block_equivalent",
    source=source(),
    domain=Domain(
        (share < 1, det > 0),
        core=(
            (*(e >= Rational(1, 2) for e in (v1, v2, C11, C22, b)), *(e <= 2 for e in (v1, v2, C11, C22, D1, D2, b))),
            (C12 >= -Rational(1, 2), C12 <= Rational(1, 2), D1 >= Rational(1, 10), D2 >= Rational(1, 10)),
            (share >= Rational(1, 5), share <= Rational(4, 5), lam >= Rational(1, 10), lam <= 1),
        ),
    ),
    parts={
        "main": traced(
            Mean(drawn["v"]),
            found["v1"],
            Rational(1, 25),
            "For spikes 2 and −1/2, λ = 1/50, tr P_1 G/p of features drawn at d = 75, p = 60, n = 120 is within 4 % of v_1",
            averaged_over_kappa=averaged["v1"],
            other_group=found["v2"],
        ),
        "block": traced(
            Mean(drawn_there["V"]),
            there["V11"],
            Rational(3, 50),
            "For spikes 3/2 and −1/2 the block tr P_1 E Eᵀ P_1 G/p is within 6 % of V_11",
            averaged_over_kappa=averaged_there["V11"],
            diagonal=there["v1"],
        ),
        "cross_block": traced(
            -Mean(drawn_there["cross"]),
            -there["V12"],
            Rational(3, 20),
            "and minus tr P_1 E Eᵀ P_2 G/p is within 15 % of −V_12, which is positive here",
            averaged_over_kappa=-averaged_there["V12"],
            b_inverted=-turned_there["V12"],
        ),
        "stationary": slope(
            v1,
            lam + D1 - share / v1 + C11 * V11 / v1 + C12 * V12 / v1,
            "∂Ψ/∂v_1 is λ + D_1 + (CV)_11/v_1 − π_1/v_1, which vanishes at the fixed point",
            without_share=lam + D1 - 1 / v1 + C11 * V11 / v1 + C12 * V12 / v1,
            diagonal=lam + D1 - share / v1 + C11 * V11 / v1,
        ),
        "derivative": slope(
            C11, V11, "∂Ψ/∂C_11 is V_11 of V = (diag(1/v) + bC)⁻¹", decoupled=v1 / (1 + b * v1 * C11), diagonal=v1
        ),
        "cross_derivative": slope(
            C12, 2 * V12, "and ∂Ψ/∂C_12, along which both off-diagonal entries move, is 2V_12", once=V12, positive=-2 * V12
        ),
    },
    procedures=(spiked,),
    uses=("srf.gradient_map",),
    notes="That the fixed point is unique is not judged; the iteration starts from v = π/(1 + λ).",
)

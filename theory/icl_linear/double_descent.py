"""Double descent in the number of pretraining contexts: without ridge the risk of linear attention diverges at τ = 1 like 1/|τ - 1|.

The coefficient is m(1 + x)(ρ + x - x²m) on both sides, m = M_κ(x), for e_ICL, and ρ + x - x²m above τ = 1 for e_IDG. With ridge the risk
at τ = 1 is finite: there ξ²M = λ, so that √λ e_ICL → (1 + x)√m (ρ + x - x²m)/2. The closed forms are those of icl_linear.ridgeless; for
τ < 1 they hold M_{κ/τ}(x), and x is given by p = M_{κ/τ}(x), as τ → 1 by m.
"""

from lemmata import *
from lemmata.theory.icl_linear.notation import (
    above,
    above_own,
    below,
    errors,
    kappa,
    m,
    p,
    place,
    pretrained,
    rho,
    source,
)  # fmt: skip

y = Symbol("y", "one over the distance of τ from 1, or over the root of the ridge", Positive)
far = Ladder(y, (10**2, 10**3, 10**4, 10**5))
farther = Ladder(y, (10**3, 10**4, 10**5, 10**6, 10**7))
x = place(m)
peak = m * (1 + x) * (rho + x - x**2 * m)
under, over = 1 - 1 / y, 1 + 1 / y
x_under = place(p, kappa / under)
peak_under = peak.xreplace({m: p})
close = (1 / y, y**-2)


def at_one(value):
    """√λ e_ICL at τ = 1 where M_κ(x + ξ) = m: λ = ξ²m, and ξ is taken to 0 as 1/y."""
    x = place(m) - 1 / y
    return sqrt(m) / y * errors(x, 1 / y, m, tau=Integer(1))[0]


def run(contexts):
    sizes = {"d": 6, "ℓ": 12, "k": 6, "n": contexts, "ρ": Rational(1, 4), "λ": Rational(1, 20)}
    return Mean(pretrained(**sizes)["ICL"])


claim = Claim(
    "icl_linear.double_descent",
    source=source(),
    domain=Domain(
        ((kappa - 1) * m < kappa, (kappa - 1) * p < kappa),
        core=(kappa >= 0.3, kappa <= 0.9, m >= 0.1, m <= 2, p >= 0.1, p <= 0.9, rho >= 0.05, rho <= 0.5),
    ),
    parts={
        "main": Part(
            Limit(above(x, m, over) / y, peak, ladder=far, expansion=close),
            says="As τ falls to 1, (τ − 1) e_ICL tends to m(1 + x)(ρ + x − x²m)",
            wrong={
                "without_1_plus_x": {"value": m * (rho + x - x**2 * m)},
                "peak_at_kappa": {"quantity": above(x, m, kappa + 1 / y) / y},
            },
        ),
        "under": Part(
            Limit(below(x_under, x_under * p, under) / y, peak_under, ladder=far, expansion=close),
            says="and so does (1 − τ) e_ICL as τ rises to 1",
            wrong={"without_1_plus_x": {"value": peak_under / (1 + place(p))}},
        ),
        "own": Part(
            Limit(above_own(x, m, over) / y, rho + x - x**2 * m, ladder=far, expansion=close),
            says="(τ − 1) e_IDG tends to ρ + x − x²m as τ falls to 1",
            wrong={"new_task": {"value": peak}},
        ),
        "ridge": Part(
            Limit(at_one(m), (1 + x) * sqrt(m) * (rho + x - x**2 * m) / 2, ladder=farther, expansion=(*close, y**-3)),
            says="With ridge the risk at τ = 1 is finite: √λ e_ICL tends to (1 + x)√m (ρ + x − x²m)/2 as λ → 0",
            wrong={"whole": {"value": (1 + x) * sqrt(m) * (rho + x - x**2 * m)}},
        ),
        "rise": Part(
            Inequality(run(15), run(36)),
            says="Pretrained at d = 6 with λ = 1/20 the mean risk at n = d² contexts is above that at 15",
            wrong={"later": {"right": run(144)}},
        ),
        "fall": Part(
            Inequality(Rational(3, 2) * run(144), run(36)),
            says="and more than 3/2 of that at 144",
            wrong={"later": {"right": run(288)}},
        ),
    },
    procedures=(pretrained,),
    uses=("icl_linear.ridgeless",),
)

"""n ≍ d² is the scale on which linear attention learns in context: below it nothing is learned, and the first contexts may do harm.

On the learning curve n enters as τ = n/d² alone. With v = M_κ(x + ξ) → 0 the effective ridge is (1 + x)/τ to leading order,
whatever λ, and with the moments 1 and 1 + 1/κ of the tasks e_ICL = 1 + ρ + τ(1 + ρ - 2/(1 + x)) + O(τ²), and e_IDG has the
slope (1 + ρ)(1 + 1/(κ(1 + x)²)) - 2(1 + 1/κ)/(1 + x). So the first contexts raise the risk on new tasks above that of the
null predictor iff (1 + ρ)(1 + x) > 2. On the curve v = 1/y is taken to 0, τ = (1 - ξv)/(1 - λ/ξ). The runs: a noisy one at n
= d²/10; and three at the same α and κ, two with one τ and two with one n/d.
"""

from lemmata import *
from lemmata.theory.icl_linear.notation import alpha, errors, kappa, place, pretrained, rho, source

lam = Symbol("λ", "penalty of the pretraining", Positive)
y = Symbol("y", "one over the resolvent M_κ(x + ξ)", Positive)
x = (1 + rho) / alpha
xi = place(1 / y) - x
tau = (1 - xi / y) / (1 - lam / xi)
icl, idg = errors(x, xi, 1 / y, tau)
far = Ladder(y, (1000, 3000, 10_000, 30_000, 100_000))
close, closer = (1 / y, y**-2), (1 / y, y**-2, y**-3)
slope = 1 + rho - 2 / (1 + x)


def own_slope(weight=1 / kappa):
    return (1 + rho) * (1 + weight / (1 + x) ** 2) - 2 * (1 + weight) / (1 + x)


def run(dimension, contexts, pairs, tasks, noise, ridge):
    """The mean risk on a new task."""
    return Mean(pretrained(d=dimension, n=contexts, **{"ℓ": pairs, "k": tasks, "ρ": noise, "λ": ridge})["ICL"])


noisy = run(12, 14, 12, 36, Rational(4, 5), Rational(1, 5))
small = run(6, 27, 24, 12, Rational(1, 20), Rational(1, 5))
large, fewer = (run(12, contexts, 48, 24, Rational(1, 20), Rational(1, 5)) for contexts in (108, 54))


def level(value):
    return {"low": value * Rational(17, 20), "high": value * Rational(101, 100)}


claim = Claim(
    "icl_linear.sample_scale",
    source=source(),
    domain=Domain(
        (xi > 0, tau > 0),
        core=(
            (alpha >= 0.5, alpha <= 10, kappa >= 0.3, kappa <= 3),
            (rho >= 0.05, rho <= 1, lam >= 0.05, lam <= 1, y >= 100, y <= 1000),
        ),
    ),
    parts={
        "main": Part(
            Limit((icl - 1 - rho) / tau, slope, ladder=Ladder(y, (10**2, 10**3, 10**4, 10**5, 10**6)), expansion=close),
            says="As τ = n/d² → 0, (e_ICL − 1 − ρ)/τ tends to 1 + ρ − 2/(1 + x), whatever λ and κ",
            wrong={
                "without_2": {"value": 1 + rho - 1 / (1 + x)},
                "noiseless": {"value": 1 - 2 / (1 + x)},
                "always_falls": {"value": -2 / (1 + x)},
            },
        ),
        "own": Part(
            Limit((idg - 1 - rho) / tau, own_slope(), ladder=far, expansion=closer),
            says="and (e_IDG − 1 − ρ)/τ to (1 + ρ)(1 + 1/(κ(1 + x)²)) − 2(1 + 1/κ)/(1 + x)",
            wrong={"tasks_inverted": {"value": own_slope(kappa)}, "new_task": {"value": slope}},
        ),
        "sign": Part(
            Identity(slope * (1 + x), (1 + rho) * (1 + x) - 2, scale=1 + x),
            says="The first contexts raise the risk on new tasks iff (1 + ρ)(1 + x) > 2",
            proof="normal",
            wrong={"noise_alone": {"right": rho * (1 + x) - 2}},
        ),
        "rising": Part(
            Inequality(Rational(53, 50) * Rational(9, 5), noisy),
            says="Pretrained at d = ℓ = 12, k = 36, ρ = 4/5, λ = 1/5 on n = 14 contexts: the mean risk is above 1.06 of the null predictor's 1 + ρ",
            wrong={"less_noise": {"right": run(12, 14, 12, 36, Rational(1, 5), Rational(1, 5))}},
        ),
        "scale": Part(
            Within(large, **level(small)),
            says="At α = 4, κ = 2, ρ = 1/20, λ = 1/5, τ = 3/4 the mean risk at d = 12 is between 0.85 and 1.01 of that at d = 6",
            wrong={"samples_per_dimension": {"quantity": fewer}},
        ),
        "not_per_dimension": Part(
            Inequality(Rational(103, 100) * small, fewer),
            says="At n = 9d/2 for both it is above 1.03 of that",
            wrong={"one_tau": {"right": large}},
        ),
    },
    procedures=(pretrained,),
    uses=("icl_linear.ridge",),
)

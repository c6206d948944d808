"""Step size, number of steps and batch of stochastic-gradient mean-field Langevin dynamics; the printed batch is optimal for ε ≤ αλ_2 only.

Each of the three conditions of the printed η makes one of the terms (α/λ_2)η², (α/λ_2)λ_2η, (α/λ_2)((n − B)/(B(n − 1)))√(ηλ_2) at
most ε. The number of gradients Bk is proportional to B(A + D(n − B)²/(B²(n − 1)²)), A = α/ε + √(α/(λ_2 ε)), D = (α/(λ_2 ε))²λ_2,
least at B_* = n√(D/((n − 1)²A + D)), which lies in [1/√2, 1] times min(n, (n/(n − 1))√(D/A)). The printed B = min(n, √(α/(λ_2 ε)))
costs at most (1 + √3)/2 times as much where ε ≤ αλ_2; in the other regime the factor is not bounded (at n → ∞ it grows like
½(ε/(αλ_2))^{1/4}). B is taken to be real and at least 1.
"""

from lemmata import *
from lemmata.theory.mfld.notation import lam, source

alpha, eps = Symbol("α", "constant of the log-Sobolev inequality", Positive), Symbol("ε", "accuracy", Positive)
n = Symbol("n", "number of data", Naturals)
B = Symbol("B", "size of a batch, real", Positive)
A = alpha / eps + sqrt(alpha / (lam * eps))
D = (alpha / (lam * eps)) ** 2 * lam
share = (n - B) / (B * (n - 1))


def cost(size):
    """Gradients in units of (α/λ_2) log(1/ε)."""
    return size * A + D * (n - size) ** 2 / (size * (n - 1) ** 2)


best = n * sqrt(D / ((n - 1) ** 2 * A + D))
printed = Minimum(n, sqrt(alpha / (lam * eps)))
allowed = lam * eps / alpha
step = Minimum(allowed / lam, Minimum(allowed**2 / (share**2 * lam), sqrt(allowed)))
worst = Rational(1, 2) + sqrt(3) / 2
claim = Claim(
    "mfld.iteration_complexity",
    source=source("Computational complexity"),
    domain=Domain(
        (n >= 2, B < n, lam * eps <= alpha),
        core=(
            (alpha >= Rational(1, 10), alpha <= 10**3, lam >= Rational(1, 1000), lam <= 1),
            (eps >= Rational(1, 10**5), eps <= 1, n <= 10**5, B >= 1),
        ),
    ),
    parts={
        "main": Part(
            Inequality(cost(printed), worst * cost(best)),
            when=(eps <= alpha * lam,),
            says="For ε ≤ αλ_2 the batch min(n, √(α/(λ_2ε))) needs at most (1 + √3)/2 times the gradients of the best one",
            printed=Print(
                when=(),
                erratum=Erratum.condition_missing(
                    "'the optimal mini-batch size' B = n ∧ √(α/(λ_2 ε)) is optimal up to a constant for ε ≲ αλ_2; for larger ε it is too large by "
                    "an unbounded factor, and (α/ε)^(3/4) λ_2^(−1/4) is the order"
                ),
            ),
            wrong={
                "without_root": {"left": cost(Minimum(n, alpha / (lam * eps)))},
                "larger": {"left": cost(n)},
                "or": {"left": cost(Maximum(n, sqrt(alpha / (lam * eps))))},
            },
        ),
        "best": Part(
            Optimality(cost(B), {B: best}),
            says="The number of gradients is least at B = n√(D/((n−1)²A + D))",
            wrong={"root_of_d": {"at": {B: sqrt(D)}}},
        ),
        "bracket": Part(
            Within(best / Minimum(n, n / (n - 1) * sqrt(D / A)), sqrt(2) / 2, 1),
            says="which lies in [1/√2, 1] times min(n, (n/(n−1))√(D/A))",
        ),
        "step": Part(
            Inequality(alpha / lam * (lam * step), eps),
            says="The printed step size makes the second term of the time discretisation at most ε",
            wrong={"without_weight": {"left": alpha / lam * step, "when": (lam <= Rational(1, 10),)}},
        ),
        "square": Part(Inequality(alpha / lam * step**2, eps), says="the first"),
        "gradient": Part(
            Inequality(alpha / lam * share * sqrt(step * lam), eps),
            says="and the term of the stochastic gradient",
            wrong={
                "not_squared": {
                    "left": alpha
                    / lam
                    * share
                    * sqrt(Minimum(allowed / lam, Minimum(allowed / (share * lam), sqrt(allowed))) * lam)
                }
            },
        ),
        "steps": Part(
            Inequality(alpha / (lam * step), alpha / lam * (A + D * share**2)),
            says="and α/(λ_2η) at that step size is at most the printed number of steps over log(1/ε)",
            wrong={"half": {"right": alpha / lam * (A + D * share**2) / 4}},
        ),
    },
)

r"""Slow decay of the eigenvalues, or a target off the large ones, keeps the risk away from zero whatever the penalty.

For every $\lambda\ge0$ and any second moments $\nu_j$ of the coordinates of $\beta_*$ in the eigenbasis of $\Sigma$,
$R_{DE}(\lambda)\ge\sum_j\nu_j\lambda_j\big(\frac{\kappa_0}{\lambda_j+\kappa_0}\big)^2$ with $\kappa_0=\kappa(\lambda=0)$: more than
the largest term, which is what one direction is worth. A direction with $\lambda_j\le\kappa_0$ alone costs at least
$\nu_j\lambda_j/4$. Slow decay makes $\kappa_0$ large, misalignment puts $\nu_j\lambda_j$ below it: $\lambda_i=1/i$ for $i\le n$,
$1/n$ up to $d=n^3$, with $\nu_i=1$ or $i^{-2}$, are the two examples, judged along $n$. The constant 1 is approached at $\lambda=0$ on
a long flat tail. Negative penalties are outside.
"""

import sympy as sp

from lemmata.theory.first import Choice, Claim, Domain, Inequality, Integer, Real, Source
from lemmata.theory.ridge.first_notation import (
    b,
    fixed_point,
    j,
    kappa,
    l,
    lam,
    left,
    levels,
    m,
    n,
    s2,
    weighted,
    weighted_bias,
    weighted_definitions,
    weighted_variance,
)

shape, a, q = sp.Symbol("shape"), sp.Symbol("a", nonnegative=True), sp.Symbol("q", integer=True, positive=True)
marker = sp.Symbol("example", integer=True, nonnegative=True)  # 1: slow decay; 2: misaligned; 0: neither
ridgeless = sp.Symbol("kappa_0", positive=True)
risk = weighted_bias + weighted_variance
r = sp.Rational
SPECTRA = ("power", "exponential", "two_level", "three_level", "log_uniform")
SHAPES = (*SPECTRA, "spike", "flat_tail", "at_kappa", "slow_decay", "misaligned")


def stays(constant: sp.Expr, example: int) -> Inequality:
    """From n = 10 on the risk of one of the two examples is at least a constant, for any penalty."""
    return Inequality(constant, risk, provided=(sp.Eq(marker, example), n >= 10))


claim = Claim(
    id="ridge.misalignment",
    title="For every penalty λ ≥ 0 the risk is at least Σ ν_j l_j (κ₀/(l_j + κ₀))², κ₀ = κ(λ = 0)",
    truth=Inequality(left(ridgeless), risk),
    source=Source("000_ab12b188556405a2.txt", "Optimal regularization"),
    domain=Domain(
        Choice(shape, SHAPES),
        Integer(n, (1, sp.oo), (4, 100)),
        Real(a, (0, sp.oo), (0, 2.5)),
        Real(lam, (0, sp.oo), (1e-4, 10), log=True, edges=(0,)),
        Real(s2, (0, sp.oo), (1e-3, 10), log=True),
    ),
    given=(l, b, m, levels, q, marker),
    definitions={ridgeless: fixed_point(ridgeless, sp.S.Zero), **weighted_definitions},
    also={
        "one_direction": Inequality(b[q] * l[q] * m[q] * (ridgeless / (l[q] + ridgeless)) ** 2, risk),
        "quarter": Inequality(b[q] * l[q] * m[q] / 4, risk, provided=(l[q] <= ridgeless,)),
        "kappa": Inequality(ridgeless, kappa),
        "slow_decay": stays(sp.S.One, 1),
        "misaligned": stays(r(11, 20), 2),
    },
    mutants={
        "without_the_factor": Inequality(weighted(b[j] * l[j]), risk),
        "four_kappa": Inequality(left(4 * ridgeless), risk),
        "first_power": Inequality(weighted(b[j] * l[j] * ridgeless / (l[j] + ridgeless)), risk),
        "slow_decay_learns": Inequality(risk, r(1, 2), provided=(sp.Eq(marker, 1), n >= 10)),
        "half_for_a_quarter": Inequality(b[q] * l[q] * m[q] / 2, risk, provided=(l[q] <= ridgeless,)),
    },
    uses=("ridge.det_equiv",),
    notes="The bias alone satisfies the bound, even without its factor 1/(1 - gamma): versions of the risk without the variance "
    "or that factor are true as well.",
)


@claim.derivation
def _(step):
    x, k, w, q_ = sp.symbols("x kappa omega q", positive=True)
    step(
        "what is left of a coordinate grows with κ",
        sp.diff(k**2 / (x + k) ** 2, k),
        2 * x * k / (x + k) ** 3,
        by="positive",
    )
    size, total, slope = sp.symbols("n N_1 N_2", positive=True)
    found = sp.solve(sp.Eq(size * w, size + total * w + k * ((slope - total) / k) * w), w)[0]
    step("dκ/dλ from nκ = nλ + κN₁, κN₁' = N₂ − N₁", found, 1 / (1 - slope / size), by="implicit differentiation: positive")
    step(
        "the risk exceeds what is left at κ: one coordinate, 1 − γ = ω",
        q_ * k**2 / ((x + k) ** 2 * w) - q_ * k**2 / (x + k) ** 2,
        q_ * k**2 / (x + k) ** 2 * (1 - w) / w,
        by="0 < ω ≤ 1, and the variance is not negative",
    )
    step("a coordinate at l = κ₀", sp.Integer(1) * (k / (k + k)) ** 2, sp.Rational(1, 4), by="more is left of smaller ones")
    step(
        "the first example: from n ≥ (n³ − n)(1/n)/(1/n + κ₀)",
        sp.solve(sp.Eq(size, (size**3 - size) * (1 / size) / (1 / size + k)), k)[0],
        size - 2 / size,
        by="the tail alone gives κ₀ ≥ n − 2/n, so that nothing is learnt",
    )
    step.qed(by="κ ≥ κ₀ for λ ≥ 0, what is left grows with κ, and 1/(1 − γ) ≥ 1")

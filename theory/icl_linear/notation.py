"""In-context linear regression by linear attention: the symbols of the family, and what they define.

A context holds ℓ pairs x_i ~ N(0, I/d), y_i = ⟨x_i, w⟩ + ε_i with ε_i ~ N(0, ρ), and a query. Linear attention predicts
⟨x, Γ h⟩ with h = ((d/ℓ) Σ y_i x_i; (1/ℓ) Σ y_i²). Pretraining is ridge regression on n contexts with k tasks of norm √d; in the limit
α = ℓ/d, κ = k/d, τ = n/d². Errors include the noise ρ of the query's label: e_ICL of a new task w ~ N(0, I), e_IDG of one of the k tasks.
With x = (1 + ρ)/α the resolvent of the tasks' second moment is M_κ(s) = lim tr(Σ w_j w_j'/k + s)^(-1)/d, the positive root of
sM²/κ + (s + 1 - 1/κ)M = 1, that is s = (κ - (κ-1)M)/(M(M + κ)): formulas are written in M, in which they are rational.
"""

from typing import Any

import sympy as sp

from lemmata import Naturals, Positive, Procedure, Root, Source, Symbol
from lemmata.theory.algebra.factored import factored

d = Symbol("d", "dimension of the tokens", Naturals)
l = Symbol("ℓ", "number of pairs in a context", Naturals)
rho = Symbol("ρ", "variance of the label noise", Positive)
alpha = Symbol("α", "pairs in a context per dimension", Positive)
kappa = Symbol("κ", "pretraining tasks per dimension", Positive)
tau = Symbol("τ", "pretraining contexts over the square of the dimension", Positive)
m = Symbol("m", "the resolvent M_κ(x) of the tasks", Positive)
p = Symbol("p", "the resolvent M_{κ/τ}(x)", Positive)
_y = sp.Dummy("y", positive=True)


def place(value: Any, ratio: Any = kappa) -> Any:
    """The s at which M_ratio(s) is that value."""
    return (ratio - (ratio - 1) * value) / (value * (value + ratio))


def resolvent(s: Any, ratio: Any = kappa) -> Any:
    """M_ratio(s)."""
    gap = s + 1 - 1 / ratio
    return 2 / (gap + sp.sqrt(gap**2 + 4 * s / ratio))


def risks(x: Any, xi: Any, value: Any, slope: Any, tau: Any = tau) -> tuple[Any, Any]:
    """e_ICL and e_IDG at an effective ridge ξ, where the resolvent of the tasks has this value and slope at x + ξ."""
    nu = x + xi
    square = 1 - 2 * nu * value - nu**2 * slope
    own = tau * (rho + nu - nu**2 * value - xi * square) / (tau - 1 + 2 * xi * value + xi**2 * slope)
    return 1 + rho - 2 * (1 - nu * value) + (1 + x) * square + own / tau * (1 + x) * (value + xi * slope), own


def slope_at(value: Any) -> Any:
    """The slope of M_κ where it has that value: one over that of ``place``."""
    return 1 / factored(sp.diff(place(_y), _y)).subs(_y, value)


def errors(x: Any, xi: Any, value: Any, tau: Any = tau) -> tuple[Any, Any]:
    """e_ICL and e_IDG at an effective ridge ξ, where M_κ(x + ξ) is that value."""
    return risks(x, xi, value, slope_at(value), tau)


# the curve with ridge, by M: x is given by α, ξ = place(M) - x, and the penalty is λ = ξ(1 - (1 - ξM)/τ)
M = Symbol("M", "the resolvent M_κ(x + ξ)", Positive)
_x = (1 + rho) / alpha
xi = place(M) - _x
penalty = xi * (1 - (1 - xi * M) / tau)
with_ridge = errors(_x, xi, M)


k = Symbol("k", "number of pretraining tasks", Naturals)
n = Symbol("n", "number of pretraining contexts", Naturals)
pretrained = Procedure(
    "pretrained",
    "linear attention fitted to the queries of n contexts by ridge regression; its risks are exact given the fit",
    ("d", "ℓ", "k", "n", "ρ", "λ"),
    {"ICL": "risk on a new task", "IDG": "risk on the pretraining tasks"},
)


def at_sizes(values: Any, ridge: Any, penalty: Any = penalty, formulas: Any = with_ridge) -> tuple[Any, ...]:
    """e_ICL and e_IDG of the limit at the ratios of these sizes; the largest ξ is the least M. The options are wrong versions."""
    ratios = {alpha: values[l] / values[d], kappa: values[k] / values[d], tau: values[n] / values[d] ** 2, rho: values[rho]}
    balance = sp.numer(sp.together((penalty - ridge).xreplace(ratios)))
    value = Root(M, sp.expand(balance), "first")
    return tuple(factored(e.xreplace(ratios)).subs(M, value) for e in formulas)


def above(x: Any, m: Any, tau: Any = tau, weight: Any = kappa) -> Any:
    """e_ICL without ridge for τ > 1, m = M_κ(x)."""
    task = 1 / (1 - weight * (m / (kappa + m)) ** 2)
    mixed = ((1 + rho) * m / (tau - 1) + 1) * x + rho * m / (tau - 1) + rho
    return (task - 1 / (tau - 1)) * (1 + x) * (x * m) ** 2 + (3 - 2 * tau) / (tau - 1) * m * x**2 + mixed


def above_own(x: Any, m: Any, tau: Any = tau) -> Any:
    """e_IDG there."""
    return tau / (tau - 1) * (rho + x - x**2 * m)


def below(x: Any, mu: Any, tau: Any = tau) -> Any:
    """e_ICL without ridge for τ < 1, μ = x M_{κ/τ}(x)."""
    return tau * (1 + x) / (1 - tau) * (1 - tau * (1 - mu) ** 2 + mu * (rho / x - 1)) - 2 * tau * (1 - mu) + 1 + rho


def source() -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source(
        "002_28381bf033af2fcd.txt",
        "Abstract 2: asymptotic theory of in-context learning by linear attention ICL (Lu et al.)",
        "lu2024",
    )

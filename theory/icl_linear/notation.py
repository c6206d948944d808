"""In-context linear regression by linear attention: the symbols of the family, and what they define.

A context holds ℓ pairs x_i ~ N(0, I/d), y_i = ⟨x_i, w⟩ + ε_i with ε_i ~ N(0, ρ), and a query. Linear attention predicts
⟨x, Γ h⟩ with h = ((d/ℓ) Σ y_i x_i; (1/ℓ) Σ y_i²). Pretraining is ridge regression on n contexts with k tasks of norm √d; in the limit
α = ℓ/d, κ = k/d, τ = n/d². Errors include the noise ρ of the query's label: e_ICL of a new task w ~ N(0, I), e_IDG of one of the k tasks.
With x = (1 + ρ)/α the resolvent of the tasks' second moment is M_κ(s) = lim tr(Σ w_j w_j'/k + s)^(-1)/d.
"""

from typing import Any

import sympy as sp

from lemmata import Naturals, Positive, Root, Source, Symbol, sqrt

d = Symbol("d", "dimension of the tokens", Naturals)
l = Symbol("ℓ", "number of pairs in a context", Naturals)
rho = Symbol("ρ", "variance of the label noise", Positive)
alpha = Symbol("α", "pairs in a context per dimension", Positive)
kappa = Symbol("κ", "pretraining tasks per dimension", Positive)
tau = Symbol("τ", "pretraining contexts over the square of the dimension", Positive)
lam = Symbol("λ", "ridge of the pretraining", Positive)
xi = Symbol("ξ", "effective ridge", Positive)
x = (1 + rho) / alpha
_s = sp.Dummy("s", positive=True)


def resolvent(s: Any, ratio: Any = kappa) -> Any:
    """M(s) for tasks of that ratio."""
    a = s + 1 - 1 / ratio
    return 2 / (a + sqrt(a**2 + 4 * s / ratio))


def slope(s: Any, ratio: Any = kappa) -> Any:
    """M'(s)."""
    return sp.diff(resolvent(_s, ratio), _s).subs(_s, s)


def effective(penalty: Any = lam, tau: Any = tau) -> Any:
    """ξ at a penalty; at the penalty 0 and τ < 1 the root that is not 0."""
    seen = 1 - (1 - xi * resolvent(x + xi)) / tau
    return Root(xi, seen if penalty == 0 else xi * seen - penalty, "largest")


def errors(e: Any, tau: Any = tau) -> tuple[Any, Any]:
    """e_ICL and e_IDG at an effective ridge."""
    nu = x + e
    m, dm = resolvent(nu), slope(nu)
    square = 1 - 2 * nu * m - nu**2 * dm
    own = (rho + nu - nu**2 * m - e * square) / (1 - (1 - 2 * e * m - e**2 * dm) / tau)
    return 1 + rho - 2 * (1 - nu * m) + (1 + x) * square + own / tau * (1 + x) * (m + e * dm), own


def source() -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source(
        "002_28381bf033af2fcd.txt",
        "Abstract 2: asymptotic theory of in-context learning by linear attention ICL (Lu et al.)",
        "lu2024",
    )

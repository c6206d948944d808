"""Two-layer linear networks βᵀWx on m tasks with a common design: the symbols of the family, and the criterion.

The first layer W is shared and each task has a head of its own, fitted by ridge regression on the features Wx. What the
criterion knows of the labels is their second moment S = (1/m) Σ_j Y_jY_jᵀ; what it knows of W is the kernel K = XWᵀWXᵀ.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata import (
    PD,
    PSD,
    Array,
    Definition,
    I,
    Iterate,
    Naturals,
    NonNegative,
    Positive,
    Procedure,
    Source,
    Symbol,
    Tied,
    Trace,
    floor,
    sqrt,
)
from lemmata.theory.language.arrays import Kind

n = Symbol("n", "number of samples", Naturals)
d = Symbol("d", "dimension of the inputs", Naturals)
m = Symbol("m", "number of tasks", Naturals)
p = Symbol("p", "number of features, the rows of W", Naturals)
lam = Symbol("λ", "ridge penalty beside the mean squared error", Positive)
s2 = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")
s2p = Symbol("σ'²", "stand-in for the noise variance in the criterion", NonNegative, latex=r"\sigma'^2")

# without extreme entries: a kernel beyond 1e16 times the penalty has no resolvent in double precision
MODERATE = Kind("general", ("generic", "zero", "sparse", "rank one", "repeated", "small"))
X = Array("X", "design, one sample a row", n, d, kind=MODERATE)
W = Array("W", "first layer", p, d, kind=MODERATE)
S = Array("S", "second moment of the labels, averaged over tasks", n, n, kind=PSD)
Sigma = Array("Σ", "covariance of the inputs", d, d, kind=PD, latex=r"\Sigma_X")
T = Array("Σβ", "second moment of the tasks' coefficients", d, d, kind=PD, latex=r"\Sigma_\beta")


def resolvent(kernel: Any, penalty: Any = lam) -> Any:
    """M at a kernel."""
    return (kernel + n * penalty * I(n)).inv()


def regularised(kernel: Any, labels: Any, weight: Any) -> Any:
    """λ Tr[MS] + (w/n) Tr[KM]: the least penalised error, and a weight on the degrees of freedom."""
    return lam * Trace(resolvent(kernel) * labels) + weight / n * Trace(kernel * resolvent(kernel))


K = Definition("K", "kernel of the features Wx", X * W.T * W * X.T)
M = Definition("M", "resolvent of the kernel", resolvent(K))
dof = Definition("DoF", "degrees of freedom of the first layer", Trace(K * M), latex=r"\mathrm{DoF}")
R = Definition("R", "criterion: the least penalised error, plus σ'²/n for each degree of freedom", regularised(K, S, s2p))


def trained(w: Any, penalty: Any = lam, x: Any = X) -> Any:
    """The linear map from labels to the fitted coefficients of x, by a first layer w."""
    return w.T * w * x.T * resolvent(x * w.T * w * x.T, penalty)


def average_risk(h: Any, tasks: Any = T, x: Any = X) -> Any:
    """Predictive risk of the coefficients hy, averaged over tasks of that second moment and noise."""
    gap = h * x - I(d)
    return Trace(Sigma * gap * tasks * gap.T) + s2 * Trace(Sigma * h * h.T)


def started(q: Any, draw: Any) -> dict[str, Any]:
    """A second moment of trace 4, and random features of size 1/100."""
    root = draw.normal(q.n, q.n) * draw.tensor(range(q.n, 0, -1))
    moment = root @ root.mT
    return {"Γ": 4 * moment / moment.diagonal(dim1=-2, dim2=-1).sum(-1)[..., None, None], "F₀": draw.normal(q.p, q.n) / 100}


START = Tied(("Γ", "F₀"), started)
drawn_moment = s2p * Array("Γ", "second moment of the labels in units of σ'², of trace 4", n, n, kind=START)
drawn_start = sqrt(n * lam) * Array("F₀", "small random features of the samples, in units of √(nλ)", p, n, kind=START)


def descended(steps: int = 600) -> Any:
    """The criterion after a descent over the features F = WX' of the samples, from small random ones, where K = F'F.

    The direction is minus the gradient, -2λFM(S - σ'²)M, times 1/M from the right: a descent that does not slow down as F
    grows. On a design of full row rank every F is that of some W.
    """
    F = Array("F", "features of the samples, WXᵀ", p, n)
    pace = n * lam / (10 * s2p)
    path = Iterate(F, F + pace * F * resolvent(F.T * F) * (drawn_moment - s2p * I(n)), drawn_start, steps)
    return regularised(path.end.T * path.end, drawn_moment, s2p)


def minima(level: Any, decay: Any) -> Any:
    """Σ min{level, j^-decay} over all j: the terms below the crossing point, and a Hurwitz zeta function."""
    count = floor(level ** (-1 / decay))
    return count * level + sp.zeta(decay, count + 1)


training = Procedure(
    "training",
    "on n samples of d = 3n inputs, λ_j = 1/j, Σβ = diag(j^−a), σ² = 1: 200 steps of Adam from W = I on m tasks, nλ = 1; and the "
    "other estimators on its design",
    ("n", "m", "a", "σ'²"),
    {
        "trained": "risk of the trained network on fresh tasks",
        "transposed": "the same with Wᵀ in place of W",
        "limit": "risk at the end of gradient descent from W = I",
        "ridge": "least risk of ridge regression over its penalty",
        "bayes": "least risk of all linear estimators",
        "R": "criterion that is reached",
        "least": "its infimum over first layers",
    },
)


def source(heading: str) -> Source:
    """The slides, with the paper that they follow."""
    return Source("000_ab12b188556405a2.txt", heading, paper="suzuki2024")

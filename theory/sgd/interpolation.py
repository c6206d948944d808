r"""With the label transformed at fixed a = ηd the overlap settles at 1 − m = Θ(κ), κ = (1 − ξ)a: interpolation is needed.

In the limit $|P_wx|^2\to d$ the overlap follows $\dot m=\kappa A(m)-\frac12\kappa^2v(m)m$ with
$A=\mathbb E[(g_1+g_2)(z-mu)]$, $v=\mathbb E[(g_1+g_2)^2]$, and stops at the first root $m_\infty$ of $A=\frac12\kappa vm$:
$(1-m_\infty)/\kappa\to v(1)/(-2A'(1))$. Without interpolation, $\kappa=a$, it never passes 0.3215 from small starts: small $a$
loses the transformation of the label, large $a$ is noise. For $a=\kappa$ below about 0.17 a second stable root exists behind an
unstable one. Normalisation closes the recursion of $m$; a fresh sample every two steps makes $(m_t)$ a Markov chain. Here
$y=h_3$, $\sigma'(u)=-\cos(u/2)$; $A$ and $v$ come as Chebyshev series in $2m-1$.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Inequality, Ladder, Limit, Mean, Observable, Rate, Real, Root, Source
from lemmata.theory.sgd.first_notation import DOCUMENT, a, kappa

TERMS = 48
j = sp.Symbol("j", integer=True, positive=True)
M, M_full, M_none, K = sp.symbols("m_inf m_full m_none K", positive=True)
CA, CV, SA, SV = (sp.IndexedBase(name, real=True) for name in ("CA", "CV", "SA", "SV"))
settled = Observable("settled")
SMALL = sp.Rational(1, 20)  # a = kappa with two stable roots


def series(base: sp.IndexedBase, m: sp.Expr) -> sp.Expr:
    return sp.Sum(base[j] * sp.cos((j - 1) * sp.acos(2 * m - 1)), (j, 1, TERMS))


def root(unknown: sp.Symbol, step: sp.Expr, low: sp.Expr = sp.S.Zero) -> dict:
    """The overlap at which drift and noise balance."""
    balance = series(CA, unknown) - step * series(CV, unknown) * unknown / 2
    return {unknown: Root(unknown, balance, (low, 1), log=False)}


def force(m: sp.Expr) -> sp.Expr:
    """The drift without interpolation at a = 1/20."""
    return series(SA, m) - SMALL * series(SV, m) * m / 2


at_rest = -sp.Sum(CV[j], (j, 1, TERMS)) / (4 * sp.Sum((j - 1) ** 2 * CA[j], (j, 1, TERMS)))
ladder = Ladder(K, (30, 60, 120, 240, 480, 960, 1920), quick=(30, 120, 480, 1920))
along = root(M, 1 / K, sp.S.Half)
moderate = (a >= sp.Rational(7, 10), a <= sp.Rational(3, 2))  # where the chain is near its limit at d = 128

claim = Claim(
    id="sgd.interpolation",
    title="The overlap of SGD with reused batches settles at 1 − m = Θ(κ), and without interpolation never passes 0.3215",
    truth=Rate(1 - M, -1, ladder=ladder, where=along),
    source=Source(DOCUMENT, "SGD Training of Two-layer Neural Network", paper="lee2024"),
    domain=Domain(Real(a, (0, 2), (0.7, 1.2)), Real(kappa, (0, 1), (0.2, 0.4))),
    given=(CA, CV, SA, SV),
    also={
        "constant": Limit((1 - M) * K, at_rest, ladder=ladder, where=along, decay=1),
        "chain_upper": Inequality(Mean(settled), sp.Rational(11, 10) * M, where=root(M, kappa), provided=moderate),
        "chain_lower": Inequality(Mean(1 - settled), 1 - sp.Rational(9, 10) * M, where=root(M, kappa), provided=moderate),
        "no_interpolation": Inequality(M_none, sp.Rational(3215, 10_000), where=root(M_none, a)),
        "second_root_unstable": Inequality(force(sp.Rational(3, 20)), 0),
        "second_root_stable": Inequality(-force(sp.Rational(1, 2)), 0),
        "second_root_beyond": Inequality(force(sp.Rational(99, 100)), 0),
    },
    mutants={
        "spread_not_halved": Inequality(
            Mean(settled), sp.Rational(11, 10) * M_full, where=root(M_full, 2 * kappa), provided=moderate
        ),
        "no_interpolation_reaches_half": Inequality(sp.Rational(1, 2), M_none, where=root(M_none, a)),
        "no_interpolation_0.32": Inequality(M_none, sp.Rational(32, 100), where=root(M_none, a)),
        "square_root": Rate(1 - M, -sp.Rational(1, 2), ladder=ladder, where=along),
    },
    uses=("sgd.reduced_chain", "sgd.polynomial_complexity"),
    notes="The chain settles within a tenth of m_inf at d = 128 and κ ≤ 1/2; at κ = 1 the finite-d correction falls about like "
    "d^(-1/2). The bound 0.3215 is checked at points of [0.2, 2], where the root is unique; its maximum is at 0.717.",
)


@claim.derivation
def _(step):
    m, c, r, x = sp.symbols("m c r x", positive=True)
    g, e = sp.symbols("g e", real=True)
    moved = (m + c * g * e * x) / sp.sqrt(1 + (c * g) ** 2 * r * x)
    first = sp.diff(moved, x).subs(x, 0)
    step(
        "one step to first order in x = 1/d, |P_w x|² = r d",
        first,
        c * g * e - c**2 * g**2 * r * m / 2,
        by="the normalised update; at r = 1 its mean is κA − κ²vm/2",
    )
    b, v1 = sp.symbols("b v_1", positive=True)
    step("near m = 1: A ≈ b(1 − m), balanced by κv/2", b * (c * v1 / (2 * b)), c * v1 / 2, by="A(1) = 0 and b = −A'(1)")

r"""If $\alpha_j\beta_j\ge0$ for $k\le j\le p$, the flow $\dot m=(1-m^2)\sum_jj\alpha_j\beta_jm^{j-1}$ has no zero in $(0,1)$.

With orthonormal coefficients the population gradient along $\theta$ is this sum, and $\dot m\ge
k\alpha_k\beta_km^{k-1}(1-m^2)>0$. The condition is sufficient, not necessary; when it fails,
$\alpha_k\beta_k=q>0>-r=\alpha_l\beta_l$ stalls at $m=(kq/(lr))^{1/(l-k)}$, for $(k,l,q,r)=(3,5,1,1)$ at $\sqrt{3/5}$.
Independent $\beta_j$, symmetric without atom at 0, satisfy it with probability exactly
$2^{-\#\{j\in[k,p]:\alpha_j\ne0\}}$: constant in the dimension, exponentially small in the degree. $\alpha_0\beta_0$ plays
no part. Below, $q_j=\alpha_j\beta_j$.
"""

import sympy as sp

from lemmata.theory.algebra.activation import as_fraction, polynomial, theta_component
from lemmata.theory.first import (
    Claim,
    Computed,
    Domain,
    Erratum,
    Guarantee,
    Identity,
    Inequality,
    Integer,
    Observable,
    Real,
    Root,
    Source,
)
from lemmata.theory.first.domain import Vector
from lemmata.theory.sgd.first_notation import DOCUMENT, alpha, beta, k, m, p

j = sp.Symbol("j", integer=True, positive=True)
q = sp.IndexedBase("q", positive=True)
gap = sp.Symbol("g", integer=True, positive=True)
r, stall, component = sp.Symbol("r", positive=True), sp.Symbol("m_stall", positive=True), sp.Symbol("E_theta", real=True)
good = Observable("good")
TOP = 4
support = sp.Sum(sp.Piecewise((1, sp.Ne(alpha[j], 0)), (0, True)), (j, 1, TOP))


def flow(sign: sp.Expr = sp.S.One) -> sp.Expr:
    """The velocity of m, each product multiplied by its sign."""
    return (1 - m**2) * sp.Sum(j * sign * q[j] * m ** (j - 1), (j, k, p))


def _component(env) -> float:
    from fractions import Fraction

    from flint import fmpq

    at = Fraction(env.m)
    found = theta_component(polynomial([int(v) for v in env.alpha]), polynomial([int(v) for v in env.beta]), 1)
    return float(as_fraction(found(fmpq(at.numerator, at.denominator))))


def gradient(weight) -> sp.Expr:
    """The theta-component for monic coefficients."""
    return (1 - m**2) * sp.Sum(weight * alpha[j] * beta[j] * m ** (j - 1), (j, 1, TOP))


floor = k * q[k] * m ** (k - 1) * (1 - m**2)
claim = Claim(
    id="sgd.strong_recovery_condition",
    title=(
        "If α_jβ_j ≥ 0 for k ≤ j ≤ p the flow of the overlap is positive on (0, 1); random signs satisfy this with "
        "probability 2^−#{j: α_j ≠ 0}"
    ),
    truth=Inequality(floor, flow()),
    source=Source(DOCUMENT, "Key Ingredients in the Analysis", paper="lee2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 4)),
        Integer(p, (k, sp.oo), (k, 8)),
        Vector(q, p, (0.1, 2.0)),
        Real(m, (0, 1), (0.1, 0.95)),
        Integer(gap, (1, sp.oo), (2, 4)),
        Real(r, (0, sp.oo), (0.5, 2)),
        Vector(alpha, TOP, (-2, 2), integer=True),
        Vector(beta, TOP, (-2, 2), integer=True),
        assume=(
            lambda point: (
                sum(map(bool, point["alpha"])) >= 2
                and any(a * b for a, b in zip(point["alpha"][1:], point["beta"][1:], strict=True))
            ),
        ),
    ),
    definitions={
        # the velocity over m^(k-1), which vanishes at m = 0 as well and is not monotone
        stall: Root(stall, k * q[k] - (k + gap) * r * stall**gap, (sp.Rational(1, 1000), 1000)),
        component: Computed(_component),
    },
    also={
        "population_gradient": Identity(component, gradient(j * sp.factorial(j)), scale=1 + sp.Abs(component)),
        "stall": Identity(stall, (k * q[k] / ((k + gap) * r)) ** (1 / gap)),
        "probability": Guarantee(good, 2**-support, exactly=True),
    },
    printed=Inequality(sp.Integer(0), flow(sp.Piecewise((1, sp.Eq(j, k)), (-1, True)))),
    print_latex=(
        r"\alpha_i\beta_i\ge0\ \text{for}\ k\le j\le p\quad\text{(judged as a condition on }i=k\text{ alone, "
        r"the other signs negative)}"
    ),
    erratum=Erratum.misprint(
        "the print writes α_iβ_i ≥ 0 for k ≤ j ≤ p: one index must run, α_jβ_j ≥ 0; a condition on one i leaves the "
        "flow free to stall"
    ),
    mutants={
        "probability_half": Guarantee(good, sp.Rational(1, 2), exactly=True),
        "index_0_as_well": Guarantee(good, 2 ** -(support + 1), exactly=True),
        "stall_without_root": Identity(stall, k * q[k] / ((k + gap) * r)),
        "stall_in_monic_coefficients": Identity(
            stall, (k * sp.factorial(k) * q[k] / ((k + gap) * sp.factorial(k + gap) * r)) ** (1 / gap)
        ),
        "stronger_floor": Inequality(sp.Rational(11, 10) * flow(), flow()),
    },
    notes=(
        "That the sign condition carries over from the population flow to SGD with noise is the paper's theorem and "
        "not judged here; "
        "sgd.polynomial_complexity follows the chain to an overlap of order one."
    ),
)


@claim.derivation
def _(step):
    a, b, mm = sp.symbols("a b m", positive=True)
    step(
        "orthonormal coefficients: j·j!·(α/√j!)(β/√j!) = jαβ",
        j * sp.factorial(j) * (a / sp.sqrt(sp.factorial(j))) * (b / sp.sqrt(sp.factorial(j))),
        j * a * b,
        by="h_j = He_j/√j!",
    )
    step(
        "the example of degree 5: 3m² − 5m⁴ at m² = 3/5",
        (3 * mm**2 - 5 * mm**4).subs(mm, sp.sqrt(sp.Rational(3, 5))),
        sp.Integer(0),
        by="substitution",
    )
    step(
        "a product of monic coefficients of 1 and −1 stalls at 3·3!/(5·5!)",
        (18 * mm**2 - 600 * mm**4).subs(mm, sp.sqrt(sp.Rational(18, 600))),
        sp.Integer(0),
        by="substitution: another link",
    )
    step.cite(
        "Stein and Mehler",
        r"\mathbb E[(z-mu)\sigma_*(z)\sigma'(u)]=(1-m^2)\,\mathbb "
        r"E[\sigma_*'(z)\sigma'(u)]=(1-m^2)\sum_jj\alpha_j\beta_jm^{j-1}",
        by="sgd.weak_recovery_condition at i = 1",
    )
    step.cite("all terms are non-negative", r"\dot m\ge k\alpha_k\beta_km^{k-1}(1-m^2)", by="drop the terms j > k")

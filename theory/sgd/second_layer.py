r"""What alignment, random biases and the ridge of the second layer buy when the first layer is fixed.

If all neurons share the unit vector $w$, $\langle w,\theta\rangle=m$, the best function of $u=\langle w,x\rangle$ for
$y=\sum_{k\le p}\alpha_kh_k(\langle x,\theta\rangle)$ is $\sum\alpha_km^kh_k(u)$, as $\mathbb E[h_k(z)\mid u]=m^kh_k(u)$,
and the error is exactly $\sum\alpha_k^2(1-m^{2k})$; $1-m\le\epsilon/(2p)$ suffices for a relative error $\epsilon$. Without
biases relu spans only $z$ and $|z|$, so $h_3$ is not learnt at all; with $N$ random biases on $[-5,5]$ the error falls faster
than $N^{-2}$ from $N=10$ to 80, so that $N=\tilde O(\epsilon^{-1})$ is not tight. Phase II solves
$(F^\top F/T_2+\lambda I)a=F^\top y/T_2$ with the penalty as printed.
"""

from collections.abc import Mapping
from math import factorial
from typing import Any

import sympy as sp

from lemmata.theory.algebra.ball_eval import certified_sign
from lemmata.theory.algebra.hermite import expect_product, hermite_poly, relu_coefficient
from lemmata.theory.algebra.zero import proved_zero
from lemmata.theory.first import (
    Certificate,
    Claim,
    Domain,
    Existence,
    Identity,
    Inequality,
    Integer,
    Mean,
    Observable,
    Optimality,
    Real,
    Source,
    h,
)
from lemmata.theory.first.domain import Vector
from lemmata.theory.sgd.first_notation import DOCUMENT, alpha, m, p, z

j = sp.Symbol("j", integer=True, positive=True)
N, T = sp.symbols("N T_2", integer=True, positive=True)
lam, eps = sp.symbols("lambda epsilon", positive=True)
F, y, a = sp.MatrixSymbol("F", T, N), sp.MatrixSymbol("y", T, 1), sp.MatrixSymbol("a", N, 1)
residual, fall = Observable("residual"), Observable("fall")

error = sp.Sum(alpha[j] ** 2 * (1 - m ** (2 * j)), (j, 1, p))
linear_error = sp.Sum(alpha[j] ** 2 * (1 - m**j), (j, 1, p))
objective = sp.Trace((y - F * a).T * (y - F * a)) / T + lam * sp.Trace(a.T * a)


def head(penalty: sp.Expr) -> sp.MatrixExpr:
    return sp.Inverse(F.T * F / T + penalty * sp.Identity(N)) * F.T * y / T


def unlearnt(degree: int) -> sp.Expr:
    """The least error of h_degree on relu(z), relu(-z): they span z and |z|, which are orthonormal."""
    even = (relu_coefficient(degree, 0) + (-1) ** degree * relu_coefficient(degree, 0)) ** 2
    odd = (relu_coefficient(degree, 0) - (-1) ** degree * relu_coefficient(degree, 0)) ** 2
    return sp.nsimplify(1 - even - odd)


def equals(witness: tuple[int, sp.Expr], point: Mapping[str, Any]) -> Certificate:
    """Whether the error of h_degree without biases is the stated number."""
    degree, stated = witness
    return Certificate(proved_zero(unlearnt(degree) - stated), "exact", f"the error is {unlearnt(degree)}")


def at_most(witness: tuple[int, sp.Expr], point: Mapping[str, Any]) -> Certificate:
    """Whether it is at most that number."""
    degree, stated = witness
    return Certificate(certified_sign(stated - unlearnt(degree)) == 1, "ball", f"the error is {unlearnt(degree)}")


claim = Claim(
    id="sgd.second_layer",
    title="At overlap m of the first layer the best error is Σ α_k²(1 − m^(2k)), and random biases reach it faster than 1/N",
    truth=Identity(Mean(residual), error),
    source=Source(DOCUMENT, "Architecture and Training Algorithm", paper="lee2024"),
    domain=Domain(
        Integer(p, (1, 6), (2, 4)),
        Vector(alpha, p, (0.3, 1.0)),
        Real(m, (0, 1), (0.3, 0.9)),
        Real(eps, (0, 1), (0.01, 0.5)),
        Integer(N, (1, sp.oo), (3, 10)),
        Integer(T, (1, sp.oo), (10, 40)),
        Real(lam, (0, sp.oo), (0.03, 1), log=True),
    ),
    given=(F, y),
    also={
        "alignment_suffices": Inequality(1 - (1 - eps / (2 * p)) ** (2 * p), eps),
        "alignment_for_the_top_degree": Inequality(eps / (2 * p), 1 - (1 - eps) ** (1 / (2 * p))),
        "no_biases_h3": Existence((3, sp.Integer(1)), equals, text=r"\min_{a,b}\lVert h_3-a\,z-b\lvert z\rvert\rVert^2=1"),
        "no_biases_h4": Existence(
            (4, 1 - 1 / (12 * sp.pi)), equals, text=r"\min_{a,b}\lVert h_4-a\,z-b\lvert z\rvert\rVert^2=1-\tfrac1{12\pi}"
        ),
        "random_biases": Inequality(Mean(10 - fall), 10 - 2 * sp.log(8), variant="biases"),
        "ridge": Optimality(objective, {a: head(lam)}),
    },
    mutants={
        "m_to_the_k": Identity(Mean(residual), linear_error),
        "h3_without_biases": Existence(
            (3, sp.Rational(99, 100)), at_most, text=r"\min_{a,b}\lVert h_3-a\,z-b\lvert z\rvert\rVert^2\le0.99"
        ),
        "random_biases_slope_1": Identity(Mean(fall), sp.log(8), variant="biases"),
        "penalty_half": Optimality(objective, {a: head(lam / 2)}),
        "penalty_over_n": Optimality(objective, {a: head(lam / N)}),
    },
    notes="fall: the logarithm of the ratio of the least errors in L²(N(0,1)) of h_3 with the first 10 and with all 80 of the "
    "random biases; its mean is that of a geometric mean over draws, which scatter over a factor of ten.",
)


@claim.derivation
def _(step):
    zeta = sp.Symbol("zeta", real=True)
    for degree in range(1, 7):
        moved = sp.Poly(sp.expand(h(degree, m * z + sp.sqrt(1 - m**2) * zeta).doit()), zeta)
        mean = sum(c * sp.factorial2(i - 1) for (i,), c in moved.terms() if i % 2 == 0)
        step(
            f"conditional mean of h_{degree} given the other coordinate",
            mean,
            m**degree * h(degree, z).doit(),
            by="moments of the independent part",
        )
    orthonormal = all(
        expect_product(hermite_poly(i), hermite_poly(l)) == (factorial(i) if i == l else 0) for i in range(7) for l in range(7)
    )
    step.verify("orthonormality of h_0, ..., h_6", orthonormal, by="exact moments", formula=r"\mathbb E[h_ih_l]=\delta_{il}")
    c, q = sp.symbols("c q", real=True)
    excess = (q - c * m**j) ** 2
    step(
        "one coefficient: the best multiple of h_k(u)",
        c**2 - 2 * c * q * m**j + q**2,
        c**2 * (1 - m ** (2 * j)) + excess,
        by="E[h_k(z)h_l(u)] = δ m^k; completing the square",
    )
    each = step(
        "its error at the best multiple",
        (c**2 - 2 * c * q * m**j + q**2).subs(q, c * m**j),
        c**2 * (1 - m ** (2 * j)),
        by="substitution",
    )
    tail = sp.Integral((z**4 - 6 * z**2 + 3) * z * sp.exp(-(z**2) / 2), (z, 0, sp.oo)).doit()
    step("coefficient of |z| on h_4", 2 * tail / sp.sqrt(2 * sp.pi) / sp.sqrt(24), -1 / sp.sqrt(12 * sp.pi), by="integration")
    best = (m * q / T) / (m**2 / T + lam)
    printed = (q - m * zeta) ** 2 / T + lam * zeta**2
    step(
        "stationarity of the ridge in one dimension",
        sp.diff(printed, zeta).subs(zeta, best),
        0,
        by="the penalty is λ|a|², without 1/2 or 1/N",
    )
    step.conclude(by="sum over the coefficients", given={Mean(residual): sp.Sum(each.subs(c, alpha[j]), (j, 1, p))})

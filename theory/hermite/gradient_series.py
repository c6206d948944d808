r"""The $\theta$-component of the population gradient as a power series in $m=\langle w,\theta\rangle$, in three normalisations.

$J=\mathbb E[\sigma_*'(\langle x,\theta\rangle)\sigma'(\langle x,w\rangle)]$ equals
$\sum(i+1)(i+1)!\,\alpha_{i+1}\beta_{i+1}m^i$ (monic coefficients), $\sum(i+1)a_{i+1}b_{i+1}m^i$ (orthonormal) and
$\sum P_{i+1}Q_{i+1}m^i/i!$ (projections). The printed factor $(i+1)^2$ is right in none of them: it is the monic rule
$\mathrm{He}_n'=n\mathrm{He}_{n-1}$ joined to the orthonormal covariance $\mathbb E[h_ih_i]=m^i$; only a basis with
$\mathbb E\,e_i^2=i$ would give it. At $\sigma_*=3\mathrm{He}_3+\mathrm{He}_2$,
$\sigma=\mathrm{He}_3-2\mathrm{He}_2+\mathrm{He}_1$, $m=3/10$ the value is 123/50; the print gives 489/50 with
orthonormal coefficients, 3/100 with monic ones and 1947/25 with projections. That $m^{k-1}$ leads is not affected.
"""

from fractions import Fraction

import sympy as sp

from lemmata.theory.algebra.gaussian import pair_expectation
from lemmata.theory.algebra.hermite import hermite_series, projections
from lemmata.theory.algebra.pairs import fraction, from_numbers, pair_mean
from lemmata.theory.first import Claim, Computed, Domain, Enclosure, Erratum, Identity, Integer, Vector
from lemmata.theory.hermite.notation import P, alpha, beta, i, p, source
from lemmata.theory.language.functions import Coefficients

q, J = sp.Symbol("q", integer=True), sp.Symbol("J", real=True)
a, b, Q = (Coefficients(name, real=True) for name in ("a", "b", "Q"))
m = q / 10
r = sp.Rational


def direct(point):
    """The bivariate integral itself, in rational arithmetic: no Hermite series enters."""
    star, student = (from_numbers(entries, "hermite").derivative() for entries in (point.alpha, point.beta))
    return Enclosure(pair_mean(star, student, sp.Rational(point.q, 10)))


def projected(name: str, scale=lambda n: 1) -> Computed:
    """E[σ He_n] / scale(n) by moments of the polynomial: the coefficients that the name's normalisation gives."""

    def values(point):
        found = projections(from_numbers(point[name], "hermite"))
        padded = [fraction(x) for x in found] + [Fraction(0)] * (point.p + 1 - len(found))
        return Enclosure(tuple(sp.Rational(x) / scale(n) for n, x in enumerate(padded)))

    return Computed(values)


def orthonormal(n):
    return sp.sqrt(sp.factorial(n))


def series(factor: sp.Expr, first: sp.IndexedBase = alpha, second: sp.IndexedBase = beta, shift: int = 1) -> sp.Sum:
    return sp.Sum(factor * first[i + shift] * second[i + shift] * m**i, (i, 0, p - 1))


claim = Claim(
    id="hermite.gradient_series",
    title="E[σ*'(⟨x,θ⟩)σ'(⟨x,w⟩)] = Σ (i+1)(i+1)! α_{i+1} β_{i+1} ⟨w,θ⟩^i (monic), "
    "Σ (i+1) a_{i+1} b_{i+1} ⟨w,θ⟩^i (orthonormal)",
    truth=Identity(J, series((i + 1) ** 2 * sp.factorial(i))),
    source=source(),
    domain=Domain(
        Integer(p, (1, sp.oo), (1, 6)),
        Vector(alpha, p + 1, (-2, 2), integer=True),
        Vector(beta, p + 1, (-2, 2), integer=True),
        Integer(q, (-10, 10), (-9, 9), edges=(0,)),
    ),
    definitions={
        J: Computed(direct),
        a: projected("alpha", orthonormal),
        b: projected("beta", orthonormal),
        P: projected("alpha"),
        Q: projected("beta"),
    },
    also={
        "orthonormal": Identity(J, series(i + 1, a, b)),
        "projections": Identity(J, series(1 / sp.factorial(i), P, Q)),
    },
    printed=Identity(J, series((i + 1) ** 2, a, b)),
    print_latex=r"\theta\cdot\sum_{i\ge0}(i+1)^2\alpha^*_{i+1}\beta_{i+1}\langle w,\theta\rangle^i",
    erratum=Erratum.wrong(
        "the factor is i+1 for orthonormal coefficients and (i+1)(i+1)! for monic ones; (i+1)² is right in "
        "no usual normalisation beyond i = 0 (monic: i = 1)"
    ),
    mutants={
        "printed_monic": Identity(J, series((i + 1) ** 2)),
        "printed_projections": Identity(J, series((i + 1) ** 2, P, Q)),
        "monic_without_factorial": Identity(J, series(i + 1)),
        "index": Identity(J, series((i + 1) ** 2 * sp.factorial(i), shift=0)),
    },
    uses=("hermite.expansion", "hermite.stein_gradient"),
    notes="m = q/10, so that both sides are rational. α and β are monic coefficients; a, b are orthonormal; P, Q are the "
    "projections E[σ He_n], computed from the polynomials and not from α and β.",
)


@claim.derivation
def _(step):
    u, v, rho = sp.symbols("u v rho", real=True)
    a, b = sp.symbols("alpha0:6"), sp.symbols("beta0:6")
    star, student = hermite_series(a, u), hermite_series(b, v)
    integral = pair_expectation(sp.expand(sp.diff(star, u) * sp.diff(student, v)), u, v, rho)
    step(
        "degree 5 with free monic coefficients",
        integral,
        sum(n * sp.factorial(n) * a[n] * b[n] * rho ** (n - 1) for n in range(1, 6)),
        by="Isserlis' theorem: 1, 4, 18, 96, 600 times α_n β_n m^(n−1)",
    )
    point = {a[2]: 1, a[3]: 3, b[1]: 1, b[2]: -2, b[3]: 1, rho: r(3, 10)}
    value = integral.subs({**dict.fromkeys((*a, *b), 0), **point})
    step("the pair σ* = 3He_3 + He_2, σ = He_3 − 2He_2 + He_1 at m = 3/10", value, r(123, 50), by="substitution")

    def printed(scale):
        total = sum(n**2 * scale(n) ** 2 * a[n] * b[n] * rho ** (n - 1) for n in range(1, 6))
        return total.subs({**dict.fromkeys((*a, *b), 0), **point})

    step("the print with monic coefficients", printed(lambda n: 1), r(3, 100), by="substitution: not 123/50")
    step("the print with orthonormal coefficients", printed(orthonormal), r(489, 50), by="substitution: not 123/50")
    step("the print with projections", printed(sp.factorial), r(1947, 25), by="substitution: not 123/50")
    n = sp.Symbol("n", integer=True, positive=True)
    step(
        "the only basis e_n = He_n/s_n for which (i+1)² is right has s_n² = (n−1)!, that is E e_n² = n",
        sp.combsimp(n * sp.factorial(n) / sp.factorial(n - 1)),
        n**2,
        by="α_n = A_n/s_n turns n·n! α_n β_n into (n·n!/s_n²) A_n B_n",
    )
    step.qed(by="He_n' = n He_{n−1} and E[He_i(z)He_j(u)] = δ_ij i! m^i give every degree")

r"""Term $i$ of a reused gradient sees $E[\sigma_*^i\mathrm{He}_{j+1}]\,E[\mathrm{He}_j\sigma^{(i)}\sigma'^{i-1}]$.

With $G_i=\sigma^{(i)}(\sigma')^{i-1}$, exactly $\mathbb E[(z-mu)\sigma_*(z)^iG_i(u)]=(1-m^2)\sum_j\frac{m^j}{j!}\mathbb
E[\sigma_*^i\mathrm{He}_{j+1}]\,\mathbb E[G_i\mathrm{He}_j]$. So $j=0$ serves powers of information exponent 1 and $j=1$
those of exponent 2; weak recovery needs only the pair picked by the power of the label. $\mathbb E[\mathrm{He}_jG_i]\ne0$
for all $i\le C$ and $j=0,1$ is a condition on a non-zero polynomial in the coefficients of $\sigma$ as soon as
$\deg\sigma\ge\max(2,C)$, hence true for almost every $\beta$. Odd $\sigma$ violates ($i$ odd, $j=1$) and ($i$ even,
$j=0$), even $\sigma$ every $j=0$; $G_i=0$ for $i>\deg\sigma$. The print sums to $C_p$: for $C_p=1$ that is
$\sigma=\beta_1z$ with $\mathbb E[z\sigma']=0$, so it needs degree 2 at least.
"""

import sympy as sp

from lemmata.theory.algebra.activation import (
    as_fraction,
    condition,
    derivative,
    padded,
    polynomial,
    taylor_factor,
    theta_component,
)
from lemmata.theory.algebra.hermite import expect_product, hermite_poly
from lemmata.theory.first import Certificate, Claim, Computed, Domain, Erratum, Existence, Identity, Integer, Real, Source
from lemmata.theory.first.domain import Vector
from lemmata.theory.language.functions import Coefficients
from lemmata.theory.sgd.first_notation import DOCUMENT, alpha, beta, m

i, j = sp.Symbol("i", integer=True, positive=True), sp.Symbol("j", integer=True, nonnegative=True)
P, Q = Coefficients("P", real=True), Coefficients("Q", real=True)
S, W = Coefficients("S", real=True), Coefficients("W", real=True)
component, at_zero, slope = sp.symbols("E_theta E_0 E_1", real=True)
link_1, link_2, g_0, g_1, twice = sp.symbols("L_1 L_2 Gamma_0 Gamma_1 Gamma_2", real=True)
LENGTH = 3
TOP = 12


def _link(env):
    return polynomial([int(v) for v in env.alpha])


def _activation(env):
    return polynomial([int(v) for v in env.beta])


def _exact(function):
    return Computed(lambda env: as_fraction(function(_link(env), _activation(env), int(env.i))))


def _component(env) -> float:
    from fractions import Fraction

    from flint import fmpq

    exact = Fraction(env.m)
    return float(
        as_fraction(theta_component(_link(env), _activation(env), int(env.i))(fmpq(exact.numerator, exact.denominator)))
    )


definitions = {
    component: Computed(_component),
    P: Computed(lambda env: padded(_link(env) ** int(env.i), TOP, shift=1)),
    Q: Computed(lambda env: padded(taylor_factor(_activation(env), int(env.i)), TOP)),
    S: Computed(
        lambda env: padded(derivative(_activation(env), int(env.i)) * _activation(env).derivative() ** int(env.i), TOP)
    ),
    at_zero: _exact(lambda f, s, power: theta_component(f, s, power)[0]),
    slope: _exact(lambda f, s, power: theta_component(f, s, power)[1]),
    link_1: _exact(lambda f, s, power: expect_product(f**power, he_index=1)),
    link_2: _exact(lambda f, s, power: expect_product(f**power, he_index=2)),
    g_0: _exact(lambda f, s, power: condition(s, power, 0)),
    g_1: _exact(lambda f, s, power: condition(s, power, 1)),
    twice: _exact(lambda f, s, power: condition(s, 2, 1)),
    W: Computed(lambda env: padded(_activation(env).derivative() ** 2, 3)),
}


def series(factor) -> sp.Expr:
    return (1 - m**2) * sp.Sum(m**j / sp.factorial(j) * factor, (j, 0, TOP - 1))


def generic(top: int, degree: int) -> Existence:
    """The activation 1/2 He_1 + 1/3 He_2 + ... of a degree satisfies every condition up to the power ``top``."""

    def check(coefficients, point) -> Certificate:
        activation = polynomial(coefficients)
        zeros = [(a, b) for a in range(1, top + 1) for b in (0, 1) if condition(activation, a, b) == 0]
        return Certificate(
            not zeros, "exact", f"E[He_j G_i] = 0 at (i, j) = {zeros}" if zeros else f"all {2 * top} values differ from 0"
        )

    from flint import fmpq

    return Existence(
        [fmpq(1, b + 2) for b in range(degree)],
        check,
        text=rf"\exists\,\sigma,\ \deg\sigma={degree}:\ \mathbb E[\mathrm{{He}}_jG_i]\ne0\quad(i\le{top},\ j=0,1)",
    )


def _parity(witness, point) -> Certificate:
    """Odd and even activations, and powers above the degree."""
    odd, even = polynomial([2, 0, 3, 0, 1]), polynomial([0, 3, 0, 1])
    wrong = [("odd", a) for a in range(1, 6) if condition(odd, a, a % 2) != 0]
    wrong += [("even", a) for a in range(1, 5) if condition(even, a, 0) != 0]
    wrong += [("degree", a) for a in range(6, 9) if taylor_factor(odd, a) != 0]
    return Certificate(not wrong, "exact", f"differs from 0 at {wrong}" if wrong else "zero wherever parity or degree says so")


def _cubes(witness, point) -> Certificate:
    """E[He_3^2 He_2] = 36 and E[He_3^3 He_1] = 324."""
    cube = hermite_poly(3)
    found = (expect_product(cube, cube, he_index=2), expect_product(cube, cube, cube, he_index=1))
    return Certificate(found == (36, 324), "exact", f"{found[0]}, {found[1]}")


def _hermite_three(witness, point) -> Certificate:
    zeros = [(a, b) for a in (1, 2, 3) for b in (0, 1) if condition(hermite_poly(3), a, b) == 0]
    return Certificate(not zeros, "exact", f"E[He_j G_i] = 0 at (i, j) = {zeros}")


claim = Claim(
    id="sgd.weak_recovery_condition",
    title=(
        "The i-th Taylor term pulls towards θ with Σ_j m^j/j! E[σ_*^i He_{j+1}] E[He_j σ^(i) σ'^(i−1)], non-zero for "
        "almost every activation"
    ),
    truth=Identity(component, series(P[j] * Q[j]), scale=1 + sp.Abs(component)),
    source=Source(DOCUMENT, "Key Ingredients in the Analysis", paper="lee2024"),
    domain=Domain(
        Integer(i, (1, sp.oo), (1, 3)),
        Vector(alpha, LENGTH, (-3, 3), integer=True),
        Vector(beta, LENGTH, (-3, 3), integer=True),
        Real(m, (-1, 1), (0.1, 0.9)),
        assume=(lambda point: all(point["alpha"]) and all(point["beta"]),),
    ),
    definitions=definitions,
    also={
        "at_the_equator": Identity(at_zero, link_1 * g_0),
        "slope_at_the_equator": Identity(slope, link_2 * g_1),
        "integration_by_parts": Identity(twice, W[2] / 2, scale=1 + sp.Abs(twice)),
        "almost_every_activation": generic(5, 5),
        "almost_every_activation_c1": generic(1, 2),
        "parity_and_degree": Existence(
            "parity",
            _parity,
            text=r"\mathbb E[\mathrm{He}_jG_i]=0\ \text{for odd }\sigma,\ i+j\text{ even; even }\sigma,\ j=0;\ i>\deg\sigma",
        ),
        "powers_of_he3": Existence(
            "He_3", _cubes, text=r"\mathbb E[\mathrm{He}_3^2\mathrm{He}_2]=36,\ \mathbb E[\mathrm{He}_3^3\mathrm{He}_1]=324"
        ),
    },
    printed=generic(1, 1),
    print_latex=(
        r"\sigma=\sum_{i\le C_p}\beta_i\mathrm{He}_i:\ \mathbb "
        r"E[\mathrm{He}_j\sigma^{(i)}(\sigma^{(1)})^{i-1}]\ne0,\ i\le C_p,\ j=0,1\quad\text{(judged at }C_p=1\text{)}"
    ),
    erratum=Erratum.condition_missing(
        "the degree of σ must be at least 2: for C_p = 1 it is σ = β₁z and E[He_1 σ'] = 0; then the condition holds for almost "
        "every β, not only with probability Ω(1)",
        part="almost_every_activation",
    ),
    mutants={
        "full_power_of_the_slope": Identity(component, series(P[j] * S[j]), scale=1 + sp.Abs(component)),
        "j_is_1_and_2": Identity(slope, link_1 * g_1),
        "holds_for_he3": Existence("He_3", _hermite_three, text=r"\sigma=\mathrm{He}_3"),
        "too_low_a_degree": generic(3, 2),
    },
    uses=("sgd.two_step_expansion",),
)


@claim.derivation
def _(step):
    step.verify(
        "Stein in z, given ζ: E[(z − mu) F(z) G(u)] = (1 − m²) E[F'(z) G(u)], for all monomials up to degree 6",
        _stein(),
        by="both sides as polynomials in m, exactly",
    )
    step.cite(
        "E[F'(z) G(u)] as a Hermite series",
        r"\mathbb E[F'(z)G(u)]=\sum_j\frac{m^j}{j!}\mathbb E[F\,\mathrm{He}_{j+1}]\,\mathbb E[G\,\mathrm{He}_j]",
        by="E[He_i(z) He_j(u)] = δ_ij i! m^i and E[F' He_j] = E[F He_{j+1}]",
    )
    step.verify(
        "E[He_j G_i] is a non-zero polynomial in the coefficients of σ for i ≤ 5, j = 0, 1",
        generic(5, 5).check(generic(5, 5).witness, {}),
        by="it does not vanish at one rational point",
    )
    step.cite(
        "zeros of a non-zero polynomial",
        r"\operatorname{Leb}\{\beta:\mathbb E[\mathrm{He}_jG_i]=0\}=0",
        by="a proper algebraic set has measure zero",
    )


def _stein() -> Certificate:
    from flint import fmpq_poly

    from lemmata.theory.algebra.activation import Z, pair_expectation

    M = fmpq_poly([0, 1])
    for a in range(7):
        for b in range(7):
            left = pair_expectation(Z ** (a + 1), Z**b) - M * pair_expectation(Z**a, Z ** (b + 1))
            right = (1 - M * M) * pair_expectation((Z**a).derivative(), Z**b)
            if left != right:
                return Certificate(False, "exact", f"z^{a}, u^{b}: {left} against {right}")
    return Certificate(True, "exact", "49 pairs of monomials")

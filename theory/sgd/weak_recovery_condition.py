"""Term i of a reused gradient sees E[σ*^i He_{j+1}] E[He_j σ^(i) σ'^{i−1}].

With G_i = σ^(i)(σ')^{i−1}, exactly E[(z − mu)σ*(z)^i G_i(u)] = (1 − m²) Σ_j m^j/j! E[σ*^i He_{j+1}] E[G_i He_j]: Stein in z, and the Hermite
series of E[F'(z)G(u)]. So j = 0 serves powers of information exponent 1 and j = 1 those of exponent 2; weak recovery needs only the pair
picked by the power of the label. E[He_j G_i] ≠ 0 for all i ≤ C and j = 0, 1 is a condition on a non-zero polynomial in the coefficients of
σ as soon as deg σ ≥ max(2, C), hence true for almost every σ of that degree: where all monomial coefficients of σ are positive so are those of
G_i up to its degree, and both values, for every i. Odd σ violates (i odd, j = 1) and (i even, j = 0), even σ every j = 0; G_i = 0 for
i > deg σ. The print sums to C_p: for C_p = 1 that is σ = β_1 z with E[zσ'] = 0, so it needs the degree 2 at least.
Long, as the expansion, its values at the equator and the condition on the activation are separate statements.
"""

from functools import cache

import sympy as sp
from flint import fmpq, fmpq_poly

from lemmata import *
from lemmata.theory.algebra.activation import condition, polynomial, taylor_factor
from lemmata.theory.algebra.gaussian import pair_moment
from lemmata.theory.language.calculus import Z as t
from lemmata.theory.sgd.notation import Z, m, source, zeta

MOST = 12  # the degree of the activations of the condition
alpha = Array("α", "Hermite coefficients 1 and 2 of the label's link", 2, latex=r"\alpha")
beta = Array("β", "Hermite coefficients 1, 2, 3 of the activation", 3)
f, g = (Array(name, "Hermite coefficients of any cubic", 4, start=0) for name in "fg")
c1, c2, c3 = (Symbol(f"c_{i}", f"monomial coefficient {i} of an activation", Positive) for i in (1, 2, 3))
C, s = Symbol("C", "largest power of the label", Naturals), Array("s", "monomial coefficients of an activation", MOST)
a, b = sp.symbols("a b", real=True)
LENGTH = {alpha: 2, beta: 3, f: 4, g: 4}
i, j = sp.symbols("i j", integer=True, nonnegative=True)


def series(coefficients, at, order=0):
    """A link or its derivatives."""
    first = getattr(coefficients, "start", 1)
    return sp.diff(sum(coefficients[first + k] * He(first + k, t).doit() for k in range(LENGTH[coefficients])), t, order).subs(
        t, at
    )


def factor(i, at, power=None):
    """G_i."""
    return series(beta, at, i) * series(beta, at, 1) ** (i - 1 if power is None else power)


@cache
def mean(e):
    """The exact mean of a polynomial in two normals a and b of covariance m."""
    terms = sp.Poly(e, a, b).terms()
    return sp.Add(*(c * pair_moment(*powers, m) for powers, c in terms))


def moment(e, order):
    """E[e He_order]."""
    return mean(e * He(order, a).doit())


def pull(i):
    """E[(z − mu)σ*(z)^i G_i(u)]."""
    return sp.collect(sp.expand(mean((a - m * b) * series(alpha, a) ** i * factor(i, b))), m)


def split(i, power=None, shift=1):
    """The sum over j."""
    return (1 - m**2) * sum(
        m**j / factorial(j) * moment(series(alpha, a) ** i, j + shift) * moment(factor(i, a, power), j) for j in range(5)
    )


def term(i):
    left, right = pull(i), split(i)
    return Part(
        Identity(left, right, scale=1 + Abs(right)),
        says=f"E[(z − mu)σ*^i G_i(u)] = (1 − m²) Σ_j m^j/j! E[σ*^i He_(j+1)] E[G_i He_j] for i = {i}, a quadratic label and a cubic activation",
        proof="normal",
        wrong={"full_power_of_the_slope": {"right": split(i, i)}, "index": {"right": split(i, shift=2)}},
    )


def above(low, mean):
    """A bound that leaves out positive terms of the mean."""

    def proof(kernel):
        closed = kernel.mean(mean)
        return kernel.le(kernel.compare(low, closed.right), kernel.flip(closed))

    return proof


u = m * Z + sqrt(1 - m**2) * zeta
drawn = Mean((Z - m * u) * series(alpha, Z) * series(beta, u, 1))
first, second = (moment(series(alpha, a) ** 2, k) for k in (1, 2))
slope = pull(2)
pair = Mean((Z - m * u) * series(f, Z) * series(g, u))
paired = (1 - m**2) * sum(factorial(k + 1) * m**k * f[k + 1] * g[k] for k in range(3))
parts_left, parts_right = Mean(Z * factor(2, Z)), Mean((Z**2 - 1) * series(beta, Z, 1) ** 2) / 2
cube = He(3, Z).doit()
positive = 6 * c3 * (c1 + 2 * c2 * Z + 3 * c3 * Z**2) ** 2  # G_3 of c_1 z + c_2 z² + c_3 z³


@cache
def zeros(power, coefficients):
    """The pairs (i, j) at which E[He_j G_i] = 0."""
    activation = fmpq_poly([0, *(fmpq(int(c.p), int(c.q)) for c in coefficients)])
    return [(i, j) for i in range(1, power + 1) for j in (0, 1) if condition(activation, i, j) == 0]


def no_zero(witness, point):
    found = zeros(int(witness[C]), tuple(Rational(c) for c in witness[s]))
    return Certificate(not found, "exact", f"E[He_j G_i] = 0 at (i, j) = {found}" if found else "all values differ from 0")


def activation(*coefficients):
    return tuple(coefficients) + (0,) * (MOST - len(coefficients))


def parity(witness, point):
    """Odd and even activations, and powers above the degree."""
    odd, even, top = polynomial([2, 0, 3, 0, 1]), polynomial([0, 3, 0, 1]), int(witness[C])
    wrong = [("odd", k) for k in range(1, 6) if condition(odd, k, k % 2) != 0]
    wrong += [("even", k) for k in range(1, 5) if condition(even, k, 0) != 0]
    wrong += [("degree", k) for k in range(top + 1, top + 4) if taylor_factor(odd, k) != 0]
    return Certificate(not wrong, "exact", f"differs from 0 at {wrong}" if wrong else "zero wherever parity or degree says so")


values = sp.Function("E_He_G")(i, j)
everywhere = Ne(Product(Product(values, (j, 0, 1)), (i, 1, C)), 0)
harmonic = tuple(Rational(1, k + 2) for k in range(MOST))

claim = Claim(
    "sgd.weak_recovery_condition",
    source=source("Key Ingredients in the Analysis"),
    domain=Domain(m > -1, m < 1, core=(m >= 0.1, m <= 0.9, c1 <= 3, c2 <= 3, c3 <= 3)),
    parts={
        "main": term(2),
        "term_1": term(1),
        "term_3": term(3),
        "pair": Part(
            Identity(pair, paired, scale=1 + sq(f) * sq(g)),
            says="because E[(z − mu)F(z)G(u)] = (1 − m²) Σ_j (j+1)! m^j f_(j+1) g_j for all F = Σ f_j He_j and G = Σ g_j He_j (cubic ones)",
            proof="mean",
        ),
        "drawn": Part(
            Identity(drawn, pull(1), scale=1 + Abs(pull(1))),
            says="For i = 1 that is the mean over two normals of covariance m",
            proof="mean",
        ),
        "at_the_equator": Part(
            Identity(pull(2).subs(m, 0), first * moment(factor(2, a), 0), scale=1 + Abs(first)),
            says="At m = 0 the term i = 2 is E[σ*² He_1] E[G_2]",
            proof="normal",
            wrong={"j_is_1": {"right": first * moment(factor(2, a), 1)}},
        ),
        "slope_at_the_equator": Part(
            Identity(Slope(slope, m, 1, at=Integer(0)), second * moment(factor(2, a), 1), scale=1 + Abs(second)),
            says="and its slope in m there is E[σ*² He_2] E[G_2 He_1]",
            proof="derivative",
            wrong={"j_is_1_and_2": {"right": first * moment(factor(2, a), 1)}},
        ),
        "integration_by_parts": Part(
            Identity(parts_left, parts_right, scale=1 + sq(beta)),
            says="E[He_1 σ''σ'] = E[He_2 σ'²]/2",
            proof=lambda kernel: kernel.then(kernel.mean(parts_left), kernel.flip(kernel.mean(parts_right))),
        ),
        "positive": Part(
            Inequality(6 * c3 * c1**2, Mean(positive)),
            says="For σ = c_1z + c_2z² + c_3z³ with positive coefficients E[G_3] ≥ 6c_3c_1²",
            proof=above(6 * c3 * c1**2, Mean(positive)),
        ),
        "positive_slope": Part(
            Inequality(24 * c1 * c2 * c3, Mean(Z * positive)),
            says="and E[zG_3] ≥ 24c_1c_2c_3: the conditions hold on an open set of activations",
            proof=above(24 * c1 * c2 * c3, Mean(Z * positive)),
        ),
        "almost_every": Part(
            Existence(everywhere, {C: MOST, s: harmonic}, certificate=no_zero),
            says="E[He_j G_i] ≠ 0 for i ≤ 12, j = 0, 1 at one activation of degree 12, hence for almost every one",
            wrong={
                "he3": {"witness": {C: 3, s: activation(-3, 0, 1)}},
                "too_low_a_degree": {"witness": {C: 3, s: activation(*harmonic[:2])}},
            },
        ),
        "c_1": Part(
            Existence(everywhere, {C: 1, s: activation(*harmonic[:2])}, certificate=no_zero),
            says="For i ≤ 1 the degree 2 is enough",
            printed=Print(
                witness={C: 1, s: activation(*harmonic[:1])},
                erratum=Erratum.condition_missing(
                    "the degree of σ must be at least 2: for C_p = 1 it is σ = β_1z and E[He_1 σ'] = 0; then the condition holds for "
                    "almost every β, not only with probability Ω(1)"
                ),
            ),
        ),
        "parity_and_degree": Part(
            Existence(Eq(values.subs({i: C + 1, j: 0}), 0), {C: 5}, certificate=parity),
            says="E[He_j G_i] = 0 for odd σ and even i + j, for even σ and j = 0, and for i above the degree (one σ of each, degrees 5 and 4)",
            wrong={"below_the_degree": {"witness": {C: 4}}},
        ),
        "square_of_he3": Part(
            Identity(Mean(cube**2 * (Z**2 - 1)), 36), says="E[He_3² He_2] = 36: the square serves m He_1", proof="mean"
        ),
        "cube_of_he3": Part(
            Identity(Mean(cube**3 * Z), 324), says="E[He_3³ He_1] = 324: the third power serves j = 0", proof="mean"
        ),
    },
    uses=("sgd.reused_gradient",),
)

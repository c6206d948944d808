r"""The polynomial printed for $I=K=2$, rebuilt exactly: it is superorthogonal, the printed one is not.

$b_n\propto\mathrm{He}_n(1)/n!$ for $n\le18$ truncates $\delta_1+\delta_{-1}$ (the zeros of $\mathrm{He}_2$), an eigenvector of multiplication by
$z^2$; so $\mathbb E[g\,\mathrm{He}_2\mathrm{He}_m]=0$ for $4\le m\le16$, and only $\mathbb E[g^2\mathrm{He}_2]=0$ is left, a quadratic for the coefficient of
$\mathrm{He}_{20}$. Its discriminant is negative for a last index 6, ..., 18 and positive first at 20, which is why the degree is 20. The print agrees
in $\sqrt{11163552839/38}$ and in the denominators, so the numerators 719, 14297, 35369 are certain. As $g$ is even it serves $K=3$ too.
Evaluation is in $\mathbb Q(\sqrt{11163552839/38})$: nothing is rounded.
"""

from fractions import Fraction

import sympy as sp
from flint import arb, ctx

from lemmata.theory.algebra.hermite import triple_product as triple
from lemmata.theory.algebra.superorthogonal import Polynomial, discriminants, moment, printed_polynomial, slide_polynomial
from lemmata.theory.algebra.superorthogonal.slide import truncated_series
from lemmata.theory.first import Certificate, Choice, Claim, Domain, Erratum, Existence
from lemmata.theory.superorthogonal.notation import STATEMENT, certify, source

root = sp.Symbol("root")


def rebuilt(p) -> Polynomial:
    return slide_polynomial(1 if p.root_label == "plus" else -1)


def moved(p) -> Polynomial:
    return rebuilt(p).affine(-3, Fraction(7, 2))


def with_sign_flipped(p) -> Polynomial:
    g = rebuilt(p)
    return Polynomial({**g.rational, 20: -g.rational[20]}, g.radical, g.radicand)


def truncated(p) -> Polynomial:
    return Polynomial(truncated_series(0, 18))


def perturbed(p) -> Polynomial:
    g = rebuilt(p)
    return g.replace(8, Fraction(11, 280) * (1 + Fraction(1, 10**6)))


def two_by(I: int, K: int):
    return lambda build, p: certify(build(p), I, K)


def orthonormal(build, p) -> Certificate:
    """The rebuilt coefficients on orthonormal h_n: a ball around E[g² He_2]."""
    g = build(p)
    with ctx.workprec(600):
        b = {n: g.coefficient(n).ball(600) / arb(_factorial(n)).sqrt() for n in range(4, 21, 2)}
        value = sum((b[m] * b[n] * triple(m, n, 2) for m in b for n in b), arb(0))
    return Certificate(not bool(value != 0), "ball", f"E[g^2 He_2] = {float(value.mid()):.9g}")


def _factorial(n: int) -> int:
    return int(sp.factorial(n))


def first_positive(build, p) -> Certificate:
    """The degree at which the construction first has a real solution."""
    found = discriminants(0, 24)
    first = min(n for n, value in found.items() if value >= 0)
    return Certificate(first == build, "exact", f"discriminant negative up to {first - 2}, positive at {first}")


claim = Claim(
    id="superorthogonal.slide_polynomial",
    title="The I = K = 2 polynomial of degree 20, with numerators 719, 14297, 35369 and either sign of the root, is superorthogonal",
    truth=Existence(rebuilt, two_by(2, 2), text=STATEMENT + r",\ 1\le i,k\le 2"),
    source=source(),
    domain=Domain(Choice(root, ("plus", "minus"))),
    also={
        "third": Existence(rebuilt, two_by(2, 3), text=STATEMENT + r",\ i\le 2,\ k\le 3"),
        "affine": Existence(moved, two_by(2, 3), text=r"g\mapsto\tfrac72-3g\text{ is superorthogonal too}"),
        "degree": Existence(20, first_positive, text=r"\text{the construction has a real solution first at degree 20}"),
    },
    printed=Existence(lambda p: printed_polynomial("sum", 1 if p.root_label == "plus" else -1), two_by(2, 2), text=STATEMENT),
    print_latex=r"\mathrm{He}_4-\tfrac4{15}\mathrm{He}_6+\tfrac{11}{280}\mathrm{He}_8-\tfrac{19}{4725}\mathrm{He}_{10}+\tfrac{311}{997920}\mathrm{He}_{12}"
    r"-\tfrac{323699}{37837800}\mathrm{He}_{14}+\tfrac{353699}{15567552000}\mathrm{He}_{16}-\tfrac{35569}{1042053012000}\mathrm{He}_{18}"
    r"+(35569\,\cdots\,\tfrac1{83364240960000}\sqrt{\tfrac{11163552839}{38}})\,\mathrm{He}_{20}",
    erratum=Erratum.illegible(
        "the numerators of He_14, He_16, He_18 are 719, 14297, 35369, and the last coefficient is "
        "35369/41682120480000 ± √(11163552839/38)/83364240960000"
    ),
    mutants={
        "product_reading": Existence(lambda p: printed_polynomial("product", 1), two_by(2, 2), text=STATEMENT),
        "orthonormal": Existence(rebuilt, orthonormal, text=STATEMENT + r"\text{ with }h_n"),
        "sign_of_the_rational_part": Existence(with_sign_flipped, two_by(2, 2), text=STATEMENT),
        "degree_18": Existence(truncated, two_by(2, 2), text=STATEMENT),
        "one_coefficient": Existence(perturbed, two_by(2, 2), text=STATEMENT),
        "third_power": Existence(rebuilt, two_by(3, 2), text=STATEMENT + r",\ i\le 3"),
        "fourth": Existence(rebuilt, two_by(2, 4), text=STATEMENT + r",\ k\le 4"),
    },
)


@claim.derivation
def _(step):
    b18 = Fraction(*(int(x) for x in str(truncated_series(0, 18)[18]).split("/")))
    for n, value in ((14, Fraction(-719, 37837800)), (16, Fraction(14297, 15567552000)), (18, Fraction(-35369, 1042053012000))):
        found = truncated_series(0, 18)[n]
        step(
            f"coefficient of He_{n}",
            sp.Rational(int(found.p), int(found.q)),
            sp.Rational(value.numerator, value.denominator),
            by="b_{m+2} = −(b_{m−2} + 2m b_m)/((m+2)(m+1)) from b_2 = 0, b_4 = 1",
        )
    energy = moment(Polynomial(truncated_series(0, 18)), 2, 2).a
    top, last = sp.factorial(20), sp.Rational(b18.numerator, b18.denominator)
    rest = sp.Rational(int(energy.p), int(energy.q))
    for sign in (1, -1):
        b = sp.Rational(35369, 41682120480000) + sign * sp.sqrt(sp.Rational(11163552839, 38)) / 83364240960000
        step(
            f"the coefficient of He_20 solves its quadratic ({'+' if sign > 0 else '−'})",
            sp.expand(40 * top * b**2 + 2 * top * last * b + rest),
            0,
            by="E[g² He_2] = 40·20! b² + 2·20! b_18 b + E[g_18² He_2]",
        )
    negative = all(value < 0 for n, value in discriminants(0, 18).items())
    step.verify(
        "no real coefficient exists at a smaller degree of this construction", negative, by="discriminants at 6, 8, …, 18"
    )
    step.verify("all four moments vanish", certify(slide_polynomial(1), 2, 2), by="exact arithmetic in Q(√(11163552839/38))")

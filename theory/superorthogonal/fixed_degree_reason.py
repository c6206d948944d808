r"""With many tasks a statistical query sees only low powers of one task's link, so superorthogonality silences it.

$y=(S+g(z))/\sqrt M$ with $S/\sqrt M$ independent and nearly normal:
$\mathbb E[\phi(y)\mid z]=\sum_iM^{-i/2}g(z)^i\,\mathbb E[\phi^{(i)}]/i!$, and the terms $i\le I$ carry no
$\mathrm{He}_k$, $k\le K$. For $\phi=\sin$ and odd $g$ the signal is $A(M)=\mathbb E[\sin(g(z)/\sqrt M)\,z]$ times $\mathbb E\cos(S/\sqrt M)$, and
$A(M)\sim\pm\frac{\mathbb E[g^{I+1}\mathrm{He}_1]}{(I+1)!}M^{-(I+1)/2}$. $A$ is enclosed by ball arithmetic; the law of $S$ is not part of what is judged.
"""

from fractions import Fraction

import sympy as sp
from flint import fmpq

from lemmata.theory.algebra.balls import expectation as ball_expectation
from lemmata.theory.algebra.hermite import expect_product, from_hermite, to_expr
from lemmata.theory.first import Choice, Claim, Computed, Domain, Enclosure, Ladder, Limit, Rate
from lemmata.theory.superorthogonal.notation import source

z = sp.Symbol("z", real=True)
M = sp.Symbol("M", positive=True)
g, A, I, lead = (
    sp.Symbol("g"),
    sp.Symbol("A", real=True),
    sp.Symbol("I", integer=True, positive=True),
    sp.Symbol("a", real=True),
)
POLYNOMIALS = {"he3": (from_hermite([0, 0, 0, 1]), 2), "he3_he5": (from_hermite([0, 0, 0, fmpq(1), 0, fmpq(-3, 20)]), 4)}
LINKS = {label: to_expr(p, z) for label, (p, _) in POLYNOMIALS.items()}


def signal(p) -> Enclosure:
    """E[sin(g(z)/√M) z], enclosed."""
    found = ball_expectation(sp.sin(LINKS[p.g_label] / sp.sqrt(sp.nsimplify(p.M))) * z, z, 40)
    return Enclosure(float(found.mid()), float(found.rad()) + 1e-16 * abs(float(found.mid())), "ball")


def power(p) -> Enclosure:
    """The largest I with E[g^i z] = 0 for i ≤ I."""
    return Enclosure(POLYNOMIALS[p.g_label][1])


def leading(p) -> Enclosure:
    """(−1)^{I/2} E[g^{I+1} He_1]/(I+1)!, the coefficient of the first surviving power."""
    poly, top = POLYNOMIALS[p.g_label]
    value = expect_product(*[poly] * (top + 1), he_index=1) / int(sp.factorial(top + 1))
    return Enclosure(Fraction(int(value.p), int(value.q)) * (-1) ** (top // 2))


ladder = Ladder(M, (1e5, 1e6, 1e7, 1e8, 1e9), quick=(1e5, 1e6, 1e7, 1e8))


def slope(exponent: sp.Expr) -> Rate:
    return Rate(A, exponent, ladder=ladder, tolerance=0.02)


claim = Claim(
    id="superorthogonal.fixed_degree_reason",
    title="The signal that a query sin(y) keeps of one of M tasks decays like M^(-(I+1)/2) for an (I, 1)-superorthogonal link",
    truth=slope(-(I + 1) / 2),
    source=source(),
    domain=Domain(Choice(g, LINKS)),
    definitions={A: Computed(signal), I: Computed(power), lead: Computed(leading)},
    also={"constant": Limit(A * M ** ((I + 1) / 2), lead, ladder=ladder)},
    mutants={
        "no_cancellation": slope(-sp.Rational(1, 2)),
        "one_power_less": slope(-I / 2),
        "constant_without_factorial": Limit(A * M ** ((I + 1) / 2), lead * sp.factorial(I + 1), ladder=ladder),
    },
    uses=("superorthogonal.proposition",),
    notes="The slide gives the mechanism in words. Judged: the decay of the signal for two links at K = 1, one query, S exactly independent. The "
    "polynomials with K = 2 reach the regime only at astronomically large M.",
)


@claim.derivation
def _(step):
    for label, (poly, top) in POLYNOMIALS.items():
        zero = all(expect_product(*[poly] * i, he_index=1) == 0 for i in range(1, top + 1))
        step.verify(f"{label}: E[g^i z] = 0 for i ≤ {top}", zero, by="exact moments")
    he3, both = (POLYNOMIALS[label][0] for label in ("he3", "he3_he5"))
    step(
        "the first surviving moment of He_3",
        sp.Integer(int(expect_product(he3, he3, he3, he_index=1).p)),
        324,
        by="exact moments",
    )
    fifth = expect_product(*[both] * 5, he_index=1)
    step("and of He_3 − (3/20) He_5", sp.Rational(int(fifth.p), int(fifth.q)), sp.Rational(-27785835, 2), by="exact moments")
    step.cite(
        "Taylor's formula for the conditional mean",
        r"\mathbb{E}[\sin(y)\mid z]=\mathbb{E}\cos(S/\sqrt M)\,\sin(g(z)/\sqrt M)",
        by="independence",
    )

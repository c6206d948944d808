r"""The generative exponent of a non-constant polynomial is 2 if it is even and 1 otherwise.

Witness $T=1\{y>c\}$ (of $-\sigma_*$ where the leading coefficient is negative and the degree even) with $c$ above
every critical value and above $\sigma_*(0)$. Odd degree: a half-line, $\mathbb E[\mathrm{He}_1T]=\pm\varphi(t)$. Even
degree: $(-\infty,-s)\cup(t,\infty)$ with $s,t>0$, so $\mathbb E[\mathrm{He}_1T]=\varphi(t)-\varphi(s)$ and $\mathbb
E[\mathrm{He}_2T]=t\varphi(t)+s\varphi(s)>0$. If $s=t$ for all large $c$, then $\sigma_*(z)-\sigma_*(-z)$ has
infinitely many zeros: $\sigma_*$ is even. The print leaves out that the polynomial must not be constant. Without
$c>\sigma_*(0)$ the sign can fail: $(z-5)^2$ at $c=1$ has $t=6$, $s=-4$.
"""

import sympy as sp
from flint import acb, arb, ctx, fmpq_poly

from lemmata.theory.algebra.balls import hermite_ball
from lemmata.theory.algebra.exponents import information_exponent
from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.algebra.hermite import expectation, hermite_poly, to_expr
from lemmata.theory.algebra.pairs import from_numbers
from lemmata.theory.first import (
    Certificate,
    Claim,
    Computed,
    Domain,
    Enclosure,
    Erratum,
    Existence,
    Identity,
    Integer,
    Vector,
)
from lemmata.theory.generative.first_notation import k_star, source, z
from lemmata.theory.language.errors import DomainError
from lemmata.theory.language.functions import Coefficients

p = sp.Symbol("p", integer=True, positive=True)
coefficients = Coefficients("e", real=True)
shape = sp.Symbol("shape", integer=True)
expected, odd_degree, ie, shifted = (sp.Symbol(name, integer=True) for name in ("k_parity", "k_degree", "k", "k_any_centre"))
heading = "Can SGD Go Beyond CSQ?"


def polynomial(q) -> fmpq_poly:
    """Coefficients of the point with a leading one; shape 1: made even, 2: even but for z/1000, 3: even about 1."""
    entries = [*q.e[: q.p], q.e[q.p] or 1]
    f = from_numbers(entries)
    if q.shape == 0:
        return f
    square = fmpq_poly([0, 0, 1]) if q.shape < 3 else fmpq_poly([1, -2, 1])
    even = f(square)
    return even + fmpq_poly([0, 1]) / 1000 if q.shape == 2 else even


def is_even(f: fmpq_poly) -> bool:
    return all(c == 0 for c in f.coeffs()[1::2])


def real_roots(f: fmpq_poly) -> list[arb]:
    """The real roots, as balls: flint isolates all roots and gives real ones an imaginary part that is exactly 0."""
    return sorted((root.real for root, _ in f.complex_roots() if root.imag == 0), key=lambda x: float(x.mid()))


def level(f: fmpq_poly) -> int:
    """An integer above every critical value and above f(0)."""
    top = float(f(0))
    for x in real_roots(f.derivative()) if f.degree() > 1 else []:
        top = max(top, float(sum((arb(c) * x**i for i, c in enumerate(f.coeffs())), arb(0)).upper()))
    return int(top) + 1


def tail_terms(f: fmpq_poly, above: int = 0) -> tuple[arb, arb]:
    """E[He_1 T], E[He_2 T] of the witness, as balls, at that many units above the least level."""
    if f.degree() < 1:
        raise DomainError("a constant polynomial has no generative exponent; give a non-constant one")
    lead = f.coeffs()[-1]
    if lead < 0:
        f = -f
    with ctx.workprec(400):
        roots = real_roots(f - level(f) - above)
        ends = [(roots[-1], 1)] if f.degree() % 2 else [(roots[-1], 1), (roots[0], -1)]
        phis = [(-x * x / 2).exp() / (2 * arb.pi()).sqrt() for x, _ in ends]
        pairs = list(zip(ends, phis, strict=True))
        terms = [sum((s * hermite_ball(k - 1, acb(x)).real * w for (x, s), w in pairs), arb(0)) for k in (1, 2)]
    return terms[0], terms[1]


def witnessed(q) -> Enclosure:
    """The first of 1, 2 whose coefficient is certified non-zero; for an even polynomial the first is 0 by symmetry."""
    f = polynomial(q)
    first, second = tail_terms(f)
    for above in range(1, 4):  # s = t may happen at one level: z⁴ + z³ − z + 1 at c = 2
        if first.contains(0) and not is_even(f):
            first, _ = tail_terms(f, above)
    if not first.contains(0):
        return Enclosure(1, 0.0, "ball", f"E[He_1 T] is in {first.str(10)}")
    if is_even(f) and second > 0:
        return Enclosure(2, 0.0, "exact", f"even; E[He_2 T] is in {second.str(10)}")
    return Enclosure(None, detail=f"E[He_1 T] is in {first.str(10)}: neither certified nor an even polynomial")


def constant(witness, point) -> Certificate:
    """Has a transformation of the constant label σ* = 1, which is a constant again, a coefficient 1 or 2?"""
    del point
    values = [expectation(witness * hermite_poly(k)) for k in (1, 2)]
    return Certificate(any(v != 0 for v in values), "exact", "σ* = 1: T(σ*) is constant and E[He_1] = E[He_2] = 0")


claim = Claim(
    id="generative.polynomial_at_most_2",
    title="A non-constant polynomial has generative exponent 2 if it is even and 1 otherwise",
    truth=Identity(k_star, expected),
    source=source(heading, "chen2020"),
    domain=Domain(
        Integer(p, (1, sp.oo), (1, 8)), Vector(coefficients, p + 1, (-3, 3), integer=True), Integer(shape, (0, 3), (0, 3))
    ),
    definitions={
        k_star: Computed(witnessed),
        expected: Computed(lambda q: Enclosure(2 if is_even(polynomial(q)) else 1)),
        odd_degree: Computed(lambda q: Enclosure(1 if polynomial(q).degree() % 2 else 2)),
        ie: Computed(lambda q: Enclosure(information_exponent(to_expr(polynomial(q), z), z).value)),
    },
    printed=Existence(fmpq_poly([1]), constant, text=r"\text{for any polynomial: }k_*\le2"),
    erratum=Erratum.condition_missing(
        "the polynomial must not be constant; then k* ≤ 2 holds, and k* = 2 exactly for the even ones"
    ),
    mutants={
        "information_exponent": Identity(k_star, ie),
        "always_one": Identity(k_star, 1),
        "odd_degree_only": Identity(k_star, odd_degree),
        "information_two": Identity(
            k_star,
            shifted,
            where={
                shifted: Computed(
                    lambda q: Enclosure(2 if information_exponent(to_expr(polynomial(q), z), z).value == 2 else 1)
                )
            },
        ),
        "any_centre": Identity(
            k_star, shifted, where={shifted: Computed(lambda q: Enclosure(2 if about_centre(polynomial(q)) else 1))}
        ),
    },
    uses=("generative.definition",),
)


def about_centre(f: fmpq_poly) -> bool:
    """Even about some centre: the centre is fixed by the two leading coefficients."""
    n, entries = f.degree(), f.coeffs()
    return is_even(f(fmpq_poly([-entries[n - 1] / (n * entries[n]), 1])))


@claim.derivation
def _(step):
    s, t, x = sp.symbols("s t x", positive=True)
    outer = [
        gaussian_expectation(f, x, interval=(t, sp.oo)) + gaussian_expectation(f, x, interval=(-sp.oo, -s))
        for f in (x, x**2 - 1)
    ]
    density = [sp.exp(-(v**2) / 2) / sp.sqrt(2 * sp.pi) for v in (t, s)]
    step("E[He_1 T] on (−∞, −s) ∪ (t, ∞)", outer[0], density[0] - density[1], by="boundary terms: 0 iff s = t")
    step("E[He_2 T] on (−∞, −s) ∪ (t, ∞)", outer[1], t * density[0] + s * density[1], by="boundary terms: positive")
    c = sp.Symbol("c", positive=True)
    root = sp.sqrt(3 + sp.sqrt(6 + c))
    step(
        "He_4 = z⁴ − 6z² + 3: the outer roots of He_4 = c",
        sp.expand(root**4 - 6 * root**2 + 3),
        c,
        by="c = 50 gives s = t = √(3 + √56)",
    )
    step.qed(
        by="s = t for all large c makes σ(z) − σ(−z) vanish infinitely often, so that σ is even; for even σ, E[He_1|y] "
        "= 0 by symmetry"
    )

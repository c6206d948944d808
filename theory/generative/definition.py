r"""The generative exponent: $k_*=\min_T\mathrm{IE}(T\circ\sigma_*)=\min\{k\ge1:\mathbb E[\mathrm{He}_k\mid y]\not\equiv0\}$.

$\mathbb E[T(y)\mathrm{He}_k]=\mathbb E[T(y)\,\mathbb E[\mathrm{He}_k\mid y]]$ vanishes for every $T$ iff the
conditional mean does; $T=\mathbb E[\mathrm{He}_k\mid y]$ is a witness. $T$ ranges over $L^2(P_y)$ (equivalently
$T\circ\sigma_*\in L^2(\gamma)$), not over the printed $L^2(\gamma)$, which does not make $T\circ\sigma_*$ square
integrable. Thresholds suffice: $k_*$ is the first $k$ with $B_k\not\equiv0$. So $k_*\le\mathrm{IE}$, and $k_*$
depends on the level sets only: injective maps of the label leave it, and so does independent Gaussian noise
(convolution with a Gaussian is injective). Values are exact, or certified by balls; undecided is said where neither
is possible.
"""

from math import factorial

import sympy as sp
from flint import arb, fmpq

from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.algebra.thresholds import threshold_exponent, wrong_exponent
from lemmata.theory.algebra.witnesses import Levels
from lemmata.theory.first import (
    Certificate,
    Choice,
    Claim,
    Computed,
    Domain,
    Enclosure,
    Erratum,
    Existence,
    Identity,
    Inequality,
    Integer,
    Mean,
    Observable,
)
from lemmata.theory.generative.first_notation import LINKS, exponents, ie, k_star, link, source, z

k_levels, found, perturbed = (sp.Symbol(name, integer=True) for name in ("k_levels", "k_slip", "k_perturbed"))
B, order, place = sp.Symbol("B", real=True), sp.Symbol("j", integer=True, positive=True), sp.Symbol("level", integer=True)
level = sp.Symbol("c", real=True)
indicator = Observable("T")


def slip(name: str) -> Identity:
    """The same search with one slip; it must miss the exponent of some link."""
    return Identity(found, k_star, where={found: Computed(lambda q: Enclosure(wrong_exponent(q.link, z, name), 0.0, "float"))})


def level_of(levels: Levels, number: int) -> fmpq:
    return levels.chosen[number % len(levels.chosen)]


def boundary(q):
    """B_j(c)/√j! at the level numbered ``level``, which has been chosen on the values of the link."""
    levels = Levels(q.link, z)
    value = levels.boundary(q.j, level_of(levels, q.level)) / arb(factorial(q.j)).sqrt()
    return Enclosure(float(value.mid()), float(value.rad()) + 1e-16, "ball")


def transformations(witness, point) -> Certificate:
    """Is T∘σ in L²(γ) for every T in L²(γ)? T = exp(y²/5), σ = z²: E T² is finite, E (T∘σ)² is not."""
    del point
    transformation, sigma = witness
    inside = gaussian_expectation(transformation**2, z)  # exists: 2/5 < 1/2
    exponent = sp.Poly(sp.log(transformation.subs(z, sigma) ** 2).expand(force=True) - z**2 / 2, z)
    diverges = exponent.degree() > 0 and exponent.LC() > 0
    return Certificate(
        not (inside.is_finite and diverges), "exact", f"E T² = {inside}, yet E T(y)² has the exponent {exponent.as_expr()}"
    )


def tilted(q):
    """The even part of the link plus z/50."""
    return Enclosure(threshold_exponent((q.link + q.link.subs(z, -z)) / 2 + z / 50, z), 0.0, "ball")


claim = Claim(
    id="generative.definition",
    title="min over T of IE(T∘σ*) = first k ≥ 1 with E[He_k | y] ≠ 0",
    truth=Identity(k_star, k_levels),
    source=source(),
    domain=Domain(Choice(link, LINKS, free=z), Integer(order, (1, 12), (1, 4)), Integer(place, (0, 17), (0, 9))),
    definitions={
        **exponents(),
        k_levels: Computed(lambda q: Enclosure(threshold_exponent(q.link, z), 0.0, "ball")),
        level: Computed(lambda q: Enclosure(float(level_of(Levels(q.link, z), q.level)))),
    },
    also={
        "at_most_information": Inequality(k_star, ie),
        "injective_maps": Identity(
            k_star,
            found,
            where={found: Computed(lambda q: Enclosure(threshold_exponent(sp.exp(q.link / 3) + q.link, z), 0.0, "ball"))},
        ),
        "tilt": Identity(perturbed, 1, where={perturbed: Computed(tilted)}),
        "level_sets": Identity(Mean(indicator), B, scale=1, where={B: Computed(boundary)}),
    },
    printed=Existence(
        (sp.exp(z**2 / 5), z**2),
        transformations,
        text=r"T\in L^2(\gamma)\Rightarrow T\circ\sigma_*\in "
        r"L^2(\gamma)",
    ),
    print_latex=r"k_*:=\min_{T\in L^2(\gamma)}\mathrm{IE}(T\circ\sigma_*)",
    erratum=Erratum.misprint(
        "T is a function of the label: it must lie in L²(P_y), that is T∘σ* in L²(γ); a T in L²(γ) "
        "need not, such as exp(y²/5) for y = z²"
    ),
    mutants={
        "no_density": slip("no_density"),
        "unsigned": slip("unsigned"),
        "index": slip("index"),
        "information_exponent": Identity(k_star, ie),
    },
    notes="The exponent of any link can be asked for: exact where every zero is a closed form, certified by isolated crossings "
    "otherwise, and undecided with its reason where neither is possible. The tilt (an even link plus z/50 has "
    "exponent 1) is judged on the links of the table.",
)


@claim.derivation
def _(step):
    x, a, b = sp.symbols("x a b", real=True)
    for order_ in (1, 2, 4):
        base = hermite_expr(order_ - 1, x) * sp.exp(-(x**2) / 2)
        step(
            f"the antiderivative for k = {order_}",
            sp.diff(base, x),
            sp.expand(-hermite_expr(order_, x)) * sp.exp(-(x**2) / 2),
            by="(He_{k−1} φ)' = −He_k φ",
        )
    step(
        "so an interval contributes its boundary terms, for k = 2",
        gaussian_expectation(x**2 - 1, x, interval=(a, b)),
        (a * sp.exp(-(a**2) / 2) - b * sp.exp(-(b**2) / 2)) / sp.sqrt(2 * sp.pi),
        by="E[He_k 1{a<z<b}] = He_{k−1}(a)φ(a) − He_{k−1}(b)φ(b)",
    )
    step.qed(by="E[T(y) He_k] = E[T(y) E[He_k|y]]; it vanishes for all T, or for all thresholds T, iff E[He_k|y] = 0")

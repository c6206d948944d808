r"""Links of generative exponent 3, 4, 5 and 6: two values, with switches that cancel the lower coefficients.

Every function of a two-valued label is affine in it, so $k_*=\mathrm{IE}$, also after independent Gaussian noise.
Witnesses: $k=3$, $\mathrm{sgn}(z)\,\mathrm{sgn}(a-|z|)$ with $a=\sqrt{2\ln2}$, $\mathbb
E[\sigma\mathrm{He}_3]=-4\ln2\,\varphi(0)$; $k=4$, $1\{a<|z|<b\}$ with $a\varphi(a)=b\varphi(b)$, $a<1$; $k=5$, the
odd pattern $+,-,+$ with switches 0.93332917 and 1.95854582; $k=6$, $z_1<|z|<z_2$ or $|z|>z_3$ with $z_1$ free. The
switches are certified by an interval Newton step; the lower coefficients vanish by the equations, the $k$-th is a
ball without 0.
"""

import sympy as sp
from flint import arb

from lemmata.theory.algebra.exponents import generative_exponent
from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.algebra.patterns import PATTERNS, certified_switches, coefficient, first_nonzero, normalised
from lemmata.theory.first import (
    Certificate,
    Claim,
    Computed,
    Domain,
    Enclosure,
    Existence,
    Identity,
    Integer,
    Mean,
    Observable,
    Real,
)
from lemmata.theory.generative.first_notation import k_star, source

k = sp.Symbol("k", integer=True, positive=True)
a, e = sp.Symbol("a", positive=True), sp.Symbol("e_k", real=True)
other = sp.Symbol("k_other", integer=True)
signal = Observable("S")
REFERENCE = {3: -1.1061029, 4: -0.8226580, 5: 2.6661048, 6: 1.9110872}


def switches(q):
    """k = 4: the free switch is a; k = 6: it is 0.05 + 0.55 a."""
    return certified_switches(q.k, {4: q.a, 6: 0.05 + 0.55 * q.a}.get(q.k))


def exponent(q) -> Enclosure:
    found = switches(q)
    text = "switches " + ", ".join(x.str(12, radius=False) for x in found)
    return Enclosure(first_nonzero(q.k, found), 0.0, "ball", text)


def wrong(q, values) -> Enclosure:
    return Enclosure(first_nonzero(q.k, values), 0.0, "ball")


def unit_switch(q) -> Enclosure:
    return wrong(q, (arb(1),)) if q.k == 3 else exponent(q)


def reciprocal(q) -> Enclosure:
    return wrong(q, (arb(q.a), 1 / arb(q.a))) if q.k == 4 else exponent(q)


def strength(q) -> Enclosure:
    value = normalised(q.k, switches(q))
    return Enclosure(float(value.mid()), 1e-15, "ball")


def references(witness, point) -> Certificate:
    """The k-th coefficients of the four witnesses, to the digits given."""
    del point
    found = {index: coefficient(PATTERNS[index], certified_switches(index), index) for index in witness}
    holds = all(abs(float(found[index].mid()) - value) < 6e-8 for index, value in witness.items())
    return Certificate(
        holds, "ball", "; ".join(f"k = {index}: {value.str(10, radius=False)}" for index, value in found.items())
    )


claim = Claim(
    id="generative.examples_any_k",
    title="There are links of generative exponent 3, 4, 5 and 6",
    truth=Identity(k_star, k),
    source=source(),
    domain=Domain(Integer(k, (3, 6), (3, 6)), Real(a, (0, 1), (0.06, 0.94))),
    definitions={k_star: Computed(exponent), e: Computed(strength)},
    also={
        "coefficients": Existence(
            REFERENCE,
            references,
            text=r"\mathbb E[\sigma\mathrm{He}_k]_{k=3}^6="
            r"(-1.1061029,-0.8226580,2.6661048,1.9110872)",
        ),
        "sampled": Identity(Mean(signal), e, scale=1),
    },
    mutants={
        "unit_switch": Identity(other, k, where={other: Computed(unit_switch)}),
        "reciprocal": Identity(other, k, where={other: Computed(reciprocal)}),
    },
    uses=("generative.definition",),
    notes="That every k* occurs is quoted; the four witnesses are certified here.",
)


@claim.derivation
def _(step):
    z = sp.Symbol("z", real=True)
    edge = sp.sqrt(2 * sp.log(2))
    values = ((1, (-sp.oo, -edge)), (-1, (-edge, 0)), (1, (0, edge)), (-1, (edge, sp.oo)))
    first, third = (sum(sign * gaussian_expectation(he, z, interval=ends) for sign, ends in values) for he in (z, z**3 - 3 * z))
    step("k = 3: the first coefficient", first, sp.Integer(0), by="2φ(a) = φ(0)")
    step("k = 3: the third coefficient", third, -4 * sp.log(2) / sp.sqrt(2 * sp.pi), by="boundary terms: −2a²φ(0)")
    found = generative_exponent(sp.sign(z) * sp.sign(edge - sp.Abs(z)), z)
    step.verify(
        "k = 3 by the general tool",
        Certificate(found.value == 3 and found.status == "exact", "exact", "; ".join(found.evidence)),
        by="a two-valued link",
    )
    for index in (4, 5, 6):
        pattern = PATTERNS[index]
        values = certified_switches(index)
        step.verify(
            f"k = {index}: switches",
            Certificate(first_nonzero(index, values) == index, "ball", ", ".join(x.str(12, radius=False) for x in values)),
            by=f"interval Newton for {len(pattern.zeros)} equations; the coefficient {index} is a ball without 0",
        )
    step.qed(by="T(σ) is affine in a two-valued σ, so IE(T∘σ) = IE(σ) unless T∘σ is constant")

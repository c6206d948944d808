"""Some power i ≤ C_p of a polynomial label of degree p has information exponent 1, or 2 if the polynomial is even.

The print forgets that an even σ must not be constant. For σ that is not even C_1, ..., C_6 = 1, 1, 3, 3, 5, 5 exactly: with a_1 = 0 (else
i = 1 serves) the e_i = E[σ^i He_1] are polynomials in the monic coefficients a_k, and e_1 = ... = e_I = 0 has no real solution that is
not even. He_3 needs the third power; He_3 - (3/20) He_5 needs the fifth, and up to scale and constant it alone does in degree 5. An even
σ of degree at most 18 needs i ≤ 2. A C_p for every p comes from Hilbert's basis theorem, not from compactness. Powers are of the label
with its constant.
"""

from functools import cache
from itertools import product

import sympy as sp
from flint import fmpq

from lemmata import *
from lemmata.theory.algebra.hermite import expect_product, from_hermite, hermite_poly
from lemmata.theory.algebra.label_powers import degree_five, degree_six, smallest_power
from lemmata.theory.algebra.superorthogonal import lower_bound
from lemmata.theory.generative.notation import Z, source

a2, a3, a4 = (Symbol(f"a_{i}", f"monic coefficient {i} of the label", Reals) for i in (2, 3, 4))
HILBERT = Certificate(None, "exact", "Hilbert's basis theorem is quoted, not checked")
BOUNDS = (1, 1, 3, 3, 5, 5)
C = tuple(Symbol(f"C_{p}", f"the power that degree {p} needs", Naturals) for p in range(1, 7))
D = Symbol("D", "a degree, or a power", Naturals)
p, bound = Symbol("p", "degree of the label", Naturals), Symbol("C", "a power that serves every label of degree p", Naturals)
least, even_power, IE = sp.Function("C"), sp.Function("C_even"), sp.Function("IE")
quintic = hermite_poly(3) - fmpq(3, 20) * hermite_poly(5)
cubic, quartic = a2 * He(2, Z) + a3 * He(3, Z), a2 * He(2, Z) + a3 * He(3, Z) + a4 * He(4, Z)
on_branch = quartic.xreplace({a2: -4 * a4})


def coefficient(label, power, index=1):
    """E[σ^power He_index]."""
    return Mean(label**power * He(index, Z))


@cache
def needed():
    """C_1, ..., C_6, each from below by a polynomial that needs it and from above by elimination; None where that fails."""
    five, six = degree_five(), degree_six()
    needs = {1: hermite_poly(1), 3: hermite_poly(3), 5: quintic}
    lower = {p: max(smallest_power(f, 1) for q, f in needs.items() if q <= p) for p in range(1, 7)}
    upper = {1: 1, 2: 1, 3: 3, 4: 3, 5: 5 if five[0] else None, 6: 5 if six[0] else None}  # 3 and 4: parts of their own
    return tuple(lower[p] if lower[p] == upper[p] else None for p in range(1, 7)), f"{five[1]}; {six[1]}"


def powers(witness, p):
    found, detail = needed()
    stated = tuple(int(witness[c]) for c in C)
    holds = None if None in found else stated == found
    return Certificate(holds, "ball", f"C_1, ..., C_6 = {', '.join(map(str, found))}; real roots of the eliminants: {detail}")


def labels(degree, parity=None):
    """Polynomials with monic coefficients -1, 0, 1 up to a degree, one of each pair ±σ, not constant; even ones, or not even ones."""
    for entries in product((-1, 0, 1), repeat=degree):
        top = next((x for x in reversed(entries) if x), 0)
        even = not any(entries[0::2])
        if top > 0 and even == (parity == "even"):
            yield from_hermite([0, *entries])


def listed(degree, parity=None):
    """Whether the stated powers serve for all polynomials of a list."""

    def check(witness, p):
        index, count = (2 if parity == "even" else 1), 0
        for f in labels(degree, parity):
            bound = min(int(witness[D]), 2 if parity == "even" else BOUNDS[f.degree() - 1])
            found = smallest_power(f, index, bound)
            count += 1
            if found is None:
                return Certificate(False, "exact", f"no power up to {bound} of {f} has a coefficient {index}")
        return Certificate(True, "exact", f"{count} polynomials")

    return check


def below_twenty(witness, p):
    """Even σ with E[σ He_2] = E[σ² He_2] = 0: from which degree on."""
    found = lower_bound(2, 2, "even")
    return Certificate(found > witness[D], "exact", f"both coefficients vanish from degree {found} on only")


def constant(witness, p):
    """A power of the constant label 1 has no second coefficient."""
    value = expect_product(from_hermite([1]), he_index=2)
    return Certificate(value != 0, "exact", f"σ = 1 is even, and E[σ^i He_2] = E[He_2] = {value} for every i")


def first_of_odd_power(witness, p):
    """E[He_4^i He_1] for i up to 12."""
    return Certificate(
        smallest_power(hermite_poly(4), 1) is not None, "exact", "He_4 is even: E[He_4^i He_1] = 0 for all i ≤ 12"
    )


def vanish(label, last, index=1):
    """E[σ^i He_index] = 0 for i < last and not at last."""

    def check(witness, p):
        values = [expect_product(*[label] * i, he_index=index) for i in range(1, int(witness[D]) + 1)]
        return Certificate(
            all(v == 0 for v in values[:-1]) and values[-1] != 0,
            "exact",
            ", ".join(f"e_{i} = {v}" for i, v in enumerate(values, 1)),
        )

    return {"condition": Eq(D, sp.Function("i_min")(last)), "witness": {D: last}, "certificate": check}


claim = Claim(
    "generative.monomial",
    source=source("Key Ingredients in the Analysis", "lee2024"),
    domain=Domain(core=(a2 >= -2, a2 <= 2, a3 >= -2, a3 <= 2, a4 >= -2, a4 <= 2)),
    parts={
        "main": Part(
            Existence(
                And(*(Eq(c, least(p)) for p, c in enumerate(C, 1))), dict(zip(C, BOUNDS, strict=True)), certificate=powers
            ),
            says="Of a polynomial of degree p that is not even a power i ≤ C_p has information exponent 1: C_1, ..., C_6 = 1, 1, 3, 3, 5, 5",
            wrong={
                "two_suffice": {"witness": dict(zip(C, (1, 1, 2, 2, 2, 2), strict=True))},
                "four_suffice": {"witness": dict(zip(C, (1, 1, 3, 3, 4, 4), strict=True))},
            },
        ),
        "even": Part(
            Existence(Eq(D, even_power(18)), {D: 18}, certificate=below_twenty),
            says="Of an even polynomial of degree at most 18, not constant, the first or second power has information exponent 2",
            printed=Print(
                {"condition": Eq(IE(1), 2), "certificate": constant},
                Erratum.condition_missing("an even σ* must not be constant: no power of a constant has a second coefficient"),
            ),
            wrong={
                "one_when_even": {"condition": Eq(IE(sp.Function("He_4")(D)), 1), "certificate": first_of_odd_power},
                "degree_20": {"witness": {D: 20}},
            },
        ),
        "listed": Part(
            Existence(Eq(D, least(6)), {D: 5}, certificate=listed(6)),
            says="Each of the polynomials of degree at most 6 with monic coefficients −1, 0, 1 that are not even has such a power",
            wrong={"second_power": {"witness": {D: 2}}},
        ),
        "listed_even": Part(
            Existence(Eq(D, even_power(10)), {D: 2}, certificate=listed(10, "even")),
            says="Each of the even ones of degree at most 10 with monic coefficients −1, 0, 1 has its first or second power",
            wrong={"first_power": {"witness": {D: 1}}},
        ),
        "he_3": Part(
            Existence(**vanish(hermite_poly(3), 3)),
            says="He_3 needs the third power: E[He_3 He_1] = E[He_3² He_1] = 0 and E[He_3³ He_1] = 324",
            wrong={"second": {"witness": {D: 2}}},
        ),
        "quintic": Part(
            Existence(**vanish(quintic, 5)),
            says="He_3 − (3/20) He_5 needs the fifth: E[g⁵ He_1] = −27785835/2, and the four before it vanish",
            wrong={"third": {"witness": {D: 3}}},
        ),
        "cubic": Part(
            Identity(coefficient(cubic, 3), 36 * a3 * (4 * a2**2 + 9 * a3**2), scale=1),
            says="For σ = a_2He_2 + a_3He_3, E[σ³He_1] = 36a_3(4a_2² + 9a_3²), which vanishes only if σ is even: C_3 ≤ 3",
            proof="mean",
            wrong={"sign": {"right": 36 * a3 * (4 * a2**2 - 9 * a3**2)}},
        ),
        "quartic": Part(
            Identity(coefficient(quartic, 2), 12 * a3 * (a2 + 4 * a4), scale=1),
            says="With a_4He_4 added, E[σ²He_1] = 12a_3(a_2 + 4a_4)",
            proof="mean",
        ),
        "quartic_branch": Part(
            Identity(coefficient(on_branch, 3), 36 * a3 * (9 * a3**2 + 80 * a4**2), scale=1),
            says="Where that vanishes with a_3 ≠ 0, at a_2 = −4a_4, E[σ³He_1] = 36a_3(9a_3² + 80a_4²): C_4 ≤ 3",
            proof="mean",
        ),
        "every_degree": Part(
            Existence(sp.Le(least(p), bound), {bound: sp.Function("I")(p)}, certificate=lambda witness, point: HILBERT),
            says="There is such a C_p for every p",
            open="it follows from Hilbert's basis theorem for the ideals (e_1, ..., e_I), for which there is no rule",
        ),
    },
    uses=("generative.polynomial_at_most_2", "superorthogonal.minimal_degree"),
    notes="C_7 ≥ 7 is certified elsewhere in this library; no upper bound for p ≥ 7 is claimed.",
)

"""The information exponent k = min{i ≥ 1 : E[σ He_i] ≠ 0} of a link.

It does not depend on the normalisation, and it is the order of the zero at m = 0 of the landscape
m ↦ E[σ(z) σ(mz + √(1−m²)ζ)] − (E σ)²: how flat the equator is for a neuron that is the link itself.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.exponents import information_exponent
from lemmata.theory.algebra.gaussian import gaussian_expectation
from lemmata.theory.hermite.notation import n, source

z, y = sp.Symbol("z", real=True), sp.Symbol("y", real=True)
LINKS = (
    (z, 1), (Maximum(z, 0), 1), (z**2, 2), (Abs(z), 2), (z**3 - 3 * z, 3), (z**3, 1), (z**4 - 6 * z**2 + 3, 4), (cos(z), 2),
    (sin(z), 1), (z**2 * exp(-(z**2)), 4), (z**5 - 10 * z**3 + 15 * z, 5),
    (sp.sign(z) * sp.sign(sqrt(2 * log(2)) - Abs(z)), 3), (z * exp(-(z**2) / 2), 1),
)  # fmt: skip
e = sp.Symbol("e", integer=True, positive=True)  # the number of a link of the list
k = Array("k", "information exponents of the links", len(LINKS), of=Naturals)
N = Symbol("N", "1/m", Naturals)
coefficient, zero = sp.Function("E_He"), sp.Function("δ")  # E[σ_e He_n], of the number of the link and n


def exact(witness, p):
    """The first coefficient of every link that is not zero, by closed forms or balls."""
    found = [information_exponent(link, z) for link, _ in LINKS]
    if any(f.value is None for f in found):
        return Certificate(None, "ball", "; ".join(f.reason for f in found if f.value is None))
    right = tuple(f.value for f in found) == tuple(witness[k])
    return Certificate(right, "exact" if all(f.status == "exact" for f in found) else "ball", found[9].evidence[-1])


def from_zero(values):
    """The minimum over i ≥ 0 instead: 0 where E σ is not zero."""
    return [0 if number in (2, 3, 4, 8, 10) else v for number, v in enumerate(values, 1)]


def landscape(link):
    """E[σ(z) σ(mz + √(1−m²)y)] − (E σ)² at m = 1/N, integrated in closed form."""
    inner = gaussian_expectation(link.subs(z, z / N + sqrt(1 - 1 / N**2) * y), y)
    return gaussian_expectation(sp.expand(link * inner), z) - gaussian_expectation(link, z) ** 2


def order(link, exponent):
    return Part(
        Rate(landscape(link), -exponent, ladder=Ladder(N, (4, 8, 16, 32, 64), quick=(4, 8, 16, 32)), expansion=(N**-2, N**-4)),
        says=f"The landscape of the link {link} vanishes like m^{exponent} at m = 0",
        wrong={"one_less": {"exponent": 1 - exponent}} if exponent > 1 else {},
    )


EXPONENTS = [v for _, v in LINKS]

claim = Claim(
    "hermite.information_exponent",
    source=source(),
    domain=Domain(),
    parts={
        "main": Part(
            Existence(
                Eq(Sum(Sum(coefficient(e, n) ** 2, (n, 1, k[e] - 1)) + zero(coefficient(e, k[e])), (e, 1, len(LINKS))), 0),
                {k: tuple(EXPONENTS)},
                certificate=exact,
            ),
            says="The information exponents of the thirteen listed links are 1, 1, 2, 2, 3, 1, 4, 2, 1, 4, 5, 3, 1",
            wrong={"zero_counts": {"witness": {k: tuple(from_zero(EXPONENTS))}}},
        ),
        "landscape_1": order(sin(z), 1),
        "landscape_2": order(cos(z), 2),
        "landscape_3": order(z**3 - 3 * z, 3),
        "landscape_4": order(z**4 - 6 * z**2 + 3, 4),
    },
)

"""The I = K = 2 polynomial of degree 20 rebuilt exactly, its odd companion of degree 17, and the printed one as printed.

Construction: g_N = sum b_n He_n with b_n proportional to He_n(1)/n! truncates delta_{+1} +- delta_{-1}, an eigenvector of
multiplication by z^2 at z^2 = 1 (the zeros of He_2), hence the recurrence b_{m+2} = -(b_{m-2} + 2m b_m)/((m+2)(m+1)) and
E[g_N He_2 He_m] = 0 for 3 <= m <= N - 4. Only E[g^2 He_2] = 0 is left; the top coefficient b_N solves the quadratic
2N N! b^2 + 2 N! b_{N-2} b + E[g_{N-2}^2 He_2] = 0, whose discriminant turns positive first at N = 20 (even) and N = 17 (odd).
Source: slide "Superorthogonal Polynomials" (Denny Wu), after Oko, Song, Suzuki, Wu, arXiv 2406.11828.
"""

from __future__ import annotations

import math
from fractions import Fraction

from flint import fmpq

from lemmata.theory.algebra.superorthogonal.polynomials import Polynomial, moment
from lemmata.theory.language.errors import DomainError

RADICAND = Fraction(11163552839, 38)
COMMON = {4: Fraction(1), 6: Fraction(-4, 15), 8: Fraction(11, 280), 10: Fraction(-19, 4725), 12: Fraction(311, 997920)}


def truncated_series(parity: int, top: int) -> dict[int, fmpq]:
    """b_n for n = 4, 6, .. (even) or 3, 5, .. (odd) up to `top`, lowest coefficient 1, by the recurrence."""
    first = 4 - parity
    b = {first - 2: fmpq(0), first: fmpq(1)}
    for m in range(first, top - 1, 2):
        b[m + 2] = -(b[m - 2] + 2 * m * b[m]) / ((m + 2) * (m + 1))
    return {n: c for n, c in b.items() if first <= n <= top}


def quadratic(parity: int, top: int) -> tuple[fmpq, fmpq, fmpq]:
    """(A, B, C) with E[(g_{top-2} + b He_top)^2 He_2] = A b^2 + 2 B b + C, exactly."""
    if top % 2 != parity or top < 6 - parity:
        raise DomainError(
            f"top index {top} does not continue the series of parity {parity}; take {6 - parity}, {8 - parity}, .."
        )
    b = truncated_series(parity, top - 2)
    factorial = math.factorial(top)
    return fmpq(2 * top * factorial), factorial * b[top - 2], moment(Polynomial(b), 2, 2).a


def discriminants(parity: int, last: int) -> dict[int, fmpq]:
    """{N: B^2 - A C}: a real top coefficient exists at N iff the value is >= 0."""
    result: dict[int, fmpq] = {}
    for top in range(6 - parity, last + 1, 2):
        a, b, c = quadratic(parity, top)
        result[top] = b * b - a * c
    return result


def rebuilt(parity: int, top: int, sign: int, radicand: Fraction) -> Polynomial:
    """g_{top-2} + b He_top, b = (-B + sign sqrt(B^2 - A C))/A, with the square root written as a multiple of sqrt(radicand)."""
    a, b, c = quadratic(parity, top)
    square = (b * b - a * c) / fmpq(radicand.numerator, radicand.denominator)
    p, q = math.isqrt(int(square.p)), math.isqrt(int(square.q))
    if sign not in (1, -1) or square != fmpq(p * p, q * q):
        raise DomainError(f"sign {sign} and radicand {radicand}: take sign 1 or -1 and the radicand of the discriminant")
    series = truncated_series(parity, top - 2)
    return Polynomial({**series, top: -b / a}, {top: sign * fmpq(p, q) / a}, radicand)


def slide_polynomial(sign: int = 1) -> Polynomial:
    """The even (2,2)-superorthogonal polynomial of degree 20, for either sign of the square root."""
    return rebuilt(0, 20, sign, RADICAND)


def odd_polynomial(sign: int = 1) -> Polynomial:
    """The odd (2,2)-superorthogonal polynomial of degree 17, the smallest degree possible, in Q(sqrt 339794026)."""
    return rebuilt(1, 17, sign, Fraction(339794026))


def printed_polynomial(reading: str = "sum", sign: int = 1) -> Polynomial:
    """The slide's coefficients as printed. Its last term is damaged; two readings of it:
    "sum": 35569/41682120480000 + sign sqrt(..)/83364240960000; "product": sign 35569 sqrt(..)/83364240960000."""
    if reading not in ("sum", "product"):
        raise DomainError(f"reading {reading!r} of the printed last term is unknown; take 'sum' or 'product'")
    printed = {14: Fraction(-323699, 37837800), 16: Fraction(353699, 15567552000), 18: Fraction(-35569, 1042053012000)}
    rational = Fraction(35569, 41682120480000) if reading == "sum" else Fraction(0)
    radical = Fraction(sign if reading == "sum" else sign * 35569, 83364240960000)
    return Polynomial({**COMMON, **printed, 20: rational}, {20: radical}, RADICAND)

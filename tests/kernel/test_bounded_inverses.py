"""Means of resolvents exist where what is added to the samples is definite; sums under a denominator are taken apart."""

from __future__ import annotations

import pytest
import sympy as sp

from lemmata.theory.kernel import prove
from lemmata.theory.kernel.scalars import equal
from lemmata.theory.language.arrays import PD, PSD, Array
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.kinds import Inequality
from lemmata.theory.language.laws import Normal
from lemmata.theory.language.operators import Mean
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Naturals, Positive, Reals, Symbol

n, d = Symbol("n", "a size", Naturals), Symbol("d", "another size", Naturals)
a, x = Symbol("a", "a positive number", Positive), Symbol("x", "a number", Reals)
C, K = Array("C", "definite", n, n, kind=PD), Array("K", "semidefinite", n, n, kind=PSD)
Z, E = Sampled("Z", Normal(), n, d), Sampled("E", Normal(), n, n)
j = sp.Symbol("j", integer=True, positive=True)
v = Array("v", "positive numbers", d, of=Positive)


def averaged(added, sample, *domain):
    """0 <= E of the trace of (added + sample)⁻¹, by averaging what holds for every draw."""
    trace = sp.Trace((added + sample).inv())
    claim = Claim(
        id="true.proof",
        says="a mean exists",
        statement=Inequality(0, Mean(trace)),
        proof=lambda k: k.average(k.nonneg(trace)),
        domain=Domain(*domain),
    )
    return prove(claim).status


def test_a_resolvent_is_bounded_by_what_is_definite():
    assert averaged(C, Z * Z.T) == "proved"
    assert averaged(a * sp.Identity(n), Z * Z.T) == "proved"
    assert averaged(C + K, a * Z * Z.T) == "proved"
    assert averaged(C.inv() * C.inv(), Z * Z.T) == "proved"


@pytest.mark.parametrize(
    ("added", "sample"),
    [
        (K * K, Z * Z.T),
        (K, Z * Z.T),  # K may be 0 and d < n, or d = n, where the mean is infinite
        (C, x * Z * Z.T),  # x may be negative
        (C, E),  # symmetric or not, no sign
        (C, E + E.T),
        (-C, Z * Z.T),
        (x * C, Z * Z.T),
    ],
)
def test_and_is_not_where_nothing_is(added, sample):
    assert averaged(added, sample) == "failed"


def total(term):
    return sp.Sum(term, (j, 1, d))


def test_sums_under_a_denominator():
    one, two = total(a * v[j] / (v[j] + a)), total(v[j] / (v[j] + a))
    assert equal(1 / (n + one), 1 / (n + a * two)) is not None
    assert equal(one / (n + one), 1 - n / (n + a * two)) is not None
    assert equal(1 / (1 + total(v[j] + a)), 1 / (1 + total(v[j]) + a * d)) is not None
    assert equal(1 / (n + one), 1 / (n + two)) is None
    assert equal(1 / (1 + total(v[j] ** 2)), 1 / (1 + total(v[j]) ** 2)) is None
    assert equal(1 / (1 + total(j * v[j])), 1 / (1 + j * total(v[j]))) is None

"""Superorthogonal polynomials: exact reference values, minimal degrees, and every certificate by two independent routines."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from lemmata.theory.algebra import superorthogonal as so
from lemmata.theory.algebra.hermite import expectation
from lemmata.theory.algebra.hermite import hermite_poly as hermite
from lemmata.theory.algebra.superorthogonal.entries import Entry, decimal, rounded
from lemmata.theory.algebra.superorthogonal.kantorovich import curvature, inner, product, system
from lemmata.theory.algebra.superorthogonal.krawczyk import evaluate
from lemmata.theory.algebra.superorthogonal.minimal import block, pivots, triple
from lemmata.theory.language.errors import LemmataError

ENTRIES = so.load_certificates()
# the large ones are verified with the claims; here all that take a tenth of a second
QUICK = [e for e in ENTRIES if e.I * e.degree <= 300]
SMALL = [e for e in ENTRIES if e.degree <= 45]
PLAIN = so.Polynomial({3: 1, 5: Fraction(-3, 20)})


# exact moments


@pytest.mark.parametrize("n", range(0, 9))
def test_moments_of_hermite_are_the_triple_products(n: int) -> None:
    for k in range(0, 9):
        assert so.moment(so.Polynomial({n: 1}), 2, k).a == triple(n, n, k)
        assert so.moment(so.Polynomial({n: 1}), 1, k).a == (math.factorial(n) if n == k else 0)


def test_reference_moments() -> None:
    assert so.moment(so.Polynomial({3: 1}), 3, 1).a == 324
    assert so.moment(so.Polynomial({4: 1}), 2, 2).a == 192
    assert so.is_superorthogonal(PLAIN, 4, 1).holds
    failed = so.is_superorthogonal(PLAIN, 5, 1)
    assert not failed.holds
    assert failed.failure == (5, 1)
    assert failed.value is not None
    assert failed.value.a == fmpq(-27785835, 2)


@pytest.mark.parametrize("K", [1, 2, 3, 7, 30])
def test_case_of_first_power(K: int) -> None:
    assert so.is_superorthogonal(so.Polynomial({K + 1: 1}), 1, K).holds
    wrong = so.is_superorthogonal(so.Polynomial({K: 1}), 1, K)
    assert wrong.failure == (1, K)
    if K >= 2:
        second = so.is_superorthogonal(so.Polynomial({K + 1: 1}), 2, K)
        assert second.failure == (2, 2)
        assert second.value is not None
        assert second.value.a == 2 * (K + 1) * math.factorial(K + 1)


def test_constants_are_not_superorthogonal() -> None:
    assert not so.is_superorthogonal(so.Polynomial({0: 3}), 2, 2)
    assert not so.is_superorthogonal(so.Polynomial({0: 3, 4: 0}), 2, 2)


def test_surds_decide_zero_exactly() -> None:
    assert so.Surd(fmpq(2), fmpq(-1), fmpq(4)).is_zero()
    assert not so.Surd(fmpq(2), fmpq(1), fmpq(4)).is_zero()
    assert not so.Surd(fmpq(0), fmpq(1), fmpq(2)).is_zero()
    ratio = so.Surd(fmpq(3), fmpq(1), fmpq(2)) / so.Surd(fmpq(1), fmpq(2), fmpq(2))
    assert float(ratio) == pytest.approx((3 + 2**0.5) / (1 + 2 * 2**0.5), rel=1e-14)


# the slide's polynomial


@pytest.mark.parametrize(
    ("sign", "last", "norm", "fourth", "third"),
    [
        (1, 1.05414436388434e-9, 301.832937228, 3.83726624794, 1041214.30771),
        (-1, 6.42938202583015e-10, 300.135134597, 1.13064533648, 39121.4519290),
    ],
)
def test_slide_polynomial_exactly(sign: int, last: float, norm: float, fourth: float, third: float) -> None:
    g = so.slide_polynomial(sign)
    assert g.degree == 20
    assert so.is_superorthogonal(g, 2, 3).holds
    assert so.is_superorthogonal(g, 3, 2).failure == (3, 2)
    assert g.rational[14] == fmpq(-719, 37837800)
    assert g.rational[16] == fmpq(14297, 15567552000)
    assert g.rational[18] == fmpq(-35369, 1042053012000)
    assert g.rational[20] == fmpq(35369, 41682120480000)
    assert g.radical[20] == fmpq(sign, 83364240960000)
    second = so.moment(g, 2, 0)
    assert float(g.coefficient(20)) == pytest.approx(last, rel=1e-13)
    assert float(second) == pytest.approx(norm, rel=1e-11)
    assert float(so.moment(g, 2, 4) / second) == pytest.approx(fourth, rel=1e-11)
    assert float(so.moment(g, 3, 2)) / float(second) ** 1.5 == pytest.approx(third, rel=1e-10)


def test_slide_polynomial_survives_affine_maps_only() -> None:
    g = so.slide_polynomial(1)
    assert so.is_superorthogonal(g.affine("-7/3", 5), 2, 3).holds
    for n in (4, 10, 18):
        b = g.rational[n]
        assert so.is_superorthogonal(g.replace(n, b + b / 1000000), 2, 2).failure == (2, 2)
    assert not so.is_superorthogonal(g.replace(20, 0), 2, 2)
    flipped = so.Polynomial({**g.rational, 20: -g.rational[20]}, g.radical, g.radicand)
    assert not so.is_superorthogonal(flipped, 2, 2)


@pytest.mark.parametrize(("reading", "value"), [("sum", 26.6588911061), ("product", 39.3664625666)])
def test_print_is_refuted(reading: str, value: float) -> None:
    g = so.printed_polynomial(reading)
    assert so.is_superorthogonal(g, 2, 2).failure == (2, 2)
    assert float(so.moment(g, 2, 2) / so.moment(g, 2, 0)) == pytest.approx(value, rel=1e-11)


def test_orthonormal_reading_is_refuted() -> None:
    """h_n = He_n/sqrt(n!) in place of He_n: E[g^2 He_2] = sum of 2n b_n^2 + 2 b_n b_{n+2} sqrt((n+1)(n+2)), as a ball."""
    g = so.slide_polynomial(1)
    with ctx.workprec(256):
        b = {n: g.coefficient(n).ball() for n in g.rational}
        total = sum((2 * n * b[n] ** 2 for n in b), arb(0))
        total += sum((2 * b[n] * b[n + 2] * arb((n + 1) * (n + 2)).sqrt() for n in b if n + 2 in b), arb(0))
        ratio = total / sum((x * x for x in b.values()), arb(0))
    assert not ratio.contains(0)
    assert float(ratio) == pytest.approx(5.40459076294, rel=1e-11)


@pytest.mark.parametrize(("parity", "first"), [(0, 20), (1, 17)])
def test_discriminant_turns_positive_first_at(parity: int, first: int) -> None:
    values = so.discriminants(parity, first)
    assert [n for n, d in values.items() if d >= 0] == [first]


@pytest.mark.parametrize("sign", [1, -1])
def test_odd_polynomial_of_degree_seventeen(sign: int) -> None:
    g = so.odd_polynomial(sign)
    assert g.degree == 17
    assert so.is_superorthogonal(g, 2, 2).holds
    assert not so.is_superorthogonal(g, 2, 3)
    assert g.rational[17] == fmpq(-1093, 35625744000)
    assert g.radical[17] == fmpq(sign, 1852538688000)
    assert so.is_superorthogonal(g.replace(15, 0), 2, 2).failure == (2, 2)


# minimal degrees


def test_leading_minors() -> None:
    even = so.leading_minors(2, 20, 0)
    assert list(even.values()) == [8, 66, 608, 6220, 69024, 800632, 9054464, 80967312, -202003840]
    assert list(so.leading_minors(2, 17, 1).values()) == [6, 40, 308, 2664, 24728, 227344, 1627440, -6504608]
    third = so.leading_minors(3, 23, 1)
    assert list(third.values())[-3:] == [366185936, 3541003872, -22403905504]
    for n, d in even.items():
        value = hermite(n + 2)(1)
        assert d == abs(value) / 2 or n == 20
    assert even[20] == -abs(hermite(22)(1)) / 2


@pytest.mark.parametrize("parity", [0, 1])
def test_pivots_are_ratios_of_minors(parity: int) -> None:
    minors = list(so.leading_minors(2, 22, parity).values())
    ratios = [Fraction(b, a) for a, b in zip([1, *minors], minors, strict=False)]
    assert pivots({2: Fraction(1)}, block(2, 22, parity)) == ratios


@pytest.mark.parametrize(
    ("K", "degree", "even", "odd"),
    [
        (1, 2, 2, 3), (2, 17, 20, 17), (3, 20, 20, 23), (4, 25, 28, 25), (5, 28, 28, 31),
        (6, 41, 44, 41), (7, 44, 44, 47), (8, 49, 52, 49), (9, 52, 52, 55),
    ],
)  # fmt: skip
def test_minimal_degrees_are_proved(K: int, degree: int, even: int, odd: int) -> None:
    proof = so.minimal_degree(K)
    assert (proof.degree, proof.even, proof.odd) == (degree, even, odd)
    assert proof.holds()
    for I in (2, 3, 5):
        assert so.lower_bound(I, K) == degree
    assert so.lower_bound(1, K) == K + 1
    assert {so.lower_bound(1, K, "even"), so.lower_bound(1, K, "odd")} == {K + 1, K + 2}


def test_lower_bound_beyond_the_proved_rows() -> None:
    assert so.lower_bound(2, 12) == so.lower_bound(2, 9) == 52
    assert so.lower_bound(4, 10, "odd") == 55


@pytest.mark.parametrize("K", range(2, 10))
def test_minimality_fails_one_step_further(K: int) -> None:
    """No combination is definite once a root exists, in particular not the one used in the proof."""
    proof = so.minimal_degree(K)
    for claim in proof.impossible:
        further = so.Definite(K=K, degree=claim.degree + 2, parities=claim.parities, weights=claim.weights)
        assert claim.holds()
        assert not further.holds()


@pytest.mark.parametrize("K", [2, 4, 6])
def test_wrong_minimal_degrees_are_rejected(K: int) -> None:
    proof = so.minimal_degree(K)
    assert not replace(proof, even=proof.even - 2).holds()
    assert not replace(proof, odd=proof.odd + 2).holds()
    assert not replace(proof, degree=proof.degree - 1).holds()
    assert not replace(proof, impossible=proof.impossible[1:]).holds()


# certificates


@pytest.mark.parametrize("entry", QUICK, ids=lambda e: "-".join(map(str, e.key)))
def test_certificates_by_both_routines(entry: Entry) -> None:
    for verdict in (so.verify_krawczyk(entry), so.verify_kantorovich(entry)):
        assert verdict.holds, verdict.reason
        assert verdict.contraction < 1e-3
        assert verdict.step < float(entry.radius) or not entry.pivots
    assert entry.degree >= so.lower_bound(entry.I, entry.K, entry.key[2])


@pytest.mark.parametrize("entry", [e for e in SMALL if e.pivots], ids=lambda e: "-".join(map(str, e.key)))
def test_false_entries_are_rejected(entry: Entry) -> None:
    pivot = entry.pivots[-1]
    other = next(n for n in reversed(sorted(entry.coefficients)) if n not in entry.pivots)
    off = Fraction(1000001, 1000000)
    for false in (entry.scaled(pivot, off), entry.scaled(other, off), entry.without(other)):
        assert not so.verify_krawczyk(false)
        assert not so.verify_kantorovich(false)


@pytest.mark.parametrize("entry", SMALL, ids=lambda e: "-".join(map(str, e.key)))
def test_larger_claims_fail(entry: Entry) -> None:
    """For I + 1 (I + 2 where parity gives I + 1 for nothing) or K + 2 some moment over the whole box excludes zero."""
    claims = [(i, k) for i, k in so.equations(entry.I + 2, entry.K, entry.parity) if i > entry.I]
    assert any(not so.enclosure(entry, i, k).contains(0) for i, k in claims)
    wider = [(i, k) for i in range(1, entry.I + 1) for k in (entry.K + 1, entry.K + 2)]
    assert any(not so.enclosure(entry, i, k).contains(0) for i, k in wider)
    assert all(so.enclosure(entry, i, k).contains(0) for i, k in so.equations(entry.I, entry.K, entry.parity))
    larger = entry.claiming(entry.I + 2, entry.K)
    assert not so.verify_krawczyk(larger)
    assert not so.verify_kantorovich(larger)


def test_pivots_must_match_the_equations() -> None:
    entry = so.find_entry(3, 2, "odd")
    free = Entry(I=2, K=1, coefficients=entry.coefficients, pivots=entry.pivots, radius=entry.radius)
    bare = Entry(I=3, K=2, coefficients=entry.coefficients, pivots=(), radius=entry.radius)
    for false in (free, bare):
        assert "pivots" in so.verify_krawczyk(false).reason
        assert "pivots" in so.verify_kantorovich(false).reason
        assert not so.verify_krawczyk(false).holds
        assert not so.verify_kantorovich(false).holds


def test_routines_agree_on_the_equations() -> None:
    """Power-basis balls and Hermite-basis integers evaluate the same F and J."""
    entry = so.find_entry(4, 2, "odd")
    values, jacobian = system(entry)
    with ctx.workprec(2048):
        ball_values, ball_jacobian = evaluate(entry, Fraction(0))
        for e, value in enumerate(values):
            assert (ball_values[e, 0] - arb(fmpq(value.numerator, value.denominator))).contains(0)
            for j, x in enumerate(jacobian[e]):
                difference = ball_jacobian[e, j] - arb(fmpq(x.numerator, x.denominator))
                assert difference.contains(0)
                assert difference.rad() < abs(arb(fmpq(x.numerator, x.denominator))) / 10**20


def test_hermite_products_agree_with_the_power_basis() -> None:
    p, q = {1: 2, 4: -3, 6: 1}, {2: 5, 5: 7}
    power = sum((c * hermite(n) for n, c in p.items()), 0 * hermite(0)) * sum(
        (c * hermite(n) for n, c in q.items()), 0 * hermite(0)
    )
    full = product(p, q)
    assert sum((c * hermite(n) for n, c in full.items()), 0 * hermite(0)) == power
    assert expectation(power * hermite(3)) == inner(full, {3: 1})


def test_curvature_bounds_the_change_of_the_jacobian() -> None:
    entry = so.find_entry(3, 2, "odd")
    wide = Entry(I=3, K=2, coefficients=entry.coefficients, pivots=entry.pivots, radius=Fraction(1, 1000))
    bound = curvature(wide)
    _, centre = system(wide)
    for signs in ((1, 1), (1, -1), (-1, -1)):
        moved = wide
        for n, sign in zip(wide.pivots, signs, strict=True):
            moved = moved.scaled(n, 1 + sign * wide.radius)
        _, corner = system(moved)
        for e, row in enumerate(corner):
            # relative derivatives at the corner refer to the moved coefficient: divide it out again
            change = sum(abs(x / (1 + s * wide.radius) - y) for x, y, s in zip(row, centre[e], signs, strict=True))
            assert change <= wide.radius * bound[e]


# data and bad input


def test_decimals_are_exact() -> None:
    for text in ("-123e-45", "7", "1/3", "5e-1"):
        assert Fraction(decimal(Fraction(text))) == Fraction(text)
    assert rounded(Fraction(2, 3), 4) == Fraction(6667, 10000)
    assert rounded(Fraction(99999), 2) == 100000


def test_saved_table_reads_back(tmp_path) -> None:
    path = tmp_path / "table.json"
    so.save_certificates(reversed(ENTRIES), path)
    assert so.load_certificates(path) == ENTRIES
    assert path.read_text() == so.CERTIFICATES.read_text()
    assert [p.name for p in tmp_path.iterdir()] == ["table.json"]


@pytest.mark.parametrize(
    "action",
    [
        lambda: so.Polynomial({4: 0.5}),
        lambda: so.Polynomial({-1: 1}),
        lambda: so.Polynomial({4: "one"}),
        lambda: so.Polynomial({4: 1}, {6: 1}, -2),
        lambda: so.moment(PLAIN, -1, 2),
        lambda: so.is_superorthogonal(PLAIN, 0, 2),
        lambda: so.minimal_degree(99),
        lambda: so.lower_bound(2, 2, "mixed"),
        lambda: so.printed_polynomial("third"),
        lambda: so.slide_polynomial(2),
        lambda: so.leading_minors(4, 10, 0),
        lambda: so.find_entry(50, 50, "odd"),
        lambda: Entry(I=2, K=2, coefficients={3: Fraction(1), 4: Fraction(1)}, pivots=(), radius=Fraction(1, 9)),
        lambda: Entry(I=2, K=2, coefficients={3: Fraction(1)}, pivots=(5,), radius=Fraction(1, 9)),
        lambda: Entry(I=2, K=2, coefficients={3: Fraction(1)}, pivots=(), radius=Fraction(2)),
    ],
)
def test_bad_input_is_one_sentence(action) -> None:
    with pytest.raises(LemmataError) as caught:
        action()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) > 20

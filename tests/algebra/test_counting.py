"""Few positions with multiplicities stand for the integers 1, ..., d."""

import math

import pytest

from lemmata.theory.algebra.counting import NODES, gauss_rule, positions


@pytest.mark.parametrize("d", [1, 50, 64, 65, 100, 128, 129, 140, 1000, 4321])
@pytest.mark.parametrize("after", [0, 37])
def test_sums_over_a_power_law_are_those_over_the_integers(d, after):
    if d <= after:
        return
    places, counts = positions(d, after)
    for a in (0.3, 1.0, 2.5, 4.0):
        literal = math.fsum(1 / (1 + 0.01 * i**a) for i in range(after + 1, d + 1))
        assert math.fsum(m / (1 + 0.01 * x**a) for x, m in zip(places, counts, strict=True)) == pytest.approx(
            literal, rel=1e-13
        )


def test_a_rule_is_exact_for_polynomials_of_degree_below_twice_its_nodes():
    count = 100
    nodes, shares = gauss_rule(float(count))
    points = [(i - (count - 1) / 2) / count for i in range(count)]
    for degree in range(2 * NODES):
        literal = math.fsum(x**degree for x in points) / count
        assert math.fsum(w * x**degree for x, w in zip(nodes, shares, strict=True)) == pytest.approx(literal, abs=1e-15)
    assert min(shares) > 0


def test_a_dimension_beyond_all_counting_costs_few_positions():
    places, counts = positions(1e100)
    assert len(places) < 6000
    assert math.fsum(counts) == pytest.approx(1e100, rel=1e-12)
    assert math.fsum(m * x**-2.0 for x, m in zip(places, counts, strict=True)) == pytest.approx(math.pi**2 / 6, rel=1e-12)


def test_padding_adds_positions_of_no_weight():
    short, padded = positions(300), positions(300, pad=150)
    assert len(padded[0]) == len(padded[1]) == 150
    assert sum(padded[1]) == sum(short[1])


@pytest.mark.parametrize(("d", "after", "pad"), [(0, 0, 0), (5, 7, 0), (1e301, 0, 0), (1000, 0, 20)])
def test_what_cannot_be_counted_is_refused(d, after, pad):
    with pytest.raises(ValueError, match="integers"):
        positions(d, after, pad)

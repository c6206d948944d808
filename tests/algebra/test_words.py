"""Matrix words against explicit rational matrices: what is called equal is equal, and what differs is told apart."""

from __future__ import annotations

import pytest
import sympy as sp

from lemmata.theory.algebra.words import MatrixAlgebra
from lemmata.theory.language.errors import ClaimError


def setting():
    m = MatrixAlgebra()
    return m, m.matrix("A"), m.matrix("B"), m.inverse_pair("Q")


def test_traces_are_cyclic_and_invariant_under_transposition():
    m, a, b, _ = setting()
    assert m.equal_traces(a * b, b * a)
    assert m.equal_traces(a * b * m.transpose(a), a * m.transpose(b) * m.transpose(a))
    assert m.equal_traces((a + b) * (a - b), a * a - b * b)
    assert not m.equal(a * b, b * a)
    assert not m.equal_traces(a * b, a * m.transpose(b))
    assert not m.equal_traces(a * a * b * b, a * b * a * b)


def test_inverses_cancel_also_around_the_trace():
    m, a, _, (q, qi) = setting()
    assert m.equal(q * qi * a, a)
    assert m.equal_traces(q * a * qi, a)
    assert not m.equal_traces(q * a * qi, a * q)


def test_rules_hold_for_transposes_and_scalars_count():
    m, a, b, _ = setting()
    t = sp.Symbol("t")
    m.rule(a * b, t)
    assert m.equal(m.transpose(b) * m.transpose(a) * b, t * b)
    assert m.equal_traces(b * a, t)
    assert not m.equal_traces(b * a, 2 * t)


def test_explicit_matrices_agree():
    m, a, b, (q, qi) = setting()
    left = m.transpose(a + q) * b * qi - b * qi * m.transpose(a)
    explicit = {a: sp.Matrix([[1, 2], [3, 5]]), b: sp.Matrix([[0, 1], [-1, 4]]), q: sp.Matrix([[2, 1], [1, 3]])}
    at, bt, qt = explicit.values()
    value = ((at + qt).T * bt * qt.inv() - bt * qt.inv() * at.T).trace()
    assert m.equal_traces(left, b) == (value == bt.trace()) == True  # noqa: E712
    assert m.transpose(m.transpose(left)) == sp.expand(left)


def test_what_is_no_product_of_matrices_is_refused():
    m, a, *_ = setting()
    with pytest.raises(ClaimError, match="inverse_pair"):
        m.equal(a**-1, a)

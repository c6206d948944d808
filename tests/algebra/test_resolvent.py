"""Resolvent identities of one symmetric matrix, decided in its eigenbasis."""

import pytest
import sympy as sp

from lemmata.theory.algebra.resolvent import commuting_identity, spectral, trace_as_sum
from lemmata.theory.language.errors import DomainError

N = sp.Symbol("N", integer=True, positive=True)
S = sp.MatrixSymbol("S", N, N)
a, b = sp.symbols("a b", positive=True)
identity = sp.Identity(N)


def resolvent(t):
    return (S + t * identity) ** -1


@pytest.mark.parametrize(
    ("left", "right", "status"),
    [
        (resolvent(a) - resolvent(b), (b - a) * resolvent(a) * resolvent(b), "zero"),
        (resolvent(a) - resolvent(b), (a - b) * resolvent(a) * resolvent(b), "nonzero"),
        (S * resolvent(a), identity - a * resolvent(a), "zero"),
        (sp.Trace(S * resolvent(a)), N - a * sp.Trace(resolvent(a)), "zero"),
        (sp.Trace(S * resolvent(a) ** 2), sp.Trace(resolvent(a)) - a * sp.Trace(resolvent(a) ** 2), "zero"),
        (sp.Trace(S * resolvent(a)), N - sp.Trace(resolvent(a)), "nonzero"),
    ],
)
def test_identities(left, right, status):
    assert commuting_identity(left, right, S).status == status


def test_sums_and_errors():
    lam, i = sp.IndexedBase("lam"), sp.Symbol("i", integer=True, positive=True)
    values = trace_as_sum(sp.Trace(S**2), S, lam).subs(N, 3).doit()
    assert values == lam[1] ** 2 + lam[2] ** 2 + lam[3] ** 2
    assert spectral(S.T * S, S, i) == i**2
    with pytest.raises(DomainError, match="T is no function of S"):
        spectral(sp.MatrixSymbol("T", N, N) * S, S, i)

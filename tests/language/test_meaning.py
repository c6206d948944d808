"""What holds of the words of the language: entries, events, sets, samples, what a claim speaks of, its core."""

from __future__ import annotations

import pytest
import sympy as sp
from zoo import A, K, M, Z, a, b, eps, lam, n, v, x

from lemmata import Array, Claim, Definition, Domain, Eq, Identity, Index, Inequality, Mean, Positive, Sum, Trace, sq
from lemmata.theory.language.calculus import LINKS, POLYNOMIALS, Function
from lemmata.theory.language.domain import holds
from lemmata.theory.language.errors import ClaimError, DomainError, LemmataError
from lemmata.theory.language.operators import Expectation
from lemmata.theory.language.symbols import Naturals


def claim(**changes):
    return Claim(**{"id": "mine.it", "says": "It is so", "domain": Domain(), **changes})


def test_entries_of_an_array():
    assert A[0, 1] == sp.MatrixSymbol.__getitem__(A, (0, 1)) and A[0, 1].has(A)
    assert Identity(Mean(eps[1]), v[1]).right == v[1]


def test_an_event_and_an_equation_are_formulas():
    from lemmata import Existence, Guarantee

    assert Guarantee(Z <= a, lam).event == (Z <= a)
    assert Existence(Eq(x**2, a), {x: b}).condition == Eq(x**2, a)


def test_the_set_of_a_symbol_is_its_assumption():
    assert a.is_positive and n.is_integer and n.is_positive and x.is_real and x.is_positive is None
    assert Naturals.contains(3) and not Naturals.contains(0) and not Naturals.contains(sp.Rational(1, 2))
    assert Positive.contains(1) and not Positive.contains(0)


def test_a_name_is_one_sample_inside_one_mean():
    assert Mean(Z * Z) == Mean(Z**2) != Mean(Z) ** 2
    assert isinstance(Mean(Z), Expectation) and Mean(a) == a


def test_a_function_of_another_class_is_another_function():
    """sympy keeps equal terms once: were they one, the degree of the first claim's polynomial would enter the second's."""
    p = sp.Symbol("p", integer=True, nonnegative=True)
    made = [
        Function("σ", "link", of=POLYNOMIALS(2)),
        Function("σ", "link", of=POLYNOMIALS(p)),
        Function("σ", "link", of=LINKS),
        Function("σ", "activation", of=LINKS),
        Function("σ", "link", of=LINKS, kink=0),
    ]
    assert len({f(x) for f in made}) == len(made)
    assert Function("σ", "link", of=POLYNOMIALS(2))(x) == made[0](x)


def test_what_a_claim_speaks_of():
    G = Definition("G", "objective", sq(v - K * M * (v + eps)))
    made = claim(statement=Identity(Mean(G), lam * Trace(K * M) + a))
    assert [s.name for s in made.symbols] == ["n", "a", "λ"]
    assert [m.name for m in made.arrays] == ["K", "v"] and [r.name for r in made.random] == ["ε"]
    assert made.definitions == (G,) and made.title == "It is so" and made.family == "mine"


def test_the_core_lies_in_the_domain():
    domain = Domain(a > 1, b > a, core=(a <= 4,))
    inner = domain.span(a, (), core=True)
    assert inner.low >= 1 and inner.high == 4
    assert domain.span(b, (a,), core=False).low == a
    assert domain.broken({"a": sp.Rational(1, 2), "b": 2}) == "a > 1" and domain.broken({"a": 2, "b": 3}) == ""
    assert holds(a > b, {"a": 2, "b": 1}) and holds(a > b, {"a": 1}) is None


def test_errors_of_claims_are_errors_of_lemmata():
    assert issubclass(ClaimError, LemmataError) and issubclass(DomainError, LemmataError)
    with pytest.raises(ClaimError, match=r"^mine\.it: "):
        claim(statement=Inequality(a, b), says="")


def test_the_entries_of_another_array_are_other_entries():
    """Were entries told apart by the array's name alone, the size of one claim's array would enter another claim's sums."""
    made = [Array("l", "eigenvalues", size, of=Positive) for size in (n, 420, n)]
    j = Index("j")
    assert made[0][j] == made[2][j] != made[1][j]
    assert Sum(made[0][j], (j, 1, 420)) != Sum(made[1][j], (j, 1, 420))


def test_a_number_of_the_claim_is_no_variable_of_integration() -> None:
    """Of one name for two things the value of one would be taken for the other."""
    from lemmata import Claim, Identity, Integral, Symbol
    from lemmata.theory.language.errors import ClaimError

    a, s = Symbol("a", "number"), Symbol("s", "what is integrated over")
    with pytest.raises(ClaimError, match="a is a number that the claim speaks of and the variable of an integral as well"):
        Claim(id="own.both", says="x", statement=Identity(Integral(a, (a, 0, 1)) + a, a + 1 / 2))
    Claim(id="own.one", says="x", statement=Identity(Integral(s * a, (s, 0, 1)), a / 2))


def test_a_point_on_the_edge_of_a_condition_is_decided() -> None:
    """log a + log b against log ab: equal everywhere, which no number of digits shows: such a point is left out, and ends no claim."""
    from lemmata import Positive, Symbol, log
    from lemmata.theory.language.domain import holds

    a, b = Symbol("a", "number", Positive), Symbol("b", "number", Positive)
    for point in ({"a": 2.0, "b": 3.0}, {"a": 1e9 + 0.5, "b": 7.0}):
        sides = (log(a) + log(b), log(a * b, evaluate=False))
        assert holds(sp.Ge(*sides, evaluate=False), point) is False
        assert holds(sp.Gt(*sides, evaluate=False), point) is False
        assert holds(sp.Ge(sides[0] + 1, sides[1], evaluate=False), point) is True

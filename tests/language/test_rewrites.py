"""Rewrites of formulas, one by one: numbers, matrices, and what is left alone."""

from __future__ import annotations

import pytest
import sympy as sp
from zoo import ZOO, A, B, K, M, S, X, Z, a, b, d, eta, j, kappa, lam, mu, n, path, sig, v, w, x

from lemmata import (
    Argmin,
    Definition,
    Eq,
    I,
    Identity,
    Inequality,
    Iterate,
    Maximum,
    Mean,
    Minimum,
    Part,
    Reals,
    Root,
    Sum,
    Symbol,
    Trace,
    eigenvalue,
    exp,
    sq,
    sqrt,
)
from lemmata.theory.language.changes import LADDER
from lemmata.theory.language.definitions import definitions, expand
from lemmata.theory.language.mutation import automatic
from lemmata.theory.language.rewrites import rewrites


def made(statement, field=None, **options):
    """Automatic versions by name (what the field became), without the ladder."""
    laws, _ = automatic("main", Part(statement, **options), True, limit=200)
    field = field or statement.target
    return {law.label: getattr(law.statement, field) for law in laws if law.label not in {f"x{x}" for x in LADDER}}


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (
            a + b**2,
            {
                "drop_term1": b**2,
                "drop_term2": a,
                "flip_term1": b**2 - a,
                "flip_term2": a - b**2,
                "exponent1": a + b**3,
                "swap_a_b": b + a**2,
            },
        ),
        (2 * a / b, {"drop_constant1": a / b, "drop_factor1": 2 / b, "drop_factor2": 2 * a, "exponent1": 2 * a / b**2}),
        (a**2 / 3, {"drop_constant1": a**2, "constant1": a**2 / 4, "exponent1": a**3 / 3}),
        (sqrt(a), {"exponent1": a}),
        (1 / sqrt(a), {"exponent1": 1 / a}),
        (exp(-a / 2), {"drop_constant1": exp(a), "constant1": exp(-a / 3)}),
        (Maximum(a, b), {"other_extreme1": Minimum(a, b)}),
        (Sum(mu[j] ** 2, (j, 1, n)), {"drop_last1": Sum(mu[j] ** 2, (j, 1, n - 1)), "exponent1": Sum(mu[j] ** 3, (j, 1, n))}),
        (eigenvalue(S, 1), {"constant1": eigenvalue(S, 2)}),
        (Mean(Z**2) + a, {"exponent1": Mean(Z**3) + a, "drop_term1": Mean(Z**2)}),
        (Mean(sig(Z)), {}),
    ],
)
def test_rewrites_of_numbers(formula, expected):
    found = made(Identity(x, formula))
    assert expected.items() <= found.items(), found
    assert found["sign"] == -formula


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (A * B, [B, A, A.T * B, A * B.T, B * A]),
        (2 * A.T * S, [A.T * S, 2 * S, 2 * A.T, 2 * A * S]),
        (A + lam * I(n), [A, lam * I(n), A - lam * I(n), lam * I(n) - A, A + I(n)]),
        (M, [K + n * lam * I(n), (n * lam * I(n)).inv(), (K + n * I(n)).inv(), (K + lam * I(n)).inv()]),
        (Trace(A * B.T) * I(n), [I(n), Trace(B.T) * I(n), Trace(A) * I(n)]),
    ],
)
def test_rewrites_of_matrices(formula, expected):
    found = list(made(Identity(S, formula)).values())
    for wanted in expected:
        assert any(f == wanted or f.doit() == wanted.doit() for f in found), wanted
    assert all(f.shape == (n, n) for f in found)


def test_declared_things_are_left_alone():
    for name, (statement, _) in ZOO.items():
        if statement.kind != "identity":
            continue
        before = {s for _, g in statement.expressions() for s in g.atoms(sp.MatrixSymbol)}
        for law in automatic("main", Part(statement), True, limit=200)[0]:
            after = {s for _, g in law.statement.expressions() for s in g.atoms(sp.MatrixSymbol)}
            assert after <= before, (name, law.name)
            assert all(s.meaning for s in after), (name, law.name)


def test_sizes_are_swapped_in_numbers_and_not_in_shapes():
    swapped = made(Identity(Trace(X * X.T), n * Trace(X.T * X) / d))["swap_d_n"]
    assert swapped == d * Trace(X.T * X) / n


def test_what_has_no_unknown_or_nothing_random_is_not_made():
    root = Root(kappa, Eq(kappa, lam + 1 / kappa))
    for changed in made(Identity(x, root)).values():
        assert all(kappa in r.args[0].free_symbols for r in changed.atoms(type(root)))
    assert all(m.has(Z) for m in made(Identity(x, Mean(a + Z**2))).values())


def test_the_inverse_of_what_may_be_singular_is_not_made():
    assert K.inv() not in made(Identity(S, M)).values()
    assert (n * lam * I(n)).inv() in made(Identity(S, M)).values()


def test_definitions_are_opened():
    g = Definition("g", "objective", a**2 + b)
    found = made(Identity(x, 2 * g))
    assert found["drop_constant1"] == g
    assert expand(found["exponent1"]) == 2 * (a**3 + b) and str(definitions(found["exponent1"])) == "[g]"
    assert expand(found["drop_term1"]) in (2 * a**2, 2 * b)


def test_a_definition_keeps_its_term_where_its_neighbours_are_evaluated():
    """A name is not written out: its term was evaluated again in every product around it."""
    g = Definition("G", "a product as its author wrote it", sp.MatMul(K, sp.MatMul(A, B)))
    assert (2 * g * A).doit().has(g) and expand(g * A).has(g.term)


def test_paths_and_minima_keep_what_they_bind():
    least = Argmin(sq(v - w) + lam * sq(w), w)
    for changed in (*made(Identity(v, least)).values(), *made(Inequality(x, sq(path.end))).values()):
        for node in changed.atoms(type(least)):
            assert node.args[1] == w and node.args[0].has(w)
    assert eta in path.free_symbols


def test_no_rewrite_asks_for_another_component_of_a_path():
    p, q = Symbol("p", "a state", Reals), Symbol("q", "another", Reals)
    path = Iterate((p, q), (p / 2, p + q), (n, n), 3)
    names = dict(rewrites(path.at(2, 1) ** 2))
    assert names["exponent1"] == path.at(2, 1) ** 3 and names["constant1"] == path.at(3, 1) ** 2
    assert all(state.component == 1 for made in names.values() for state in made.atoms(type(path.at(2, 1))))

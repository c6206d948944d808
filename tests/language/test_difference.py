"""No two laws of a claim look alike, and a wrong version is shown by what it changes and no more."""

from __future__ import annotations

import random
import re

import pytest
import sympy as sp
from zoo import ZOO, K, M, S, Z, a, b, d, eps, j, lam, n, v, x

from lemmata import (
    Array,
    Claim,
    Definition,
    Domain,
    Edit,
    Erratum,
    Identity,
    Inequality,
    Mean,
    Naturals,
    Part,
    Print,
    Symbol,
    Trace,
    cos,
    exp,
    hadamard,
    quad,
    sq,
    sqrt,
)
from lemmata.theory.language.difference import difference
from lemmata.theory.language.display import clashes, shown_whole, statement_text
from lemmata.theory.language.equal import NormalForms
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.forms import Form
from lemmata.theory.language.mutation import automatic
from lemmata.theory.language.part import Law, Role


@pytest.mark.parametrize("name", ZOO)
def test_automatic_wrong_versions_look_different_and_say_how(name):
    part = Part(ZOO[name][0])
    truth = next(part.laws("main", True))
    laws, _ = automatic("main", part, True)
    for form in ("text", "latex"):
        assert len({shown_whole(law, form) for law in (truth, *laws)}) == len(laws) + 1
    for law in laws:
        assert all(re.search(r" → | × |without | \\to | \\times |without}", side) for side in difference(truth, law)), law.name


def test_a_bound_of_matrices_is_sharpened_whatever_its_sign():
    e, O, C = Array("e", "a direction", 2), Array("O", "any", 2, 3), Array("C", "any", 3, 3)
    design = (sp.Identity(2) - a * e * e.T) * O
    gap = O.T * (design * O.T).inv() * design - sp.Identity(3)
    laws, _ = automatic("main", Part(Inequality(0, Trace(C * gap * C * gap.T))), True)
    assert {law.name for law in laws} >= {"auto:x2", "auto:x1.1"}


def claim(**changes):
    values = {
        "id": "mine.characteristic",
        "says": "The characteristic function of a standard normal variable is exp(-a²/2)",
        "statement": Identity(Mean(cos(a * Z)), exp(-(a**2) / 2)),
        "domain": Domain(a > 0, core=(a >= 0.01, a <= 5)),
        "printed": Print(right=exp(-(a**2)), erratum=Erratum.wrong("the exponent is half the variance")),
        "wrong": {"linear": {"right": exp(-a / 2)}},
    }
    return Claim(**{**values, **changes})


# -- clashes -------------------------------------------------------------------------------------------------------


def test_no_law_of_a_claim_looks_like_another():
    assert clashes(claim()) == []


def test_a_dropped_condition_and_a_changed_definition_are_seen():
    g = Definition("g", "objective", x**2 + a)
    part = {
        "main": Part(
            Inequality(g, b),
            says="it is bounded",
            when=(x < a,),
            wrong={"definition": {"replace": {x**2: x**3}}, "free": Edit(when=())},
        )
    }
    made = Claim("mine.bound", parts=part, domain=Domain())
    assert clashes(made) == []
    truth, changed, free = made.laws()
    assert statement_text(truth) == statement_text(changed) == "g ≤ b if x < a"
    assert difference(truth, changed)[0] == "x² → x³"
    assert difference(truth, free) == ("without x < a", r"\text{without}\ x < a")


def test_a_clash_is_found():
    lookalike = Symbol("b", "another bound", Naturals)
    made = claim(printed=None, wrong={})
    one = Law("main", Role.MUTANT, "one", Inequality(x, b), (), "fails")
    two = Law("main", Role.MUTANT, "two", Inequality(x, Symbol("b", "bound", b.domain) * 1), (), "fails")
    other = Law("main", Role.MUTANT, "other", Inequality(x, lookalike), (), "fails")
    assert one.statement == two.statement and clashes(made, [one, two]) == []
    assert clashes(made, [one, other]) == []  # the where lines differ
    worlds = [
        Law("main", Role.WORLD, word, made.laws()[0].statement, (), "fails", world="the scale is wrong")
        for word in ("one", "two")
    ]
    assert clashes(made, worlds) == []
    hidden = type("World", (), {"says": "the scale is wrong"})
    assert (
        len(clashes(made, [*worlds[:1], Law("main", Role.WORLD, "two", made.laws()[0].statement, (), "fails", world=hidden())]))
        == 1
    )


# -- differences ---------------------------------------------------------------------------------------------------

BASE = Part(
    Identity(Mean(sq(v - K * M * (v + eps))), lam * Trace(M * S) + lam**2 / (3 * n) * Trace(K * M)), when=(n > d, a > 1)
)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (Edit(replace={Trace(K * M): Trace(K)}), "tr(K (K + n λ I_n)⁻¹) → tr(K)"),
        (Edit(replace={lam**2 / (3 * n) * Trace(K * M): lam**2 / n * Trace(K * M)}), "λ²/(3n) → λ²/n"),
        (Edit(replace={lam**2: lam**3}), "λ² → λ³"),
        (Edit(replace={lam**2: lam}), "λ² → λ"),
        (Edit(right=lam * Trace(M * S)), "without λ² tr(K (K + n λ I_n)⁻¹)/(3n)"),
        (Edit(when=(n > d,)), "without a > 1"),
        (Edit(when=(n > d, a > 2)), "a > 2 instead of a > 1"),
        (Edit(when=(n > d, a > 1, b > 1)), "only if b > 1"),
        (Edit(replace={lam**2: lam**3}, when=(n > d,)), "λ² → λ³; without a > 1"),
        (Edit(changes={"scale": a}), "scale: nothing → a"),
        (Edit(right=2 * BASE.statement.right), "right × 2"),
        (Edit(right=-BASE.statement.right), "right × −1"),
    ],
)
def test_the_difference_is_as_small_as_it_can_be(change, expected):
    truth, wrong = list(Part(BASE.statement, when=BASE.when, wrong={"it": change}).laws("main", True))
    assert difference(truth, wrong)[0] == expected


def test_a_change_of_one_of_two_like_terms_is_shown_with_what_is_around_it():
    part = Part(
        Identity(x, sqrt(a) * cos(b) + b * cos(2 * b) ** 2), wrong={"it": {"right": sqrt(a) * cos(b) + b * cos(b) ** 2}}
    )
    assert difference(*part.laws("main", True))[0] == "2b → b"
    part = Part(Identity(x, sp.sin(b) + cos(b)), wrong={"it": {"right": sp.sin(b) + cos(a)}})
    assert difference(*part.laws("main", True))[0] == "cos(b) → cos(a)"


def test_the_difference_of_a_law_from_itself_is_refused():
    truth = next(BASE.laws("main", True))
    with pytest.raises(ClaimError, match=re.escape("truth is the same statement as truth: there is no difference to show")):
        difference(truth, truth)


def test_formulas_that_print_alike_are_equal():
    rng = random.Random(20)
    seen: dict[str, sp.Expr] = {}
    forms, normal = (Form("text", {}), Form("latex", {})), NormalForms()
    for _ in range(1200):
        formula = random_number(rng, rng.randrange(1, 4))
        for form in forms:
            other = seen.setdefault(form.show(formula), formula)
            assert normal.same(normal.form(expanded(other)), normal.form(expanded(formula))), form.show(formula)
    assert len(seen) > 800


def expanded(formula):
    """Scalars out of traces."""
    return formula.replace(lambda t: isinstance(t, sp.Trace), lambda t: t.doit())


def random_number(rng, depth):
    """A random formula of numbers and matrices."""
    if depth == 0:
        return rng.choice([a, b, n, x, Z, lam, sp.Integer(2), sp.Rational(1, 3), sp.Integer(-1), v[1]])
    u, m = (lambda: random_number(rng, rng.randrange(depth))), (lambda: random_matrix(rng, rng.randrange(depth)))
    makers = [
        lambda: u() + u(),
        lambda: u() * u(),
        lambda: -u(),
        lambda: (1 + sp.Abs(u())) ** rng.choice([2, -1, sp.S.Half, -2, a]),
        lambda: cos(u()),
        lambda: sp.Sum(u() + v[j], (j, 1, n)),
        lambda: Mean(u() * Z),
        lambda: sp.Abs(u()),
        lambda: Trace(m()),
        lambda: quad(m(), v),
    ]
    return rng.choice(makers)()


def random_matrix(rng, depth):
    if depth == 0:
        return rng.choice([K, S, sp.MatrixSymbol("A", n, n), sp.Identity(n)])
    m = lambda: random_matrix(rng, rng.randrange(depth))  # noqa: E731
    makers = [
        lambda: m() + m(),
        lambda: m() * m(),
        lambda: random_number(rng, 0) * m(),
        lambda: m().T,
        lambda: hadamard(m(), m()),
        lambda: -m(),
    ]
    return rng.choice(makers)()


def test_two_wrong_versions_never_show_the_same_difference():
    for name, (statement, _) in ZOO.items():
        part = Part(statement)
        truth = next(part.laws("main", True))
        shown = [difference(truth, law) for law in automatic("main", part, True)[0]]
        for side in (0, 1):
            assert len({pair[side] for pair in shown}) == len(shown), name

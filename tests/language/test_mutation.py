"""Automatic wrong versions: every rewrite by name, what a kind cannot see, and that names and shapes stay."""

from __future__ import annotations

import time

import pytest
import sympy as sp
from zoo import ZOO, A, K, S, Z, a, b, c, d, eps, ladder, lam, n, t, v, x

from lemmata import (
    Eq,
    Existence,
    Guarantee,
    Identity,
    Inequality,
    Ladder,
    Limit,
    Mean,
    Optimality,
    Order,
    Part,
    Phase,
    Print,
    Probability,
    Rate,
    Trace,
    Within,
    cos,
    eigenvalue,
    norm,
    operator_norm,
    quad,
    sq,
    sqrt,
)
from lemmata.theory.language.changes import LADDER, _sharper
from lemmata.theory.language.equal import NormalForms
from lemmata.theory.language.mutation import automatic
from lemmata.theory.language.part import Role
from lemmata.theory.language.signs import known_sign
from lemmata.theory.language.source import Erratum
from lemmata.theory.language.symbols import Symbol


def made(statement, field=None, **options):
    """Automatic versions by name (what the field became), without the ladder."""
    laws, _ = automatic("main", Part(statement, **options), True, limit=200)
    field = field or statement.target
    return {law.label: getattr(law.statement, field) for law in laws if law.label not in {f"x{x}" for x in LADDER}}


def rungs(statement, field=None):
    laws, _ = automatic("main", Part(statement), True)
    return [getattr(law.statement, field or statement.target) for law in laws if law.label in {f"x{x}" for x in LADDER}]


def unseen(statement):
    return automatic("main", Part(statement), True, limit=200)[1]


FACTORS = [sp.Integer(2), sp.Rational(3, 2), sp.Rational(11, 10), sp.Rational(51, 50)]


# -- the ladder of factors -----------------------------------------------------------------------------------------


def test_an_identity_has_the_four_rungs():
    assert rungs(Identity(Mean(cos(a * Z)), b)) == [q * b for q in FACTORS]
    assert rungs(Identity(2 * S, A)) == [q * A for q in FACTORS]
    assert rungs(Limit(Mean(Z) + 1 / n, b, ladder=ladder)) == [q * b for q in FACTORS]


def test_a_bound_is_sharpened_whatever_its_sign():
    assert rungs(Inequality(x, a)) == [a / q for q in FACTORS]
    assert rungs(Inequality(x, -a)) == [-a * q for q in FACTORS]
    for made_bound, q in zip(rungs(Inequality(x, t)), FACTORS, strict=True):
        for value in (-3, 3):
            assert made_bound.subs(t, value) == value - (1 - 1 / q) * 3
    assert rungs(Inequality(x, Trace(K) * sq(v))) == [Trace(K) * sq(v) / q for q in FACTORS]


def test_a_two_sided_bound_is_sharpened_on_either_side():
    assert rungs(Within(x, a, b), "high") == [b / q for q in FACTORS]
    both = made(Within(x, a, b), "low")
    assert [both[f"low_x{q}"] for q in LADDER] == [a * q for q in FACTORS]


def test_the_ends_of_a_narrow_bound_are_not_moved_past_each_other():
    """No number lies between them then, which would die at every point and show nothing."""
    narrow = Within(x, sp.Rational(9, 10), sp.Rational(6, 5))
    assert rungs(narrow) == [sp.Rational(12, 11), sp.Rational(20, 17)]
    assert [name for name in made(narrow, "low") if name.startswith("low_x")] == ["low_x1.1", "low_x1.02"]


def test_growth_is_not_changed_by_a_factor():
    assert unseen(Rate(Mean(sq(eps)), 1, ladder=ladder))[:4] == [f"auto:x{q}" for q in LADDER]
    assert unseen(Order(Mean(sq(eps)), 3 * n, ladder=ladder)) == [
        *(f"auto:x{q}" for q in LADDER),
        "auto:sign",
        "auto:drop_constant1",
        "auto:constant1",
    ]


def test_a_guarantee_is_asked_for_more():
    assert rungs(Guarantee(Z > 0, 1 - lam)) == [1 - lam / q for q in FACTORS]
    assert rungs(Guarantee(Z > 0, sp.S.Half, exactly=True)) == [q / 2 for q in FACTORS]
    assert all(bound.subs(lam, sp.Rational(1, 3)) > sp.Rational(2, 3) for bound in made(Guarantee(Z > 0, 1 - lam)).values())


# -- the kinds -----------------------------------------------------------------------------------------------------


def test_zero_is_missed_by_what_the_scale_says():
    found = made(Identity(Mean(a * Z), 0, scale=a))
    assert found == {"off1": a, "off0.5": a / 2, "off0.1": a / 10, "off0.02": a / 50}
    assert made(Limit(Mean(Z) + 1 / n, 0, ladder=ladder))["off0.1"] == sp.Rational(1, 10)
    assert made(Identity(a * b - b**2, 0), "left")["left_exponent1"] == a * b - b**3


def test_weaker_bounds_are_not_generated():
    assert len({name[:-1] for name in unseen(Inequality(x, a - b))} & {"auto:drop_term", "auto:flip_term"}) == 2
    assert "auto:low_drop_constant1" in unseen(Within(x, 2 * a, b + 3 * a))
    for bound in made(Inequality(x, a - b)).values():
        assert known_sign(bound - (a - b)) != 1


def test_the_exponents_of_growth():
    assert set(made(Rate(Mean(sq(eps)), 1, ladder=ladder)).values()) == {
        0,
        2,
        sp.Rational(1, 2),
        sp.Rational(3, 2),
        sp.Rational(3, 4),
        sp.Rational(5, 4),
        -1,
    }
    assert set(made(Order(Mean(sq(eps)), n, ladder=ladder)).values()) == {
        sqrt(n),
        n ** sp.Rational(3, 2),
        n ** sp.Rational(3, 4),
        n ** sp.Rational(5, 4),
    }
    assert set(made(Order(Mean(sq(eps)), n, ladder=ladder, direction="upper")).values()) == {sqrt(n), n ** sp.Rational(3, 4)}
    lower = made(Order(Mean(sq(eps)), n**2, ladder=ladder, direction="lower"))
    assert n**3 in lower.values() and all(sp.cancel(g / n**2).subs(n, 100) > 1 for g in lower.values())


def test_a_scale_tied_to_the_ladder_moves():
    tied = Ladder(d, (10, 20, 40, 80), sizes={n: d**2})
    found = made(Order(Mean(sq(eps)), lam * n, ladder=tied))
    assert found["drop_factor2"] == lam and "drop_factor1" not in found
    assert "auto:drop_factor1" in unseen(Order(Mean(sq(eps)), lam * n, ladder=tied))


def test_a_critical_value_depends_on_every_parameter():
    phase = Phase(Mean(cos(a * Z)), sp.Rational(1, 2), b / lam, control=a)
    found = made(phase)
    assert found["b_squared"] == b**2 / lam and found["b_dropped"] == 1 / lam
    assert found["λ_squared"] == b / lam**2 and found["λ_dropped"] == b
    assert found["other_way"] == b / lam
    assert rungs(phase) == [2 * b / lam, 3 * b / (2 * lam)] and unseen(phase) == ["auto:x1.1", "auto:x1.02"]
    assert all(a not in g.free_symbols for g in found.values())


def test_the_argument_of_an_optimum_and_its_sense():
    found = made(Optimality((x - a) ** 2 + (t - b) ** 2, {x: a, t: b**2}))
    assert found["x_sign"] == {x: -a, t: b**2} and found["t_exponent1"] == {x: a, t: b**3}
    assert "other_sense" in found and made(Optimality(x**2, {x: 0}))["off0.1"] == {x: sp.Rational(1, 10)}


def test_a_witness_no_longer_fits():
    found = made(Existence(Eq(x**2, a), {x: sqrt(a)}))
    assert found["sign"] == Eq(x**2, -a, evaluate=False)
    assert made(Existence(x**2 > a, {x: 2 * a}))["negated"] == (x**2 <= a)


# -- conditions, order, sameness -----------------------------------------------------------------------------------


def test_every_condition_is_dropped_once():
    laws, _ = automatic("rest", Part(Inequality(x, b), when=(x < b, n > d)), False)
    dropped = {law.name: law.when for law in laws if "condition" in law.label}
    assert dropped == {"auto:rest.drop_condition1": (n > d,), "auto:rest.drop_condition2": (x < b,)}
    assert all(law.when == (x < b, n > d) for law in laws if "condition" not in law.label)


@pytest.mark.parametrize("name", ZOO)
def test_automatic_laws_are_what_they_say(name):
    part = Part(ZOO[name][0])
    laws, hidden = automatic("main", part, True)
    assert laws, name
    labels = [law.name for law in laws]
    assert len(set(labels)) == len(labels) and all(label.startswith("auto:") for label in (*labels, *hidden))
    assert not set(labels) & set(hidden)
    for law in laws:
        assert law.role is Role.AUTOMATIC and law.expected == "fails" and law.part == "main"
        assert law.statement != part.statement and type(law.statement) is type(part.statement)
    assert [law.name for law in automatic("main", part, True)[0]] == labels


def test_the_limit_keeps_some_of_every_sort():
    terms = [(i + 2) * a**i * b for i in range(1, 12)]
    part = Part(Identity(x, sp.Add(*terms)))
    few = [law.label for law in automatic("main", part, True, limit=8)[0]]
    assert len(few) == 8 + len(LADDER) and few[: len(LADDER)] == [f"x{q}" for q in LADDER]
    assert {"sign", "drop_term1", "flip_term1", "exponent1", "swap_a_b"} <= set(few)
    every = {law.label: law.statement for law in automatic("main", part, True, limit=500)[0]}
    assert all(every[law.label] == law.statement for law in automatic("main", part, True, limit=8)[0])


def test_what_is_equal_by_construction_is_not_wrong():
    found = made(Identity(x, Trace(S * A)))
    assert not any(g in (Trace(A * S), Trace(S * A.T)) for g in found.values())
    assert sp.sin(a) ** 2 + cos(a) ** 2 not in made(Identity(x, sp.Integer(1) + 0 * a)).values()
    assert "swap_a_b" not in made(Identity(x, a * b + 1)) and "swap_a_b" in made(Identity(x, a * b**2))
    assert "swap_a_b" not in made(Identity(x, (a + b) ** 2 / (a**2 + 2 * a * b + b**2 + 1)))


def test_what_the_part_states_otherwise_is_not_made_again():
    reading = Print(readings={"plus": ({"right": a + b}, "holds")}, erratum=Erratum.unclear("the sign is blurred"))
    found = made(Identity(x, a - b), printed=reading, wrong={"half": {"right": a}})
    assert a + b not in found.values() and a not in found.values() and -b in found.values()


def test_means_are_opened_and_stay_means():
    found = made(Identity(Mean(quad(S, eps)), Mean(sq(eps)) * Trace(S) / n))
    assert found["drop_factor1"] == Mean(sq(eps)) * Trace(S) and Trace(S) / n in found.values()
    assert Probability(Z > 2 * t) not in found.values()
    assert Mean(Z**3) in made(Identity(x, Mean(Z**2))).values()
    assert c.start == 0


def test_a_spectrum_of_the_transpose_is_no_wrong_version():
    """The eigenvalues, norms and determinant of a matrix are those of its transpose; its entries are not."""
    normal, i = NormalForms(), sp.Symbol("i", integer=True, positive=True)
    for f in (lambda m: eigenvalue(m, i), norm, operator_norm, lambda m: sp.Determinant(m)):
        assert normal.same(normal.form(2 * f(A) + 1), normal.form(2 * f(A.T) + 1))
        assert not normal.same(normal.form(f(A)), normal.form(f(A * A)))
    statement = Inequality(sp.Sum(sp.Max(eigenvalue(A, i), 0), (i, 1, 3)), sp.Sum(sp.Max(2 * eigenvalue(A, i), 0), (i, 1, 3)))
    assert "transpose1" not in made(statement)


def test_formulas_are_the_same_by_their_values_relative_to_their_size():
    normal, x = NormalForms(), sp.Symbol("x", positive=True)
    assert not normal.same(sp.exp(-100 * x), sp.exp(-200 * x))
    assert not normal.same(sp.exp(-100 * x), 2 * sp.exp(-100 * x))
    assert normal.same(sp.exp(-100 * x) * (x + 1) ** 2, sp.exp(-100 * x) * (x**2 + 2 * x + 1))
    assert normal.same(sp.exp(100 * x) * (x + 1) ** 2, sp.exp(100 * x) * (x**2 + 2 * x + 1))


def test_formulas_without_a_value_at_any_point_are_not_taken_for_equal():
    normal, x = NormalForms(), sp.Symbol("x", positive=True)
    nothing = sp.log(0, evaluate=False)
    assert normal.same(x * nothing, x * nothing)
    assert not normal.same(x * nothing, x**2 * nothing)


def test_the_sign_of_integrals_of_numbers_is_that_of_their_values():
    t = sp.Symbol("t", positive=True)
    tail = sp.Integral(sp.exp(-t) / t, (t, sp.Rational(1, 2), sp.oo))  # 0.5598
    assert known_sign(tail - sp.Rational(1, 2)) == 1 and known_sign(tail - sp.Rational(3, 5)) == -1
    assert known_sign(sp.Integral(1 / t, (t, 1, sp.oo)) - tail) == 1  # diverges


def test_a_bound_of_unknown_sign_is_sharpened_at_once() -> None:
    """The sharper bounds ask for more wherever the bound has a value, and nobody looks for its sign again to make them."""
    x = [Symbol(f"x{i}", f"number {i}") for i in range(8)]
    bound = sum(sp.sin(a * b) * sp.sqrt(1 + a**2 + b**2) * sp.exp(-c) for a, b, c in zip(x, x[1:], x[2:], strict=False))
    started = time.process_time()
    sharper = _sharper(bound, sp.Rational(2), True, known_sign(bound))
    assert time.process_time() - started < 2
    for value in (0.3, -1.2):
        at = {s: value + k for k, s in enumerate(x)}
        assert sp.N(sharper.subs(at).doit()) <= sp.N(bound.subs(at)) - 0.49 * abs(sp.N(bound.subs(at)))

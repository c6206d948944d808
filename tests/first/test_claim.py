"""A malformed claim fails where it is made, and the message begins with its id."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from lemmata.theory.first import (
    Certificate,
    Choice,
    Claim,
    Domain,
    Erratum,
    Existence,
    Guarantee,
    Identity,
    Inequality,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Optimality,
    Order,
    Phase,
    Rate,
    Real,
    Root,
    Source,
    System,
    Vector,
)
from lemmata.theory.language.errors import ClaimError, DomainError

a, b = sp.symbols("a b", positive=True)
x = sp.Symbol("x", real=True)
n = sp.Symbol("n", integer=True, positive=True)
j = sp.Symbol("j", integer=True)
C = Observable("C")
domain = Domain(Real(a, (0, sp.oo), (1, 2)))
ladder = Ladder(n, (10, 100, 1000))


def make(**changes: Any) -> Claim:
    fields = {
        "id": "test.claim",
        "title": "a sentence",
        "truth": Identity(Mean(C), a),
        "source": Source("none", "none"),
        "domain": domain,
    }
    return Claim(**{**fields, **changes})


class TestClaim:
    @pytest.mark.parametrize(
        "identity", ["claim", "Test.claim", "test.claim.more", "test.", "1test.claim", "test.cl aim", "", None]
    )
    def test_id(self, identity):
        with pytest.raises(ClaimError, match=r"is no claim id: write family.slug in small letters, digits and underscores"):
            make(id=identity)

    @pytest.mark.parametrize(
        ("changes", "text"),
        [
            ({"title": " "}, "the title is empty"),
            ({"source": "a document"}, "source must be a Source and domain a Domain"),
            ({"domain": {"a": 1}}, "source must be a Source and domain a Domain"),
            ({"truth": sp.Eq(a, 1)}, "the truth is no statement but Equality: use Identity, Inequality"),
            ({"truth": None}, "the truth is no statement but NoneType"),
            ({"also": {"part": a}}, "the part is no statement but Symbol"),
            ({"printed": Identity(Mean(C), 2 * a)}, "a print that differs and its erratum come together"),
            ({"erratum": Erratum.wrong("x")}, "a print that differs and its erratum come together"),
            (
                {"printed": Identity(Mean(C), a), "erratum": Erratum.wrong("x")},
                "the print is equal to the truth: leave out printed and erratum",
            ),
            ({"mutants": {"Bad Name": Identity(Mean(C), 2 * a)}}, "the mutant name 'Bad Name' must be made of small letters"),
            (
                {"mutants": {"same": Identity(Mean(C), a)}},
                "the mutant 'same' is equal to the truth: nothing could tell them apart",
            ),
            ({"mutants": {"same": Identity(Mean(C), 2 * a / 2)}}, "the mutant 'same' is equal to the truth"),
            ({"mutants": {"none": 2 * a}}, "the mutant none is no statement but Mul"),
            (
                {"truth": Identity(Mean(C), a + b)},
                "the truth speaks of b, which is neither a parameter of the domain, nor defined",
            ),
            ({"mutants": {"loose": Identity(Mean(C), b)}}, "the mutant loose speaks of b"),
            ({"provided": (b > 2,)}, "the truth speaks of b"),
            ({"uses": ("test.claim",)}, "a claim cannot use itself"),
        ],
    )
    def test_fault(self, changes, text):
        with pytest.raises(ClaimError) as caught:
            make(**changes)
        assert str(caught.value).startswith("test.claim: ")
        assert text in str(caught.value)

    def test_a_mutant_with_other_definitions_or_another_procedure_is_another_statement(self):
        claim = make(
            truth=Identity(Mean(C), b),
            definitions={b: a},
            mutants={
                "where": Identity(Mean(C), b, where={b: 2 * a}),
                "variant": Identity(Mean(C), b, variant="other"),
                "kind": Inequality(Mean(C), b),
            },
        )
        assert [law.name for law in claim.laws()] == ["truth", "mutant:where", "mutant:variant", "mutant:kind"]

    def test_names_come_from_every_place_that_gives_them(self):
        v, root, s = sp.IndexedBase("v"), sp.Symbol("root", positive=True), sp.Symbol("s", positive=True)
        truth = Identity(Mean(C), a + b + root + s + sp.Sum(v[j], (j, 1, 3)))
        make(truth=truth, definitions={b: a, root: Root(root, root**2 - a)}, given=(v, s))
        with pytest.raises(ClaimError, match="speaks of s, v, which"):
            make(truth=truth, definitions={b: a, root: Root(root, root**2 - a)})

    def test_laws_in_order(self):
        claim = make(
            also={"more": Identity(Mean(C**2), a**2)},
            printed=Identity(Mean(C), 3 * a),
            erratum=Erratum.misprint("three"),
            mutants={"z": Identity(Mean(C), 4 * a), "b": Identity(Mean(C), 5 * a)},
        )
        assert [(law.name, law.expected) for law in claim.laws()] == [
            ("truth", "holds"),
            ("truth:more", "holds"),
            ("as-printed", "fails"),
            ("mutant:z", "fails"),
            ("mutant:b", "fails"),
        ]
        assert claim.family == "test"
        assert claim.kind == "identity"

    def test_one_derivation(self):
        claim = make()
        claim.derivation(lambda step: None)
        with pytest.raises(ClaimError, match=r"test.claim: a second derivation is given; keep one"):
            claim.derivation(lambda step: None)

    def test_frozen(self):
        with pytest.raises(AttributeError):
            make().title = "another"  # type: ignore[misc]

    def test_notebooks_see_formulas(self):
        html = make(printed=Identity(Mean(C), 3 * a), erratum=Erratum.wrong("not three"))._repr_html_()
        assert "test.claim" in html
        assert "$$" in html
        assert "printed (wrong)" in html
        assert "not three" in html


class TestStatements:
    @pytest.mark.parametrize(
        ("build", "text"),
        [
            (lambda: Identity(object(), 1), "the left of this identity is no formula"),
            (lambda: Identity(a, a), "the two sides of the identity are the same expression"),
            (lambda: Identity(a, Mean(C)), "put the mean on the left side"),
            (lambda: Identity(a, a > 1), "the right of this identity is no formula"),
            (lambda: Inequality(a, sp.Eq(a, 1)), "the right of this inequality is no formula"),
            (lambda: Inequality(a, "a +* 2"), "the right of this inequality is no formula"),
            (lambda: Ladder(n, (10, 100)), "needs at least three growing positive sizes"),
            (lambda: Ladder(n, (10, 100, 50)), "needs at least three growing positive sizes"),
            (lambda: Ladder(n, (0, 100, 500)), "needs at least three growing positive sizes"),
            (lambda: Ladder(n, (1, 10, 100), quick=(1, 10)), "needs at least three growing positive sizes"),
            (lambda: Root(a, b - 1), "Root for a: the equation b - 1 does not contain a"),
            (lambda: Root(a, a - 1, (3, 2)), r"Root for a: the bracket \(3, 2\) is empty"),
            (lambda: Root(a, a - 1, (-1, 2)), "Root for a: the lower end -1 is negative; use log=False"),
            (lambda: System((a, b), (a - 1,)), "System for a, b: 1 equations for 2 unknowns"),
            (lambda: System((a, b), (a - 1, a + 1)), "System for a, b: no equation contains b"),
        ],
    )
    def test_fault(self, build, text):
        with pytest.raises(ClaimError, match=text):
            build()

    def test_latex_of_every_kind(self):
        shown = [
            (Identity(Mean(C), a**2), r"\mathbb{E}\left[C\right] = a^{2}"),
            (Inequality(a, a**2), r"a \le a^{2}"),
            (Order(n**2, n, ladder=ladder), r"n^{2} \asymp n"),
            (Order(n**2, n, ladder=ladder, direction="upper"), r"n^{2} \lesssim n"),
            (Order(n**2, n, ladder=ladder, direction="lower"), r"n^{2} \gtrsim n"),
            (Rate(Mean(C), -sp.Rational(1, 2), ladder=ladder), r"\mathbb{E}\left[C\right] \sim n^{- \frac{1}{2}}"),
            (Limit(Mean(C), 1, ladder=ladder), r"\mathbb{E}\left[C\right] \xrightarrow[n\to\infty]{} 1"),
            (Existence(a, lambda w, p: Certificate(True), text="a exists"), "a exists"),
            (Existence(a, lambda w, p: Certificate(True)), "a"),
            (Optimality(x**2, {x: 0}), r"\operatorname*{arg\,min}_{x} x^{2} = 0"),
            (Optimality(-(x**2), {x: 0}, sense="max"), r"\operatorname*{arg\,max}_{x} - x^{2} = 0"),
            (
                Phase(Mean(C), 1, b / n, ladder=ladder, sweep=b, grid=(1, 2)),
                r"\mathbb{E}\left[C\right] < 1 \iff \frac{b}{n} > c",
            ),
            (
                Phase(Mean(C), 1, b / n, ladder=ladder, sweep=b, grid=(1, 2), rising=True),
                r"\mathbb{E}\left[C\right] > 1 \iff \frac{b}{n} > c",
            ),
            (Guarantee(C, 1 - a), r"\mathbb{P}\left[C\right] \ge 1 - a"),
            (Guarantee(C, 1 - a, exactly=True), r"\mathbb{P}\left[C\right] = 1 - a"),
        ]
        for statement, text in shown:
            assert statement.latex() == text

    def test_what_needs_simulation(self):
        assert Identity(Mean(C), a).stochastic
        assert Guarantee(C, a).stochastic
        assert not Identity(a, b).stochastic
        assert Identity(b, a, where={b: Mean(C)}).stochastic
        assert Identity(Mean(C * Observable("D")), a).observables() == {"C", "D"}

    def test_the_mean_of_a_constant_is_the_constant(self):
        assert Mean(a**2) == a**2

    def test_the_language_has_no_other_words(self):
        from lemmata.theory import first as language

        with pytest.raises(AttributeError, match="the language has no word 'Theorem'"):
            _ = language.Theorem
        assert {"Claim", "Identity", "Vector"} <= set(dir(language))


class TestDomain:
    @pytest.mark.parametrize(
        ("build", "text"),
        [
            (lambda: Real("a", (0, 1)), "a parameter must be a sympy Symbol, not 'a'"),
            (lambda: Real(a, (0, sp.oo)), r"a: the typical range \(0, oo\) must be finite"),
            (lambda: Real(a, (2, 1)), r"a: the range of validity \[2, 1\] is empty"),
            (lambda: Real(a, (0, 9), (2, 1)), r"a: the typical range \[2, 1\] is empty"),
            (lambda: Integer(n, (1, 3), (5, 9)), r"n: the typical range \[5, 9\] lies outside the range of validity \[1, 3\]"),
            (lambda: Choice(sp.Symbol("f"), {}), "f: a choice needs at least one option"),
            (lambda: Vector(sp.IndexedBase("v"), 3, (2, 1)), r"v: the typical range \[2, 1\] is empty"),
            (lambda: Domain(Real(a, (0, 1)), Real(a, (0, 1))), "the parameter a is declared twice"),
            (lambda: Domain(Real(a, (0, 1)), assume=(b > 0.5,)), "speaks of b, not a parameter"),
            (lambda: Domain(Real(a, (0, 1)), assume=(a < -1,)), "an assumption is identically false, so the domain is empty"),
        ],
    )
    def test_fault(self, build, text):
        with pytest.raises(DomainError, match=text):
            build()

    def test_violations_in_words(self):
        def small(point):
            """a must be small"""
            return point["a"] < 1.8

        f, v = sp.Symbol("f"), sp.IndexedBase("v")
        domain = Domain(
            Real(a, (0, 2), (1, 2)),
            Integer(n, (1, a + 5), (1, 4)),
            Choice(f, ("l", "r")),
            Vector(v, n, (0, 1)),
            assume=(sp.Ne(n, 3), small),
        )
        good = {"a": 1.5, "n": 2, "f": "l", "v": (0.1, 0.2)}
        assert domain.violations(good) == []
        for change, text in [
            ({"a": 3.0}, "a = 3.0 is outside [0, 2]"),
            ({"n": 2.5}, "n = 2.5 is not an integer"),
            ({"n": 7}, "n = 7 is outside [1, 6.5]"),
            ({"f": "m"}, "f = 'm' is none of l, r"),
            ({"v": (0.1,)}, "v has 1 entries where 2 are due"),
            ({"n": 3, "v": (0, 0, 0)}, "the assumption Ne(n, 3) fails"),
            ({"a": 1.9}, "the assumption a must be small fails"),
        ]:
            assert text in domain.violations({**good, **change})
        with pytest.raises(DomainError, match="the point lacks a value for v; parameters: a, n, f, v"):
            domain.violations({"a": 1, "n": 1, "f": "l"})
        with pytest.raises(DomainError, match="unknown parameter q; parameters: a, n, f, v"):
            domain.violations({**good, "q": 1})

    def test_a_value_that_is_no_number_is_never_inside(self):
        assert Domain(Real(a, (0, sp.oo), (1, 2))).violations({"a": float("nan")})

    def test_choices_stand_for_expressions(self):
        f, z = sp.Symbol("f"), sp.Symbol("z", real=True)
        domain = Domain(Choice(f, {"square": z**2, "cube": z**3}, free=z))
        assert domain.values({"f": "cube"}) == {"f": z**3}
        assert domain.values({"f": "z**4 + 1"}) == {"f": z**4 + 1}
        with pytest.raises(DomainError):
            domain.violations({"f": "w**2"})
        with pytest.raises(DomainError):
            domain.violations({"f": "__import__('os').getcwd()"})
        assert Domain(Choice(f, {"square": z**2})).violations({"f": "z**4"}) == ["f = 'z**4' is none of square"]

    def test_bounds_by_later_parameters_are_refused(self):
        domain = Domain(Integer(n, (1, sp.oo), (1, b)), Real(b, (0, 9), (1, 2)))
        with pytest.raises(DomainError, match="the bound b names a parameter that is not declared before it"):
            domain.parameters[0].bounds({})

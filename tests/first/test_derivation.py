"""Derivations: each way of checking a step, what proves and what does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from lemmata.numerics.formula.balls import ball
from lemmata.theory.first import (
    Certificate,
    Claim,
    Domain,
    Identity,
    Inequality,
    Mean,
    Observable,
    Optimality,
    Real,
    Source,
)
from lemmata.theory.first.derivation import Derivation, derive
from lemmata.theory.language.errors import ClaimError

a, b = sp.symbols("a b", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
j = sp.Symbol("j", integer=True)
v = sp.IndexedBase("v")
C = Observable("C")
domain = Domain(Real(a, (0, sp.oo), (1, 2)), Real(b, (0, sp.oo), (1, 2)))


def derivation(function: Callable[..., Any], truth: Any = None, **options: Any) -> Derivation:
    claim = Claim(
        id="test.claim",
        title="a sentence",
        truth=truth or Identity(Mean(C), (a + b) ** 2),
        source=Source("none", "none", "key2024"),
        domain=domain,
        **options,
    )
    claim.derivation(function)
    return derive(claim, ball)


class TestSteps:
    def test_exact(self):
        made = derivation(lambda step: step("a square", (a + b) ** 2, a**2 + 2 * a * b + b**2, by="expanding"))
        assert [(s.how, s.passed, s.proves) for s in made.steps] == [("exact", True, True)]

    def test_an_equation_and_its_right_side(self):
        returned: list[sp.Expr] = []
        derivation(lambda step: returned.append(step("a square", sp.Eq((a + b) ** 2, a**2 + 2 * a * b + b**2), by="expanding")))
        assert returned == [a**2 + 2 * a * b + b**2]

    @pytest.mark.parametrize(
        ("left", "right"),
        [
            (sp.exp(a) * sp.exp(b), sp.exp(a + b)),
            (sp.sin(a) ** 2 + sp.cos(a) ** 2, sp.Integer(1)),
            (sp.sqrt(a**2 * b), a * sp.sqrt(b)),
            (sp.factorial(n + 1), (n + 1) * sp.factorial(n)),
        ],
    )
    def test_beyond_polynomials(self, left, right):
        (step,) = derivation(lambda step: step("a rule", left, right, by="its name")).steps
        assert step.passed is True
        assert step.how in {"exact", "identity test"}

    @pytest.mark.parametrize(("left", "right"), [(a + b, a - b), (a**2, a**2 + sp.Rational(1, 10**30)), (sp.exp(a), 1 + a)])
    def test_a_step_that_is_wrong(self, left, right):
        made = derivation(lambda step: step("a slip", left, right, by="hope"))
        assert made.steps[0].passed is False
        assert not made.passed
        assert not made.proves

    def test_what_no_normal_form_decides_does_not_pass(self):
        (step,) = derivation(lambda step: step("unclear", sp.zeta(3) * a, sp.Rational(6, 5) * a, by="?")).steps
        assert step.passed is False

    def test_balls(self):
        points = [{"a": "1/3", "b": 2}, {"a": 5, "b": "7/2"}]
        right, wrong = (
            derivation(lambda step, r=r: step("gamma", sp.gamma(a + 1), r, by="recursion", at=points)).steps[0]
            for r in (a * sp.gamma(a), a * sp.gamma(a) + sp.Rational(1, 10**12))
        )
        assert (right.how, right.passed, right.proves) == ("ball", True, False)
        assert "digits at 2 points" in right.detail
        assert (wrong.how, wrong.passed) == ("ball", False)

    def test_balls_need_an_evaluator(self):
        claim = Claim(id="test.claim", title="a sentence", truth=Identity(a, b), source=Source("none", "none"), domain=domain)
        with pytest.raises(ClaimError, match=r"test.claim: a step asks for balls, but no evaluator was supplied"):
            Derivation(claim)("x", a, a + 0 * b, by="?", at=[{"a": 1, "b": 2}])

    def test_one_side_is_not_enough(self):
        with pytest.raises(ClaimError, match=r"test.claim: the step 'half' needs two sides"):
            derivation(lambda step: step("half", a, by="?"))

    def test_cited(self):
        made = derivation(lambda step: step.cite("a theorem", (a + b) ** 2, by="somebody, 1990"))
        assert [(s.how, s.passed, s.proves) for s in made.steps] == [("cited", None, False)]
        assert made.passed
        assert not made.proves

    @pytest.mark.parametrize(
        ("certificate", "how", "passed", "proves"),
        [
            (True, "exact", True, True),
            (False, "exact", False, False),
            (Certificate(True, "ball", "50 digits"), "ball", True, False),
            (Certificate(None, "ball"), "ball", False, False),
        ],
    )
    def test_a_computation(self, certificate, how, passed, proves):
        (step,) = derivation(lambda step: step.verify("counted", certificate, by="exhaustion", formula="N=7")).steps
        assert (step.how, step.passed, step.proves, step.formula) == (how, passed, proves, "N=7")


class TestConclusion:
    def test_proves(self):
        def proof(step):
            value = step("the mean", a**2 + 2 * a * b + b**2, (a + b) ** 2, by="a square")
            step.conclude(by="this is the statement", given={Mean(C): value})

        made = derivation(proof)
        assert made.proves
        assert made.steps[-1].title == "conclusion"

    def test_steps_without_a_conclusion_prove_nothing(self):
        assert not derivation(lambda step: step("a square", (a + b) ** 2, a**2 + 2 * a * b + b**2, by="expanding")).proves

    def test_a_conclusion_that_does_not_follow(self):
        made = derivation(lambda step: step.conclude(by="hope", given={Mean(C): (a - b) ** 2}))
        assert not made.passed
        assert made.steps[-1].passed is False

    def test_one_cited_step_is_enough_not_to_prove(self):
        def proof(step):
            step.cite("a theorem", a, by="somebody")
            step.conclude(by="this is the statement", given={Mean(C): (a + b) ** 2})

        made = derivation(proof)
        assert made.passed
        assert not made.proves

    @pytest.mark.parametrize(("summand", "passed"), [((v[j] + a) ** 2, True), (v[j] ** 2 + a**2, False)])
    def test_sums_over_one_range_are_compared_by_their_summands(self, summand, passed):
        truth = Identity(Mean(C), sp.Sum(v[j] ** 2, (j, 1, n)) + 2 * a * sp.Sum(v[j], (j, 1, n)) + sp.Sum(a**2, (j, 1, n)))
        made = derivation(
            lambda step: step.conclude(by="term by term", given={Mean(C): sp.Sum(summand, (j, 1, n))}),
            truth=truth,
            given=(v, n),
        )
        assert made.proves is passed

    def test_an_inequality_needs_a_form_that_is_plainly_not_negative(self):
        truth = Inequality(2 * a * b, a**2 + b**2)
        x, y = sp.symbols("x y", real=True)
        assert derivation(lambda step: step.conclude(by="a square", given={a: x, b: y}), truth=truth).proves
        wrong = Inequality(3 * a * b, a**2 + b**2)
        assert not derivation(lambda step: step.conclude(by="a square", given={a: x, b: y}), truth=wrong).passed

    def test_kinds_that_are_no_equation_end_in_words(self):
        x = sp.Symbol("x", real=True)

        def proof(step):
            step("a square", (x - a) ** 2, x**2 - 2 * a * x + a**2, by="expanding")
            step.qed(by="a square is not negative")

        truth = Optimality((x - a) ** 2, {x: a})
        made = derivation(proof, truth=truth)
        assert made.passed
        assert made.concluded
        assert not made.proves
        with pytest.raises(
            ClaimError, match="conclude checks identities and inequalities; use verify and qed for a optimality"
        ):
            derivation(lambda step: step.conclude(by="?"), truth=truth)

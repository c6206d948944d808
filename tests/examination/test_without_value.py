"""A wrong version that has no value is neither told apart nor lets its part fall; what rounding leaves refutes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from lemmata import (
    Array,
    Claim,
    Domain,
    First,
    Flow,
    I,
    Identity,
    Inequality,
    Iterate,
    Naturals,
    Orthogonal,
    Positive,
    Projection,
    Rational,
    Symbol,
    Trace,
    cosh,
    eigenvalue,
    operator_norm,
)
from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.language.errors import NonFinite
from lemmata.theory.language.part import Role
from lemmata.verify.engine.findings import _group, _insensitive
from lemmata.verify.engine.records import Evidence, LawRecord

a, n = Symbol("a", "a positive number", Positive), Symbol("n", "size", Naturals)
x, u, w, q = (Symbol(name, f"state {name}") for name in "xuwq")
FEW = {"core": (1, 4), "rest": (0, 0), "search": (0, 0)}
share = Domain(a < 1, core=(a >= Rational(1, 10), a <= Rational(9, 10)))
falling = Flow(q, -a * q**2, 1, 2)


def part(record: Any) -> Any:
    return record.parts[0]


class TestOfAFlowOrAPath:
    def test_a_named_one_is_shown_and_the_part_is_judged_by_the_others(self, examine: Any) -> None:
        """q' = q²/a from 1 is infinite at the time a, before the end."""
        wrong = {"uphill": {"left": Flow(q, q**2 / a, 1, 2)}, "steeper": {"right": 1 / (1 + 3 * a)}}
        statement = Inequality(falling, 1 / (1 + a))
        found = examine(Claim("mine.falls", says="It falls", statement=statement, domain=share, wrong=wrong), **FEW)
        assert found.verdict == "corroborated"
        assert part(found).group["malformed"] == ["mutant:uphill"]
        assert "mutant:steeper" in part(found).group["killed"]
        assert not found.as_expected, "a named wrong version has to be told apart"
        assert "has no value at its end" in next(law for law in found.laws if law.name == "mutant:uphill").detail

    def test_one_that_is_told_apart_nowhere_is_still_a_fault(self, examine: Any) -> None:
        statement = Inequality(falling, 1 / (1 + a))
        wrong = {"slower": {"left": Flow(q, -a * q**2, Rational(1, 2), 2)}}
        found = examine(Claim("mine.falls", says="It falls", statement=statement, domain=share, wrong=wrong), **FEW)
        assert found.verdict == "insensitive"
        assert "mutant:slower is not told from the truth" in part(found).detail

    @pytest.mark.parametrize("steps", [12, 40, 100])
    def test_a_path_that_runs_away_while_something_is_waited_for_has_no_hitting_time(self, steps: int) -> None:
        """The difference of two numbers that overflow alike is none, and is above no level."""
        path = Iterate((u, w, x), (u**3, w**3, u - w), (3, 3, 0), steps)
        with pytest.raises(NonFinite, match="not finite"):
            evaluate(First(path, x > 1), {})

    def test_where_most_have_no_value_the_check_has_no_power(self) -> None:
        def law(name: str, outcome: str, **evidence: Any) -> LawRecord:
            made = Evidence(outcome, **evidence)
            return LawRecord(
                name, "identity", "fails", outcome, outcome, False, "", part="main", role=Role.AUTOMATIC.value, evidence=[made]
            )

        laws = [law("auto:root", "error", valueless=True), law("auto:stiff", "error"), law("auto:x2", "fails")]
        group = _group(laws, {})
        assert (group["malformed"], group["unjudged"], group["killed"]) == (["auto:root"], ["auto:stiff"], ["auto:x2"])
        assert _insensitive({**group, "unjudged": []}, False) == ""
        assert "auto:root has no value, like most" in _insensitive({**group, "killed": []}, False)
        assert "1 of 2 automatic wrong versions pass as well or could not be evaluated (1 of them)" in _insensitive(
            group, False
        )


class TestOfWhatCancels:
    P, O = (Array(name, "a matrix", n, n, kind=kind) for name, kind in (("P", Projection), ("O", Orthogonal)))
    A = Array("A", "any matrix", n, n)
    many = Domain(core=(n >= 25, n <= 32))

    @pytest.mark.parametrize(
        "term",
        [Trace(P * (I(n) - P)), Trace(O * O.T) - n, O * O.T - I(n), eigenvalue(A * A.T, 1) - operator_norm(A) ** 2],
        ids=str,
    )
    @pytest.mark.parametrize("off", [0, Rational(1, 10**8)])
    def test_rounding_of_what_is_0_is_no_counterexample_and_a_small_difference_is(
        self, examine: Any, term: Any, off: Any
    ) -> None:
        import sympy as sp

        matrix = getattr(term, "is_Matrix", False)
        left = term + off * I(n) if matrix else term + off
        found = examine(
            Claim("mine.zero", says="It is 0", statement=Identity(left, sp.ZeroMatrix(n, n) if matrix else 0), domain=self.many)
        )
        assert (found.verdict == "refuted") == bool(off)

    def test_a_bound_by_0_is_not_refuted_by_rounding(self, examine: Any) -> None:
        found = examine(
            Claim("mine.zero", says="It is 0", statement=Inequality(Trace(self.P - self.P**2), 0), domain=self.many)
        )
        assert found.verdict != "refuted"

    def test_digits_that_cancel_altogether_are_looked_at_again(self, examine: Any) -> None:
        """a⁴/24 below the rounding of cosh a: the float is 0, and so would be the difference from any other coefficient."""
        domain = Domain(a <= Rational(1, 1000))
        left = cosh(a) - 1 - a**2 / 2 - a**4 / 20
        found = examine(Claim("mine.series", says="A series", statement=Identity(left, 0), domain=domain))
        truth = found.laws[0]
        assert found.verdict == "refuted"
        assert all(e.outcome == "fails" for e in truth.evidence)

"""The heart of the kernel: where facts are entered and read, and what all rules share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from lemmata.theory.algebra.ball_eval import exact_decimals
from lemmata.theory.kernel import clearing, defined, scalars
from lemmata.theory.kernel.admitted import Admission
from lemmata.theory.kernel.binders import same
from lemmata.theory.kernel.completion import complete
from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.decide import Decider
from lemmata.theory.kernel.declared import Declared
from lemmata.theory.kernel.facts import Book, Content, Fact, How, Refused
from lemmata.theory.kernel.traces import Traces
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.sampled import RandomTerm

ANYWHERE = Decider()


def stated(claim: Claim, part: str = "") -> tuple[tuple[Any, ...], Declared]:
    """The relations under which a part is stated, without those on samples, and what the claim declares."""
    chosen = claim.parts[part or next(iter(claim.parts))]
    relations = tuple(exact_decimals(r) for r in (*claim.domain.conditions, *chosen.when) if not r.atoms(RandomTerm))
    return relations, Declared({str(a.name): a for a in claim.arrays}, {str(f.name): f for f in claim.functions})


class Core:
    """One kernel serves one part of one claim; its facts are known to no other."""

    def __init__(self, claim: Claim | None = None, part: str = "") -> None:
        self._statement = claim.parts[part or next(iter(claim.parts))].statement if claim is not None else None
        self._relations, self._declared = stated(claim, part) if claim is not None else ((), Declared())
        self._decider = Decider(self._relations, self._declared)
        self._admission = Admission(claim.arrays if claim is not None else ())
        self._book = Book()
        self._admission.check(*self._relations, *(claim.symbols if claim is not None else ()))
        self._frozen = True

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self, "_frozen", False):
            raise AttributeError(f"a kernel cannot be changed: {name}")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a kernel cannot be changed: {name}")

    # -- reading -------------------------------------------------------------------------------------------------------

    def content(self, fact: Any) -> Content:
        """What a fact of this kernel says."""
        return self._book.read(fact)

    def number(self, fact: Fact) -> int:
        return self._book.number(fact)

    def _equation(self, fact: Any, rule: str) -> Content:
        content = self.content(fact)
        if content.relation != "=":
            raise Refused(f"{rule} needs an equation, and was given {content.left} {content.relation} {content.right}")
        return content

    # -- entering ------------------------------------------------------------------------------------------------------

    def _enter(
        self,
        left: Any,
        relation: str,
        right: Any,
        rule: str,
        *,
        premises: Iterable[Any] = (),
        conditions: Iterable[Condition] = (),
        how: How | None = None,
        note: str = "",
    ) -> Fact:
        """A new fact; its conditions are those of its premises and its own, without those that the symbols' sets give."""
        premises = tuple(premises)
        below = [self.content(p) for p in premises]
        self._admission.check(left, right)
        if relation == "=" and left == right:
            raise Refused(f"{rule}: both sides are {left} on construction, nothing would be shown")
        own = dict.fromkeys(conditions)
        for c in own:
            self._admission.check(*c.terms, *c.given, bound=True)
        # a relation of sums is left to the domain: without it the search for a sign is long, and seldom ends in one
        settled = tuple(c for c in own if not (c.kind == "relation" and c.terms[0].has(sp.Sum)) and ANYWHERE.holds(c))
        kept = tuple(c for c in own if c not in settled)
        how = (how or How()).under(*(c.how for c in below))
        return self._book.enter(self, Content(left, relation, right, rule, premises, kept, how, note, settled))

    @staticmethod
    def _terms(rule: str, *values: Any) -> tuple[Any, ...]:
        """What was given, as terms of sympy."""
        found = tuple(sp.sympify(v) for v in values)
        for value in found:
            if not isinstance(value, sp.Expr | sp.MatrixExpr):
                raise Refused(f"{rule} takes terms, not {value!r}")
        return found

    # -- equality --------------------------------------------------------------------------------------------------------

    def _equality(self, left: Any, right: Any) -> tuple[How, tuple[Condition, ...]] | None:
        """How two terms are equal, and under which conditions; None where no rule shows it."""
        left, right = expand(left), expand(right)
        matrices = [bool(getattr(side, "is_Matrix", False)) for side in (left, right)]
        if matrices[0] != matrices[1]:
            raise Refused(f"{left} and {right} are a matrix and a number")
        self._admission.check(left, right)
        conditions = (*defined.conditions(left), *defined.conditions(right))
        if matrices[0]:
            return self._matrices(left, right, conditions)
        how = scalars.equal(left, right)
        if how is None and (left.has(sp.Trace) or right.has(sp.Trace)):
            traces = Traces(self._declared)
            sides = traces.scalar(left), traces.scalar(right)
            how = scalars.equal(*sides)
            if how is None and traces.pushed:
                how = scalars.equal(traces.reconciled(sp.expand(sides[0] - sides[1])), sp.Integer(0))
            if how is None and traces.inverses and complete(traces):
                how = scalars.equal(*(traces.scalar(traces.restored(side)) for side in sides))
            conditions += tuple(c.mapped(traces.restored) for c in traces.conditions)
            how = how and How(how.kind, how.error, "words up to rotation and transposition, " + how.detail)
        return None if how is None else (how, conditions)

    def _matrices(self, left: Any, right: Any, conditions: tuple[Condition, ...]) -> tuple[How, tuple[Condition, ...]] | None:
        if tuple(left.shape) != tuple(right.shape):
            raise Refused(f"{left} is {left.shape[0]} x {left.shape[1]} and {right} is {right.shape[0]} x {right.shape[1]}")
        traces = Traces(self._declared)
        sides = traces.poly(left), traces.poly(right)
        detail = "words in normal form"
        if not traces.equal(*sides):
            detail = "words, after the inverses are multiplied out"
            gap = traces.sum([sides[0], traces.scaled(sides[1], sp.Integer(-1))])
            if not clearing.vanishes(traces, gap):
                if not complete(traces) or not clearing.vanishes(traces, traces.reduced(gap)):
                    return None
                detail = "words, after the rules of their inverses are completed"
        return How("exact", detail=detail), (*conditions, *(c.mapped(traces.restored) for c in traces.conditions))

    def _matches(self, a: Any, b: Any) -> tuple[Condition, ...] | None:
        """The conditions under which two terms are one term up to definitions, names and exact normal form, or None."""
        if same(a, b):
            return ()
        try:
            found = self._equality(a, b)
        except Refused:
            return None
        return None if found is None or found[0].kind != "exact" else found[1]

    def to(self, fact: Fact, target: Any) -> Fact:
        """The right side of a fact replaced by what exact normal form or words show to be equal.

        Needs: an equality that exact normal form or matrix words show.
        Example: from E[Z²] = 1 with target=3 - 2 the fact E[Z²] = 3 - 2.
        """
        content = self.content(fact)
        (target,) = self._terms("chain", target)
        if same(content.right, target):
            return fact
        found = self._equality(content.right, target)
        if found is None:
            raise Refused(f"no rule takes {content.right} to {target}")
        link = self._enter(content.right, "=", target, "normal form", conditions=found[1], how=found[0])
        return self.then(fact, link)

    def then(self, first: Fact, second: Fact) -> Fact:
        """a R b and b S c give a T c; an equation takes the relation of the other.

        Needs: that the first fact ends where the second begins, and relations that point the same way.
        Example: a = b and b <= c give a <= c.
        """
        one, two = self.content(first), self.content(second)
        if not same(one.right, two.left):
            raise Refused(f"the first fact ends in {one.right} and the second begins with {two.left}: they do not meet")
        relations = {one.relation, two.relation} - {"="}
        if len(relations) > 1 or not relations <= {"<=", ">="}:
            raise Refused(f"{one.relation} and {two.relation} do not chain")
        relation = relations.pop() if relations else "="
        conditions = (*one.conditions, *two.conditions)
        return self._enter(one.left, relation, two.right, "chaining", premises=(first, second), conditions=conditions)

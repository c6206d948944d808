"""Rules about facts: an instance, cases, induction, a cited theorem, a witness, fixed sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sympy as sp
from sympy.core.symbol import Str

from lemmata.theory.kernel import instances
from lemmata.theory.kernel.binders import same, substituted
from lemmata.theory.kernel.conditions import Condition, integer, nonnegative
from lemmata.theory.kernel.core import ANYWHERE, Core
from lemmata.theory.kernel.covering import cover
from lemmata.theory.kernel.decide import Decider, relation_holds
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Content, Fact, How, Refused
from lemmata.theory.kernel.scalars import equal
from lemmata.theory.kernel.sized import explicit
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.sampled import RandomTerm


class Logic(Core):
    """Facts from facts."""

    def instance(self, fact: Fact, values: Mapping[Any, Any]) -> Fact:
        """The fact for particular values of its symbols and arrays; a value has to lie in the set of what it replaces.

        Needs: values that lie in the sets of what they replace.
        Example: from (x + y)(x - y) = x² - y² with y = 1 the fact (x + 1)(x - 1) = x² - 1.
        """
        content = self.content(fact)
        if content.relation not in ("=", "<=", ">="):
            raise Refused("an instance is taken of an equation or an inequality")
        table = {key: sp.sympify(value) for key, value in values.items()}
        self._admission.check(*table, *table.values())
        conditions = instances.memberships(table, (content.left, content.right), self._declared)
        conditions += [c.mapped(lambda t: substituted(t, table)) for c in content.conditions]
        left, right = (substituted(expand(side), table) for side in (content.left, content.right))
        return self._enter(left, content.relation, right, "instance", premises=(fact,), conditions=conditions)

    def hypothesis(self, relation: Any) -> Fact:
        """A relation as a fact that holds where it holds: for equations and inequalities that the domain states.

        Needs: a relation that the domain or the part states, or that follows from it.
        Example: n = d as a fact, in a part for square designs.
        """
        self._admission.check(relation)
        signs = {sp.Equality: "=", sp.LessThan: "<=", sp.StrictLessThan: "<=", sp.GreaterThan: ">=", sp.StrictGreaterThan: ">="}
        if type(relation) not in signs:
            raise Refused(f"{relation} is no equation and no inequality")
        conditions = [Condition("relation", (relation,))]
        return self._enter(relation.lhs, signs[type(relation)], relation.rhs, "hypothesis", conditions=conditions)

    def cases(self, facts: Mapping[Any, Fact]) -> Fact:
        """One statement in cases that cover everything: in each, its conditions count only there.

        Needs: cases that cover everything, and the same statement in each.
        Example: x <= |x| from x >= 0 and x < 0.
        """
        contents = [self.content(f) for f in facts.values()]
        if not contents or not cover([expand(r) for r in facts]):
            raise Refused(f"the cases {', '.join(map(str, facts))} are not seen to cover everything")
        first = contents[0]
        for c in contents[1:]:
            if c.relation != first.relation or not (same(c.left, first.left) and same(c.right, first.right)):
                raise Refused(
                    f"the cases prove different statements, {first.left} {first.relation} {first.right} and {c.left} {c.relation} {c.right}"
                )
        conditions = []
        for relation, c in zip(facts, contents, strict=True):
            self._admission.check(relation)
            if relation.atoms(RandomTerm):
                raise Refused(f"the case {relation} is about a sample: distinguish cases of numbers")
            conditions += [k if ANYWHERE.holds(k) else k.below(relation) for k in c.conditions]
            # a side that is not defined makes no case true
            conditions += [k for side in (relation.lhs, relation.rhs) for k in where_defined(expand(side))]
        return self._enter(
            first.left, first.relation, first.right, "cases", premises=tuple(facts.values()), conditions=conditions
        )

    def induction(self, base: Fact, step: Callable[[Fact], Fact], *, over: Any, of: Any = None, start: Any = None) -> Fact:
        """P(a), and P(n) gives P(n + 1) for all n >= a: then P(n) for all n >= a. ``of``: P, by default the part's statement.

        Needs: a base, and a step from the hypothesis to the next integer.
        Example: 1 + ... + n = n (n + 1)/2.
        """
        statement = of if of is not None else self._statement
        if not isinstance(statement, Identity | Inequality):
            raise Refused("induction proves an identity or an inequality: of=Identity(...)")
        if not isinstance(over, sp.Symbol) or not over.is_integer:
            raise Refused(f"induction runs over an integer, not over {over}")
        relation = "=" if isinstance(statement, Identity) else "<="
        first = sp.sympify(start) if start is not None else sp.Integer(1) if over.is_positive else sp.Integer(0)
        if (
            over in first.free_symbols
            or not first.is_integer
            or not Decider().signs.nonnegative(first - (1 if over.is_positive else 0))
        ):
            raise Refused(f"the induction over {over} cannot start at {first}")
        sides = (expand(statement.left), expand(statement.right))
        more = self._is(self.content(base) if base is not None else None, relation, sides, {over: first}, "the base")
        mark = Condition("induction", (*sides, over, Str(relation)))
        hypothesis = self._hypothesis(sides, relation, mark)
        last = step(hypothesis)
        reached = self._is(self.content(last), relation, sides, {over: over + 1}, "the step")
        conditions = [*self.content(base).conditions, *more, nonnegative(over - first), integer(first)]
        fixed = [r for r in self._relations if over not in r.free_symbols | r.atoms(sp.Symbol)]  # nor a size of an array
        here = Decider((*fixed, over >= first), self._declared)
        for c in (*self.content(last).conditions, *reached):
            if c == mark:
                continue
            if over in c.free:
                if not here.holds(c):
                    raise Refused(f"the step holds only where {c}, which is not known for all {over} >= {first}")
                conditions += [Condition("relation", (r,)) for r in fixed]
            else:
                conditions.append(c)
        return self._enter(statement.left, relation, statement.right, "induction", premises=(base, last), conditions=conditions)

    def _hypothesis(self, sides: tuple[Any, Any], relation: str, mark: Condition) -> Fact:
        return self._enter(sides[0], relation, sides[1], "hypothesis of the induction", conditions=[mark])

    def _is(
        self, c: Content | None, relation: str, sides: tuple[Any, Any], table: Mapping[Any, Any], what: str
    ) -> list[Condition]:
        """The conditions under which a fact is the statement at a value."""
        wanted = [substituted(side, table) for side in sides]
        if c is None:
            raise Refused(f"{what} of the induction is missing: prove {wanted[0]} {relation} {wanted[1]}")
        found = [self._matches(c.left, wanted[0]), self._matches(c.right, wanted[1])]
        if c.relation != relation or None in found:
            raise Refused(f"{what} of the induction is {c.left} {c.relation} {c.right}, not {wanted[0]} {relation} {wanted[1]}")
        return [k for conditions in found if conditions is not None for k in conditions]

    def cite(
        self,
        name: str,
        statement: Any,
        *,
        source: str,
        requires: Iterable[Any] = (),
        hypotheses: Iterable[Fact] = (),
        reads: str = "",
    ) -> Fact:
        """A theorem of the literature. What it requires is met by one of the facts ``hypotheses``, or stays a condition.

        ``reads``: hypotheses that are no relations of numbers, in words; they are printed beside the name and checked by nobody.

        Needs: a name, a source, and hypotheses that hold; the part is then derived and not proved, and the statement
        itself may not be cited.
        Example: Tr(A B) <= |A|_* |B|_op, Horn and Johnson, 7.4.
        """
        if not isinstance(statement, Identity | Inequality):
            raise Refused(f"the theorem {name!r} is cited as an Identity or an Inequality, not as {type(statement).__name__}")
        if not name.strip() or not str(source).strip():
            raise Refused("a theorem is cited by its name and its source")
        relation = "=" if isinstance(statement, Identity) else "<="
        facts, conditions = tuple(hypotheses), []
        for r in requires:
            self._admission.check(r)
            if not (getattr(r, "is_Relational", False) or r in (sp.true, sp.false)):
                raise Refused(f"the theorem {name!r} requires {r!r}, which is no relation of numbers: say it in reads=...")
            met = next((f for f in facts if _meets(self.content(f), r)), None)
            if met is None:
                conditions.append(Condition("relation", (r,)))
        for f in facts:
            conditions += self.content(f).conditions
        how = How("cited", detail=f"{name}, {source}" + (f"; it asks for {reads}" if reads else ""), names=(name,))
        return self._enter(
            statement.left,
            relation,
            statement.right,
            f"cited: {name}",
            premises=facts,
            conditions=conditions,
            how=how,
            note=reads,
        )

    def witness(self, condition: Any, values: Mapping[Any, Any]) -> Fact:
        """There are values for which the condition holds: these do, by exact arithmetic or balls.

        Needs: values in their sets for which the condition is shown by exact arithmetic or balls.
        Example: there is an x with x² = 2: x = sqrt(2).
        """
        table = {key: sp.sympify(v) for key, v in values.items()}
        self._admission.check(condition, *table.values())
        parts = condition.args if isinstance(condition, sp.And) else (condition,)
        conditions = instances.memberships(table, parts, self._declared)
        for part in parts:
            if not getattr(part, "is_Relational", False):
                raise Refused(f"the condition {part} is no relation of numbers: give a certificate that the kernel can make")
            left, right = (substituted(expand(side), table) for side in (part.lhs, part.rhs))
            conditions += [*where_defined(left), *where_defined(right)]
            if isinstance(part, sp.Equality):
                found = self._equality(left, right) if left != right else ()
                if found is None:
                    raise Refused(f"it is not seen that {left} = {right}")
                conditions += found[1] if found else ()
            elif not relation_holds(part.func(left, right, evaluate=False), self._decider.signs):
                raise Refused(f"it is not seen that {part.func(left, right, evaluate=False)}")
        chosen = sp.Tuple(*(sp.Tuple(k, v) for k, v in sorted(table.items(), key=lambda item: str(item[0]))))
        used = [Condition("relation", (r,)) for r in self._relations]
        return self._enter(condition, "exists", chosen, "witness", conditions=[*conditions, *used])

    def at_sizes(self, left: Any, right: Any, sizes: Mapping[Any, int]) -> Fact:
        """An equation for these sizes, entry by entry; it is a fact about these sizes and about no others.

        Needs: numbers for the sizes, at most 4.
        Example: Cayley and Hamilton for 2 x 2 matrices.
        """
        left, right = self._terms("fixed sizes", left, right)
        table = {key: sp.Integer(v) for key, v in sizes.items()}
        sides = [expand(side).xreplace(table) for side in (left, right)]
        conditions = instances.memberships(table, (left, right), self._declared)
        hows = [equal(a, b) for a, b in zip(*(explicit(side) for side in sides), strict=True) if a != b]
        if None in hows:
            raise Refused(f"{sides[0]} = {sides[1]} is not seen to hold at these sizes")
        how = How("exact", detail="entry by entry").under(*(h for h in hows if h is not None))
        how = How(how.kind, how.error, how.detail, how.names, tuple((str(k), int(v)) for k, v in table.items()))
        conditions += [c for side in sides for c in where_defined(side)]
        return self._enter(sides[0], "=", sides[1], "fixed sizes", conditions=conditions, how=how)


def _meets(c: Content, r: Any) -> bool:
    """Whether a fact is this requirement (as an inequality between the same sides, or an equation)."""
    if isinstance(r, sp.Equality):
        return c.relation == "=" and {c.left, c.right} == {r.lhs, r.rhs}
    if isinstance(r, sp.LessThan | sp.GreaterThan):
        low, high = (r.lhs, r.rhs) if isinstance(r, sp.LessThan) else (r.rhs, r.lhs)
        if c.relation in ("<=", "="):
            return bool(c.left == low and c.right == high)
        return bool(c.relation == ">=" and c.left == high and c.right == low)
    return False

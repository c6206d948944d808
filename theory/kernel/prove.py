"""Whether a part is proved: its proof is run, and the fact that it returns must be the part's statement.

``proved``: exact or ball facts alone; ``derived``: given the named theorems cited below it; ``none``: no derivation;
``failed``: with one sentence that names the step. Nothing else can conclude.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import sympy as sp

from lemmata.theory.kernel.binders import same, substituted
from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.core import Core, stated
from lemmata.theory.kernel.decide import Decider
from lemmata.theory.kernel.defined import outer_conditions
from lemmata.theory.kernel.facts import Content, Fact, Refused
from lemmata.theory.kernel.instances import memberships
from lemmata.theory.kernel.kernel import Kernel
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Existence, Guarantee, Identity, Inequality, Optimality, Statement, Within
from lemmata.theory.language.operators import Probability, _Binder

Status = Literal["proved", "derived", "none", "failed"]


@dataclass(frozen=True)
class Outcome:
    """The verdict on a part's derivation; ``facts`` are all that it rests on, those first that others rest on."""

    status: Status
    facts: tuple[Fact, ...] = ()
    cited: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    message: str = ""
    how: str = ""
    error: float = 0.0
    kernel: Any = None


def prove(claim: Claim, part: str = "") -> Outcome:
    """Runs the proof of a part and judges what it returns."""
    name = part or next(iter(claim.parts))
    chosen = claim.parts[name]
    if chosen.proof is None:
        return Outcome("none", message=f"{claim.id}: the part {name} has no derivation")
    try:
        kernel, decider = Kernel(claim, name), Decider(*stated(claim, name))
        made = _by_rule(kernel, chosen.proof, chosen.statement) if isinstance(chosen.proof, str) else chosen.proof(kernel)
        facts = tuple(made) if isinstance(made, tuple | list) else (made,)
        return _judged(kernel, decider, chosen.statement, facts)
    except LemmataError as error:
        return Outcome("failed", message=_line(f"{claim.id}: {error}"))
    except Exception as error:  # whatever a proof does, its part alone is not proved
        return Outcome("failed", message=_line(f"{claim.id}: the proof stopped with {type(error).__name__}: {error}"))


def _by_rule(kernel: Kernel, name: str, statement: Any) -> Fact:
    """One rule from the left side to the right one; a mean or a derivative is brought to the form of the right side."""
    rule = getattr(kernel, name)
    if name in ("mean", "derivative"):
        return kernel.to(rule(statement.left), statement.right)
    return rule(statement.left, statement.right)  # type: ignore[no-any-return]


def _judged(kernel: Kernel, decider: Decider, statement: Statement, facts: tuple[Any, ...]) -> Outcome:
    contents = [kernel.content(fact) for fact in facts]
    if not contents:
        raise Refused("the proof returned no fact")
    conditions = [*_concludes(kernel, statement, contents)]
    for c in contents:
        conditions += c.conditions
    if isinstance(statement, Optimality):  # the optimum lies where its variables range, and meets the relations on them
        conditions += memberships(statement.at, (expand(statement.objective),), kernel._declared)
    if isinstance(statement, Optimality | Existence):  # so does a witness
        chosen = statement.at if isinstance(statement, Optimality) else statement.witness
        at = {name: sp.sympify(value) for name, value in chosen.items()}
        about = [r for r in decider.signs.hypotheses.relations if r.has(*at)]
        conditions += [Condition("relation", (substituted(r, at),)) for r in about]
    for _, formula in statement.expressions():
        if isinstance(formula, sp.Expr | sp.MatrixExpr):
            conditions += outer_conditions(expand(formula))
    conditions = list(dict.fromkeys(conditions))
    missing = decider.first_open(conditions)
    if missing is not None:
        where = ", ".join(map(str, decider.signs.hypotheses.relations)) or "it has none beside the sets of its symbols"
        raise Refused(f"it holds where {missing}, which does not follow from the conditions of the part ({where})")
    below = _below(kernel, facts)
    for fact in below:
        content = kernel.content(fact)
        if content.rule.startswith("cited") and _is_part(kernel, statement, content):
            raise Refused(f"the theorem cited, {content.how.names[0]}, is the statement itself")
    names = tuple(dict.fromkeys(n for c in contents for n in c.how.names))
    how = max((c.how.kind for c in contents), key=("exact", "identity test", "ball", "cited").index)
    error = sum(c.how.error for c in contents)
    return Outcome("derived" if names else "proved", below, names, tuple(conditions), "", how, error, kernel)


def _concludes(kernel: Core, statement: Statement, contents: list[Content]) -> tuple[Condition, ...]:
    """The conditions under which the facts are the statement; refused where they are not."""
    wanted = _wanted(statement)
    if len(contents) != len(wanted):
        raise Refused(
            f"a statement of the kind {statement.kind} is concluded by {len(wanted)} fact(s), and {len(contents)} came"
        )
    found: list[Condition] = []
    for (left, relation, right), c in zip(wanted, contents, strict=True):
        for a, sign, b in _readings(c):
            if sign != relation:
                continue
            pairs = (_matches(kernel, a, left), _matches(kernel, b, right))
            if pairs[0] is not None and pairs[1] is not None:
                found += [*pairs[0], *pairs[1]]
                break
        else:
            raise Refused(f"what was proved is {c.left} {c.relation} {c.right}, and the part states {left} {relation} {right}")
    return tuple(found)


def _wanted(statement: Statement) -> list[tuple[Any, str, Any]]:
    """What has to be proved, fact by fact."""
    match statement:
        case Identity():
            return [(statement.left, "=", statement.right)]
        case Inequality():
            return [(statement.left, "<=", statement.right)]
        case Within():
            return [(statement.low, "<=", statement.quantity), (statement.quantity, "<=", statement.high)]
        case Guarantee():
            chance = Probability(statement.event)
            return [(statement.probability, "=" if statement.exactly else "<=", chance)]
        case Existence():
            chosen = sp.Tuple(
                *(sp.Tuple(k, sp.sympify(v)) for k, v in sorted(statement.witness.items(), key=lambda i: str(i[0])))
            )
            return [(statement.condition, "exists", chosen)]
        case Optimality():
            best = substituted(expand(statement.objective), statement.at)
            if best == expand(statement.objective) or any(v.has(*statement.at) for v in statement.at.values()):
                raise Refused("the objective does not contain the variables of the optimum, or their values contain them")
            sides = (best, statement.objective) if statement.sense == "min" else (statement.objective, best)
            return [(sides[0], "<=", sides[1])]
    raise Refused(f"no rule concludes a statement of the kind {statement.kind}: it is judged by experiment")


def _readings(c: Content) -> list[tuple[Any, str, Any]]:
    """A fact as it stands and read from the other side."""
    turned = {"=": "=", "<=": ">=", ">=": "<="}.get(c.relation)
    return [(c.left, c.relation, c.right), *([(c.right, turned, c.left)] if turned else [])]


def _matches(kernel: Core, a: Any, b: Any) -> tuple[Condition, ...] | None:
    if isinstance(a, sp.Expr | sp.MatrixExpr) and isinstance(b, sp.Expr | sp.MatrixExpr):
        return kernel._matches(a, b)
    return () if same(a, b) else None


def _is_part(kernel: Core, statement: Statement, c: Content) -> bool:
    """Whether a cited theorem is the part: the same sides, or the same difference up to a factor."""
    for left, _, right in _wanted(statement):
        for a, _, b in _readings(c):
            if same(a, left) and same(b, right):
                return True
        if getattr(c.left, "shape", ()) != getattr(left, "shape", ()) or not isinstance(left, sp.Expr | sp.MatrixExpr):
            continue
        theirs, ours = expand(c.left - c.right), expand(left - right)
        if any(kernel._matches(theirs, s * ours) is not None for s in (1, -1)):
            return True
        ratio = sp.cancel(sp.together(theirs / ours)) if ours != 0 and not getattr(ours, "is_Matrix", False) else None
        if ratio is not None and not ratio.free_symbols & ours.free_symbols and not ratio.has(*_operators(ours)):
            return True  # the same difference times something else
    return False


def _operators(e: Any) -> tuple[Any, ...]:
    """The means, derivatives and functions of an expression."""
    return tuple(e.atoms(sp.Function, _Binder, Binding)) or (sp.nan,)


def _below(kernel: Core, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """All facts that these rest on, those first that others rest on."""
    found: dict[int, Fact] = {}

    def visit(fact: Fact) -> None:
        if id(fact) not in found:
            for premise in kernel.content(fact).premises:
                visit(premise)
            found[id(fact)] = fact

    for fact in facts:
        visit(fact)
    return tuple(found.values())


def _line(text: str) -> str:
    return " ".join(text.split())

"""Automatic wrong versions of a part's statement: factors, signs, exponents, and what rewriting its formulas gives.

A bound is only ever sharpened, as a weaker one is implied; growth is not changed by a factor; a phase gets another
dependence of its critical value on each parameter; every condition is dropped once. Names depend on the statement alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

import sympy as sp

from lemmata.theory.language.edits import Edit
from lemmata.theory.language.equal import NormalForms
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.kinds import Statement
from lemmata.theory.language.part import Law, Part, Role
from lemmata.theory.language.rewrites import exchanged, rewrites
from lemmata.theory.language.signs import known_sign
from lemmata.theory.language.symbols import Symbol

LADDER = ("2", "1.5", "1.1", "1.02")
SHIFTS = (sp.Rational(1, 2), sp.Rational(1, 4))
Change = tuple[str, dict[str, Any]]  # a name, and fields of the statement; no fields: the kind cannot see it


def automatic(part_name: str, part: Part, alone: bool, limit: int = 24) -> tuple[list[Law], list[str]]:
    """At most ``limit`` wrong versions beside the rungs of the ladder, and the names of those that the kind cannot see."""
    laws: list[Law] = []
    unseen: list[str] = []
    normal = NormalForms()
    named = [law.statement for law in part.laws(part_name, alone) if law.when == part.when]
    seen = [(statement, _forms(statement, normal)) for statement in named]
    rungs, others = _changes(part.statement)
    for i, (name, fields) in enumerate([*rungs, *others]):
        if not fields:
            unseen.append(f"{Role.AUTOMATIC.value}:{name}" if alone else f"{Role.AUTOMATIC.value}:{part_name}.{name}")
        elif i < len(rungs) or len(laws) < limit + len(rungs):
            law = _law(part_name, part, name, Edit(changes=fields), alone)
            if law is not None:
                made = (law.statement, _forms(law.statement, normal))
                if not any(_equal(made, other, normal) for other in seen):
                    seen.append(made)
                    laws.append(law)
    for i, condition in enumerate(part.when):
        rest = tuple(c for c in part.when if c is not condition)
        laws.append(Law(part_name, Role.AUTOMATIC, f"drop_condition{i + 1}", part.statement, rest, "fails", alone))
    return laws, unseen


def _law(part_name: str, part: Part, name: str, edit: Edit, alone: bool) -> Law | None:
    try:
        statement = edit.apply(part.statement)
    except ClaimError:
        return None  # malformed: two sides that are one expression, a critical value that contains its control
    return Law(part_name, Role.AUTOMATIC, name, statement, part.when, "fails", alone)


def _forms(statement: Statement, normal: NormalForms) -> list[tuple[str, Any]]:
    return [(field, normal.form(formula)) for field, formula in statement.expressions()]


def _equal(a: tuple[Any, list[tuple[str, Any]]], b: tuple[Any, list[tuple[str, Any]]], normal: NormalForms) -> bool:
    """Whether two versions of one statement say the same by their formulas."""
    first, second = a[0], b[0]
    plain = (f for f in first.__dataclass_fields__ if f not in first.formulas and f != "at")
    if any(getattr(first, f) != getattr(second, f) for f in plain) or [n for n, _ in a[1]] != [n for n, _ in b[1]]:
        return False
    return all(normal.same(x, y) for (_, x), (_, y) in zip(a[1], b[1], strict=True))


def _changes(s: Any) -> tuple[list[Change], list[Change]]:
    """Rungs of the ladder, and the other changes, those of several sorts mixed so that a limit keeps some of each."""
    made = {
        "identity": _identity,
        "inequality": _bounds,
        "within": _bounds,
        "order": _order,
        "rate": _rate,
        "limit": _limit,
        "existence": _existence,
        "optimality": _optimality,
        "phase": _phase,
        "guarantee": _guarantee,
    }[s.kind](s)
    changes = list(dict.fromkeys(name for name, _ in made))
    fields = dict(made)
    rungs = [(n, fields[n]) for n in changes if n.rpartition("_")[2].startswith("x") and n.rpartition("_")[2][1:] in LADDER]
    return rungs, _mixed([(n, fields[n]) for n in changes if n not in dict(rungs)])


def _mixed(changes: list[Change]) -> list[Change]:
    """In turn one of each sort (drop_term, exponent, swap, ...), the first of each first."""
    sorts: dict[str, list[Change]] = {}
    for name, fields in changes:
        sorts.setdefault("swap" if name.startswith("swap_") else name.rstrip("0123456789"), []).append((name, fields))
    return [c for row in zip_longest(*sorts.values()) for c in row if c is not None]


def _rewritten(formula: Any) -> Iterator[tuple[str, Any]]:
    """The opposite sign and the rewrites of a formula, those of the definitions that it uses among them."""
    if formula == 0:
        return
    yield "sign", -formula
    yield from ((n, f) for n, f in rewrites(formula) if f is not None)


def _offsets(zero: str, scale: Any) -> Iterator[tuple[str, Any]]:
    """Values next to zero, where a factor changes nothing."""
    for text in ("1", "0.5", "0.1", "0.02"):
        yield f"{zero}off{text}", sp.Rational(text) * (1 if scale is None else scale)


# -- the kinds -----------------------------------------------------------------------------------------------------


def _two_sided(field: str, value: Any, scale: Any, prefix: str = "") -> list[Change]:
    if value == 0:
        return [(n, {field: v}) for n, v in _offsets(prefix, scale)]
    if getattr(value, "is_ZeroMatrix", False):
        return [(f"{prefix}off{t}", {field: sp.Rational(t) * sp.OneMatrix(*value.shape)}) for t in ("1", "0.1")]
    rungs = [(f"{prefix}x{t}", {field: sp.Rational(t) * value}) for t in LADDER]
    return rungs + [(prefix + n, {field: f}) for n, f in _rewritten(value)]


def _identity(s: Any) -> list[Change]:
    if s.right == 0 and s.scale is None:
        return [(f"left_{n}", {"left": f}) for n, f in _rewritten(s.left) if n != "sign"]
    return _two_sided("right", s.right, s.scale)


def _limit(s: Any) -> list[Change]:
    made = _two_sided("value", s.value, s.scale)
    return made + (_two_sided("finite", s.finite, s.scale, "finite_") if s.finite is not None else [])


def _sharper(bound: Any, factor: Any, upper: bool) -> Any:
    """A bound that asks for more, whatever its sign."""
    sign = known_sign(bound)
    if sign is not None:
        return bound / factor if (sign >= 0) == upper else bound * factor
    # evaluating |bound|, sympy looks for a sign in every part of it, again and again, and gives up at matrices with an error
    change = (1 - 1 / factor) * sp.Abs(bound, evaluate=False)
    return bound - change if upper else bound + change


def _bounds(s: Any) -> list[Change]:
    made: list[Change] = []
    fields = (("right", True, ""),) if s.kind == "inequality" else (("high", True, ""), ("low", False, "low_"))
    for field, upper, prefix in fields:
        bound = getattr(s, field)
        if bound == 0:
            continue
        made += [(f"{prefix}x{t}", {field: _sharper(bound, sp.Rational(t), upper)}) for t in LADDER]
        for name, f in _rewritten(bound):
            gap = f - bound if upper else bound - f
            made.append((prefix + name, {} if (known_sign(gap) or 0) > 0 or gap == 0 else {field: f}))
    return [(name, change) for name, change in made if s.kind == "inequality" or not _empty(change, s)]


def _empty(change: Mapping[str, Any], s: Any) -> bool:
    """Whether the ends of a narrow bound on two sides were moved past each other: no number meets that, and nothing is learnt."""
    return (known_sign(change.get("high", s.high) - change.get("low", s.low)) or 0) < 0


def _order(s: Any) -> list[Change]:
    n, moving = s.ladder.symbol, {s.ladder.symbol, *s.ladder.sizes}
    signs = {"both": (1, -1), "upper": (-1,), "lower": (1,)}[s.direction]
    made: list[Change] = [(f"x{t}", {}) for t in LADDER]
    made += [
        (f"exponent{'+' if e > 0 else '-'}{float(abs(e)):g}", {"scale": s.scale * n**e})
        for q in SHIFTS
        for e in (c * q for c in signs)
    ]
    for name, f in _rewritten(s.scale):
        ratio = sp.cancel(f / s.scale) if not f.has(sp.MatrixExpr) else f / s.scale
        still = f == 0 or not moving & ratio.free_symbols
        implied = not still and s.direction != "both" and _grows(ratio, n, s.ladder) != (s.direction == "lower")
        made.append((name, {} if still or implied else {"scale": f}))
    return made


def _grows(ratio: Any, n: Any, ladder: Any) -> bool | None:
    """Whether a ratio of scales grows along the ladder, by its values at the ends of it."""
    ends = []
    for rung in (ladder.rungs[0], ladder.rungs[-1]):
        value = ratio.xreplace(
            {**{k: sp.sympify(v).xreplace({n: sp.sympify(rung)}) for k, v in ladder.sizes.items()}, n: sp.sympify(rung)}
        )
        ends.append(value.xreplace({x: sp.Integer(2) for x in value.free_symbols}))
    return bool(abs(ends[1]) > abs(ends[0])) if all(e.is_number for e in ends) else None


def _rate(s: Any) -> list[Change]:
    e = s.exponent
    made: list[Change] = [(f"x{t}", {}) for t in LADDER]
    for q in (sp.Integer(1), *SHIFTS):
        made += [(f"exponent{'+' if c > 0 else '-'}{float(q):g}", {"exponent": e + c * q}) for c in (1, -1)]
    return made + [(n, {"exponent": f}) for n, f in _rewritten(e)]


def _existence(s: Any) -> list[Change]:
    c = s.condition
    if s.certificate is not None:
        return []  # a certificate decides from the witness and the point: another condition would change nothing that is judged
    if isinstance(c, sp.Equality):
        side = "rhs" if c.rhs != 0 else "lhs"
        other, formula = (c.lhs, c.rhs) if side == "rhs" else (c.rhs, c.lhs)
        changed = [(f"x{t}", sp.Rational(t) * formula) for t in LADDER] if side == "rhs" else []
        changed += [(n, f) for n, f in _rewritten(formula) if not (side == "lhs" and n == "sign")]
        return [(n, {"condition": sp.Eq(other, f, evaluate=False)}) for n, f in changed if f != other]
    if isinstance(c, sp.logic.boolalg.Boolean):
        return [("negated", {"condition": sp.Not(c)})]
    return [(n, {"condition": f}) for n, f in _rewritten(c) if n != "sign"]


def _optimality(s: Any) -> list[Change]:
    made: list[Change] = [("other_sense", {"sense": "max" if s.sense == "min" else "min"})]
    for x, value in s.at.items():
        prefix = "" if len(s.at) == 1 else f"{x}_"
        made += [(n, {"at": {**s.at, x: fields["at"]}}) for n, fields in _two_sided("at", value, None, prefix)]
    return made


def _phase(s: Any) -> list[Change]:
    critical = s.critical
    made: list[Change] = [
        (f"x{t}", {"critical": sp.Rational(t) * critical} if sp.Rational(t) > sp.Rational(5, 4) else {}) for t in LADDER
    ]
    for p in sorted((p for p in critical.free_symbols if isinstance(p, Symbol)), key=lambda p: p.name):
        for word, new in (("squared", p**2), ("dropped", sp.Integer(1))):
            made.append((f"{p.name}_{word}", {"critical": exchanged(critical, {p: new})}))
    made += [(n, {"critical": f}) for n, f in _rewritten(critical) if n != "sign"]
    return [*made, ("other_way", {"rising": not s.rising})]


def _guarantee(s: Any) -> list[Change]:
    p = s.probability
    if s.exactly:
        return [(n, f) for n, f in _two_sided("probability", p, None) if n != "sign"]
    made: list[Change] = [(f"x{t}", {"probability": 1 - (1 - p) / sp.Rational(t)}) for t in LADDER]
    implied = {n for n, f in _rewritten(p) if (known_sign(p - f) or 0) > 0 or (known_sign(f) or 1) < 0 or f == 0}
    return made + [(n, {} if n in implied else {"probability": f}) for n, f in _rewritten(p) if n != "sign"]

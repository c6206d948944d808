"""What the automatic wrong versions of a statement change, kind by kind; what is not wanted is not made.

A bound is only ever sharpened, as a weaker one is implied; growth is not changed by a factor; a phase gets another
dependence of its critical value on each parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

import sympy as sp

from lemmata.theory.language.equal import NormalForms
from lemmata.theory.language.exchanges import Made, exchanged
from lemmata.theory.language.rewrites import turns
from lemmata.theory.language.signs import known_sign
from lemmata.theory.language.symbols import Symbol

LADDER = ("2", "1.5", "1.1", "1.02")
SHIFTS = (sp.Rational(1, 2), sp.Rational(1, 4))
Fields = dict[str, Any] | None  # of the statement; none where there is no formula, empty where the kind cannot see the change
Change = tuple[str, Callable[[], Fields]]  # its name, and what makes it: most are not wanted, and take their time


def changes(s: Any, normal: NormalForms) -> tuple[list[tuple[str, Any]], Iterator[tuple[str, Any]]]:
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
    }[s.kind](s, normal)
    table = dict(made)  # the first place of a name, and the last change of it
    first = [n for n in table if n.rpartition("_")[2].startswith("x") and n.rpartition("_")[2][1:] in LADDER]
    rungs = [(n, fields) for n in first if (fields := table[n]()) is not None]
    return rungs, _mixed([(n, make) for n, make in table.items() if n not in first])


def _mixed(changes: Sequence[Change]) -> Iterator[tuple[str, Any]]:
    """In turn one of each sort (drop_term, exponent, swap, ...), the first of each first."""
    sorts: dict[str, list[Change]] = {}
    for name, make in changes:
        sorts.setdefault("swap" if name.startswith("swap_") else name.rstrip("0123456789"), []).append((name, make))
    for row in zip_longest(*(_those_made(changes) for changes in sorts.values())):
        yield from (c for c in row if c is not None)


def _those_made(changes: Sequence[Change]) -> Iterator[tuple[str, Any]]:
    for name, make in changes:
        fields = make()
        if fields is not None:
            yield name, fields


def _rewritten(formula: Any) -> Iterator[tuple[str, Made]]:
    """The opposite sign and the rewrites of a formula, those of the definitions that it uses among them."""
    if formula == 0:
        return
    yield "sign", lambda: -formula
    yield from turns(formula)


def _offsets(zero: str, scale: Any) -> Iterator[tuple[str, Any]]:
    """Values next to zero, where a factor changes nothing."""
    for text in ("1", "0.5", "0.1", "0.02"):
        yield f"{zero}off{text}", sp.Rational(text) * (1 if scale is None else scale)


def _set(field: str, value: Any) -> Callable[[], Fields]:
    return lambda: {field: value}


def _unseen() -> Fields:
    return {}


def _made(make: Made, fields: Callable[[Any], Fields]) -> Callable[[], Fields]:
    """The fields with a formula, once it is made."""

    def found() -> Fields:
        formula = make()
        return None if formula is None else fields(formula)

    return found


def _field(field: str, make: Made) -> Callable[[], Fields]:
    return _made(make, lambda formula: {field: formula})


# -- the kinds -----------------------------------------------------------------------------------------------------


def _two_sided(field: str, value: Any, scale: Any, prefix: str = "") -> list[Change]:
    if value == 0:
        return [(n, _set(field, v)) for n, v in _offsets(prefix, scale)]
    if getattr(value, "is_ZeroMatrix", False):
        return [(f"{prefix}off{t}", _set(field, sp.Rational(t) * sp.OneMatrix(*value.shape))) for t in ("1", "0.1")]
    rungs = [(f"{prefix}x{t}", _set(field, sp.Rational(t) * value)) for t in LADDER]
    return rungs + [(prefix + n, _field(field, f)) for n, f in _rewritten(value)]


def _identity(s: Any, normal: NormalForms) -> list[Change]:
    if s.right == 0 and s.scale is None:
        return [(f"left_{n}", _field("left", f)) for n, f in _rewritten(s.left) if n != "sign"]
    return _two_sided("right", s.right, s.scale)


def _limit(s: Any, normal: NormalForms) -> list[Change]:
    made = _two_sided("value", s.value, s.scale)
    return made + (_two_sided("finite", s.finite, s.scale, "finite_") if s.finite is not None else [])


def _sharper(bound: Any, factor: Any, upper: bool, sign: int | None) -> Any:
    """A bound that asks for more, whatever its sign."""
    if sign is not None:
        return bound / factor if (sign >= 0) == upper else bound * factor
    # evaluating |bound|, sympy looks for a sign in every part of it, again and again, and gives up at matrices with an error
    change = (1 - 1 / factor) * sp.Abs(bound, evaluate=False)
    return bound - change if upper else bound + change


def _bounds(s: Any, normal: NormalForms) -> list[Change]:
    made: list[Change] = []
    fields = (("right", True, ""),) if s.kind == "inequality" else (("high", True, ""), ("low", False, "low_"))
    for field, upper, prefix in fields:
        bound = getattr(s, field)
        if bound == 0:
            continue
        sign = known_sign(bound)
        made += [(f"{prefix}x{t}", _set(field, _sharper(bound, sp.Rational(t), upper, sign))) for t in LADDER]
        made += [(prefix + n, _made(f, partial(_moved, field, bound, upper, normal))) for n, f in _rewritten(bound)]
    return made if s.kind == "inequality" else [(n, partial(_not_empty, make, s, normal)) for n, make in made]


def _moved(field: str, bound: Any, upper: bool, normal: NormalForms, new: Any) -> Fields:
    """Another bound; a weaker one is implied."""
    return {} if normal.at_least(*((new, bound) if upper else (bound, new))) else {field: new}


def _not_empty(make: Callable[[], Fields], s: Any, normal: NormalForms) -> Fields:
    """Nothing where the ends of a narrow bound on two sides were moved past each other: no number meets that, and nothing is
    learnt."""
    change = make()
    if change is None:
        return None
    high, low = change.get("high", s.high), change.get("low", s.low)
    return None if high != low and normal.at_least(low, high) else change


def _order(s: Any, normal: NormalForms) -> list[Change]:
    n, moving = s.ladder.symbol, s.ladder.moving
    signs = {"both": (1, -1), "upper": (-1,), "lower": (1,)}[s.direction]
    made: list[Change] = [(f"x{t}", _unseen) for t in LADDER]
    made += [
        (f"exponent{'+' if e > 0 else '-'}{float(abs(e)):g}", _set("scale", s.scale * n**e))
        for q in SHIFTS
        for e in (c * q for c in signs)
    ]

    def scaled(f: Any) -> Fields:
        ratio = sp.cancel(f / s.scale) if not f.has(sp.MatrixExpr) else f / s.scale
        still = f == 0 or not moving & ratio.free_symbols
        implied = not still and s.direction != "both" and _grows(ratio, n, s.ladder) != (s.direction == "lower")
        return {} if still or implied else {"scale": f}

    return made + [(name, _made(f, scaled)) for name, f in _rewritten(s.scale)]


def _grows(ratio: Any, n: Any, ladder: Any) -> bool | None:
    """Whether a ratio of scales grows along the ladder, by its values at the ends of it."""
    ends = []
    for rung in (ladder.rungs[0], ladder.rungs[-1]):
        value = ratio.xreplace(
            {**{k: sp.sympify(v).xreplace({n: sp.sympify(rung)}) for k, v in ladder.sizes.items()}, n: sp.sympify(rung)}
        )
        ends.append(value.xreplace({x: sp.Integer(2) for x in value.free_symbols}))
    return bool(abs(ends[1]) > abs(ends[0])) if all(e.is_number for e in ends) else None


def _rate(s: Any, normal: NormalForms) -> list[Change]:
    e = s.exponent
    made: list[Change] = [(f"x{t}", _unseen) for t in LADDER]
    for q in (sp.Integer(1), *SHIFTS):
        made += [(f"exponent{'+' if c > 0 else '-'}{float(q):g}", _set("exponent", e + c * q)) for c in (1, -1)]
    return made + [(n, _field("exponent", f)) for n, f in _rewritten(e)]


def _existence(s: Any, normal: NormalForms) -> list[Change]:
    c = s.condition
    if s.certificate is not None:
        return []  # a certificate decides from the witness and the point: another condition would change nothing that is judged
    if isinstance(c, sp.Equality):
        side = "rhs" if c.rhs != 0 else "lhs"
        other, formula = (c.lhs, c.rhs) if side == "rhs" else (c.rhs, c.lhs)

        def equated(f: Any) -> Fields:
            return None if f == other else {"condition": sp.Eq(other, f, evaluate=False)}

        rungs = LADDER if side == "rhs" else ()
        changed: list[Change] = [(f"x{t}", partial(equated, sp.Rational(t) * formula)) for t in rungs]
        return changed + [(n, _made(f, equated)) for n, f in _rewritten(formula) if not (side == "lhs" and n == "sign")]
    if isinstance(c, sp.logic.boolalg.Boolean):
        return [("negated", _set("condition", sp.Not(c)))]
    return [(n, _field("condition", f)) for n, f in _rewritten(c) if n != "sign"]


def _optimality(s: Any, normal: NormalForms) -> list[Change]:
    made: list[Change] = [("other_sense", _set("sense", "max" if s.sense == "min" else "min"))]
    for x, value in s.at.items():
        prefix = "" if len(s.at) == 1 else f"{x}_"
        made += [(n, partial(_placed, s.at, x, make)) for n, make in _two_sided("at", value, None, prefix)]
    return made


def _placed(at: Mapping[Any, Any], x: Any, make: Callable[[], Fields]) -> Fields:
    fields = make()
    return None if fields is None else {"at": {**at, x: fields["at"]}}


def _phase(s: Any, normal: NormalForms) -> list[Change]:
    critical = s.critical
    made: list[Change] = [
        (f"x{t}", _set("critical", sp.Rational(t) * critical) if sp.Rational(t) > sp.Rational(5, 4) else _unseen)
        for t in LADDER
    ]
    for p in sorted((p for p in critical.free_symbols if isinstance(p, Symbol)), key=lambda p: p.name):
        for word, new in (("squared", p**2), ("dropped", sp.Integer(1))):
            made.append((f"{p.name}_{word}", _field("critical", partial(exchanged, critical, {p: new}))))
    made += [(n, _field("critical", f)) for n, f in _rewritten(critical) if n != "sign"]
    return [*made, ("other_way", _set("rising", not s.rising))]


def _guarantee(s: Any, normal: NormalForms) -> list[Change]:
    p = s.probability
    if s.exactly:
        return [(n, f) for n, f in _two_sided("probability", p, None) if n != "sign"]

    def asked(f: Any) -> Fields:
        """A smaller probability is implied."""
        return {} if f == 0 or (f != p and normal.at_least(p, f)) or (known_sign(f) or 1) < 0 else {"probability": f}

    made: list[Change] = [(f"x{t}", _set("probability", 1 - (1 - p) / sp.Rational(t))) for t in LADDER]
    return made + [(n, _made(f, asked)) for n, f in _rewritten(p) if n != "sign"]

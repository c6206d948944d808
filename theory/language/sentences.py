"""A statement of every kind as one line, in either form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.forms import Form
from lemmata.theory.language.kinds import Statement


def sentence(statement: Statement, form: Form) -> str:
    """What the statement says, without the conditions under which it does."""
    if statement.kind not in _SENTENCES:
        raise ClaimError(f"a statement of the kind {statement.kind!r} has no sentence; the kinds are {', '.join(_SENTENCES)}")
    return _SENTENCES[statement.kind](statement, form)


def _relative(scale: Any, form: Form) -> str:
    return "" if scale is None else form.say("relative to") + form.show(scale)


def _identity(s: Any, form: Form) -> str:
    return form.show(s.left) + form.sign("=") + form.show(s.right) + _relative(s.scale, form)


def _inequality(s: Any, form: Form) -> str:
    return form.show(s.left) + form.sign("≤") + form.show(s.right)


def _within(s: Any, form: Form) -> str:
    return form.show(s.low) + form.sign("≤") + form.show(s.quantity) + form.sign("≤") + form.show(s.high)


def _growing(s: Any, form: Form) -> str:
    """As n → ∞, with what is tied to n, and the corrections that are declared."""
    n = form.show(s.ladder.symbol)
    tied = form.listed(form.show(k) + form.sign("=") + form.show(v) for k, v in s.ladder.sizes.items())
    text = form.say("as") + n + form.sign("→") + form.infinity() + (form.say("with") + tied if tied else "")
    if s.expansion:
        text += form.say("up to") + form.listed(form.show(t) for t in s.expansion)
    return text


def _order(s: Any, form: Form) -> str:
    sign = {"both": "≍", "upper": "≲", "lower": "≳"}[s.direction]
    text = form.show(s.quantity) + form.sign(sign) + form.show(s.scale) + _growing(s, form)
    if s.constants is not None:
        low, high = s.constants
        text += form.say("with a ratio from") + form.show(low) + form.say("to") + form.show(high)
    return text


def _rate(s: Any, form: Form) -> str:
    return form.show(s.quantity) + form.sign("∼") + form.power(s.ladder.symbol, s.exponent) + _growing(s, form)


def _limit(s: Any, form: Form) -> str:
    text = form.show(s.quantity) + form.sign("→") + form.show(s.value) + _growing(s, form)
    if s.finite is not None:
        text += form.say("equal at every size to") + form.show(s.finite)
    return text + _relative(s.scale, form)


def _existence(s: Any, form: Form) -> str:
    names = form.listed(form.show(x) for x in s.witness)
    values = form.listed(form.show(x) + form.sign("=") + _value(v, form) for x, v in s.witness.items())
    there = form.words("there are ") if form.plain else r"\text{there are}\ "
    return there + names + form.say("with") + form.show(s.condition) + form.say("namely") + values


def _value(value: Any, form: Form) -> str:
    """A witness: a number or a list of them."""
    if isinstance(value, list | tuple):
        return "(" + form.listed(_value(v, form) for v in value) + ")"
    return form.show(value)


def _optimality(s: Any, form: Form) -> str:
    word = f"arg{s.sense}"
    names = ",".join(form.show(x) for x in s.at)
    under = (f"_{names}" if len(names) == 1 else f"_{{{names}}}") if form.plain else f"_{{{names}}}"
    head = word if form.plain else rf"\operatorname{{arg\,{s.sense}}}"
    inside = f"[{form.show(s.objective)}]" if form.plain else rf"\left[{form.show(s.objective)}\right]"
    values = [form.show(v) for v in s.at.values()]
    at = values[0] if len(values) == 1 else "(" + form.listed(values) + ")"
    return head + under + inside + form.sign("=") + at


def _phase(s: Any, form: Form) -> str:
    way = "rises" if s.rising else "falls"
    control, (low, high) = form.show(s.control), s.span
    times = "once" if s.crossings == 1 else f"{s.crossings} times"
    return (
        form.show(s.order)
        + form.say(f"{way} through")
        + form.show(s.level)
        + form.say("at")
        + control
        + form.sign("=")
        + form.show(s.critical)
        + form.say(f"and crosses it {times} from")
        + form.show(low)
        + form.say("to")
        + form.show(high)
        + form.after("times that")
    )


def _guarantee(s: Any, form: Form) -> str:
    letter, left, right = ("P", "[", "]") if form.plain else (r"\mathbb{P}", r"\left[", r"\right]")
    return f"{letter}{left}{form.show(s.event)}{right}" + form.sign("=" if s.exactly else "≥") + form.show(s.probability)


_SENTENCES: dict[str, Callable[[Any, Form], str]] = {
    "identity": _identity,
    "inequality": _inequality,
    "within": _within,
    "order": _order,
    "rate": _rate,
    "limit": _limit,
    "existence": _existence,
    "optimality": _optimality,
    "phase": _phase,
    "guarantee": _guarantee,
}

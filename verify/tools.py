"""The families' tools: found by their files, evaluated at the user's own numbers, arrays and functions."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import ClaimError, LemmataError, UsageError
from lemmata.theory.language.tool import Decided, Tool, spoken
from lemmata.verify.claims import THEORY
from lemmata.verify.failing import breaks_off
from lemmata.verify.tool_index import table
from lemmata.verify.tool_values import axes, checked, example, grid, named, read
from lemmata.verify.values import evaluate, function_of

LONGEST = 200  # characters of the reason why a quantity has no value


def page() -> str:
    """Every tool with what it takes and gives, and a call of it with what comes back."""
    found = [HEAD, table()]
    for tool in tools().values():
        call = " ".join(_typed(name, value) for name, value in tool.example.items())
        found += [f"## {tool.id}", tool.says + ".", "| takes | |\n|---|---|\n" + _rows(tool.words())]
        found.append("| gives | |\n|---|---|\n" + _rows((item.name, item.meaning) for item in tool.gives))
        answer = "\n".join(
            f"  {name} = {_number(entry['value'], entry['error'])}"
            for name, entry in evaluate_tool(tool, {})["quantities"].items()
        )
        found.append(f"```\nlemmata eval {tool.id} {call}\n{answer}\n```")
    return "\n\n".join(found) + "\n"


HEAD = """# Tools

Quantities at numbers, arrays and functions of your own, each with a bound of its error; made of the terms that the claims are
made of. Greek letters may be spelled out (`lambda=0.1`), arrays come from the command line (`l=1,0.5,0.25`) or from
`--data FILE.npz|json`; what is not given is that of the example. A number may be a list (`λ=0.1,1`): the quantities then come on the
grid of all values. In Python: `Library().evaluate("ridge.equivalent", l=..., n=200)`.
This page is generated: `python -m lemmata.verify.tools > docs/tools.md`."""


def _rows(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(
        f"| `{name.replace(chr(124), chr(92) + chr(124))}` | {meaning.replace('|', chr(92) + '|')} |" for name, meaning in pairs
    )


def _number(value: Any, error: Any) -> str:
    """To eight digits, as the last ones differ between machines; 0 where the error is larger."""
    if isinstance(value, list):
        errors = error if isinstance(error, list) else [error] * len(value)
        return f"[{', '.join(map(_number, value, errors))}]"
    if not isinstance(value, float):
        return "undecided" if value is None else str(value)
    return "0" if isinstance(error, float) and abs(value) <= error else f"{value:.8g}"


def _typed(name: str, value: Any) -> str:
    text = str(value) if isinstance(value, str | int | float) else ",".join(map(str, value)).replace(" ", "")
    return f"'{name}={text}'" if any(c in text for c in "*()[] ") else f"{name}={text}"


def tools() -> dict[str, Tool]:
    """Every tool by its id."""
    found: dict[str, Tool] = {}
    for path in sorted(THEORY.glob("*/tools.py")):
        for tool in _of_family(path.parent.name):
            if tool.id.split(".")[0] != path.parent.name or tool.id in found:
                raise ClaimError(f"{tool.id}: a tool of {path.parent.name} has an id {path.parent.name}.slug of its own")
            found[tool.id] = tool
    return found


def tool_of(identity: str) -> Tool | None:
    """The tool of that id, if there is one; only its family's file is read."""
    family, _, slug = identity.partition(".")
    if not slug.isidentifier() or not family.isidentifier() or not (THEORY / family / "tools.py").is_file():
        return None
    return next((tool for tool in _of_family(family) if tool.id == identity), None)


def _of_family(family: str) -> tuple[Tool, ...]:
    found: tuple[Tool, ...] = importlib.import_module(f"lemmata.theory.{family}.tools").tools
    return found


def evaluate_tool(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """What ``evaluate`` returns of a claim: every quantity with its error; what is not given is that of the example.

    A list for a number gives the quantities on the grid of all its values.
    """
    own = {name: read(tool, name, value) for name, value in named(tool, given).items()}
    values = {**example(tool, own), **own}
    try:
        checked(tool, values)
        points = grid(tool, values)
        found = [_at(tool, point) for point in points]
    except LemmataError:
        raise
    except Exception as error:
        raise breaks_off(tool.id, {k: _shown(v) for k, v in values.items()}, error) from error
    several = axes(tool, values)
    quantities = _stacked(found, [len(v) for v in several.values()]) if several else found[0]
    says = "; ".join(f"{item.name}: {item.meaning}" for item in tool.gives)
    shown = {k: _shown(v) for k, v in values.items()}
    return {"id": tool.id, "law": "", "point": shown, "statement": f"{tool.says}. {says}", "quantities": quantities}


def _at(tool: Tool, values: Mapping[str, Any]) -> dict[str, Any]:
    """The quantities at one point; an error where none has a value."""
    if isinstance(tool, Decided):
        answers = tool.answer({k: function_of(k, v) if k in tool.functions else v for k, v in values.items()})
        return {
            name: {"value": a.value, "error": None if a.value is None else a.error, "how": a.how, "detail": a.detail}
            for name, a in answers.items()
        }
    found: dict[str, Any] = {}
    known: dict[Any, tuple[Any, float, float]] = {}
    for number, item in enumerate(tool.gives):
        lost = next(
            (found[other.name] for other in tool.gives[:number] if found[other.name]["value"] is None and item.term.has(other)),
            None,
        )
        entry = found[item.name] = lost or _entry(item, values, known)
        if isinstance(entry["value"], float):
            known[item] = (
                sp.Symbol(f"given°{number}", real=True, positive=item.is_positive or None),
                entry["value"],
                entry["error"],
            )
    if all(entry["value"] is None for entry in found.values()):
        raise UsageError(f"{tool.id} has no value here: {next(iter(found.values()))['detail']}")
    return found


def _entry(item: Any, values: Mapping[str, Any], known: Mapping[Any, tuple[Any, float, float]]) -> dict[str, Any]:
    """A quantity with its error; quantities that are known stand in it as numbers, and their errors count."""
    import numpy as np

    term = item.term
    term = term.xreplace({other: symbol for other, (symbol, _, _) in known.items()})
    used = {other: place for other, place in known.items() if place[0] in term.free_symbols}
    names = {name for kind in spoken([term]) for name in kind}
    env = {k: v for k, v in values.items() if k in names} | {str(symbol): value for symbol, value, _ in used.values()}
    try:
        value, error = evaluate(term, **env)
        for symbol, centre, width in used.values():
            if width > abs(centre) * 2.0**-53:
                moved = [evaluate(term, **{**env, str(symbol): centre + sign * width}).value for sign in (-1, 1)]
                error = error + np.maximum(*(np.abs(m - value) for m in moved))
    except UsageError:
        raise
    except LemmataError as error:
        text = str(error)
        if len(text) > LONGEST:  # of a formula that nobody wants to read
            text = f"{item.name} is no finite number in double precision at these values, or no search finds it"
        return {"value": None, "error": None, "how": "", "detail": f"{text}; choose values nearer to those of the example"}
    flat = [v.ravel().tolist() if isinstance(v, np.ndarray) else v for v in (value, error)]
    return {"value": flat[0], "error": flat[1] if isinstance(flat[1], list) else float(flat[1]), "how": "formula"}


def _stacked(found: list[dict[str, Any]], shape: list[int]) -> dict[str, Any]:
    """The quantities of all points as nested lists, one level for each number of which several values are given."""

    def nested(items: list[Any], sizes: list[int]) -> list[Any]:
        if len(sizes) == 1:
            return items
        step = len(items) // sizes[0]
        return [nested(items[k * step : (k + 1) * step], sizes[1:]) for k in range(sizes[0])]

    lost = float("nan")
    return {
        name: {
            "value": nested([lost if p[name]["value"] is None else p[name]["value"] for p in found], shape),
            "error": nested([lost if p[name]["error"] is None else p[name]["error"] for p in found], shape),
            "how": found[0][name]["how"],
            "detail": next((p[name]["detail"] for p in found if p[name]["value"] is None), ""),
        }
        for name in found[0]
    }


def _shown(value: Any) -> Any:
    return value if isinstance(value, str | int | float) or not hasattr(value, "__iter__") else _short(value)


def _short(value: Any) -> str:
    items = list(value)
    return f"[{', '.join(map(str, items[:4]))}{', …' if len(items) > 4 else ''}]"


if __name__ == "__main__":
    print(page(), end="")

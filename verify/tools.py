"""The families' tools: found by their files, evaluated at the user's own numbers, arrays and functions."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping
from typing import Any

from lemmata.theory.language.errors import ClaimError, LemmataError, UsageError
from lemmata.theory.language.tool import Tool, spoken
from lemmata.verify.claims import THEORY


def page() -> str:
    """Every tool with what it takes and gives, and a call of it with what comes back."""
    found = [HEAD]
    for tool in tools().values():
        call = " ".join(_typed(name, value) for name, value in tool.example.items())
        found += [f"## {tool.id}", tool.says + ".", "| takes | |\n|---|---|\n" + _rows(tool.words())]
        found.append("| gives | |\n|---|---|\n" + _rows((item.name, item.meaning) for item in tool.gives))
        answer = "\n".join(
            f"  {name} = {_number(entry['value'])}" for name, entry in evaluate_tool(tool, {})["quantities"].items()
        )
        found.append(f"```\nlemmata eval {tool.id} {call}\n{answer}\n```")
    return "\n\n".join(found) + "\n"


HEAD = """# Tools

Quantities at numbers, arrays and functions of your own, each with a bound of its error; made of the terms that the claims are
made of. Greek letters may be spelled out (`lambda=0.1`), arrays come from the command line (`l=1,0.5,0.25`) or from
`--data FILE.npz|json`; what is not given is that of the example. In Python: `Library().evaluate("ridge.equivalent", l=..., n=200)`.
This page is generated: `python -m lemmata.verify.tools > docs/tools.md`."""


def _rows(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"| `{name}` | {meaning.replace('|', chr(92) + '|')} |" for name, meaning in pairs)


def _number(value: Any) -> str:
    """To eight digits: the last ones differ between machines."""
    return f"[{', '.join(map(_number, value))}]" if isinstance(value, list) else f"{value:.8g}"


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
    """What ``evaluate`` returns of a claim: every quantity with its error; what is not given is that of the example."""
    from lemmata.verify.engine.evaluate import breaks_off
    from lemmata.verify.values import evaluate

    own = _named(tool, given)
    values = {**_example(tool, own), **{k: _read(tool, k, v) for k, v in own.items()}}
    found: dict[str, Any] = {}
    try:
        _hold(tool, values)
        for item in tool.gives:
            found[item.name] = _entry(item, values, evaluate)
    except LemmataError:
        raise
    except Exception as error:
        raise breaks_off(tool.id, given, error) from error
    says = "; ".join(f"{item.name}: {item.meaning}" for item in tool.gives)
    shown = {k: v if isinstance(v, str | int | float) else _short(v) for k, v in values.items()}
    return {"id": tool.id, "law": "", "point": shown, "statement": f"{tool.says}. {says}", "quantities": found}


def _entry(item: Any, values: Mapping[str, Any], evaluate: Any) -> dict[str, Any]:
    import numpy as np

    names = {name for kind in spoken([item]) for name in kind}
    try:
        value = evaluate(item, **{k: v for k, v in values.items() if k in names})
    except UsageError:
        raise
    except LemmataError as error:
        return {"value": None, "error": None, "how": "", "detail": str(error)}
    flat = [v.ravel().tolist() if isinstance(v, np.ndarray) else v for v in (value.value, value.error)]
    return {"value": flat[0], "error": flat[1], "how": "formula"}


def _named(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    from lemmata.verify.engine.evaluate import _greek

    known = {*tool.numbers, *tool.arrays, *tool.functions}
    found = {name if name in known else _greek(name, known): value for name, value in given.items()}
    for name in found:
        if name not in known:
            raise UsageError(f"{tool.id}: there is no {name!r}; it takes {', '.join(sorted(known))}")
    return found


def _example(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the example, but for arrays whose sizes the given ones would contradict."""
    sizes = {str(n) for k in given if k in tool.arrays for n in tool.arrays[k].shape} - {"1"}
    return {k: v for k, v in tool.example.items() if k not in tool.arrays or not {str(n) for n in tool.arrays[k].shape} & sizes}


def _read(tool: Tool, name: str, value: Any) -> Any:
    from lemmata.theory.language.parsing import parse_constant
    from lemmata.theory.language.values import parse_value

    if not isinstance(value, str) or name in tool.functions:
        return value
    return parse_value(value, name) if name in tool.arrays else parse_constant(value, name)


def _hold(tool: Tool, values: Mapping[str, Any]) -> None:
    """The conditions on numbers, in one sentence where they fail."""
    from lemmata.theory.language.domain import holds

    for condition in tool.when:
        if holds(condition, values) is False:
            where = ", ".join(f"{name}={values[name]}" for name in sorted(str(s) for s in condition.free_symbols))
            raise UsageError(f"{tool.id} needs {condition}, and {where}")


def _short(value: Any) -> str:
    items = list(value)
    return f"[{', '.join(map(str, items[:4]))}{', …' if len(items) > 4 else ''}]"


if __name__ == "__main__":
    print(page(), end="")

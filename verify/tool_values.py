"""What a user gives a tool, read and held against the tool's declarations before anything is computed: one sentence where it fails."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite, prod
from numbers import Real
from typing import Any

from lemmata.theory.language.errors import LemmataError, UsageError
from lemmata.theory.language.names import spelled
from lemmata.theory.language.tool import Tool, spoken
from lemmata.verify.values import evaluate

MOST = 10_000  # points of a grid


def named(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """The same values under the names of the tool; a Greek letter may be spelled out."""
    known = {*tool.numbers, *tool.arrays, *tool.functions}
    found: dict[str, Any] = {}
    for typed, value in given.items():
        name = typed if typed in known else spelled(typed, known)
        if name not in known:
            raise UsageError(f"{tool.id}: there is no {typed!r}; it takes {', '.join(name for name, _ in tool.words())}")
        if name in found:
            raise UsageError(f"{tool.id}: {name} is given twice")
        found[name] = value
    return found


def example(tool: Tool, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the example, but for arrays of other sizes than the given ones."""
    import numpy as np

    sizes: dict[str, int] = {}
    for name in set(given) & set(tool.arrays):
        try:
            shape = np.shape(given[name])
        except ValueError:  # rows of unequal length
            continue
        sizes |= {str(n): m for n, m in zip(tool.arrays[name].shape, shape, strict=False)}

    def fits(name: str) -> bool:
        declared = map(str, tool.arrays[name].shape)
        return all(sizes.get(n, m) == m for n, m in zip(declared, np.shape(tool.example[name]), strict=False))

    return {k: v for k, v in tool.example.items() if k not in tool.arrays or fits(k)}


def read(tool: Tool, name: str, value: Any) -> Any:
    """A value from its text; a text with commas is a list, of a number one for each point of a grid."""
    from lemmata.theory.language.parsing import parse_constant
    from lemmata.theory.language.values import parse_value

    if name in tool.functions:
        return value
    if isinstance(value, str):
        value = (
            parse_value(value, name) if name in tool.arrays or any(c in value for c in ",[") else parse_constant(value, name)
        )
    if name in tool.arrays and isinstance(value, Real) and not isinstance(value, bool) and 1 in tool.arrays[name].shape:
        return [value]  # a column of one entry
    return value


def checked(tool: Tool, values: Mapping[str, Any]) -> None:
    """That nothing is missing and everything lies in its set; sizes that arrays contradict are an error."""
    from lemmata.numerics.random.checking import check_instance

    sizes: dict[str, Any] = {name: values[name] for name in tool.sizes if name in values}
    from_array: dict[str, str] = {}
    for name in sorted({*tool.numbers} - tool.sizes | {*sizes}):
        if name not in values:
            raise UsageError(f"{tool.id}: {name} has no value: give {name}=..., the {tool.numbers[name].meaning}")
        for value in _points(tool, name, values[name]):
            _number(tool, name, value)
    for name, array in sorted(tool.arrays.items(), key=lambda item: (item[0] not in values, item[0])):
        if name not in values:
            raise UsageError(
                f"{tool.id}: {name} has no value: give {name}=..., the {array.meaning}, as long as what else is given"
            )
        _fits(tool, name, values[name], sizes, from_array)
        try:
            check_instance(array, values[name], sizes)
        except LemmataError as error:
            raise UsageError(f"{tool.id}: {error}; {name} is: {array.meaning}") from None
    for name, function in tool.functions.items():
        _function(tool, name, function, values[name])
    for point in grid(tool, {**sizes, **values}):
        _hold(tool, point)


def _points(tool: Tool, name: str, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple) and not hasattr(value, "__array__"):
        return [value]
    points = value.tolist() if hasattr(value, "tolist") else list(value)
    points = points if isinstance(points, list) else [points]
    if not points or any(isinstance(p, list | tuple) for p in points):
        raise UsageError(f"{tool.id}: {name} is one number, or a list of numbers for a grid; give {name}=2 or {name}=1,2,3")
    return points


def _number(tool: Tool, name: str, value: Any) -> None:
    symbol = tool.numbers[name]
    shown = repr(value) if len(repr(value)) < 60 else repr(value)[:57] + "..."
    if isinstance(value, bool) or not isinstance(value, Real | Fraction):
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if isinstance(value, bool | str) or not isfinite(number):
            raise UsageError(f"{tool.id}: {name}={shown} is no real number; {name} is: {symbol.meaning}")
    try:
        finite = isfinite(float(value))
    except OverflowError:
        finite = False
    if not finite:
        raise UsageError(f"{tool.id}: {name}={shown} is no finite number; {name} is: {symbol.meaning}")
    if not symbol.domain.contains(value):
        raise UsageError(f"{tool.id}: {name}={shown} lies outside {symbol.domain}; {name} is: {symbol.meaning}")


def _fits(tool: Tool, name: str, value: Any, sizes: dict[str, Any], from_array: dict[str, str]) -> None:
    """Takes a size from the first array that has it; another array of another length is named beside it."""
    import numpy as np

    try:
        shape = np.shape(value)
    except ValueError:
        return  # said by what checks the array
    for size, length in zip(tool.arrays[name].shape, shape, strict=False):
        key = str(size)
        if key not in tool.sizes or not length:
            continue
        if key in sizes and int(sizes[key]) != length:
            other = f"{from_array[key]} has {sizes[key]}" if key in from_array else f"{key} = {sizes[key]}"
            raise UsageError(f"{tool.id}: {name} has {length} entries, but {other}: give both the same length")
        if key not in sizes:
            sizes[key], from_array[key] = int(length), name


def _function(tool: Tool, name: str, function: Any, value: Any) -> None:
    import sympy as sp

    from lemmata.theory.language.calculus import Z
    from lemmata.verify.values import function_of

    try:
        made = function_of(name, value)
    except LemmataError:
        raise
    except Exception as error:
        raise UsageError(f"{tool.id}: {name}={value!r} is no formula in z ({error}); give one such as tanh(z)") from error
    formula = made.expr.xreplace({made.variables[0]: Z})
    if formula.free_symbols - {Z}:
        raise UsageError(f"{tool.id}: {name}={value} has variables other than z; write it in z, such as tanh(z)")
    if formula.has(sp.zoo, sp.nan, sp.oo, sp.I):
        raise UsageError(f"{tool.id}: {name}={value} is not real and finite; give a real function of z, such as tanh(z)")
    if fault := function.of.fault(formula):
        raise UsageError(f"{tool.id}: {name}={value} is none of the {function.of.name}: {fault}")


def _hold(tool: Tool, values: Mapping[str, Any]) -> None:
    """The conditions, in one sentence where they fail; of formulas they have to hold beyond the error of their values."""
    from lemmata.theory.language.definitions import expand
    from lemmata.theory.language.domain import holds

    for condition in tool.when:
        numbers, arrays, functions = spoken([expand(condition)])
        if not arrays and not functions:
            if holds(condition, values) is False:
                where = ", ".join(f"{name}={values[name]}" for name in sorted(numbers))
                raise UsageError(f"{tool.id} needs {condition}, and {where}")
            continue
        used = {k: v for k, v in values.items() if k in {*numbers, *arrays, *functions}}
        difference = evaluate(expand(condition.gts - condition.lts), **used)
        strict = "=" not in condition.rel_op
        if difference.value < -difference.error or (strict and difference.value <= difference.error):
            where = f"{condition.gts} - {condition.lts}" if condition.lts != 0 else str(condition.gts)
            raise UsageError(f"{tool.id} needs {condition}, and {where} is {difference.value:.6g} ± {difference.error:.2g}")


def axes(tool: Tool, values: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The numbers of which several values are given, in the order in which they are."""
    lists = {k: v for k, v in values.items() if k in tool.numbers and (isinstance(v, list | tuple) or hasattr(v, "__array__"))}
    found = {k: _points(tool, k, v) for k, v in lists.items()}
    found = {k: v for k, v in found.items() if not (len(v) == 1 and not isinstance(values[k], list | tuple))}
    size = prod(map(len, found.values()))
    if size > MOST:
        raise UsageError(f"{tool.id}: a grid of {size} points ({', '.join(found)}); the largest has {MOST}")
    if set(found) & tool.sizes:
        raise UsageError(f"{tool.id}: {min(set(found) & tool.sizes)} is the size of an array: give one number")
    return found


def grid(tool: Tool, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The points of the grid, the last number varying fastest."""
    points: list[dict[str, Any]] = [dict(values)]
    for name, several in axes(tool, values).items():
        points = [{**point, name: value} for point in points for value in several]
    return points

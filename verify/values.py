"""Values with errors: ``lemmata.evaluate(expr, **values)``, and what ``Library().evaluate`` returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from lemmata.theory.language.errors import UsageError


@dataclass(frozen=True)
class Value:
    """A number or an array, and a bound of its absolute error (of a mean that was drawn: its standard error)."""

    value: Any
    error: Any
    how: str = "formula"

    def __float__(self) -> float:
        return float(self.value)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self.value, dtype=dtype)

    def __iter__(self) -> Iterator[Any]:
        """``value, error = ...``."""
        return iter((self.value, self.error))

    def __str__(self) -> str:
        if self.value is None:
            return f"not drawn ({self.how})"
        if isinstance(self.value, np.ndarray):
            worst = float(np.max(self.error)) if np.size(self.error) else 0.0
            return f"{np.array2string(self.value, threshold=12)} ± {worst:.2g}"
        return f"{self.value:.15g} ± {self.error:.2g}" if isinstance(self.value, float) else str(self.value)

    def _repr_html_(self) -> str:
        return f"<code>{escape(str(self))}</code>"


class Evaluation(dict[str, Any]):
    """What was evaluated: the point, the statement, and ``quantities``; ``found["kappa"]`` is one of them as a :class:`Value`."""

    def __missing__(self, name: str) -> Value:
        entry = dict(self)["quantities"].get(name)
        if entry is None:
            raise KeyError(f"there is no quantity {name!r}; there are {', '.join(dict(self)['quantities'])}")
        return Value(entry["value"], entry["error"], entry.get("how", "formula"))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{escape(str(self.__missing__(name)))}</td></tr>" for name in self["quantities"]
        )
        return f"<p>{escape(str(self['statement']))}</p><table><tr><th>quantity</th><th>value</th></tr>{rows}</table>"


def evaluation(found: Mapping[str, Any]) -> Evaluation:
    """The result of `verify.engine.evaluate` with its lists as arrays."""
    entries = {name: {k: _array(v) for k, v in entry.items()} for name, entry in found["quantities"].items()}
    return Evaluation({**found, "quantities": entries})


def _array(value: Any) -> Any:
    return np.asarray(value, dtype=float) if isinstance(value, list) else value


def evaluate(expr: Any, **values: Any) -> Value:
    """The value of a formula without randomness at the values of its symbols, arrays and functions, with a bound of its error.

    A function is given as a formula in z, ``σ="tanh(z)"``; an array as anything that numpy takes.
    """
    import sympy as sp
    import torch

    from lemmata.numerics.formula.certain import evaluate as certain
    from lemmata.numerics.random.checking import check_instance
    from lemmata.theory.language.calculus import Z
    from lemmata.theory.language.definitions import expand
    from lemmata.theory.language.tool import spoken

    full = expand(sp.sympify(expr))
    numbers, arrays, functions = spoken([full])
    free = {str(getattr(s, "name", s)) for s in full.free_symbols if not isinstance(s, sp.Indexed)}
    sizes = {str(s.name) for a in arrays.values() for n in a.shape for s in n.free_symbols}
    unknown = sorted(set(values) - free - sizes - set(arrays))
    if unknown:
        raise UsageError(f"{unknown[0]} does not occur in {expr}; it speaks of {', '.join(sorted(free)) or 'nothing'}")
    env: dict[str, Any] = {}
    for name, value in values.items():
        if name in functions:
            env[name] = function_of(name, value)
            if fault := functions[name].of.fault(env[name].expr.xreplace({env[name].variables[0]: Z})):
                raise UsageError(f"{name}={value} is none of the {functions[name].of.name}: {fault}")
        elif name in arrays:
            env[name] = check_instance(arrays[name], value)
            for size, length in zip(arrays[name].shape, env[name].shape, strict=False):
                if isinstance(size, sp.Symbol):
                    env.setdefault(str(size.name), int(length))
        else:
            env[name] = (
                torch.as_tensor(np.asarray(value), dtype=torch.float64)
                if isinstance(value, list | tuple | np.ndarray)
                else value
            )
    missing = sorted(name for name in free if name not in env)
    if missing:
        raise UsageError(f"{missing[0]} has no value: give {missing[0]}=...")
    for symbol in numbers.values():
        if not symbol.domain.contains(env[symbol.name]):
            raise UsageError(
                f"{symbol.name}={env[symbol.name]} lies outside {symbol.domain}; {symbol.name} is the {symbol.meaning}"
            )
    value, error = certain(full, env)
    return Value(_plain(value), _plain(error))


def function_of(name: str, formula: Any) -> Any:
    """A user's formula in z as a function."""
    import sympy as sp

    from lemmata.theory.language.calculus import Z
    from lemmata.theory.language.parsing import parse_expression
    from lemmata.verify.check.words import SCALARS

    if isinstance(formula, sp.Lambda):
        return formula
    if isinstance(formula, sp.Expr):
        return sp.Lambda(Z, formula)
    return sp.Lambda(Z, parse_expression(str(formula), {"z": Z, "pi": sp.pi}, SCALARS, what=f"function {name}"))


def _plain(value: Any) -> Any:
    import torch

    tensor = torch.as_tensor(value)
    return tensor.item() if tensor.ndim == 0 else tensor.cpu().numpy()

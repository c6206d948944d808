"""How the language's own terms are written, once for every printer: which letter, what stands below it, what in brackets.

A printer supplies the pieces (a call with brackets, an index, a norm, a name); the terms here say how they are put
together. What tells two terms apart is always written: samples averaged over, intervals of roots, starts, points.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import sympy as sp

from lemmata.theory.language.dummies import closed, told_apart
from lemmata.theory.language.layout import spectral_power


def in_order(x: Any, order: Any = None) -> list[Any]:
    """The terms of a sum as sympy prints them; as they stand where sorting would evaluate integrals and sums, at length."""
    return list(x.args if closed(x) else x.as_ordered_terms(order=order))


class TermsPrinter(ABC):
    """Mixin: looks for ``_show_<class>`` before everything else a printer knows."""

    marks: Mapping[Any, int]
    _letters: ClassVar[Mapping[str, str]]

    def _print(self, expr: Any, **kwargs: Any) -> str:
        if kwargs or not isinstance(expr, sp.Basic):
            return self._written(expr, **kwargs)
        if (key := (type(expr), expr)) not in self._memo:
            self._memo[key] = self._written(told_apart(expr))
        return self._memo[key]

    @cached_property
    def _memo(self) -> dict[Any, str]:
        """What was written already: a sum looks at each of its terms several times, and so do its terms."""
        return {}

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        return in_order(expr, order)

    def _written(self, expr: Any, **kwargs: Any) -> str:
        for cls in type(expr).__mro__:
            method = getattr(self, f"_show_{cls.__name__}", None)
            if method is not None:
                exponent = kwargs.get("exp")
                text = str(method(expr))
                return text if exponent is None else rf"{{{text}}}^{{{exponent}}}"
        return str(super()._print(expr, **kwargs))  # type: ignore[misc]

    @abstractmethod
    def _call(self, name: str, *inside: Any, under: str = "", over: str = "", brackets: str = "()") -> str:
        """A letter or word with an index, an exponent and what stands in brackets."""

    @abstractmethod
    def _named(self, name: str, primes: int, tex: str) -> str:
        """A name, told apart by primes."""

    @abstractmethod
    def _below(self, base: str, *indices: Any) -> str:
        """A term with indices."""

    @abstractmethod
    def _to_the(self, matrix: Any, power: Any) -> str:
        """A fractional power of a matrix."""

    @abstractmethod
    def _norm(self, x: Any, mark: str) -> str:
        """A norm, its name below it."""

    @abstractmethod
    def _lines(self, text: str) -> str:
        """An absolute value."""

    @abstractmethod
    def _word(self, text: str) -> str:
        """A word within a formula."""

    @abstractmethod
    def _in(self, x: Any, low: Any, high: Any) -> str:
        """An unknown and the interval that it is looked for in."""

    @abstractmethod
    def _along(self, x: Any, v: Any) -> str:
        """A variable and the direction in which it moves."""

    @abstractmethod
    def _at(self, text: str, x: Any, at: Any) -> str:
        """A derivative and the point at which it is taken."""

    # -- names ----------------------------------------------------------------------------------------------------

    def _show_Symbol(self, x: Any) -> str:
        return str(self._named(str(x.name), self.marks.get(x, 0), getattr(x, "tex", "")))

    _show_MatrixSymbol = _show_Symbol

    def _show_Str(self, x: Any) -> str:
        return str(self._named(str(x.name), 0, ""))

    def _show_RandomTerm(self, x: Any) -> str:
        return str(self._named(x.name, self.marks.get(x, 0), ""))

    def _show__Defined(self, x: Any) -> str:
        return str(self._named(x.name, self.marks.get(x, 0), x.tex))

    def _show_RandomEntry(self, x: Any) -> str:
        return str(self._below(self._print(x.args[0]), x.args[1]))

    # -- means ----------------------------------------------------------------------------------------------------

    def _mean(self, letter: str, x: Any) -> str:
        under = ",".join(self._print(t) for t in x.args[1])
        return str(self._call(self._letters[letter], x.args[0], under=under, brackets="[]"))

    def _show_Expectation(self, x: Any) -> str:
        return self._mean("E", x)

    _show_MatrixExpectation = _show_Expectation

    def _show_VarianceOf(self, x: Any) -> str:
        return self._mean("Var", x)

    def _show_ProbabilityOf(self, x: Any) -> str:
        return self._mean("P", x)

    def _show_QuantileOf(self, x: Any) -> str:
        return str(self._call(self._letters["Q"], x.args[0], under=self._print(x.level), brackets="[]"))

    def _show_GaussMean(self, x: Any) -> str:
        return str(self._call(self._letters["E"], x.args[0], under=self._print(x.args[1]), brackets="[]"))

    # -- derivatives and functions --------------------------------------------------------------------------------

    def _function(self, f: Any, order: Any) -> str:
        k = int(order) if sp.sympify(order).is_Integer else None
        marks = "′" * k if k is not None and k <= 3 else f"⁽{self._print(order)}⁾"
        if isinstance(f, sp.Lambda) and isinstance(f.expr, sp.Function) and f.expr.args == tuple(f.variables):
            name = self._word("exp") if isinstance(f.expr, sp.exp) else re.split(r"\{?\\left|\(", self._print(f.expr))[0]
        else:
            name = self._print(f)
        return name + str(self._primes(marks))

    def _primes(self, marks: str) -> str:
        return marks

    def _show_Applied(self, x: Any) -> str:
        return str(self._call(self._function(x.args[0], x.args[2]), x.args[1]))

    def _show_Entrywise(self, x: Any) -> str:
        return str(self._call(self._function(x.args[0], x.args[2]), x.args[1], brackets="⟨⟩"))

    def _show_SpectralFunction(self, x: Any) -> str:
        f, power = x.args[0], spectral_power(x)
        if power is not None:
            return str(self._to_the(*power))
        z = sp.Symbol("z", real=True)
        return str(self._call(self._function(sp.Lambda(z, f.expr.xreplace({f.variables[0]: z})), 0), x.args[1]))

    def _derivative(self, x: Any, over: str) -> str:
        text = self._call(self._letters["nabla"], x.body, under=self._print(x.variable), over=over, brackets="[]")
        return str(text if x.at == x.variable else self._at(text, x.variable, x.at))

    def _show__Derivative(self, x: Any) -> str:
        return self._derivative(x, "")

    def _show_HessianMatrix(self, x: Any) -> str:
        return self._derivative(x, "2")

    def _show_SlopeAlong(self, x: Any) -> str:
        over = "" if x.order == 1 else str(x.order)
        text = self._call(self._letters["D"], x.body, self._along(x.variable, x.along), over=over, brackets="[]")
        return str(text if x.at == x.variable else self._at(text, x.variable, x.at))

    # -- roots, minima, paths -------------------------------------------------------------------------------------

    def _show_RootOf(self, x: Any) -> str:
        name = "root" if x.which == "only" else f"{x.which}-root"
        under = self._in(x.args[1], x.args[2], x.args[3])
        return str(self._call(self._word(name), f"{self._print(x.args[0])} = 0", under=under, brackets="[]"))

    def _least(self, name: str, x: Any) -> str:
        start = x.args[2]
        inside = [x.args[0]] if start == sp.Tuple() else [x.args[0], f"{self._word('from')} {self._print(start)}"]
        return str(self._call(self._word(name), *inside, under=self._print(x.args[1]), brackets="[]"))

    def _show_LeastValue(self, x: Any) -> str:
        return self._least("min", x)

    def _show_Minimiser(self, x: Any) -> str:
        return self._least("argmin", x)

    def _state(self, path: Any, i: int) -> str:
        s = path.states[i]
        return str(self._named(str(s.name), self.marks.get(path, 0), getattr(s, "tex", "")))

    def _show__State(self, x: Any) -> str:
        return str(self._below(self._state(x.path, x.component), x.time))

    def _show_Path(self, x: Any) -> str:
        return "(" + ", ".join(str(self._below(self._state(x, i), sp.Symbol("t"))) for i in range(len(x.states))) + ")"

    def _show_HittingTime(self, x: Any) -> str:
        path, t = x.args[0], sp.Symbol("t")
        table = {s: path.at(t, i) for i, s in enumerate(path.states)}
        return str(self._call(self._word("first"), f"t : {self._print(x.args[1].xreplace(table))}", brackets="{}"))

    def _show_FlowNumber(self, x: Any) -> str:
        state = x.args[1]
        name = self._named(str(state.name), self.marks.get(x, 0), getattr(state, "tex", ""))
        return str(self._call(name, x.args[4]))

    # -- spectra and norms ----------------------------------------------------------------------------------------

    def _show_Eigenvalue(self, x: Any) -> str:
        return str(self._call(self._letters["lambda"], x.args[0], under=self._print(x.args[1])))

    def _show_SingularValue(self, x: Any) -> str:
        return str(self._call("s", x.args[0], under=self._print(x.args[1])))

    def _show_LogDet(self, x: Any) -> str:
        return f"{self._word('log')} " + str(self._lines(str(self._call(self._word("det"), x.args[0]))))

    def _show_FrobeniusNorm(self, x: Any) -> str:
        return str(self._norm(x.args[0], "" if x.args[0].shape[1] == 1 else "F"))

    def _show_NuclearNorm(self, x: Any) -> str:
        return str(self._norm(x.args[0], "*"))

    def _show_OperatorNorm(self, x: Any) -> str:
        return str(self._norm(x.args[0], "op"))

    def _show_He(self, x: Any) -> str:
        return str(self._call(self._word("He"), x.args[1], under=self._print(x.args[0])))

    def _show_h(self, x: Any) -> str:
        return str(self._call("h", x.args[1], under=self._print(x.args[0])))

    # -- laws -----------------------------------------------------------------------------------------------------

    def _show_Law(self, x: Any) -> str:
        name = {"ChiSquare": "χ²"}.get(x.word, x.word)
        inside = ", ".join(self._print(a) for a in x.args)
        return str(self._call(self._word(name), inside)) if inside else str(self._word(name))

    def _show_NormalLaw(self, x: Any) -> str:
        return str(self._call("N", f"0, {self._print(x.args[0])}"))

    def _show_ProcedureLaw(self, x: Any) -> str:
        inside = ", ".join(f"{self._named(k, 0, '')} = {self._print(v)}" for k, v in x.parameters.items())
        return str(self._call(self._word(x.procedure), inside))

"""Formulas on one line for a terminal: a², Xᵀ, (K + λ I_n)⁻¹, ‖x‖², E[…], Σ_{j=1}^{n}.

Two formulas that differ print differently, wherever what they mean differs: sizes of identities, intervals of roots,
starting points and samples averaged over are part of what is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import sympy as sp

from lemmata.theory.language.arithmetic import _SUP, ArithmeticPrinter
from lemmata.theory.language.layout import ATOM, POWER, PRODUCT, RELATION, interval, one_based, square_of

RELATIONS = {"<=": "≤", ">=": "≥", "<": "<", ">": ">", "==": "=", "!=": "≠"}


class UnicodePrinter(ArithmeticPrinter):
    """``doprint(expr)`` is one line."""

    # -- sums, functions, relations -------------------------------------------------------------------------------

    def _limits(self, letter: str, x: Any) -> str:
        return "".join(
            f"{letter}_{{{self._print(j)}={self._print(low)}}}^{{{self._print(high)}}} " for j, low, high in reversed(x.limits)
        )

    def _print_Sum(self, x: Any) -> str:
        return self._limits("Σ", x) + self.par(x.function, PRODUCT)

    def _print_Product(self, x: Any) -> str:
        return self._limits("Π", x) + self.par(x.function, POWER)

    def _print_Integral(self, x: Any) -> str:
        signs = "".join(
            "∫" + ("" if len(lim) < 3 else f"_{{{self._print(lim[1])}}}^{{{self._print(lim[2])}}}") + " "
            for lim in reversed(x.limits)
        )
        return signs + self.par(x.function, PRODUCT) + "".join(f" d{self._print(lim[0])}" for lim in x.limits)

    _names: ClassVar[Mapping[str, str]] = {
        "Max": "max", "Min": "min", "gamma": "Γ", "binomial": "binom", "re": "Re", "im": "Im", "phi": "φ", "Phi": "Φ", "DiagonalMatrix": "diag",
        "DiagMatrix": "Diag", "Determinant": "det", "BlockDiagMatrix": "blockdiag", "KroneckerProduct": "kron", "loggamma": "log Γ",
        "KroneckerDelta": "δ", "Heaviside": "1", "polygamma": "ψ", "zeta": "ζ", "beta": "Β",
    }  # fmt: skip

    def _print_Function(self, x: Any) -> str:
        name = type(x).__name__
        return f"{self._names.get(name, name)}({', '.join(self._print(a) for a in x.args)})"

    _print_Basic = _print_LatticeOp = _print_Function

    def _print_Abs(self, x: Any) -> str:
        return f"|{self._print(x.args[0])}|"

    def _print_floor(self, x: Any) -> str:
        return f"⌊{self._print(x.args[0])}⌋"

    def _print_ceiling(self, x: Any) -> str:
        return f"⌈{self._print(x.args[0])}⌉"

    def _print_factorial(self, x: Any) -> str:
        return self.par(x.args[0], ATOM) + "!"

    def _print_factorial2(self, x: Any) -> str:
        return self.par(x.args[0], ATOM) + "!!"

    def _print_ExpBase(self, x: Any) -> str:
        return f"exp({self._print(x.args[0])})"

    def _print_Relational(self, x: Any) -> str:
        return f"{self._print(x.lhs)} {RELATIONS[x.rel_op]} {self._print(x.rhs)}"

    def _print_And(self, x: Any) -> str:
        return " and ".join(
            self.par(a, RELATION) if not isinstance(a, sp.Or) else f"({self._print(a)})"
            for a in sorted(x.args, key=sp.default_sort_key)
        )

    def _print_Or(self, x: Any) -> str:
        return " or ".join(self._print(a) for a in sorted(x.args, key=sp.default_sort_key))

    def _print_Not(self, x: Any) -> str:
        return f"not ({self._print(x.args[0])})"

    def _print_Contains(self, x: Any) -> str:
        return f"{self._print(x.args[0])} ∈ {self._print(x.args[1])}"

    def _print_Piecewise(self, x: Any) -> str:
        rows = (self._print(v) + (" otherwise" if c == sp.true else f" if {self._print(c)}") for v, c in x.args)
        return "{" + "; ".join(rows) + "}"

    def _print_Tuple(self, x: Any) -> str:
        return f"({', '.join(self._print(a) for a in x)})"

    def _print_MatrixBase(self, x: Any) -> str:
        return "[" + "; ".join(", ".join(self._print(x[i, j]) for j in range(x.shape[1])) for i in range(x.shape[0])) + "]"

    def _print_Lambda(self, x: Any) -> str:
        return f"({', '.join(self._print(v) for v in x.variables)} ↦ {self._print(x.expr)})"

    def _print_str(self, x: str) -> str:
        return x

    _print_Exp1 = lambda self, x: "e"  # noqa: E731 - constants
    _print_Pi = lambda self, x: "π"  # noqa: E731
    _print_EulerGamma = lambda self, x: "γ"  # noqa: E731
    _print_Infinity = lambda self, x: "∞"  # noqa: E731
    _print_NegativeInfinity = lambda self, x: "−∞"  # noqa: E731
    _print_ImaginaryUnit = lambda self, x: "i"  # noqa: E731
    _print_BooleanTrue = lambda self, x: "true"  # noqa: E731
    _print_BooleanFalse = lambda self, x: "false"  # noqa: E731

    # -- matrices -------------------------------------------------------------------------------------------------

    def _print_Identity(self, x: Any) -> str:
        return "I" + self.sub(x.shape[0])

    def _print_ZeroMatrix(self, x: Any) -> str:
        return "0" + self.sub(f"{self._print(x.shape[0])}×{self._print(x.shape[1])}")

    def _print_OneMatrix(self, x: Any) -> str:
        return "1" + self.sub(f"{self._print(x.shape[0])}×{self._print(x.shape[1])}")

    def _print_Trace(self, x: Any) -> str:
        root = square_of(x.arg)
        if root is not None:
            return f"‖{self._print(root)}‖" + ("" if root.shape[1] == 1 else "_F") + "²"
        return self._print(x.arg) if tuple(x.arg.shape) == (1, 1) else f"tr({self._print(x.arg)})"

    def _print_MatrixElement(self, x: Any) -> str:
        return self.par(x.parent, ATOM) + self.sub(*one_based(x))

    def _print_Indexed(self, x: Any) -> str:
        return self._print(x.base.label) + self.sub(*x.indices)

    # -- pieces of the language's own terms (see TermsPrinter) ----------------------------------------------------

    def _call(self, name: str, *inside: Any, under: str = "", over: str = "", brackets: str = "()") -> str:
        body = "; ".join(i if isinstance(i, str) else self._print(i) for i in inside)
        high = "".join(_SUP.get(c, c) for c in over)
        return name + high + (self.sub(under) if under else "") + brackets[0] + body + brackets[1]

    def _named(self, name: str, primes: int, tex: str) -> str:
        return name + "′" * primes

    def _below(self, base: str, *indices: Any) -> str:
        return base + self.sub(*indices)

    def _norm(self, x: Any, mark: str) -> str:
        return f"‖{self._print(x)}‖" + ("" if not mark else f"_{mark}")

    def _lines(self, text: str) -> str:
        return f"|{text}|"

    def _word(self, text: str) -> str:
        return text

    def _in(self, x: Any, low: Any, high: Any) -> str:
        return self._print(x) + interval(self._print, low, high, " ∈ ")

    def _along(self, x: Any, v: Any) -> str:
        return f"{self._print(x)} + t {self.par(v, POWER)}"

    def _at(self, text: str, x: Any, at: Any) -> str:
        return f"{text}({self._print(x)} = {self._print(at)})"

    _letters: ClassVar[Mapping[str, str]] = {"E": "E", "P": "P", "Var": "Var", "Q": "Q", "nabla": "∇", "D": "D", "lambda": "λ"}

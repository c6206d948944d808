"""Formulas of the language as Python that makes them again."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from lemmata.theory.language.errors import UsageError


class PythonPrinter(StrPrinter):  # type: ignore[misc]
    """Formulas of the language as Python; ``words`` gathers what has to be imported."""

    printmethod = "_as_python"  # what the terms say of themselves is for readers

    def __init__(self, taken: dict[str, str]) -> None:
        super().__init__({"order": "old"})
        self.words: set[str] = set()
        self.taken = taken  # the Python name of every declared term

    def call(self, word: str, *arguments: Any) -> str:
        self.words.add(word)
        return f"{word}({', '.join(self._print(a) for a in arguments)})"

    def parenthesize(self, item: Any, level: int, strict: bool = False) -> str:
        if item.is_Rational and not item.is_Integer:
            return self._print_Rational(item)
        return str(super().parenthesize(item, level, strict))

    def emptyPrinter(self, expr: Any) -> str:
        raise UsageError(f"{type(expr).__name__} has no form in a file yet: {expr}")

    def _print_Symbol(self, expr: Any) -> str:
        return self.taken.get(expr.name, expr.name)

    _print_MatrixSymbol = _print_RandomNumber = _print_RandomMatrix = _print_VectorSymbol = _print_Symbol
    _print_MatrixOf = _print_SymmetricOf = _print_PsdOf = _print_PdOf = _print_FunctionSymbol = _print_Symbol

    def _print_Dummy(self, expr: Any) -> str:
        return str(expr.name)

    def _print_Indexed(self, expr: Any) -> str:
        name = str(expr.base.label)
        return f"{self.taken.get(name, name)}[{', '.join(self._print(i) for i in expr.indices)}]"

    def _print_RandomEntry(self, expr: Any) -> str:
        return f"{self._print(expr.args[0])}[{self._print(expr.args[1])}]"

    def _print_Rational(self, expr: Any) -> str:
        if expr.q == 1:
            return str(expr.p)
        self.words.add("Rational")
        return f"Rational({expr.p}, {expr.q})"

    def _print_Half(self, expr: Any) -> str:
        return self._print_Rational(expr)

    def _print_Pi(self, expr: Any) -> str:
        self.words.add("pi")
        return "pi"

    def _print_Exp1(self, expr: Any) -> str:
        self.words.add("exp")
        return "exp(1)"

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:
        if expr.exp == sp.S.Half:
            return self.call("sqrt", expr.base)
        if expr.exp == -1 and expr.is_commutative:
            return f"1/{self.parenthesize(expr.base, PRECEDENCE['Pow'])}"
        base, power = self.parenthesize(expr.base, PRECEDENCE["Pow"] + 1), self.parenthesize(expr.exp, PRECEDENCE["Pow"])
        return f"{base}**{power}"

    def _print_Mul(self, expr: Any) -> str:
        return "*".join(
            self.parenthesize(a, PRECEDENCE["Mul"], strict=True) if i else self._first(a) for i, a in enumerate(expr.args)
        )

    def _first(self, a: Any) -> str:
        return self.parenthesize(a, PRECEDENCE["Mul"])

    def _print_Function(self, expr: Any) -> str:
        return self.call(type(expr).__name__, *expr.args)

    def _print_Abs(self, expr: Any) -> str:
        return self.call("Abs", *expr.args)

    def _print_Max(self, expr: Any) -> str:
        return self.call("Max", *expr.args)

    def _print_Min(self, expr: Any) -> str:
        return self.call("Min", *expr.args)

    def _print_Sum(self, expr: Any) -> str:
        return self._bound("Sum", expr)

    def _print_Product(self, expr: Any) -> str:
        return self._bound("Product", expr)

    def _bound(self, word: str, expr: Any) -> str:
        self.words.add(word)
        limits = ", ".join(f"({self._index(x)}, {self._print(a)}, {self._print(b)})" for x, a, b in expr.limits)
        return f"{word}({self._print(expr.function)}, {limits})"

    def _index(self, x: Any) -> str:
        self.taken.setdefault(x.name, f"index_{x.name}")
        self.indices = {**getattr(self, "indices", {}), x.name: self.taken[x.name]}
        return self.taken[x.name]

    def _print_MatMul(self, expr: Any) -> str:
        return "*".join(self.parenthesize(a, PRECEDENCE["Mul"]) for a in expr.args)

    def _print_MatAdd(self, expr: Any) -> str:
        return " + ".join(self.parenthesize(a, PRECEDENCE["Add"]) for a in expr.args)

    def _print_MatPow(self, expr: Any) -> str:
        return f"{self.parenthesize(expr.base, PRECEDENCE['Pow'] + 1)}**{self.parenthesize(expr.exp, PRECEDENCE['Pow'])}"

    def _print_Inverse(self, expr: Any) -> str:
        return f"{self.parenthesize(expr.arg, PRECEDENCE['Pow'] + 1)}**-1"

    def _print_Transpose(self, expr: Any) -> str:
        return f"{self.parenthesize(expr.arg, PRECEDENCE['Pow'] + 1)}.T"

    def _print_Trace(self, expr: Any) -> str:
        return self.call("Trace", expr.arg)

    def _print_Determinant(self, expr: Any) -> str:
        return self.call("Determinant", expr.arg)

    def _print_Identity(self, expr: Any) -> str:
        return self.call("I", expr.shape[0])

    def _print_ZeroMatrix(self, expr: Any) -> str:
        return self.call("ZeroMatrix", *expr.shape)

    def _print_DiagMatrix(self, expr: Any) -> str:
        return self.call("diag", expr.args[0])

    def _print_DiagonalMatrix(self, expr: Any) -> str:
        return self.call("diag", expr.args[0])

    def _print_HadamardProduct(self, expr: Any) -> str:
        return self.call("hadamard", *expr.args)

    def _print_MatrixElement(self, expr: Any) -> str:
        return f"{self._print(expr.parent)}[{self._print(expr.i)}, {self._print(expr.j)}]"

    def _print_FrobeniusNorm(self, expr: Any) -> str:
        return self.call("norm", expr.args[0])

    def _print_OperatorNorm(self, expr: Any) -> str:
        return self.call("operator_norm", expr.args[0])

    def _print_NuclearNorm(self, expr: Any) -> str:
        return self.call("nuclear_norm", expr.args[0])

    def _print_LogDet(self, expr: Any) -> str:
        return self.call("LogDet", expr.args[0])

    def _print_Eigenvalue(self, expr: Any) -> str:
        return self.call("eigenvalue", *expr.args)

    def _print_SingularValue(self, expr: Any) -> str:
        return self.call("singular_value", *expr.args)

    def _print_Applied(self, expr: Any) -> str:
        f, x, order = expr.args
        if order == 0:
            return f"{self._print(f)}({self._print(x)})"
        if order == 1:
            return f"{self._print(f)}.prime({self._print(x)})"
        raise UsageError(f"the derivative of order {order} in {expr} has no form in a file yet")

    def _print_Entrywise(self, expr: Any) -> str:
        f, x, order = expr.args
        return f"{self._print(f)}.{'prime' if order == 1 else 'entrywise'}({self._print(x)})"

    def _print_Expectation(self, expr: Any) -> str:
        self.words.add("Mean")
        over = f", over=({', '.join(self._print(t) for t in expr.args[1])},)" if expr.args[1] else ""
        return f"Mean({self._print(expr.body)}{over})"

    _print_MatrixExpectation = _print_Expectation

    def _print_VarianceOf(self, expr: Any) -> str:
        return self.call("Variance", expr.body)

    def _print_ProbabilityOf(self, expr: Any) -> str:
        return self.call("Probability", expr.body)

    def _print_Relational(self, expr: Any) -> str:
        sign = {"==": "Eq", "!=": "Ne"}.get(expr.rel_op)
        if sign:
            return self.call(sign, expr.lhs, expr.rhs)
        return f"{self._print(expr.lhs)} {expr.rel_op} {self._print(expr.rhs)}"

    def _print_And(self, expr: Any) -> str:
        return self.call("And", *expr.args)

    def _law(self, law: Any) -> str:
        """A law with the parameters that differ from what it has without any."""
        self.words.add(law.word)
        try:
            plain = type(law)()
        except TypeError:
            plain = None
        return f"{law.word}({'' if plain == law else ', '.join(self._print(a) for a in law.args)})"

"""Formulas in LaTeX: sympy's printer, with the language's terms, transposes, traces and entries written as in the field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

import sympy as sp
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE, precedence_traditional

from lemmata.theory.language.layout import flipped, head_and_zeros, interval, one_based, ordered, spectral_power, square_of
from lemmata.theory.language.names import latex_name
from lemmata.theory.language.terms import TermsPrinter

_BRACKETS = {"()": ("(", ")"), "[]": ("[", "]"), "{}": (r"\{", r"\}"), "⟨⟩": (r"\langle ", r"\rangle ")}
_FUNCTIONS = {"min": r"\min", "log": r"\log", "det": r"\det", "χ²": r"\chi^{2}"}


_precedence = lru_cache(maxsize=8192, typed=True)(precedence_traditional)  # to see a minus sign sympy multiplies a matrix by -1


def _raised(text: str) -> bool:
    """Whether an exponent stands at the outer level of a formula, where another one would be a second."""
    depth = 0
    for piece in re.findall(r"\\left|\\right|\\[{}]|[{}^]", text):
        depth += (piece in ("{", r"\left")) - (piece in ("}", r"\right"))
        if piece == "^" and depth == 0:
            return True
    return False


def _prime(count: int) -> str:
    return "^{" + r"\prime" * count + "}" if count else ""


class TypesetPrinter(TermsPrinter, LatexPrinter):  # type: ignore[misc]
    """``doprint(expr)`` is LaTeX without dollar signs; ``marks`` are the primes of terms that share a name."""

    def __init__(self, marks: Mapping[Any, int] | None = None) -> None:
        super().__init__({"root_notation": True})
        self.marks = marks or {}

    def parenthesize(self, item: Any, level: int, is_neg: bool = False, strict: bool = False) -> str:
        """As sympy does; a trace that is written as v' M v or as a squared norm binds as what it is written as."""
        if isinstance(item, sp.Trace) and (tuple(item.arg.shape) == (1, 1) or square_of(item.arg) is not None):
            own = PRECEDENCE["Pow"] if square_of(item.arg) is not None else PRECEDENCE["Mul"]
            text = self._print(item)
            return (
                rf"\left({text}\right)"
                if (own < level or own == level == PRECEDENCE["Pow"]) and not text.startswith(r"\left(")
                else text
            )
        if flipped(item) is not None:
            text = self._print(item)
            return rf"\left({text}\right)" if level >= PRECEDENCE["Pow"] else text
        own, text = _precedence(item), str(self._print(item))
        loose = (is_neg and strict) or own < level or (own == level and not strict)
        return rf"\left({text}\right)" if loose else text

    def _base(self, x: Any) -> str:
        """A term that is given an exponent."""
        text = self.parenthesize(x, PRECEDENCE["Atom"], strict=True)
        return rf"\left({text}\right)" if _raised(text) else text

    def _helper_print_standard_power(self, expr: Any, template: str) -> str:
        base, exponent = self.parenthesize(expr.base, PRECEDENCE["Pow"]), self._print(expr.exp)
        return template % (rf"\left({base}\right)" if _raised(base) else base, exponent)

    def _show_MatAdd(self, x: Any) -> str:
        turned, text = flipped(x), ""
        if turned is not None:
            return rf"\left({self._print(turned)}\right)^{{\top}}"
        for i, term in enumerate(ordered(x)):
            shown = self.parenthesize(term, PRECEDENCE["Add"], strict=True)
            text += shown if not i else f" - {shown[1:].lstrip()}" if shown.startswith("-") else f" + {shown}"
        return text

    def _show_MatMul(self, x: Any) -> str:
        scale, factors = x.as_coeff_matrices()
        shown = [self.parenthesize(f, PRECEDENCE["Mul"], strict=True) for f in factors]
        if scale == 1:
            return " ".join(shown)
        if scale == -1:
            return "- " + " ".join(shown)
        return " ".join([self.parenthesize(scale, PRECEDENCE["Mul"], strict=True), *shown])

    def _show_Transpose(self, x: Any) -> str:
        return self._base(x.arg) + r"^{\top}"

    def _show_Inverse(self, x: Any) -> str:
        power = spectral_power(x)
        return self._base(x.arg) + "^{-1}" if power is None else self._to_the(*power)

    def _to_the(self, matrix: Any, power: Any) -> str:
        return f"{self._base(matrix)}^{{{power.p}}}" if power.q == 1 else f"{self._base(matrix)}^{{{power.p}/{power.q}}}"

    def _show_MatPow(self, x: Any) -> str:
        return f"{self._base(x.base)}^{{{self._print(x.exp)}}}"

    def _show_Trace(self, x: Any) -> str:
        root = square_of(x.arg)
        if root is not None:
            return rf"\left\|{self._print(root)}\right\|" + ("" if root.shape[1] == 1 else "_{F}") + "^{2}"
        inner = self._print(x.arg)
        if tuple(x.arg.shape) == (1, 1):
            return rf"\left({inner}\right)" if isinstance(x.arg, sp.MatAdd) else inner
        return rf"\operatorname{{tr}}\left({inner}\right)"

    def _show_MatrixElement(self, x: Any) -> str:
        return self._below(self.parenthesize(x.parent, PRECEDENCE["Atom"], strict=True), *one_based(x))

    def _show_Indexed(self, x: Any) -> str:
        return self._below(self._print(x.base.label), *x.indices)

    def _show_Identity(self, x: Any) -> str:
        return self._below("I", x.shape[0])

    def _show_ZeroMatrix(self, x: Any) -> str:
        return rf"0_{{{self._print(x.shape[0])} \times {self._print(x.shape[1])}}}"

    def _show_OneMatrix(self, x: Any) -> str:
        return rf"1_{{{self._print(x.shape[0])} \times {self._print(x.shape[1])}}}"

    def _show_DiagonalMatrix(self, x: Any) -> str:
        return rf"\operatorname{{diag}}\left({self._print(x.args[0])}\right)"

    def _show_DiagMatrix(self, x: Any) -> str:
        return rf"\operatorname{{Diag}}\left({self._print(x.args[0])}\right)"

    def _show_HadamardProduct(self, x: Any) -> str:
        return r" \circ ".join(self.parenthesize(a, PRECEDENCE["Pow"]) for a in x.args)

    def _show_Rational(self, x: Any) -> str:
        if (short := head_and_zeros(x)) is None:
            return str(x) if x.is_Integer else str(super()._print_Rational(x))
        return ("- " if x < 0 else "") + ("" if short[0] == 1 else rf"{short[0]} \cdot ") + f"10^{{{short[1]}}}"

    _show_Integer = _show_Rational

    def _show_Float(self, x: Any) -> str:
        return (
            repr(float(x)).removesuffix(".0") if x._prec <= 53 and "e" not in repr(float(x)) else str(super()._print_Float(x))
        )

    def _show_And(self, x: Any) -> str:
        return r"\ \text{and}\ ".join(
            rf"\left({self._print(a)}\right)" if isinstance(a, sp.Or) else self._print(a)
            for a in sorted(x.args, key=sp.default_sort_key)
        )

    def _show_Or(self, x: Any) -> str:
        return r"\ \text{or}\ ".join(self._print(a) for a in sorted(x.args, key=sp.default_sort_key))

    def _show_Not(self, x: Any) -> str:
        return rf"\text{{not}}\ \left({self._print(x.args[0])}\right)"

    def _show_phi(self, x: Any) -> str:
        return rf"\varphi\left({self._print(x.args[0])}\right)"

    def _show_Phi(self, x: Any) -> str:
        return rf"\Phi\left({self._print(x.args[0])}\right)"

    def _show_Lambda(self, x: Any) -> str:
        return rf"\left({', '.join(self._print(v) for v in x.variables)} \mapsto {self._print(x.expr)}\right)"

    def _show_str(self, x: str) -> str:
        return x

    # -- pieces of the language's own terms (see TermsPrinter) ----------------------------------------------------

    def _call(self, name: str, *inside: Any, under: str = "", over: str = "", brackets: str = "()") -> str:
        body = r";\ ".join(i if isinstance(i, str) else self._print(i) for i in inside)
        left, right = _BRACKETS[brackets]
        scripts = (f"_{{{under}}}" if under else "") + (f"^{{{over}}}" if over else "")
        return rf"{name}{scripts}\left{left}{body}\right{right}".rstrip()

    def _named(self, name: str, primes: int, tex: str) -> str:
        return (tex or latex_name(name)) + _prime(primes)

    def _primes(self, marks: str) -> str:
        return f"^{{({marks[1:-1]})}}" if marks.startswith("⁽") else _prime(len(marks))

    def _below(self, base: str, *indices: Any) -> str:
        return (
            f"{{{base}}}_{{{','.join(self._print(i) for i in indices)}}}"
            if "_" in base or "^" in base
            else f"{base}_{{{','.join(self._print(i) for i in indices)}}}"
        )

    def _norm(self, x: Any, mark: str) -> str:
        word = r"\mathrm{op}" if mark == "op" else mark
        return rf"\left\|{self._print(x)}\right\|" + (f"_{{{word}}}" if mark else "")

    def _lines(self, text: str) -> str:
        return rf"\left|{text}\right|"

    def _word(self, text: str) -> str:
        if text in _FUNCTIONS:
            return _FUNCTIONS[text]
        if text == "argmin":
            return r"\operatorname{arg\,min}"
        return rf"\text{{{text}}}\ " if text == "from" else rf"\operatorname{{{text}}}"

    def _in(self, x: Any, low: Any, high: Any) -> str:
        return self._print(x) + interval(self._print, low, high, r" \in ")

    def _along(self, x: Any, v: Any) -> str:
        return f"{self._print(x)} + t {self.parenthesize(v, PRECEDENCE['Mul'])}"

    def _at(self, text: str, x: Any, at: Any) -> str:
        return rf"\left.{text}\right|_{{{self._print(x)}={self._print(at)}}}"

    _letters: ClassVar[Mapping[str, str]] = {
        "E": r"\mathbb{E}", "P": r"\mathbb{P}", "Var": r"\operatorname{Var}", "Q": "Q", "nabla": r"\nabla", "D": "D", "lambda": r"\lambda",
    }  # fmt: skip

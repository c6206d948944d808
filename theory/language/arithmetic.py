"""Arithmetic on one line: signs, fractions, powers as superscripts, sums with a positive term first, matrix products."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import sympy as sp
from sympy.printing.printer import Printer

from lemmata.theory.language.layout import (
    ATOM,
    POWER,
    PRODUCT,
    factors,
    flipped,
    head_and_zeros,
    level,
    ordered,
    spectral_power,
)
from lemmata.theory.language.terms import TermsPrinter, in_order

_SUP = dict(zip("0123456789-abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
_SUB = dict(zip("0123456789-", "₀₁₂₃₄₅₆₇₈₉₋", strict=True))


class ArithmeticPrinter(TermsPrinter, Printer):  # type: ignore[misc]
    """Numbers, sums, products and powers of numbers and matrices; ``marks`` are the primes of terms that share a name."""

    printmethod = "_shown"

    def __init__(self, marks: Mapping[Any, int] | None = None) -> None:
        super().__init__()
        self.marks = marks or {}

    def par(self, x: Any, least: int) -> str:
        """A term, in parentheses where it binds less tightly than its place asks for."""
        text = self._print(x)
        return text if level(x) >= least else f"({text})"

    def sub(self, *indices: Any) -> str:
        """An index below the line."""
        if len(indices) == 1 and str(indices[0]).lstrip("-").isdecimal():
            return "".join(_SUB[c] for c in str(indices[0]))
        text = ",".join(i if isinstance(i, str) else self._print(i).replace(" ", "") for i in indices)
        return f"_{text}" if len(text) == 1 else f"_{{{text}}}"

    def sup(self, exponent: Any) -> str:
        """An exponent, as a superscript where it is short."""
        text = self._print(exponent).replace("−", "-").replace(" ", "")
        if len(text) <= 3 and all(c in _SUP for c in text):
            return "".join(_SUP[c] for c in text)
        return "^" + self.par(exponent, POWER)

    # -- arithmetic -----------------------------------------------------------------------------------------------

    def _print_Rational(self, x: Any) -> str:
        if (short := head_and_zeros(x)) is not None:
            sign, digits = "−" if x < 0 else "", "".join(_SUP[c] for c in str(short[1]))
            return f"{sign}{'' if short[0] == 1 else f'{short[0]}·'}10{digits}"
        return (str(x.p) if x.q == 1 else f"{x.p}/{x.q}").replace("-", "−")

    _print_Integer = _print_Rational

    def _print_Float(self, x: Any) -> str:
        text = repr(float(x)) if x._prec <= 53 else str(x)
        return (text.removesuffix(".0")).replace("-", "−")

    def _print_Symbol(self, x: Any) -> str:
        return str(x.name)

    _print_Dummy = _print_MatrixSymbol = _print_Symbol

    def _print_Add(self, x: Any) -> str:
        terms = ordered(x) if isinstance(x, sp.MatAdd) else in_order(x)
        terms.sort(key=lambda t: isinstance(t, sp.Sum | sp.Product | sp.Integral))
        if len(terms) > 1 and self._print(terms[0]).startswith("−"):
            first = next((t for t in terms if not self._print(t).startswith("−")), terms[0])
            terms.remove(first)
            terms.insert(0, first)
        text = ""
        for i, term in enumerate(terms):
            shown = self._print(term)
            open_ended = isinstance(term, sp.Sum | sp.Product | sp.Integral) and i + 1 < len(terms)
            shown = f"({shown})" if open_ended or (isinstance(term, sp.Add) and flipped(term) is None) else shown
            if not i:
                text = shown
            else:
                text += f" − {shown[1:]}" if shown.startswith("−") else f" + {shown}"
        return text

    def _print_MatAdd(self, x: Any) -> str:
        turned = flipped(x)
        return self._print_Add(x) if turned is None else f"({self._print(turned)})ᵀ"

    def _print_Mul(self, x: Any) -> str:
        sign, above, below = factors(x)
        top = self._row(above) if above else "1"
        if below:
            top += "/" + (self.par(below[0], POWER) if len(below) == 1 else f"({self._row(below)})")
        return f"−{top}" if sign < 0 else top

    def _row(self, terms: list[Any]) -> str:
        pieces = [self.par(t, PRODUCT if len(terms) == 1 else POWER) for t in terms]
        text = pieces[0]
        for before, after in pairwise(pieces):
            number = before.replace(".", "").isdecimal()
            text += ("·" if after[0].isdecimal() else "" if number else " ") + after
        return text

    def _print_MatMul(self, x: Any) -> str:
        scalar, matrices = x.as_coeff_matrices()
        if scalar == 1:
            return self._row(list(matrices))
        sign, above, below = factors(scalar)
        row = (
            self._row([*above, *matrices])
            if not below
            else f"{self.par(abs(scalar) if scalar.is_number else sign * scalar, PRODUCT)}·{self._row(list(matrices))}"
        )
        return f"−{row}" if sign < 0 else row

    def _print_Pow(self, x: Any) -> str:
        base, exponent = x.args
        if base == sp.E:
            return f"exp({self._print(exponent)})"
        if exponent.is_Number and exponent.is_negative and not exponent.is_Float:
            return "1/" + self.par(sp.Pow(base, -exponent, evaluate=False) if exponent != -1 else base, POWER)
        if exponent == sp.S.Half:
            inner = self._print(base)
            return f"√{inner}" if level(base) >= ATOM and len(inner) <= 3 else f"√({inner})"
        return self.par(base, ATOM) + self.sup(exponent)

    def _print_MatPow(self, x: Any) -> str:
        return self.par(x.base, ATOM) + self.sup(x.exp)

    def _print_HadamardPower(self, x: Any) -> str:
        return f"{self.par(x.args[0], ATOM)}^∘{self.par(x.args[1], ATOM)}"

    def _print_Inverse(self, x: Any) -> str:
        power = spectral_power(x)
        return self.par(x.arg, ATOM) + "⁻¹" if power is None else self._to_the(*power)

    def _to_the(self, matrix: Any, power: Any) -> str:
        return self.par(matrix, ATOM) + self.sup(power)

    def _print_Transpose(self, x: Any) -> str:
        return self.par(x.arg, ATOM) + "ᵀ"

    def _print_HadamardProduct(self, x: Any) -> str:
        return " ∘ ".join(self.par(a, POWER) for a in x.args)

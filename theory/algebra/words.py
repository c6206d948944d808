r"""Polynomials in matrices and their traces, compared exactly and for every dimension.

A matrix is a noncommutative sympy symbol with a transpose; rules such as $QQ^{-1}=1$ rewrite products. Two traces are
equal when their words agree up to rotation and transposition: $\operatorname{Tr}AB=\operatorname{Tr}BA$,
$\operatorname{Tr}A=\operatorname{Tr}A^\top$. The identity matrix is 1.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from lemmata.theory.language.errors import ClaimError

Word = tuple[sp.Symbol, ...]


class MatrixAlgebra:
    """Matrices, their transposes, and the rules that their products obey."""

    def __init__(self) -> None:
        self._transposes: dict[sp.Symbol, sp.Symbol] = {}
        self._rules: dict[Word, sp.Expr] = {}

    def matrix(self, name: str) -> sp.Symbol:
        """A general matrix."""
        symbol, transpose = (sp.Symbol(text, commutative=False) for text in (name, f"{name}^T"))
        self._transposes |= {symbol: transpose, transpose: symbol}
        return symbol

    def symmetric(self, name: str) -> sp.Symbol:
        """A symmetric matrix."""
        symbol = sp.Symbol(name, commutative=False)
        self._transposes[symbol] = symbol
        return symbol

    def inverse_pair(self, name: str) -> tuple[sp.Symbol, sp.Symbol]:
        """A symmetric invertible matrix and its inverse."""
        symbol, inverse = self.symmetric(name), self.symmetric(f"{name}^-1")
        self.rule(symbol * inverse, 1)
        self.rule(inverse * symbol, 1)
        return symbol, inverse

    def invertible(self, name: str) -> tuple[sp.Symbol, sp.Symbol]:
        """A general invertible matrix and its inverse."""
        symbol, inverse = self.matrix(name), self.matrix(f"{name}^-1")
        self.rule(symbol * inverse, 1)
        self.rule(inverse * symbol, 1)
        return symbol, inverse

    def transpose(self, expr: sp.Expr) -> sp.Expr:
        """The transpose of a polynomial."""
        return sp.Add(*(c * sp.Mul(*self._turned(word)) for c, word in _terms(sp.sympify(expr))))

    def rule(self, product: sp.Expr, value: sp.Expr | int) -> None:
        """From now on this product of matrices is replaced by ``value``, and its transpose accordingly."""
        ((_, word),) = _terms(product)
        self._rules[word] = sp.sympify(value)
        self._rules[self._turned(word)] = self.transpose(sp.sympify(value))

    def equal(self, left: sp.Expr, right: sp.Expr) -> bool:
        """Whether two polynomials are the same matrix."""
        return not self._collected(left - right, cyclic=False)

    def equal_traces(self, left: sp.Expr, right: sp.Expr) -> bool:
        """Whether two polynomials have the same trace."""
        return not self._collected(left - right, cyclic=True)

    def _turned(self, word: Word) -> Word:
        return tuple(self._transposes[symbol] for symbol in reversed(word))

    def _collected(self, expr: sp.Expr, *, cyclic: bool) -> dict[Word, sp.Expr]:
        found: dict[Word, sp.Expr] = {}
        waiting = list(_terms(sp.sympify(expr)))
        while waiting:
            coefficient, word = waiting.pop()
            rewritten = self._rewritten(word, cyclic)
            if rewritten is not None:
                waiting += [(coefficient * c, w) for c, w in _terms(rewritten)]
                continue
            key = min((*_rotations(word), *_rotations(self._turned(word))), key=str) if cyclic else word
            found[key] = sp.expand(found.get(key, 0) + coefficient)
        return {word: c for word, c in found.items() if sp.cancel(c) != 0}

    def _rewritten(self, word: Word, cyclic: bool) -> sp.Expr | None:
        for turned in _rotations(word) if cyclic else (word,):
            for product, value in self._rules.items():
                size = len(product)
                for start in range(len(turned) - size + 1):
                    if turned[start : start + size] == product:
                        return sp.Mul(*turned[:start]) * value * sp.Mul(*turned[start + size :])
        return None


def _rotations(word: Word) -> list[Word]:
    return [word[i:] + word[:i] for i in range(max(1, len(word)))]


def _terms(expr: sp.Expr) -> Iterator[tuple[sp.Expr, Word]]:
    """Coefficients and words of a polynomial."""
    for term in sp.Add.make_args(sp.expand(expr)):
        commuting, matrices = term.args_cnc()
        word: list[sp.Symbol] = []
        for factor in matrices:
            base, power = factor.as_base_exp()
            if not (isinstance(base, sp.Symbol) and power.is_Integer and power > 0):
                raise ClaimError(f"{factor} is no product of matrices: name the inverse with inverse_pair")
            word += [base] * int(power)
        if term != 0:
            yield sp.Mul(*commuting), tuple(word)

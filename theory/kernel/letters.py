"""Noncommutative polynomials in matrices, read off sympy's matrix expressions; every unit carries its size.

A letter is a matrix of the statement, its transpose, or a normalised inverse. A polynomial is a table {word: coefficient}
with the shape of the whole; the empty word is the unit of that shape.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.declared import NOTHING, Declared
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.language.arrays import Orthogonal, OrthonormalRows, Projection, UnitVector
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.matrices import FrobeniusNorm

Word = tuple[int, ...]
STEPS = 40_000


@dataclass(frozen=True)
class Letter:
    """``node``: what it is in the statement; ``turned``: the letter of its transpose."""

    node: Any
    rows: Any
    columns: Any


@dataclass
class Poly:
    """sum of coefficient x word, rows x columns."""

    rows: Any
    columns: Any
    terms: dict[Word, Any]


class Alphabet(ABC):
    """The letters of a statement, their transposes, and the rules that their products obey."""

    def __init__(self, declared: Declared = NOTHING) -> None:
        self.declared = declared
        self.letters: list[Letter] = []
        self.turn: list[int] = []
        self.rules: dict[Word, Poly] = {}
        self.inverses: dict[int, Poly] = {}  # letter -> the polynomial E whose inverse it is
        self.conditions: list[Condition] = []
        self.pushed: list[tuple[int, Word, int]] = []  # (q, W, q') with q W = W q'
        self.swaps: set[Word] = set()  # the rules that only order two inverses
        self._names: dict[Any, int] = {}
        self._steps = 0

    # -- letters ---------------------------------------------------------------------------------------------------

    def letter(self, node: Any) -> int:
        """The number of a letter; its transpose gets one as well."""
        if node not in self._names:
            number = self._add(node, node.rows, node.cols)
            turned = node.T
            if turned == node:
                self.turn[number] = number
            else:
                other = self._add(turned, node.cols, node.rows)
                self.turn[number], self.turn[other] = other, number
            self._known(node, number)
        return self._names[node]

    def _add(self, node: Any, rows: Any, columns: Any) -> int:
        self.letters.append(Letter(node, rows, columns))
        self.turn.append(-1)
        self._names[node] = len(self.letters) - 1
        return len(self.letters) - 1

    def _known(self, node: Any, number: int) -> None:
        """What the kind of an array says of its products."""
        kind = self.declared.kind(node) if isinstance(node, sp.MatrixSymbol) else None
        if kind is Orthogonal:
            other = self.turn[number]
            self.rules[(number, other)] = self.rules[(other, number)] = self.unit(node.rows)
        elif kind is OrthonormalRows:
            self.rules[(number, self.turn[number])] = self.unit(node.rows)
        elif kind is UnitVector:
            self.rules[(self.turn[number], number)] = self.unit(node.cols)
        elif kind is Projection:
            self.rules[(number, number)] = Poly(node.rows, node.cols, {(number,): sp.Integer(1)})

    def unit(self, size: Any) -> Poly:
        return Poly(size, size, {(): sp.Integer(1)})

    def turned(self, word: Word) -> Word:
        return tuple(self.turn[x] for x in reversed(word))

    def transpose(self, p: Poly) -> Poly:
        return Poly(p.columns, p.rows, {self.turned(w): c for w, c in p.terms.items()})

    def poly(self, A: Any) -> Poly:
        """The polynomial of a matrix expression, in normal form."""
        return self.reduced(self._read(A))

    def _read(self, A: Any) -> Poly:
        if isinstance(A, sp.Identity):
            return self.unit(A.rows)
        if isinstance(A, sp.ZeroMatrix):
            return Poly(A.rows, A.cols, {})
        if isinstance(A, sp.MatAdd):
            return self.sum([self.poly(part) for part in A.args])
        if isinstance(A, sp.MatMul):
            coefficient, factors = A.as_coeff_matrices()
            return self.scaled(self.product([self.poly(f) for f in factors]), self.scalar(coefficient))
        if isinstance(A, sp.Transpose):
            return self.transpose(self.poly(A.arg))
        if isinstance(A, sp.Inverse):
            return self.inverse(self.poly(A.arg), A.arg)
        if isinstance(A, sp.MatPow) and A.exp.is_Integer:
            base = self.poly(A.base) if A.exp > 0 else self.inverse(self.poly(A.base), A.base)
            return self.product([base] * abs(int(A.exp))) if A.exp else self.unit(A.rows)
        if isinstance(A, sp.HadamardProduct):
            return self._hadamard([self.poly(part) for part in A.args])
        if isinstance(A, Entrywise):
            f, inner, order = A.args
            return Poly(A.rows, A.cols, {(self.letter(Entrywise(f, self.written(self.poly(inner)), order)),): sp.Integer(1)})
        if not getattr(A, "is_Matrix", False) or isinstance(A, sp.MatrixBase):
            raise Refused(f"{A} is no matrix expression of the statement")
        return Poly(A.rows, A.cols, {(self.letter(A),): sp.Integer(1)})

    def _hadamard(self, parts: list[Poly]) -> Poly:
        """The entrywise product, expanded into those of words; its factors commute."""
        rows, columns, terms = parts[0].rows, parts[0].columns, dict[Word, Any]()
        for choice in product(*(p.terms.items() for p in parts)):
            letter = (self.hadamard_letter(tuple(sorted(w for w, _ in choice)), rows, columns),)
            terms[letter] = terms.get(letter, 0) + sp.Mul(*(c for _, c in choice))
        return Poly(rows, columns, _clean(terms))

    def hadamard_letter(self, words: tuple[Word, ...], rows: Any, columns: Any) -> int:
        """The letter of an entrywise product of words."""
        key = ("entrywise product", words, rows, columns)
        if key not in self._names:
            turned = tuple(sorted(self.turned(w) for w in words))
            for k, (ws, r, c) in enumerate(((words, rows, columns), (turned, columns, rows))):
                if k and turned == words and rows == columns:
                    continue
                shape = Poly(r, c, {})
                number = self._add(("entrywise product", ws, r, c), r, c)
                self.letters[number] = Letter(sp.HadamardProduct(*(self.word(w, sp.Integer(1), shape) for w in ws)), r, c)
            first = self._names[key]
            second = self._names[("entrywise product", turned, columns, rows)]
            self.turn[first], self.turn[second] = second, first
        return self._names[key]

    def scalar(self, coefficient: Any) -> Any:
        """Coefficients are scalars; traces inside them stay as they are."""
        return coefficient

    def sum(self, parts: list[Poly]) -> Poly:
        terms: dict[Word, Any] = {}
        for p in parts:
            for w, c in p.terms.items():
                terms[w] = terms.get(w, 0) + c
        return Poly(parts[0].rows, parts[0].columns, _clean(terms))

    def scaled(self, p: Poly, c: Any) -> Poly:
        return Poly(p.rows, p.columns, _clean({w: x * c for w, x in p.terms.items()}))

    def product(self, parts: list[Poly]) -> Poly:
        result = parts[0]
        for p in parts[1:]:
            terms: dict[Word, Any] = {}
            for w, c in result.terms.items():
                for w2, c2 in p.terms.items():
                    terms[w + w2] = terms.get(w + w2, 0) + c * c2
            result = self.reduced(Poly(result.rows, p.columns, _clean(terms)))
        return result

    def redex(self, word: Word) -> tuple[int, Word] | None:
        """Where a rule applies to a word, and its left side."""
        for start in range(len(word)):
            for left in self.rules:
                if word[start : start + len(left)] == left:
                    return start, left
        return None

    def reduced(self, p: Poly) -> Poly:
        """No rule applies any more."""
        done: dict[Word, Any] = {}
        waiting = list(p.terms.items())
        while waiting:
            self.step()
            word, c = waiting.pop()
            found = self.redex(word)
            if found is None:
                done[word] = done.get(word, 0) + c
                continue
            start, left = found
            before, after = word[:start], word[start + len(left) :]
            waiting += [(before + w + after, c * x) for w, x in self.rules[left].terms.items()]
        return Poly(p.rows, p.columns, _clean(done))

    def step(self) -> None:
        self._steps += 1
        if self._steps > STEPS:
            raise Refused("the rules of these inverses do not come to an end within the steps allowed; split the identity")

    @abstractmethod
    def inverse(self, E: Poly, written: Any) -> Poly:
        """E^-1, in the subclass that has the rules of inverses."""

    # -- comparing -------------------------------------------------------------------------------------------------------

    def _size(self, word: Word) -> tuple[Any, Any]:
        return self.letters[word[0]].rows, self.letters[word[-1]].columns

    def equal(self, a: Poly, b: Poly) -> bool:
        if a.rows != b.rows or a.columns != b.columns:
            return False
        difference = self.sum([a, self.scaled(b, sp.Integer(-1))]) if b.terms else a
        return all(zero(c) for c in self.reduced(difference).terms.values())

    # -- back to sympy ---------------------------------------------------------------------------------------------------

    def written(self, p: Poly) -> Any:
        """The polynomial as a matrix expression."""
        parts = [self.word(w, c, p) for w, c in sorted(p.terms.items(), key=lambda item: (-len(item[0]), item[0]))]
        if not parts:
            return sp.ZeroMatrix(p.rows, p.columns)
        return parts[0] if len(parts) == 1 else sp.MatAdd(*parts)

    def word(self, w: Word, c: Any, p: Poly) -> Any:
        factors = [self.letters[x].node for x in w] or [sp.Identity(p.rows)]
        if c == 1:
            return factors[0] if len(factors) == 1 else sp.MatMul(*factors)
        return sp.MatMul(c, *factors)


def _clean(terms: dict[Word, Any]) -> dict[Word, Any]:
    return {w: c for w, c in ((w, sp.expand(c)) for w, c in terms.items()) if c != 0}


def zero(c: Any) -> bool:
    """Whether a coefficient vanishes; a rational function of symbols and traces."""
    return bool(c == 0 or sp.cancel(sp.together(c)) == 0)


def with_traces(e: Any) -> Any:
    """Squared Frobenius norms and entries of 1 x 1 matrices written as traces."""
    e = e.replace(FrobeniusNorm, lambda A: sp.sqrt(sp.Trace(A.T * A)))
    small = [x for x in e.atoms(MatrixElement) if tuple(x.parent.shape) == (1, 1)]
    return e.xreplace({x: sp.Trace(x.parent) for x in small})

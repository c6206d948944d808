"""The derivation on words of matrices: d Tr W replaces one letter at a time, d(Q^-1) = -Q^-1 dQ Q^-1, d log |det E| = Tr(E^-1 dE)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from lemmata.theory.kernel.facts import Refused
from lemmata.theory.kernel.letters import Poly, Word
from lemmata.theory.kernel.traces import Traces
from lemmata.theory.language.calculus import Entrywise
from lemmata.theory.language.matrices import LogDet


class Derivation:
    """d/dt at t = 0 of scalars in traces, as the letter x moves by the letter v."""

    def __init__(self, traces: Traces, x: int, v: int) -> None:
        self.traces = traces
        self.moves = {x: v, traces.turn[x]: traces.turn[v]}
        self.x = traces.letters[x].node
        self.logs: dict[Any, tuple[Poly, Any]] = {}  # symbols for log |det E|: E, and the term itself

    def hide(self, e: Any) -> Any:
        """The log-determinants that move, as symbols."""
        for node in sorted(e.atoms(LogDet), key=sp.default_sort_key):
            if node.has(self.x):
                self.logs[sp.Dummy("logdet", real=True)] = (self.traces.poly(node.args[0]), node)
        return e.xreplace({node: s for s, (_, node) in self.logs.items()})

    def shown(self, e: Any) -> Any:
        """The symbols as traces and log-determinants again."""
        return self.traces.restored(e.xreplace({s: node for s, (_, node) in self.logs.items()}))

    def scalar(self, e: Any) -> Any:
        """The derivative of a function of traces and log-determinants."""
        if e.has(self.x):
            raise Refused(f"{self.x} stands in {e} outside of traces: no rule differentiates this")
        return self.chain(e)

    def chain(self, e: Any) -> Any:
        """The chain rule: the sum over the traces and log-determinants that move."""
        total = []
        for s, (E, node) in self.logs.items():  # d log |det E| = Tr(E^-1 dE)
            if e.has(s):
                slope = self.traces.product([self.traces.inverse(E, node.args[0]), self.matrix(E)])
                total.append(sp.diff(e, s) * self.traces.trace(slope))
        for s in sorted(e.free_symbols, key=str):
            if s in self.traces.words:
                moved = self.trace(self.traces.words[s])
                if moved != 0:
                    total.append(sp.diff(e, s) * moved)
        return sp.expand(sp.Add(*total))

    def trace(self, w: Word) -> Any:
        """The derivative of Tr w; for an entrywise function Tr[(f'(M) ∘ dM) P] = Tr[(f'(M) ∘ P')' dM]."""
        total = []
        for k, letter in enumerate(w):
            node = self.traces.letters[letter].node
            if isinstance(node, Entrywise) and node.has(self.x):
                if node.args[0].has(self.x):
                    raise Refused(f"{self.x} stands inside the function of {node}: no rule differentiates this")
                rest = self.traces.turned(w[k + 1 :] + w[:k])
                slope = self.traces.poly(Entrywise(node.args[0], node.args[1], node.args[2] + 1))
                held = self.traces.hadamard_letter(tuple(sorted((rest, *slope.terms))), node.rows, node.cols)
                moved = self.matrix(self.traces.poly(node.args[1]))
                left = Poly(node.cols, node.rows, {(self.traces.turn[held],): sp.Integer(1)})
                total.append(self.traces.trace(self.traces.product([left, moved])))
            else:
                total.append(self.traces.trace(self._replaced(w, k)))
        return sp.Add(*total)

    def matrix(self, p: Poly) -> Poly:
        """The derivative of a polynomial whose coefficients do not move."""
        if any(c.has(self.x) or c.free_symbols & set(self.traces.words) for c in p.terms.values()):
            raise Refused(f"{self.x} stands in a coefficient of a matrix: no rule differentiates this")
        parts = [self.traces.scaled(self.word(w), c) for w, c in p.terms.items() if w]
        return self.traces.sum([Poly(p.rows, p.columns, {}), *parts])

    def _replaced(self, w: Word, k: int) -> Poly:
        """One letter replaced by its derivative."""
        rows, columns = self.traces.letters[w[0]].rows, self.traces.letters[w[-1]].columns
        inner = self.letter(w[k])
        return self.traces.reduced(Poly(rows, columns, {w[:k] + u + w[k + 1 :]: c for u, c in inner.terms.items()}))

    def word(self, w: Word) -> Poly:
        """The sum over the letters that move."""
        rows, columns = self.traces.letters[w[0]].rows, self.traces.letters[w[-1]].columns
        return self.traces.sum([Poly(rows, columns, {}), *(self._replaced(w, k) for k in range(len(w)))])

    def letter(self, letter: int) -> Poly:
        node = self.traces.letters[letter]
        nothing = Poly(node.rows, node.columns, {})
        if letter in self.moves:
            return Poly(node.rows, node.columns, {(self.moves[letter],): sp.Integer(1)})
        if letter in self.traces.inverses:
            E = self.traces.inverses[letter]
            moved = self.matrix(E)
            if not moved.terms:
                return nothing
            q = Poly(node.rows, node.columns, {(letter,): sp.Integer(-1)})
            return self.traces.product([q, moved, Poly(node.rows, node.columns, {(letter,): sp.Integer(1)})])
        if node.node.has(self.x):
            raise Refused(f"{node.node} depends on {self.x} in a way that no rule differentiates")
        return nothing


class InNumber(Derivation):
    """d/dx of scalars in traces and log-determinants whose coefficients and inverses hold the number x."""

    def __init__(self, traces: Traces, x: Any) -> None:
        self.traces, self.moves, self.x, self.logs = traces, {}, x, {}

    def scalar(self, e: Any) -> Any:
        return sp.expand(sp.diff(e, self.x) + self.chain(e))

    def matrix(self, p: Poly) -> Poly:
        """The derivative of a polynomial: of its coefficients and of the inverses in its words."""
        symbols = {s for c in p.terms.values() for s in c.free_symbols if s in self.traces.words}
        if any(self.traces.letters[k].node.has(self.x) for s in symbols for k in self.traces.words[s]):
            raise Refused(f"{self.x} stands in a trace in a coefficient of a matrix: no rule differentiates this")
        own = Poly(p.rows, p.columns, {w: sp.diff(c, self.x) for w, c in p.terms.items() if c.has(self.x)})
        parts = [self.traces.scaled(self.word(w), c) for w, c in p.terms.items() if w]
        return self.traces.reduced(self.traces.sum([Poly(p.rows, p.columns, {}), own, *parts]))


def read_off(traces: Traces, e: Any, v: int, shape: Any, shown: Callable[[Any], Any]) -> Any:
    """The matrix G for which a scalar that is linear in the matrix V, the letter v, is Tr(G'V)."""
    here = {v, traces.turn[v]}
    symbols = [s for s in sorted(e.free_symbols, key=str) if s in traces.words and here & set(traces.words[s])]
    parts = []
    for s in symbols:
        word = traces.words[s]
        if v not in word:
            word = traces.turned(word)
        k = word.index(v)
        rest = traces.turned(word[k + 1 :] + word[:k])
        parts.append(traces.word(rest, shown(sp.diff(e, s)), Poly(shape[0], shape[1], {})))
    return sp.MatAdd(*parts) if len(parts) > 1 else parts[0] if parts else sp.ZeroMatrix(*shape)

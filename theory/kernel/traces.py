"""Traces of words, up to rotation and transposition; a product of traces stays a product.

Tr of the unit of size n is n, taken the moment the unit arises. A word that passes through size 1 is cut there: the trace
of a product of numbers is their product. So every scalar becomes a polynomial (or more) in symbols, one for each cyclic word.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import sympy as sp

from lemmata.theory.kernel.binders import bound_in
from lemmata.theory.kernel.conditions import nonzero
from lemmata.theory.kernel.declared import NOTHING, Declared
from lemmata.theory.kernel.inverses import Inverses
from lemmata.theory.kernel.letters import Poly, Word, with_traces

CIRCLE = 200  # words of one trace that are looked at


class Traces(Inverses):
    """Words, and the symbols that stand for the traces of cyclic ones."""

    def __init__(self, declared: Declared = NOTHING) -> None:
        super().__init__(declared)
        self.symbols: dict[Word, sp.Dummy] = {}
        self.words: dict[sp.Dummy, Word] = {}

    def scalar(self, e: Any) -> Any:
        """A scalar with every trace outside binders written in the symbols of cyclic words."""
        return self._scalar(with_traces(sp.sympify(e)))

    def _scalar(self, e: Any) -> Any:
        if isinstance(e, sp.Trace):
            return self.trace(self.poly(e.arg))
        if not e.has(sp.Trace) or bound_in(e):
            return e
        return e.func(
            *(self._scalar(a) if isinstance(a, sp.Expr) and not getattr(a, "is_Matrix", False) else a for a in e.args)
        )

    def trace(self, p: Poly) -> Any:
        return sp.Add(*(c * self.cyclic(w, p.rows) for w, c in p.terms.items()))

    def cyclic(self, word: Word, size: Any) -> Any:
        """The trace of a word whose unit has this size."""
        self.step()
        if not word:
            return size
        pieces = self._cut(word)
        if len(pieces) > 1:
            return sp.Mul(*(self.cyclic(w, sp.Integer(1)) for w in pieces))
        circle = self._circle(word)
        for turned in circle:
            for left, value in self.rules.items():
                if turned[: len(left)] == left and self._descends(left):
                    rest = turned[len(left) :]
                    return sp.Add(*(c * self.cyclic(w + rest, value.rows) for w, c in value.terms.items()))
        return self._symbol(min(circle))

    def _circle(self, word: Word) -> list[Word]:
        """The words of the same trace: rotations, transposes, and inverses that commute in either order."""
        found, waiting = {word: None}, [word]
        while waiting and len(found) < CIRCLE:
            w = waiting.pop()
            others = [w[1:] + w[:1], self.turned(w)]
            others += [(w[1], w[0], *w[2:]) for pair in (w[:2], w[1::-1]) if len(w) > 1 and pair in self.swaps]
            new = [o for o in others if o not in found]
            found |= dict.fromkeys(new)
            waiting += new
        return list(found)

    def _descends(self, left: Word) -> bool:
        """Around a circle some rules would run forever: one is used only where it makes the letters fewer or earlier."""
        return all(self._measure(w) < self._measure(left) for w in self.rules[left].terms)

    def _measure(self, word: Word) -> tuple[int, list[tuple[bool, int]]]:
        """How many letters, and the latest of them; the same for a rotation and for the transpose."""
        letters = (min(x, self.turn[x]) for x in word)
        return len(word), sorted(((x not in self.inverses, x) for x in letters), reverse=True)

    def _cut(self, word: Word) -> list[Word]:
        """The pieces between places of size 1."""
        cuts = [k for k, x in enumerate(word) if self.letters[x].rows == 1]
        if not cuts:
            return [word]
        turned = word[cuts[0] :] + word[: cuts[0]]
        places = [*(k - cuts[0] for k in cuts), len(word)]
        return [turned[a:b] for a, b in pairwise(places)]

    def _symbol(self, key: Word) -> sp.Dummy:
        """The symbol of a circle, by the first of its words."""
        if key not in self.symbols:
            self.symbols[key] = sp.Dummy(f"tr{len(self.symbols)}", real=True)
            self.words[self.symbols[key]] = key
        return self.symbols[key]

    def reconciled(self, e: Any) -> Any:
        """A difference of scalars, times what is noted not to be 0, without the traces that push-through makes depend on others.

        For E = V W + rest and E' = W V + rest': Tr V W E^-1 = Tr W V E'^-1, so Tr(1 - rest E^-1) = Tr(1 - rest' E'^-1).
        """
        for q, w, q2 in self.pushed:
            for lead in self.inverses[q].terms:
                other = lead[len(w) :]
                if lead[: len(w)] != w or (*other, *w) not in self.inverses[q2].terms or not other:
                    continue
                sides = [self.rules.get((*word, inverse)) for word, inverse in ((lead, q), ((*other, *w), q2))]
                if None in sides:
                    continue
                relation = sp.expand(sp.Add(*(s * self.trace(p) for s, p in zip((1, -1), sides, strict=True) if p is not None)))
                target = self.symbols.get((q2,), self.symbols.get((self.turn[q2],)))
                if target is None or not e.has(target) or not relation.is_polynomial(target) or not e.is_polynomial(target):
                    continue
                if sp.degree(relation, target) == 1 and sp.degree(e, target) == 1:
                    slope = relation.coeff(target)
                    self.conditions.append(nonzero(slope))
                    e = sp.expand(e * slope - e.coeff(target) * relation) if sp.expand(e) == e else e
        return e

    # -- back to sympy -----------------------------------------------------------------------------------------------

    def restored(self, e: Any) -> Any:
        """The scalar with its symbols written as traces again."""
        table = {s: self._shown(w) for s, w in self.words.items() if e.has(s)}
        return e.xreplace(table)

    def _shown(self, word: Word) -> Any:
        cuts = [k for k, x in enumerate(word) if self.letters[x].rows == 1]
        if cuts:
            word = word[cuts[0] :] + word[: cuts[0]]
        factors = [self.letters[x].node for x in word]
        return sp.Trace(factors[0] if len(factors) == 1 else sp.MatMul(*factors))

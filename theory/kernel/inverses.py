"""Inverses as letters: E^-1 with the leading coefficient of E scaled to 1, with its two rules and push-through.

E E^-1 = 1 = E^-1 E rewrites a leading word of E next to the letter; E W = W E' gives W E'^-1 = E^-1 W; inverses of
matrices that commute are written in one order, and E' - E = c, c not 0, gives E^-1 E'^-1 = (E^-1 - E'^-1)/c.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import nonzero
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.kernel.letters import Alphabet, Letter, Poly, Word


class Inverses(Alphabet):
    """Words with inverses in them."""

    def inverse(self, E: Poly, written: Any) -> Poly:
        """E^-1 as a coefficient times a letter."""
        if not E.terms:
            raise Refused(f"{written} is the zero matrix and has no inverse")
        lead = max(E.terms, key=lambda w: (len(w), w))
        scale = E.terms[lead]
        if not lead:
            self.conditions.append(nonzero(scale))
            return self.scaled(self.unit(E.rows), 1 / scale)
        monic = E
        if scale != 1:
            self.conditions.append(nonzero(scale))
            monic = self.scaled(E, 1 / scale)
        return Poly(E.rows, E.columns, {(self._inverse_letter(monic, lead, written),): 1 / scale})

    def _inverse_letter(self, E: Poly, lead: Word, written: Any) -> int:
        for number, known in self.inverses.items():
            if self.equal(E, known):
                return number
        turned = self.reduced(self.transpose(E))
        node = sp.Inverse(self.written(E))
        number = self._add(("inverse", node), E.rows, E.columns)
        self.letters[number] = Letter(node, E.rows, E.columns)
        self.inverses[number] = E
        if self.equal(turned, E):
            self.turn[number] = number
        else:
            other = self._add(("inverse transposed", node), E.columns, E.rows)
            self.letters[other] = Letter(node.T, E.columns, E.rows)
            self.inverses[other] = turned
            self.turn[number], self.turn[other] = other, number
            self._rules_of(turned, self.turned(lead) if self.turned(lead) in turned.terms else None, other)
        self._rules_of(E, lead, number)
        self._push_through(number)
        for made in dict.fromkeys((number, self.turn[number])):
            self._commute(made)
        return number

    def _rules_of(self, E: Poly, lead: Word | None, q: int) -> None:
        """w q -> 1 - (E - w) q and q w -> 1 - q (E - w), where w is a leading word of E."""
        if lead is None or E.terms.get(lead) != 1:
            lead = max(E.terms, key=lambda w: (len(w), w))
            if E.terms[lead] != 1:
                return
        rest = {w: -c for w, c in E.terms.items() if w != lead}
        size = E.rows
        self.rules[(*lead, q)] = Poly(size, size, {(): sp.Integer(1), **{(*w, q): c for w, c in rest.items()}})
        self.rules[(q, *lead)] = Poly(size, size, {(): sp.Integer(1), **{(q, *w): c for w, c in rest.items()}})

    def _push_through(self, new: int) -> None:
        """E W = W E' gives W E'^-1 = E^-1 W: written with the inverse on the left, for the words W inside E and E'."""
        for old in list(self.inverses):
            for q, q2 in ((new, old), (old, new)):
                E, E2 = self.inverses[q], self.inverses[q2]
                if q == q2:
                    continue
                words = {w[:k] for w in (*E.terms, *E2.terms) for k in range(1, len(w))} | {
                    w[-k:] for w in (*E.terms, *E2.terms) for k in range(1, len(w))
                }
                for w in sorted(words, key=lambda w: (len(w), w)):
                    if self._size(w) != (E.rows, E2.rows) or (*w, q2) in self.rules:
                        continue
                    middle = Poly(E.rows, E2.rows, {w: sp.Integer(1)})
                    if self.equal(self.product([E, middle]), self.product([middle, E2])):
                        if (q, *w) not in self.rules:
                            self.rules[(*w, q2)] = Poly(E.rows, E2.rows, {(q, *w): sp.Integer(1)})
                            self.pushed.append((q, w, q2))

    def _commute(self, new: int) -> None:
        """E E' = E' E gives E^-1 E'^-1 = E'^-1 E^-1; where the two differ by a number, partial fractions."""
        for old in list(self.inverses):
            E, E2 = self.inverses[old], self.inverses[new]
            if old == new or E.rows != E2.rows or (new, old) in self.rules:
                continue
            if not self.equal(self.product([E, E2]), self.product([E2, E])):
                continue
            gap = self.reduced(self.sum([E2, self.scaled(E, sp.Integer(-1))])).terms
            shift = gap.get((), sp.Integer(0))
            if set(gap) == {()} and shift.is_nonzero:
                fractions = Poly(E.rows, E.rows, {(old,): 1 / shift, (new,): -1 / shift})
                self.rules[(old, new)] = self.rules[(new, old)] = fractions
            else:
                self.rules[(new, old)] = Poly(E.rows, E.rows, {(old, new): sp.Integer(1)})
                self.swaps.add((new, old))

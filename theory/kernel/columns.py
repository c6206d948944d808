"""Means of traces of words in random columns and matrices with independent centred entries, by contraction of pairs.

E X_ij X_kl = v δ_ik δ_jl (for a column of covariance C, C_ik): so E Tr(X P X'Q) = v Tr P Tr Q and
E Tr(X P X Q) = v Tr(P Q'). Two factors for every law; any number for a normal law (Isserlis). A column of m entries on the
sphere of radius R has the normal moments, times R^(2k)/(m(m + 2)...(m + 2k - 2)) for 2k factors: the length of a normal
column is independent of its direction.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import Condition, nonnegative, positive
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.kernel.lawful import law_conditions, plain_moment
from lemmata.theory.kernel.letters import Word
from lemmata.theory.kernel.traces import Traces
from lemmata.theory.language.laws import NormalLaw, SphereLaw
from lemmata.theory.language.sampled import RandomEntry


class Contraction:
    """The mean over one random column or matrix of a polynomial in traces."""

    def __init__(self, traces: Traces, sample: Any) -> None:
        self.traces, self.sample = traces, sample
        self.x = traces.letter(sample)
        self.xt = traces.turn[self.x]
        self.conditions: list[Condition] = []
        self.scale: Any = sp.Integer(1)
        self.covariance: int | None = None
        self._read_law()

    def _read_law(self) -> None:
        law, rows = self.sample.law, self.sample.rows
        if self.xt == self.x:
            raise Refused(f"the random matrix {self.sample} is symmetric: its entries are not independent")
        self.conditions += law_conditions(law)
        if isinstance(law, NormalLaw) and law.dependent:
            if self.sample.cols != 1:
                raise Refused(
                    f"{self.sample} has a covariance matrix and several columns: it is not known which of them it correlates"
                )
            self.covariance = self.traces.letter(law.variance)
            self.conditions.append(Condition("psd", (law.variance,)))
        elif type(law) is SphereLaw:
            if self.sample.cols != 1:
                raise Refused(f"the mean over the rows {self.sample} on a sphere is not taken: use columns")
            self.scale = law.args[0] ** 2 / rows
            self.conditions += [nonnegative(law.args[0]), positive(rows)]
        else:
            mean, more = plain_moment(law, 1)
            if sp.expand(mean) != 0:
                raise Refused(f"the entries of {self.sample} are not centred, their mean is {mean}: centre them first")
            self.scale, second = plain_moment(law, 2)
            self.conditions += [*more, *second]

    def mean(self, e: Any) -> Any:
        """E of a scalar in trace symbols, over this sample."""
        inside = [s for s in sorted(e.free_symbols, key=str) if s in self.traces.words and self._meets(self.traces.words[s])]
        for s in inside:
            for letter in self.traces.words[s]:
                if letter not in (self.x, self.xt) and self.traces.letters[letter].node.has(self.sample):
                    raise Refused(f"{self.sample} stands inside {self.traces.letters[letter].node}: no rule takes this mean")
        rest = e.xreplace(dict.fromkeys(inside, sp.Integer(0)))
        if rest.has(self.sample) or any(isinstance(a, RandomEntry) and a.args[0] == self.sample for a in e.atoms(RandomEntry)):
            raise Refused(f"{self.sample} stands in {e} outside of traces: no rule takes this mean")
        if not inside:
            return e
        if not e.is_polynomial(*inside):
            raise Refused(f"the integrand is no polynomial in the traces that hold {self.sample}: no rule takes this mean")
        poly = sp.Poly(e, *inside)
        total = []
        for powers, c in poly.terms():
            words = [self.traces.words[s] for s, k in zip(inside, powers, strict=True) for _ in range(k)]
            total.append(c * self._product(words))
        return sp.expand(sp.Add(*total))

    def _meets(self, word: Word) -> bool:
        return any(self.traces.letters[x].node.has(self.sample) for x in word)

    def _product(self, words: list[Word]) -> Any:
        """E of a product of traces of words."""
        count = sum(w.count(self.x) + w.count(self.xt) for w in words)
        if count == 0:
            return sp.Mul(*(self.traces.cyclic(w, sp.Integer(1)) for w in words))
        law = self.sample.law
        if count % 2 and (count == 1 or isinstance(law, NormalLaw | SphereLaw)):
            return sp.Integer(0)
        if count > 2 and type(law) is SphereLaw:
            return sp.cancel(law.args[0] ** 2 / (self.sample.rows + count - 2) * self._pairs(words))
        if count > 2 and not isinstance(law, NormalLaw):
            raise Refused(
                f"a product of {count} factors {self.sample} of law {law} has no rule: only two, a normal law or a column on a sphere"
            )
        return sp.expand(self.scale * self._pairs(words))

    def _pairs(self, words: list[Word]) -> Any:
        """The first factor paired with each of the others in turn."""
        first = next(w for w in words if self.x in w or self.xt in w)
        others = list(words)
        others.remove(first)
        if self.x not in first:
            first = self.traces.turned(first)
        k = first.index(self.x)
        tail = first[k + 1 :] + first[:k]  # Tr(X tail)
        total = []
        for j, letter in enumerate(tail):
            p, q = tail[:j], tail[j + 1 :]
            if letter == self.xt:  # Tr(X P X' Q) -> Tr P Tr(C Q)
                total.append(self._both(others, [(p, self.sample.cols), (self._c() + q, self.sample.rows)]))
            elif letter == self.x:  # Tr(X P X Q) -> Tr(C P' Q)
                total.append(self._both(others, [(self._c() + self.traces.turned(p) + q, self.sample.rows)]))
        for i, word in enumerate(others):
            left = others[:i] + others[i + 1 :]
            for oriented in (word, self.traces.turned(word)):
                for j, letter in enumerate(oriented):
                    if letter == self.x:  # Tr(X P) Tr(X Q) -> Tr(P C Q')
                        q = oriented[j + 1 :] + oriented[:j]
                        joined = tail + self._c() + self.traces.turned(q)
                        total.append(self._both(left, [(joined, self.sample.cols)]))
        return sp.Add(*total)

    def _c(self) -> Word:
        return () if self.covariance is None else (self.covariance,)

    def _both(self, words: list[Word], new: list[tuple[Word, Any]]) -> Any:
        """The mean of the remaining factors times the traces that arose."""
        scalar = sp.expand(sp.Mul(*(self.traces.cyclic(w, size) for w, size in new)))
        made = [s for s in scalar.free_symbols if s in self.traces.words and self._meets(self.traces.words[s])]
        if not made and not any(self._meets(w) for w in words):
            return scalar * sp.Mul(*(self.traces.cyclic(w, sp.Integer(1)) for w in words))
        total = []
        for powers, c in sp.Poly(scalar, *made).terms() if made else [((), scalar)]:
            more = [self.traces.words[s] for s, k in zip(made, powers, strict=True) for _ in range(k)]
            total.append(c * self._product([*words, *more]))
        return sp.Add(*total)

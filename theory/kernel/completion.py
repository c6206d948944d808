"""Completing the rules of words: where two rules overlap, both ways of using them give the same matrix, which is a rule.

For the inverses R of C + K and M of a + K the word R K M is M - R C M and R - a R M; so R C M -> M - R + a R M.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from lemmata.theory.kernel.letters import Poly, Word, zero
from lemmata.theory.kernel.traces import Traces

ROUNDS, RULES, LONGEST = 3, 40, 8


def complete(traces: Traces) -> bool:
    """Adds the rules that overlaps give, and says whether there are any; every one follows from those that were there."""
    added = 0
    for _ in range(ROUNDS):
        pairs = [(a, b) for a in traces.rules for b in traces.rules if len(a) + len(b) <= LONGEST]
        before = added
        for one, two in pairs:
            for word, left, right in _overlaps(one, two):
                if added < RULES:
                    added += _add(traces, _gap(traces, word, left, right, one, two))
        if added in (before, RULES):
            break
    return added > 0


def _overlaps(one: Word, two: Word) -> Iterator[tuple[Word, Word, Word]]:
    """The words that begin with one rule's left side and end with the other's, what follows the first, what precedes the second."""
    for k in range(1, min(len(one), len(two))):
        if one[-k:] == two[:k]:
            yield one + two[k:], two[k:], one[:-k]


def _gap(traces: Traces, word: Word, left: Word, right: Word, one: Word, two: Word) -> Poly:
    """The difference of both ways of using the rules, in normal form."""
    rows, columns = traces._size(word)
    terms: dict[Word, Any] = {w + left: c for w, c in traces.rules[one].terms.items()}
    for w, c in traces.rules[two].terms.items():
        terms[right + w] = terms.get(right + w, 0) - c
    return traces.reduced(Poly(rows, columns, terms))


def _add(traces: Traces, gap: Poly) -> bool:
    """The difference, which is 0, as a rule for its latest word, where its coefficient is not 0 by the sets of its symbols."""
    terms = {w: c for w, c in gap.terms.items() if not zero(c)}
    words = sorted(terms, key=lambda w: (len(w), [(x not in traces.inverses, x) for x in w]), reverse=True)
    if not words or not words[0] or len(words[0]) > LONGEST or not terms[words[0]].is_nonzero:
        return False
    lead = words[0]
    traces.rules[lead] = Poly(gap.rows, gap.columns, {w: sp.expand(-terms[w] / terms[lead]) for w in words[1:]})
    return True

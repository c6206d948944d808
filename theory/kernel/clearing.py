"""Whether a matrix vanishes, by clearing its inverses: E D = 0 gives D = 0 where E is invertible.

Each word that begins or ends with E^-1 loses it when the whole is multiplied by E from that side. A word that passes
through size 1 twice is a number times a shorter word.
"""

from __future__ import annotations

import sympy as sp

from lemmata.theory.kernel.letters import Poly, Word, with_traces, zero
from lemmata.theory.kernel.traces import Traces

ATTEMPTS = 40


def vanishes(traces: Traces, p: Poly) -> bool:
    """Breadth first over the inverses that are cleared, from the left and from the right."""
    waiting = [numbered(traces, traces.reduced(p))]
    seen: set[frozenset[Word]] = set()
    for _ in range(ATTEMPTS):
        if not waiting:
            return False
        current = waiting.pop(0)
        if all(zero(c) for c in current.terms.values()):
            return True
        key = frozenset(current.terms)
        if key in seen:
            continue
        seen.add(key)
        for left in (True, False):
            for q in dict.fromkeys(w[0 if left else -1] for w in sorted(current.terms) if w):
                if q in traces.inverses:
                    E = traces.inverses[q]
                    waiting.append(numbered(traces, traces.product([E, current] if left else [current, E])))
    return False


def numbered(traces: Traces, p: Poly) -> Poly:
    """The parts of words between two places of size 1 taken out as traces; coefficients written in traces of words."""
    terms: dict[Word, object] = {}
    for word, c in p.terms.items():
        sizes = [p.rows, *(traces.letters[x].columns for x in word)]
        places = [k for k, size in enumerate(sizes) if size == 1]
        value = traces.scalar(with_traces(c))
        if word and len(places) > 1:
            first, last = places[0], places[-1]
            value *= traces.cyclic(word[first:last], sp.Integer(1))
            word = word[:first] + word[last:]
        terms[word] = sp.expand(terms.get(word, 0) + value)
    return Poly(p.rows, p.columns, {w: c for w, c in terms.items() if c != 0})

"""The sign of a formula, where it can be read off: symbols by their sets, squared norms, traces and spectra of positive matrices."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any

import mpmath
import sympy as sp

from lemmata.theory.language.binding import Binding
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.dummies import closed
from lemmata.theory.language.layout import square_of
from lemmata.theory.language.matrices import Eigenvalue, PositiveSemidefinite

LONGEST = 150  # nodes of a formula whose sign is looked for: sympy's rules take seconds on longer ones


def known_sign(x: Any) -> int | None:
    """1 where the formula is never negative, -1 where it is never positive, None where that cannot be read off."""
    x = expand(x)
    if len(list(islice(sp.preorder_traversal(x), LONGEST + 1))) > LONGEST:
        return None
    table = {t: sp.Dummy(nonnegative=True) for t in x.atoms(sp.Trace, Eigenvalue) if _positive(t)}
    # sympy looks at numbers for the sign of a sum: what is solved or integrated inside stands as a letter of its sign
    letters = {b: sp.Dummy(nonnegative=True) if b.is_nonnegative else sp.Dummy(real=True) for b in x.atoms(Binding)}
    x = x.xreplace({**{c: _number(c) for c in closed(x)}, **letters, **table})
    return 1 if x.is_nonnegative else -1 if x.is_nonpositive else None


@lru_cache(maxsize=1024)
def _number(term: Any) -> Any:
    """An integral or a sum without parameters by its value to four digits, taken once and not at every look; a letter if it has none.

    Of an integral that diverges, on which sympy spends seconds, what the quadrature reaches: a bound with it is a weak one.
    """
    value = sp.nan
    if isinstance(term, sp.Sum):
        value = term.evalf(4)
    elif len(term.limits) == 1 and len(term.limits[0]) == 3:
        (x, low, high), f = term.limits[0], term.function
        with suppress(ArithmeticError, NameError, TypeError, ValueError):
            ends = [mpmath.mpf(e.evalf(30)) if e.is_finite else mpmath.inf if e is sp.oo else -mpmath.inf for e in (low, high)]
            value = sp.Float(mpmath.quad(sp.lambdify(x, f, "mpmath"), ends, maxdegree=6), 4)
    return value if value.is_Number and value.is_finite and value != 0 else sp.Dummy(real=True)


def _positive(term: Any) -> bool:
    matrix = term.args[0]
    if isinstance(term, sp.Trace) and square_of(matrix) is not None:
        return True
    if isinstance(matrix, sp.Inverse):
        matrix = matrix.arg
    return isinstance(matrix, PositiveSemidefinite)

"""The sign of a formula, where it can be read off: symbols by their sets, squared norms, traces and spectra of positive matrices."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.layout import square_of
from lemmata.theory.language.matrices import Eigenvalue, PositiveSemidefinite


def known_sign(x: Any) -> int | None:
    """1 where the formula is never negative, -1 where it is never positive, None where that cannot be read off."""
    x = expand(x)
    table = {t: sp.Dummy(nonnegative=True) for t in x.atoms(sp.Trace, Eigenvalue) if _positive(t)}
    x = x.xreplace(table)
    return 1 if x.is_nonnegative else -1 if x.is_nonpositive else None


def _positive(term: Any) -> bool:
    matrix = term.args[0]
    if isinstance(term, sp.Trace) and square_of(matrix) is not None:
        return True
    if isinstance(matrix, sp.Inverse):
        matrix = matrix.arg
    return isinstance(matrix, PositiveSemidefinite)

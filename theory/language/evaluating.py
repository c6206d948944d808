"""Terms that sympy evaluates again at every step in which a matrix is multiplied or added: each once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp


class EvaluatedOnce:
    """``doit`` of sympy's terms, kept: the sum of k products asks it of every term below them k times and more."""

    def doit(self, **hints: Any) -> Any:
        """The term with its arguments evaluated."""
        return sp.Basic.doit(self, **hints) if hints else _evaluated(self)


@lru_cache(maxsize=8192)
def _evaluated(term: Any) -> Any:
    return sp.Basic.doit(term)

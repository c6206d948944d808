"""The parameters with which a procedure is called."""

from __future__ import annotations

from typing import Any

import sympy as sp
from torch import Tensor


class Attributes(dict[str, Any]):
    """Parameters as attributes: ``p.n``."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no parameter {name!r}; there are {', '.join(self) or 'none'}") from None


def as_python(value: Tensor, formula: Any) -> int | float:
    """A number, whole where its formula is."""
    number = float(value)
    return int(number) if number.is_integer() and sp.sympify(formula).is_integer else number

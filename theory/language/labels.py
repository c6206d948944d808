"""The label of a sequence that stands in a formula entry by entry, which knows the array that it belongs to."""

from __future__ import annotations

from typing import Any

import sympy as sp


class Label(sp.Symbol):  # type: ignore[misc]
    """The name in ``v[j]``; ``array`` is the declared array v."""

    array: Any

    def __new__(cls, array: Any, **assumptions: Any) -> Label:
        made: Label = sp.Symbol.__xnew__(cls, array.name, **assumptions)
        made.array = array
        return made

    def _hashable_content(self) -> tuple[Any, ...]:
        """Entries of two arrays of one name are told apart as the arrays are: sympy keeps equal terms once for all claims."""
        return (*super()._hashable_content(), *self.array._hashable_content())

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _label, (self.array, dict(self._assumptions_orig))


def _label(array: Any, assumptions: dict[str, Any]) -> Label:
    return Label(array, **assumptions)

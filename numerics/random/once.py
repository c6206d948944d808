"""What is made once at a point, such as a network that is trained and then tested on many draws."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from lemmata.numerics.random.draw import Draw

_MADE: OrderedDict[Any, Any] = OrderedDict()
KEPT = 32


def once(draw: Draw, make: Callable[..., Any], *args: Any, everywhere: bool = False) -> Any:
    """``make(*args, single)`` with a draw of one replicate: the same in every stage and chunk; ``everywhere``: at every point, too.

    A pure function of the key and the arguments; the last few are kept, so that nothing is made twice.
    """
    changes = {"params": "{}"} if everywhere else {}
    key = draw.key.child(stage=f"once {make.__name__}", chunk=0, **changes)
    name = (key, make, args, draw.device, draw.dtype, draw.engine)
    if name not in _MADE:
        _MADE[name] = make(*args, Draw(key, 1, draw.device, draw.dtype, draw.engine))
        while len(_MADE) > KEPT:
            _MADE.popitem(last=False)
    return _MADE[name]

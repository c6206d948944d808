r"""Keep freed memory in the process, so that large temporaries do not fault in fresh pages at each operation.

glibc returns every block above 128 kB to the system and gets it back page by page: on vectors of length $10^5$
that costs several times the arithmetic. Blocks up to 32 MB are kept, at most 256 MB of them.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from contextlib import suppress

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # names of mallopt


def keep_freed_memory() -> bool:
    """Raise glibc's thresholds; False where there is no glibc, which changes nothing but speed."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False
    return bool(mallopt(_MMAP_THRESHOLD, 32 << 20)) and bool(mallopt(_TRIM_THRESHOLD, 256 << 20))


def give_back() -> None:
    """What is kept and free goes back to the system; nothing where there is no glibc."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def seldom_collect() -> None:
    """Search for unreachable cycles a tenth as often as python does by itself, and not among what is loaded already.

    Formulas are millions of small objects that are freed without a search; going through all of them took a twelfth of the time.
    """
    if not gc.get_freeze_count():  # once: what a later call would set aside may be garbage
        gc.freeze()
    gc.set_threshold(10_000, 20, 20)

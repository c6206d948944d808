"""A bell that one thread rings and another hears between other things it listens to."""

from __future__ import annotations

import os


class Bell:
    """Rung any number of times, it is heard once; it stands in a list of what `multiprocessing.connection.wait` waits for."""

    def __init__(self) -> None:
        self._end, self._rope = os.pipe()
        for end in (self._end, self._rope):
            os.set_blocking(end, False)

    def fileno(self) -> int:
        return self._end

    def ring(self) -> None:
        try:
            os.write(self._rope, b".")
        except BlockingIOError:  # it is ringing already
            pass

    def still(self) -> None:
        """Let it ring no more."""
        try:
            while os.read(self._end, 4096):
                pass
        except BlockingIOError:
            pass

    def close(self) -> None:
        for end in {self._end, self._rope} - {-1}:
            os.close(end)
        self._end = self._rope = -1

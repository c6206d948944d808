"""Tasks for pools of workers, and what may be asked about processes."""

from __future__ import annotations

import os
import time

NAP = "__import__('time').sleep({}) or {}"  # a task is an expression: a worker then starts in a tenth of a second


def wait_until(condition, seconds=30.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as handle:
            return handle.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def members(group: int) -> list[int]:
    """The processes of a group."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.getpgid(int(name)) == group:
                found.append(int(name))
        except ProcessLookupError:
            pass
    return found

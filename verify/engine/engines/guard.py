"""A guard beside a process: a shell that does nothing but read a pipe and, if need be, wait for a moment.

A thread cannot watch over a process of Python, since one long operation on integers keeps every other thread from running;
a shell can. It holds the reading end of a pipe of which the process that asked for it has the other: when that is gone,
however it went, the pipe ends, and the guard with it.
"""

from __future__ import annotations

import subprocess
from typing import Any

OF_A_GROUP = 'read -r nothing; kill -s KILL -- "-$1"'
OF_TIME = '(sleep "$1"; printf "%s\\n" "$3" >&2; kill -s KILL "$2") & read -r nothing; kill -s KILL 0'


def of_group(group: int) -> subprocess.Popen[bytes]:
    """Kills a process group, its own, once the process that called this is gone."""
    return _shell(OF_A_GROUP, str(group), stderr=subprocess.DEVNULL, process_group=group)


def of_time(process: int, seconds: float, sentence: str) -> subprocess.Popen[bytes]:
    """Says a sentence and kills the process that called this, unless its pipe is closed before so many seconds are over."""
    return _shell(OF_TIME, f"{seconds:.3f}", str(process), sentence, process_group=0)


def _shell(program: str, *words: str, **options: Any) -> subprocess.Popen[bytes]:
    command = ["/bin/sh", "-c", program, "guard", *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, **options)

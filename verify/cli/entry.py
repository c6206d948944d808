"""The `lemmata` command as a process of its own."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
from typing import NoReturn

from lemmata.verify.cli.main import UNREAD, run


def main() -> NoReturn:
    """Do what the command line asks for, and leave with its exit code."""
    code: object = 0
    gc.set_threshold(1_000_000, 10, 10)  # to look for cycles among what torch and sympy load took a fifth of a short command
    try:
        run()
    except SystemExit as stop:
        code = stop.code
    if code is None or isinstance(code, int):
        leave(code or 0)
    raise SystemExit(code)


def leave(code: int) -> NoReturn:
    """End the process once all is written and all that was asked to run at the end has run.

    The objects of torch and sympy are left to the system: to take them apart one by one takes half a second.
    """
    if any(not thread.daemon for thread in threading.enumerate() if thread is not threading.main_thread()):
        raise SystemExit(code)  # the interpreter waits for them
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:  # whoever read it has gone
            code = UNREAD
        except (OSError, ValueError) as error:
            os.write(2, f"lemmata: the output cannot be written: {error}\n".encode(errors="backslashreplace"))
            code = code or 2
    os._exit(code)

"""`python -m lemmata.bench [JOB ...] [--json] [--no-peers] [--small]`: one thread, CPU seconds."""

from __future__ import annotations

import argparse
import difflib
import json
import os
import sys


def one_thread() -> None:
    """One thread each, before any numerical library is imported, so that CPU time is the time of the work."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="lemmata bench", description=__doc__)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help="names of jobs; all of them by default")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.add_argument("--no-peers", action="store_true", help="time lemmata and the machine only")
    parser.add_argument("--small", action="store_true", help="small sizes: a quick look, not a measurement")
    parser.add_argument("--list", action="store_true", help="name the jobs and stop")
    options = parser.parse_args(arguments)

    import torch

    from lemmata.bench.jobs import JOBS
    from lemmata.bench.run import document, run, table
    from lemmata.numerics.devices.memory import keep_freed_memory

    if options.list:
        print("\n".join(f"{name:<18}{make().question}" for name, make in JOBS.items()))
        return 0
    for name in options.jobs:
        if name not in JOBS:
            near = difflib.get_close_matches(name, JOBS, n=1, cutoff=0.0)[0]
            print(f"There is no benchmark job {name!r}; the nearest is {near!r}.", file=sys.stderr)
            return 2
    torch.set_num_threads(1)
    keep_freed_memory()
    rows = []
    for name in options.jobs or JOBS:
        fresh = run([JOBS[name](small=options.small)], peers=not options.no_peers)
        rows += fresh
        if not options.json:
            print(table(fresh) + "\n", flush=True)
    if options.json:
        print(json.dumps(document(rows), indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    one_thread()
    raise SystemExit(main())

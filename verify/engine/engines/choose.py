"""The engine of a run: this process, as many workers as there are cores to give each one, or the workers of a cluster."""

from __future__ import annotations

import os

import torch

from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.engines.inprocess import InProcess
from lemmata.verify.engine.engines.planting import apart, cores
from lemmata.verify.engine.engines.stem import Stem
from lemmata.verify.engine.engines.supervised import SHARE, TENURE, Supervised
from lemmata.verify.engine.workers import prepare_process


def engine(workers: int, dask: str | None, limit: float | None, device: str, otherwise: float) -> Engine:
    """The workers of the Dask scheduler at an address, if there is one; else those of this machine."""
    if dask is None:
        return local_engine(workers, limit, device, otherwise)
    from lemmata.verify.engine.engines.cluster import Dask

    return Dask(dask, initializer=prepare_process, limit=limit or otherwise)


def local_engine(workers: int, limit: float | None, device: str, otherwise: float, stem: Stem | None = None) -> Engine:
    """This process, or others beside it (`apart`), each of which computes on one core.

    ``otherwise`` is the limit where none is named; ``stem``: a process from which workers may be forked, if it is there already.
    """
    workers = min(workers, cores())
    if not apart(workers, limit):
        return InProcess()
    return Supervised(
        workers,
        initializer=prepare_process,
        limit=limit or otherwise,
        environments=per_gpu(device, workers),
        share=SHARE,
        tenure=TENURE,
        forked=not torch.cuda.is_available(),
        stem=stem,
    )


def per_gpu(device: str, workers: int) -> list[dict[str, str]]:
    """What makes worker k see its own GPU alone, in turn; nothing where the device was named with a number."""
    if device not in {"auto", "cuda"} or workers < 2 or not torch.cuda.is_available() or torch.cuda.device_count() < 2:
        return []
    named = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    visible = [name for name in named.split(",") if name] or [str(k) for k in range(torch.cuda.device_count())]
    return [{"CUDA_VISIBLE_DEVICES": name} for name in visible]

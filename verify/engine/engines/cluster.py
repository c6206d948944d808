"""The engine beyond one machine: Dask distributed spreads the tasks, a supervised process on each worker does them.

A worker of Dask that dies loses nothing: its scheduler gives its tasks to the others. What runs on a worker runs in a
process of its own under the same supervision as on one machine, so that a time limit, a crash and a single thread mean the
same there. Scheduler and workers need this project, of one version, installed.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import socket
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.content import ROOMS, ROOT, versions
from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.engines.errors import Lost, NoWorkers
from lemmata.verify.engine.engines.supervised import SHARE, TENURE, Supervised
from lemmata.verify.engine.engines.worker import nothing, unpacked

if TYPE_CHECKING:
    from distributed import Client

GONE = "the connection to the Dask scheduler was lost: what is finished is kept, and the same command goes on from there"
# what these log when a scheduler is lost is traceback upon traceback; the run says it in a sentence
QUIET = (
    "distributed",
    "distributed.client",
    "distributed.core",
    "distributed.comm",
    "distributed.utils",
    "tornado.application",
    "asyncio",
)
PATIENCE = 10.0  # seconds for a scheduler to answer, and for a first worker to be there


class Dask(Engine):
    """``address`` of a scheduler, tcp://host:port; ``limit``: seconds that one task may take, on whatever worker."""

    def __init__(
        self,
        address: str,
        *,
        initializer: Callable[[], object] = nothing,
        limit: float | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._client = _connect(address, patience)
        self._initializer, self._limit = initializer, limit
        self._under_way: set[Any] = set()  # a future that nobody holds is forgotten by the scheduler
        try:
            _agree(self._client)
        except BaseException:
            self._client.close()
            raise
        self.workers = sum(self._client.nthreads().values())
        self.room = 4 * self.workers

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        outer: Future[Any] = Future()
        try:
            payload = pickle.dumps((fn, args, kwargs), pickle.HIGHEST_PROTOCOL)
        except Exception as error:
            outer.set_exception(error)
            return outer
        inner = self._client.submit(_supervised, payload, self._initializer, self._limit, fingerprint(), pure=False)
        self._under_way.add(inner)
        outer.set_running_or_notify_cancel()
        inner.add_done_callback(lambda done: self._deliver(done, outer))
        return outer

    def _deliver(self, inner: Any, outer: Future[Any]) -> None:
        try:
            value = inner.result()
        except Exception as error:
            outer.set_exception(_in_words(error))
        except BaseException as error:  # CancelledError is one of these in some versions
            gone = isinstance(error, CancelledError) or type(error).__name__ == "CancelledError"
            outer.set_exception(NoWorkers(GONE) if gone else RuntimeError(f"{type(error).__name__}: {error}"))
        else:
            outer.set_result(value)
        finally:
            self._under_way.discard(inner)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        left = list(self._under_way)
        if cancel_futures and left:
            self._client.cancel(left, force=True)
        elif wait and left:
            from distributed import wait as finished

            finished(left)
        self._client.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self.shutdown(cancel_futures=error is not None)


def _connect(address: str, patience: float) -> Client:
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise UsageError("--dask needs Dask distributed: pip install 'lemmata[cluster]'") from None
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        if address.startswith("tcp:") or "://" not in address:  # a client that finds nobody is long in giving up
            socket.create_connection(get_address_host_port(address), timeout=patience).close()
        client = Client(address, timeout=patience, set_as_default=False, name="lemmata")
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(
            f"--dask {address}: no scheduler answers there ({type(error).__name__}); start one with `dask scheduler` and "
            "give the address that it prints, such as tcp://127.0.0.1:8786"
        ) from None
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        client.close()
        raise NoWorkers(f"the Dask scheduler at {address} has no workers: start some with `dask worker {address}`") from None
    return client


def _agree(client: Client) -> None:
    """Numbers are the same everywhere only if the code is."""
    ours = fingerprint()
    for address, found in client.run(_tell).items():
        if found != ours:
            raise UsageError(
                f"--dask: the worker at {address} has other code or other versions of the libraries than this process: "
                "install the same version of lemmata there"
            )


def _tell() -> str:
    try:
        return fingerprint()
    except Exception as error:  # nothing installed there, or something else by that name
        return f"{type(error).__name__}: {error}"


@cache
def fingerprint() -> str:
    """Hash of the project's source and of what the numbers depend on besides."""
    digest = hashlib.blake2b(repr((sys.version_info[:2], sorted(versions().items()))).encode(), digest_size=16)
    for package in ROOMS:
        for path in sorted(Path(ROOT, package).rglob("*.py")):
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


_CREWS: dict[tuple[bytes, float | None], Supervised] = {}
_LOCK = Lock()


def _supervised(payload: bytes, initializer: Callable[[], object], limit: float | None, code: str) -> Any:
    """On a worker of Dask: do the task in a process that can be killed, one for each thread of the worker."""
    from distributed import get_worker

    if code != fingerprint():
        raise Lost("a worker joined the cluster with other code than the run's: install the same version of lemmata there")
    key = (pickle.dumps(initializer), limit)
    with _LOCK:
        if key not in _CREWS:
            _CREWS[key] = Supervised(
                get_worker().state.nthreads, initializer=initializer, limit=limit, share=SHARE, tenure=TENURE
            )
        crew = _CREWS[key]
    return crew.submit(unpacked, payload).result()


def _in_words(error: Exception) -> Exception:
    """The error of the task itself, or what became of its workers."""
    if type(error).__name__ == "KilledWorker":
        return Lost("the workers of Dask died on this unit as often as its scheduler allows")
    if isinstance(error, CancelledError) or type(error).__name__ in {"FutureCancelledError", "CancelledError"}:
        return NoWorkers(GONE)
    return error

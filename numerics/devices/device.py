"""Which device runs, and how many replicates fit in a chunk.

The budgets are constants of the kind of device, not of the memory that happens to be free: the size of a
chunk decides which random numbers a replicate gets, so it must be the same on a second run and for any number
of workers.
"""

from __future__ import annotations

import torch

from lemmata.theory.language.errors import DeviceError

CPU_BYTES = 256 << 20
CUDA_BYTES = 4 << 30
NEAR_BYTES = 24 << 20  # values of a formula that stay in the cache of a processor, and in memory that it keeps


def resolve_device(name: str | torch.device = "auto") -> torch.device:
    """`auto` (CUDA where present), `cpu`, `cuda` or `cuda:N`."""
    text = str(name)
    if text == "auto":
        return torch.device("cuda", 0) if torch.cuda.is_available() else torch.device("cpu")
    if text == "cpu":
        return torch.device("cpu")
    kind, _, number = text.partition(":")
    if kind != "cuda" or (":" in text and not number.isdecimal()):
        raise DeviceError(f"there is no device {text!r}: use auto, cpu, cuda or cuda:N")
    count = torch.cuda.device_count() if torch.cuda.is_available() else 0
    if count == 0:
        raise DeviceError(f"{text} was asked for but torch finds no CUDA device here: use cpu or auto")
    index = int(number) if number else 0
    if index >= count:
        known = "one CUDA device, cuda:0" if count == 1 else f"{count} CUDA devices: use cuda:0 to cuda:{count - 1}"
        raise DeviceError(f"{text} was asked for but this machine has {known}")
    return torch.device("cuda", index)


def memory_budget(device: torch.device) -> int:
    """Bytes that one chunk may use on this kind of device."""
    return CUDA_BYTES if device.type == "cuda" else CPU_BYTES


def at_once(device: torch.device) -> int:
    """Bytes that the values of a formula may use at one time; the draws of a chunk are evaluated in pieces."""
    return CUDA_BYTES if device.type == "cuda" else NEAR_BYTES


def replicates_per_chunk(bytes_per_replicate: float, device: torch.device, budget: int | None = None) -> int:
    """How many replicates fit in the budget; one that does not fit is an error."""
    available = memory_budget(device) if budget is None else budget
    if not bytes_per_replicate > 0:
        raise DeviceError(f"a replicate of {bytes_per_replicate} bytes makes no sense: give a positive size")
    count = int(available // bytes_per_replicate)
    if count < 1:
        raise DeviceError(
            f"one replicate needs {bytes_per_replicate / 2**20:.0f} MiB and the memory budget is "
            f"{available / 2**20:.0f} MiB: give a larger budget or smaller sizes"
        )
    return count

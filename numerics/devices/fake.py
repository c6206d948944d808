"""Proof without a GPU that a simulator makes every tensor on `draw.device`: run it on a fake CUDA device.

Under torch's fake-tensor mode operations compute shapes, types and devices only. A simulator that makes a
tensor on the CPU, reads a value (`.item()`, a branch on data) or leaves torch fails here.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._pytree import tree_map_only

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.language.errors import SimulatorError


@dataclass(frozen=True)
class Output:
    """Where one output of a simulator lies, and its shape and type."""

    device: str
    shape: tuple[int, ...]
    dtype: torch.dtype


class FakeSource:
    """A source whose numbers are never made."""

    name = "fake"

    def __init__(self, key: Key, call: int, device: torch.device) -> None:
        self._device = device

    def bits(self, count: int) -> Tensor:
        return torch.empty(count, dtype=torch.int8, device=self._device)

    def uniform_(self, out: Tensor, fast: bool = False) -> Tensor:
        return out.zero_()

    def normal_(self, out: Tensor, fast: bool = False) -> Tensor:
        return out.zero_()


@contextmanager
def _cuda_guard() -> Iterator[None]:
    """Lend the CPU's no-op device guard to CUDA where torch was built without CUDA.

    Indexing and the operations that torch decomposes ask for a guard of the device even when the tensors are
    fake, and such a build has none (a build with CUDA provides one by itself, GPU or not). The slot is empty
    again afterwards. Backward passes need more than a guard: simulators write their gradients out.
    """
    if torch.backends.cuda.is_built():
        yield
        return
    name = "libc10.dylib" if sys.platform == "darwin" else "libc10.so"
    library = ctypes.CDLL(str(Path(torch.__file__).parent / "lib" / name))
    cpu_and_cuda = (ctypes.c_void_p * 2).in_dll(library, "_ZN3c104impl26device_guard_impl_registryE")
    before = cpu_and_cuda[1]
    cpu_and_cuda[1] = cpu_and_cuda[0]
    try:
        yield
    finally:
        cpu_and_cuda[1] = before


def run_on_fake_cuda(
    simulator: Callable[..., Any], *args: Any, replicates: int = 3, dtype: torch.dtype = torch.float64, **kwargs: Any
) -> dict[str, Output]:
    """Run `simulator(*args, draw, **kwargs)`; tensors among the arguments are moved to the fake device.

    A single tensor is reported under the name `value`. An output off the device, or whose leading dimension
    is not the number of replicates, is a SimulatorError.
    """
    mode = FakeTensorMode()

    def on_fake_cuda(tensor: Tensor) -> Tensor:
        return mode.from_tensor(tensor).to("cuda:0")

    with _cuda_guard(), mode:
        args, kwargs = tree_map_only(Tensor, on_fake_cuda, (args, kwargs))
        draw = Draw(Key(0, "fake"), replicates, "cuda:0", dtype, rng=FakeSource)
        try:
            result = simulator(*args, draw, **kwargs)
        except RuntimeError as error:
            reason = str(error).strip().splitlines()[0]
            raise SimulatorError(f"a simulator must stay on draw.device and read no value: {reason}") from error
    named = result if isinstance(result, Mapping) else {"value": result}
    return {name: _described(name, value, replicates) for name, value in named.items()}


def _described(name: str, value: Any, replicates: int) -> Output:
    if not isinstance(value, Tensor):
        raise SimulatorError(f"the output {name!r} is a {type(value).__name__}: a simulator returns tensors")
    if value.device.type != "cuda":
        raise SimulatorError(f"the output {name!r} lies on {value.device}: make every tensor on draw.device")
    if value.ndim == 0 or value.shape[0] != replicates:
        shape = tuple(value.shape)
        raise SimulatorError(f"the output {name!r} has shape {shape}: its leading dimension must be {replicates}")
    return Output(str(value.device), tuple(value.shape), value.dtype)

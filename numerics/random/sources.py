"""A source is one substream of a key: normals, uniforms and bits in order, from one of the random number engines.

`torch`: torch's own generator for the device (Mersenne Twister on a CPU, Philox on CUDA), the fast default;
the numbers depend on the kind of device. `philox`: Philox4x32-10 in integer operations, the same integers on
every device. On a CPU torch uses only the low 32 bits of a seed, so two of 10^5 substreams would coincide
more likely than not; here the whole state of the twister is written from SHAKE-128 of the key instead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import shake_128
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from lemmata.numerics.random.box_muller import fill_normal
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.philox import PhiloxSource
from lemmata.theory.language.errors import UsageError

WORDS = 624
HEADER = 24


class Source(Protocol):
    """What the laws of `numerics.random.laws` need; the order of the requests is what matters."""

    name: str

    def bits(self, count: int) -> Tensor:
        """Fair bits as int8 in {0, 1}."""
        ...

    def uniform_(self, out: Tensor, fast: bool = False) -> Tensor:
        """Fill a contiguous float tensor with uniforms on (0, 1]."""
        ...

    def normal_(self, out: Tensor, fast: bool = False) -> Tensor:
        """Fill a contiguous float tensor with standard normals."""
        ...


class TorchSource:
    """torch's generator of the device, its state derived from (key, call)."""

    name = "torch/1"

    def __init__(self, key: Key, call: int, device: torch.device) -> None:
        self._device = device
        self._generator = torch.Generator(device=device)
        material = key.digest(32, purpose=b"torch") + call.to_bytes(8, "little")
        if device.type == "cpu":
            self._generator.set_state(_twister_state(material))
        else:
            self._generator.manual_seed(int.from_bytes(shake_128(material).digest(8), "little") >> 1)

    def bits(self, count: int) -> Tensor:
        words = torch.empty(-(-count // 64), dtype=torch.int64, device=self._device)
        words.random_(-(2**63), None, generator=self._generator)
        shifts = torch.arange(8, dtype=torch.uint8, device=self._device)
        return ((words.view(torch.uint8)[:, None] >> shifts) & 1).view(torch.int8).view(-1)[:count]

    def uniform_(self, out: Tensor, fast: bool = False) -> Tensor:
        drawn = torch.float32 if fast else torch.float64
        filled = out if out.dtype == drawn else _buffer(out, drawn)
        # torch draws multiples of 2^-24 or 2^-53 from 0 on: only the zero is moved, by half a step
        filled.uniform_(generator=self._generator).clamp_(min=2.0**-25 if fast else 2.0**-54)
        return filled if filled is out else out.copy_(filled)

    def normal_(self, out: Tensor, fast: bool = False) -> Tensor:
        drawn = torch.float32 if fast else torch.float64
        if out.dtype == drawn:
            return fill_normal(out, self._generator)
        return out.copy_(fill_normal(_buffer(out, drawn), self._generator))


def _buffer(like: Tensor, dtype: torch.dtype) -> Tensor:
    return torch.empty(like.shape, dtype=dtype, device=like.device)


def _twister_state(material: bytes) -> Tensor:
    """A state of torch's CPU generator: header, 624 words in 64-bit slots, no cached normal; `left` = 1 forces a twist."""
    state = _template().copy()
    state[HEADER : HEADER + 8 * WORDS].view(np.uint64)[:] = np.frombuffer(shake_128(material).digest(4 * WORDS), np.uint32)
    return torch.from_numpy(state)


@cache
def _template() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """What all states have in common."""
    return torch.Generator().manual_seed(0).get_state().numpy()  # type: ignore[no-any-return]


Engine = Callable[[Key, int, torch.device], Source]
ENGINES: dict[str, Engine] = {"torch": TorchSource, "philox": PhiloxSource}


def engine(name: str) -> Engine:
    """The engine of that name."""
    if name not in ENGINES:
        raise UsageError(f"there is no random number engine {name!r}: use one of {', '.join(ENGINES)}")
    return ENGINES[name]

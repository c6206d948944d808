"""What this machine can do at best: matrix products, Cholesky factors, random numbers, passes over a vector.

Each rate is measured once a run, one thread, CPU time, in blocks that stay in cache; torch and numpy are both
tried and the faster one is the limit.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import torch

from lemmata.bench.measure import cpu_seconds, fastest


@cache
def gemm(dtype: str, n: int = 512) -> float:
    """Floating point operations per second of an n x n matrix product."""
    a = torch.randn(n, n, dtype=getattr(torch, dtype))
    out = torch.empty_like(a)
    b = a.numpy()
    other = np.empty_like(b)
    seconds = fastest(lambda: torch.matmul(a, a, out=out), lambda: np.matmul(b, b, out=other))
    return 2 * n**3 / seconds


@cache
def torch_gemm(dtype: str, n: int = 512) -> float:
    """The same by torch alone."""
    a = torch.randn(n, n, dtype=getattr(torch, dtype))
    out = torch.empty_like(a)
    return 2 * n**3 / cpu_seconds(lambda: torch.matmul(a, a, out=out))


@cache
def cholesky(n: int) -> float:
    """Seconds of one float64 Cholesky factor of order n."""
    a = torch.randn(n, 2 * n, dtype=torch.float64)
    a = a @ a.mT
    b = a.numpy()
    return fastest(lambda: torch.linalg.cholesky(a), lambda: np.linalg.cholesky(b))


@cache
def normals(dtype: str, block: int = 100_000) -> float:
    """Standard normal numbers per second, in blocks of the given size."""
    out = torch.empty(block, dtype=getattr(torch, dtype))
    generator = torch.Generator().manual_seed(0)
    numpy_generator = np.random.Generator(np.random.SFC64(0))
    buffer = out.numpy()
    return block / fastest(
        lambda: out.normal_(generator=generator), lambda: numpy_generator.standard_normal(out=buffer, dtype=buffer.dtype)
    )


@cache
def shrink_pass(size: int) -> float:
    """Seconds of one evaluation of sum l / (l + kappa) over a float64 vector of the given size."""
    spectrum = torch.linspace(1, 2, size, dtype=torch.float64)
    other = spectrum.numpy()
    buffer, array = torch.empty_like(spectrum), np.empty_like(other)

    def in_torch() -> float:
        torch.add(spectrum, 0.5, out=buffer)
        return float(torch.div(spectrum, buffer, out=buffer).sum())

    def in_numpy() -> float:
        np.add(other, 0.5, out=array)
        return float(np.divide(other, array, out=array).sum())

    return fastest(in_torch, in_numpy)

r"""Matrix expressions: products, inverses through factorisations, traces, determinants, spectra.

An inverse that multiplies something is a solve: by Cholesky where the matrix is known to be positive definite
(marked so, or of the form $X^\top X+\lambda I$ with $\lambda>0$), by LU otherwise; one factorisation serves all its
uses. Products are associated in the cheaper direction and traces of products never form the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp
import torch
from sympy.matrices.expressions.diagonal import DiagonalMatrix
from torch import Tensor

from lemmata.numerics.formula.chains import solve_each
from lemmata.numerics.formula.lowering import Builder, handles
from lemmata.numerics.formula.program import Index, Node, Run, union
from lemmata.numerics.formula.sums import declare_size, load
from lemmata.numerics.spectra.symmetric import is_positive_definite, on_spectrum, spectral
from lemmata.theory.language import matrices as words
from lemmata.theory.language.errors import CompileError


def size(run: Run, expr: sp.Expr) -> int:
    known = run.static(expr)
    if known is None:
        raise CompileError(f"the matrix size {expr} must be given as a python integer")
    return int(known[0])


@handles(sp.MatrixSymbol)
def _symbol(b: Builder, e: sp.MatrixSymbol) -> Node:
    for axis, extent in zip((-2, -1), e.shape, strict=True):
        declare_size(b, extent, e.name, axis)
    return load(b, e.name, 2)


@handles(sp.Identity, sp.ZeroMatrix, sp.OneMatrix)
def _constant(b: Builder, e: Any) -> Node:
    rows, columns = e.shape
    make = {
        sp.Identity: lambda n, m, **o: torch.eye(n, m, **o),
        sp.ZeroMatrix: lambda n, m, **o: torch.zeros(n, m, **o),
        sp.OneMatrix: lambda n, m, **o: torch.ones(n, m, **o),
    }[type(e)]
    for extent in e.free_symbols:
        b.program.name(extent.name, 0) if extent.name not in b.program.sizes else None
    return b.program.emit(
        (type(e), rows, columns),
        lambda run: make(size(run, rows), size(run, columns), dtype=run.dtype, device=run.device),
        [],
        (),
        2,
    )


@handles(sp.MatrixBase, sp.ImmutableDenseMatrix)
def _explicit(b: Builder, e: Any) -> Node:
    rows, columns = e.shape
    nodes = [b.program.tensor(n) for n in b.all(list(e))]
    ix = union(nodes)
    aligned = [b.program.align(n, ix) for n in nodes]
    return b.program.emit(
        ("explicit", rows, columns),
        lambda run, *t: torch.stack(torch.broadcast_tensors(*t), -1).unflatten(-1, (rows, columns)),
        aligned,
        ix,
        2,
    )


@handles(sp.Transpose, sp.Adjoint)
def _transpose(b: Builder, e: Any) -> Node:
    node = b.lower(e.args[0])
    return b.program.emit("transpose", lambda run, t: t.mT, [node], node.ix, 2)


@handles(sp.MatAdd)
def _add(b: Builder, e: sp.MatAdd) -> Node:
    return b.fold("add", lambda x, y: x + y, b.all(e.args))


@handles(sp.HadamardProduct)
def _hadamard(b: Builder, e: Any) -> Node:
    return b.fold("mul", lambda x, y: x * y, b.all(e.args))


@handles(sp.HadamardPower)
def _hadamard_power(b: Builder, e: Any) -> Node:
    return b.apply("pow", torch.pow, b.all(e.args))


@handles(sp.KroneckerProduct)
def _kronecker(b: Builder, e: Any) -> Node:
    def kron(x: Tensor, y: Tensor) -> Tensor:
        return torch.einsum("...ij,...kl->...ikjl", x, y).flatten(-2).flatten(-3, -2)

    return b.fold("kron", kron, b.all(e.args)) if len(e.args) == 1 else _ordered(b, "kron", kron, b.all(e.args))


def _ordered(b: Builder, key: str, fn: Any, nodes: Sequence[Node]) -> Node:
    result = nodes[0]
    for node in nodes[1:]:
        result = b.apply(key, fn, [result, node])
    return result


@handles(sp.DiagMatrix, DiagonalMatrix)
def _diagonal(b: Builder, e: Any) -> Node:
    node = b.lower(e.args[0])
    if isinstance(e, DiagonalMatrix):
        return b.program.emit("offdiag0", lambda run, t: torch.diag_embed(t.diagonal(dim1=-2, dim2=-1)), [node], node.ix, 2)
    return b.program.emit("diag", lambda run, t: torch.diag_embed(t.flatten(-2)), [node], node.ix, 2)


# --- factorisations -----------------------------------------------------------------------------------------


def _cholesky(run: Run, a: Tensor) -> Tensor:
    factor, info = torch.linalg.cholesky_ex(a)
    # a matrix that is not positive definite gives NaN, which the final check reports with its parameters
    return torch.where((info > 0)[..., None, None], torch.full_like(factor, float("nan")), factor)


def _factor(b: Builder, matrix: Any, ix: tuple[Index, ...] | None = None) -> tuple[bool, Node]:
    node = b.lower(matrix)
    node = b.program.align(node, node.ix if ix is None else ix, 2)
    if is_positive_definite(matrix):
        return True, b.program.emit("cholesky", _cholesky, [node], node.ix, 2)
    return False, b.program.emit("lu", lambda run, a: torch.linalg.lu_factor_ex(a)[:2], [node], node.ix, 2)


def _items(factors: Sequence[Any]) -> list[tuple[bool, Any]]:
    """(is an inverse, matrix) for every factor of a product."""
    items: list[tuple[bool, Any]] = []
    for f in factors:
        if isinstance(f, sp.Inverse):
            items.append((True, f.args[0]))
        elif isinstance(f, sp.MatPow) and f.args[1].is_Integer and f.args[1] < 0:
            items += [(True, f.args[0])] * int(-f.args[1])
        elif not isinstance(f, sp.Identity) or len(factors) == 1:
            items.append((False, f))
    return items or [(False, factors[0])]


def _chain(b: Builder, items: Sequence[tuple[bool, Any]]) -> Node:
    """The product of matrices and inverses of matrices."""
    if all(inverse for inverse, _ in items):
        items = [*items, (False, sp.Identity(items[-1][1].shape[0]))]
    ix = union([b.lower(m) for _, m in items])
    nodes = [_factor(b, m, ix)[1] if inverse else b.program.align(b.lower(m), ix, 2) for inverse, m in items]
    if len(nodes) == 1:
        return nodes[0]
    inverses = tuple(inverse for inverse, _ in items)
    return b.program.emit(("chain", inverses), lambda run, *values: _multiply(inverses, values), nodes, ix, 2)


def _multiply(inverses: tuple[bool, ...], values: tuple[Any, ...]) -> Tensor:
    shapes = [(v[0] if isinstance(v, tuple) else v).shape[-2:] for v in values]
    plain = [k for k, inverse in enumerate(inverses) if not inverse]

    def path(start: int) -> list[int]:
        before, after = list(range(start - 1, -1, -1)), list(range(start + 1, len(values)))
        return [*before, *after] if start == plain[0] else [*after, *before]

    def cost(start: int) -> int:
        total = 0
        rows, columns = shapes[start]
        for k in path(start):
            r, c = shapes[k]
            total += r * c * (columns if k < start else rows)
            rows, columns = (r, columns) if k < start else (rows, c)
        return total

    start = min((plain[0], plain[-1]), key=cost)
    result = values[start]
    for k in path(start):
        if inverses[k]:
            result = solve_each(values[k], result, left=k < start)
        else:
            result = values[k] @ result if k < start else result @ values[k]
    return result


@handles(sp.MatMul)
def _matmul(b: Builder, e: sp.MatMul) -> Node:
    scale, factors = e.as_coeff_matrices()
    node = _chain(b, _items(factors))
    return node if scale == 1 else b.apply("mul", lambda x, y: x * y, [b.lower(scale), node], tensors=False)


@handles(sp.Inverse)
def _inverse(b: Builder, e: sp.Inverse) -> Node:
    return _chain(b, _items([e]))


@handles(sp.MatPow)
def _power(b: Builder, e: sp.MatPow) -> Node:
    base, exponent = e.args
    if exponent.is_Integer and exponent < 0:
        return _chain(b, _items([e]))
    if exponent.is_Integer:
        n, node = int(exponent), b.lower(base)
        return b.program.emit(("matrix_power", n), lambda run, t: torch.linalg.matrix_power(t, n), [node], node.ix, 2)
    x = sp.Dummy("x", nonnegative=True)
    return spectral(b, sp.Lambda(x, x**exponent), base)


# --- scalars ------------------------------------------------------------------------------------------------


@handles(sp.Trace)
def _trace(b: Builder, e: sp.Trace) -> Node:
    inside = e.args[0]
    if isinstance(inside, sp.MatAdd):
        return b.fold("add", lambda x, y: x + y, b.all([sp.Trace(a) for a in inside.args]))
    scale, factors = inside.as_coeff_matrices() if isinstance(inside, sp.MatMul) else (sp.S.One, [inside])
    node = _trace_of_product(b, factors)
    return node if scale == 1 else b.fold("mul", lambda x, y: x * y, [b.lower(scale), node])


def _trace_of_product(b: Builder, factors: Sequence[Any]) -> Node:
    items = _items(factors)
    if len(items) == 1 and isinstance(items[0][1], words.SpectralFunction):
        image, index, _ = on_spectrum(b, *items[0][1].args)
        ix = tuple(i for i in image.ix if i is not index)
        values = b.bound[index.symbol]
        return b.program.emit(
            "trace f", lambda run, t, w: (t * torch.ones_like(w)).sum(-1), [image, b.program.align(values, image.ix)], ix
        )
    if len(items) == 1 and items[0][0] and is_positive_definite(items[0][1]):
        node = _factor(b, items[0][1])[1]
        return b.program.emit("trace inverse", _trace_inverse, [node], node.ix)
    plain = [k for k, (inverse, _) in enumerate(items) if not inverse]
    cut = next(
        (
            c
            for c in sorted(range(1, len(items)), key=lambda c: abs(2 * c - len(items)))
            if any(k < c for k in plain) and any(k >= c for k in plain)
        ),
        None,
    )
    if cut is None:
        node = _chain(b, items)
        return b.program.emit("trace", lambda run, t: t.diagonal(dim1=-2, dim2=-1).sum(-1), [node], node.ix)
    left, right = _chain(b, items[:cut]), _chain(b, items[cut:])
    ix = union([left, right])
    return b.program.emit(
        "trace of product",
        lambda run, x, y: (x * y.mT).sum((-2, -1)),
        [b.program.align(left, ix, 2), b.program.align(right, ix, 2)],
        ix,
    )


def _trace_inverse(run: Run, factor: Tensor) -> Tensor:
    eye = torch.eye(factor.shape[-1], dtype=factor.dtype, device=factor.device).expand_as(factor)
    return torch.linalg.solve_triangular(factor, eye, upper=False).square().sum((-2, -1))


@handles(words.LogDet)
def _logdet(b: Builder, e: Any) -> Node:
    if is_positive_definite(e.args[0]):
        node = _factor(b, e.args[0])[1]
        return b.program.emit("logdet", lambda run, c: 2 * c.diagonal(dim1=-2, dim2=-1).log().sum(-1), [node], node.ix)
    node = b.lower(e.args[0])
    return b.program.emit("slogdet", lambda run, a: torch.linalg.slogdet(a)[1], [node], node.ix)


@handles(sp.Determinant)
def _determinant(b: Builder, e: Any) -> Node:
    node = b.lower(e.args[0])
    return b.program.emit("det", lambda run, a: torch.linalg.det(a), [node], node.ix)


NORMS = {
    words.FrobeniusNorm: lambda run, a: a.abs().square().sum((-2, -1)).sqrt(),
    words.NuclearNorm: lambda run, a: torch.linalg.svdvals(a).sum(-1),
    words.OperatorNorm: lambda run, a: torch.linalg.svdvals(a)[..., 0],
}


@handles(*NORMS)
def _norm(b: Builder, e: Any) -> Node:
    node = b.lower(e.args[0])
    return b.program.emit(type(e).__name__, NORMS[type(e)], [node], node.ix)

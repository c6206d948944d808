r"""Spectra of matrices: eigenvalues, functions of symmetric matrices, and what makes a form positive."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
import torch
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from torch import Tensor

from lemmata.numerics.formula.lowering import Builder, handles
from lemmata.numerics.formula.program import Index, Node, Run, union
from lemmata.numerics.formula.sums import element
from lemmata.numerics.formula.walker import brief
from lemmata.theory.language import matrices as words
from lemmata.theory.language.errors import DomainError


@lru_cache(maxsize=4096)  # wrong versions of a formula share most of their matrices
def is_positive_semidefinite(e: Any) -> bool:
    """Whether the form of the expression makes it symmetric and positive semidefinite."""
    if isinstance(e, words.PositiveSemidefinite | sp.Identity | sp.ZeroMatrix):
        return True
    if isinstance(e, sp.Transpose | sp.Inverse):
        return is_positive_semidefinite(e.args[0])
    if isinstance(e, sp.MatAdd | sp.HadamardProduct | sp.KroneckerProduct):
        return all(is_positive_semidefinite(a) for a in e.args)
    if isinstance(e, sp.MatPow):
        return is_positive_semidefinite(e.args[0])
    if isinstance(e, sp.MatMul):
        scale, factors = e.as_coeff_matrices()
        while len(factors) > 1 and factors[0] == sp.Transpose(factors[-1]).doit():
            factors = factors[1:-1]
        inside = not factors or (len(factors) == 1 and is_positive_semidefinite(factors[0]))
        return bool(scale.is_nonnegative) and inside
    return False


def is_positive_definite(e: Any) -> bool:
    """Whether the form of the expression makes it symmetric and positive definite."""
    if isinstance(e, words.PositiveDefinite | sp.Identity):
        return True
    if isinstance(e, sp.Transpose | sp.Inverse | sp.MatPow):
        return is_positive_definite(e.args[0])
    if isinstance(e, sp.MatAdd):
        return is_positive_semidefinite(e) and any(is_positive_definite(a) for a in e.args)
    if isinstance(e, sp.MatMul):
        scale, factors = e.as_coeff_matrices()
        return bool(scale.is_positive) and len(factors) == 1 and is_positive_definite(factors[0])
    return False


def symmetric(run: Run, a: Tensor, label: Any) -> Tensor:
    """The matrix itself, refused when it is not symmetric (eigensolvers read one triangle only)."""
    if run.check and not run.fake and a.numel():
        gap, scale = (a - a.mT).abs().max(), a.abs().max()
        if bool(gap > 1e-8 * scale):
            raise DomainError(f"{brief(label)} must be symmetric: |A - A'| reaches {float(gap):.3g}")
    return a


def _eigen(b: Builder, matrix: Any) -> tuple[Node, Index, Node]:
    """The eigenvalues as values of a fresh index, that index, and the eigenvectors."""
    node = b.lower(matrix)
    clamp = is_positive_semidefinite(matrix)

    def decompose(run: Run, a: Tensor) -> tuple[Tensor, Tensor]:
        values, vectors = torch.linalg.eigh(symmetric(run, a, matrix))
        return (values.clamp(min=0) if clamp else values), vectors

    pair = b.program.emit(("eigh", clamp), decompose, [node], node.ix, 2)
    key = ("spectrum", node.id, tuple(id(p) for p in b.active))
    index = b.indices.setdefault(key, Index(sp.S.One, matrix.shape[0], tuple(b.active), b.program.letters, integer=False))
    values = b.program.emit(("eigenvalues", index), lambda run, p: p[0], [pair], (*node.ix, index))
    return values, index, pair


def on_spectrum(b: Builder, f: sp.Lambda, matrix: Any) -> tuple[Node, Index, Node]:
    values, index, pair = _eigen(b, matrix)
    b.bound[index.symbol] = values
    b.active.append(index)
    image = b.lower(f(index.symbol))
    b.active.pop()
    ix = union([values, image])
    return b.program.align(b.program.tensor(image), ix), index, pair


def spectral(b: Builder, f: sp.Lambda, matrix: Any) -> Node:
    image, index, pair = on_spectrum(b, f, matrix)
    own = b.lower(matrix).ix
    ix = tuple(i for i in image.ix if i is not index)
    vectors = b.program.align(b.program.emit("eigenvectors", lambda run, p: p[1], [pair], own, 2), ix, 2)
    return b.program.emit("spectral", lambda run, w, u: (u * w[..., None, :]) @ u.mT, [image, vectors], ix, 2)


@handles(words.SpectralFunction)
def _spectral_function(b: Builder, e: Any) -> Node:
    return spectral(b, *e.args)


@handles(ElementwiseApplyFunction)
def _elementwise(b: Builder, e: Any) -> Node:
    node = b.lower(e.expr)
    row = Index(sp.S.One, e.shape[0], tuple(b.active), b.program.letters, integer=False)
    column = Index(sp.S.One, e.shape[1], (*b.active, row), b.program.letters, integer=False)
    b.bound[column.symbol] = b.program.emit(("entries", column), lambda run, t: t, [node], (*node.ix, row, column))
    b.active += [row, column]
    image = b.lower(e.function(column.symbol))
    del b.active[-2:]
    if column not in image.ix:
        image = b.apply(
            "constant", lambda x, y: x.expand(torch.broadcast_shapes(x.shape, y.shape)), [image, b.bound[column.symbol]]
        )
    return b.program.emit(
        ("matrix of", column), lambda run, t: t, [image], tuple(i for i in image.ix if i not in (row, column)), 2
    )


@handles(words.Eigenvalue, words.SingularValue)
def _spectrum_value(b: Builder, expr: Any) -> Node:
    matrix, index = expr.args
    node = b.lower(matrix)
    if isinstance(expr, words.Eigenvalue):
        values = b.program.emit(
            "eigvalsh", lambda run, a: torch.linalg.eigvalsh(symmetric(run, a, matrix)).flip(-1), [node], node.ix, 1
        )
    else:
        values = b.program.emit("svdvals", lambda run, a: torch.linalg.svdvals(a), [node], node.ix, 1)
    return element(b, values, (sp.Min(*matrix.shape),), (index,), 1, f"{type(expr).__name__}({brief(matrix)})")

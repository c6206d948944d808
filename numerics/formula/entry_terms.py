"""Functions entry by entry, corners, norms and spectra in literals; refused where a derivative does not exist."""

from __future__ import annotations

from typing import Any

import sympy as sp
import torch
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from torch import Tensor

from lemmata.numerics.formula import chains, kinked, lowering
from lemmata.numerics.formula.letters import put
from lemmata.numerics.formula.matrix_terms import flip, is_row, mirror
from lemmata.numerics.formula.program import Index, Node, Run, is_fake
from lemmata.numerics.formula.terms import TermBuilder, term
from lemmata.numerics.formula.walker import brief
from lemmata.numerics.spectra import symmetric as _spectra
from lemmata.theory.language import calculus
from lemmata.theory.language import matrices as words
from lemmata.theory.language.errors import CompileError, DomainError


@term(calculus.Entrywise, ElementwiseApplyFunction)
def _entrywise(b: TermBuilder, e: Any) -> Node:
    if isinstance(e, calculus.Entrywise):
        f, matrix, order = e.args
        if not isinstance(f, sp.Lambda) or order != 0:
            raise CompileError(f"{e} has no formula yet; give the function in the environment")
        if is_row(matrix):
            return mirror(b, calculus.Entrywise(f, flip(matrix), order))
        variable, body = f.variables[0], f.expr
    else:
        matrix, variable = e.expr, sp.Dummy("z", real=True)
        body = e.function(variable)
    node = b.lower(matrix)
    inner = tuple(b.active)
    row = Index(sp.S.One, matrix.shape[0], inner, b.program.letters, integer=False)
    column = Index(sp.S.One, matrix.shape[1], (*inner, row), b.program.letters, integer=False)
    entries = b.program.emit(("entries", column), lambda run, t: t, [node], (*node.ix, row, column))
    b.bound[column.symbol] = entries
    b.active += [row, column]
    image = b.program.tensor(b.lower(put(body, variable, column.symbol)))
    del b.active[-2:]
    if column not in image.ix:
        image = b.apply("constant", lambda x, y: x.expand(torch.broadcast_shapes(x.shape, y.shape)), [image, entries])
    ix = tuple(i for i in image.ix if i not in (row, column))
    return b.program.emit(("matrix of", column), lambda run, t: t, [image], ix, 2)


@term(kinked.Kinked)
def _kinked(b: TermBuilder, e: Any) -> Node:
    x, f, kink, order = e.args
    formula, n = f.expr.xreplace({f.variables[0]: kinked.Z}), int(order)
    return b.apply(("kinked", formula, kink, n), lambda t: kinked.apply(formula, kink, n, t), [b.lower(x)])


@term(sp.Max, sp.Min)
def _extremum(b: TermBuilder, e: Any) -> Node:
    fn = kinked.larger if isinstance(e, sp.Max) else kinked.smaller
    return b.fold(type(e).__name__, fn, [b.program.tensor(n) for n in b.all(e.args)])


@term(sp.Pow)
def _power(b: TermBuilder, e: Any) -> Node:
    """A power; of max(x, 0) one that is differentiated where it has a derivative."""
    base, exponent = e.as_base_exp()
    if not isinstance(base, sp.Max) or sp.S.Zero not in base.args:
        return lowering.power(b, e)
    rest = sp.Max(*(a for a in base.args if a != 0))
    if exponent.is_Integer:
        power = int(exponent)
        return b.apply(("ramp power", power), lambda x: kinked.ramp_power(x, power), [b.program.tensor(b.lower(rest))])
    return b.apply("ramp power", kinked.ramp_power, [b.program.tensor(n) for n in b.all([rest, exponent])])


@term(sp.Abs)
def _absolute(b: TermBuilder, e: Any) -> Node:
    return b.apply("abs", kinked.absolute, [b.program.tensor(b.lower(e.args[0]))])


# --- spectra: refused where a derivative does not exist -----------------------------------------------------


def distinct(run: Run, values: Tensor, label: Any, zero: bool = False) -> None:
    """Refuse to differentiate a spectrum with a repeated value (or, of a norm, a zero one)."""
    if is_fake(values) or not values.numel():
        return
    scale = values.detach().abs().amax(-1, keepdim=True).clamp(min=torch.finfo(values.dtype).tiny)
    ordered = values.detach().sort(-1).values
    gaps = ordered.diff(dim=-1) if not zero else ordered[..., :1].abs()
    if gaps.numel() and bool((gaps <= 1e-9 * scale).any()):
        what = "a zero singular value" if zero else "a repeated value"
        raise DomainError(
            f"{brief(label)} is differentiated at a matrix with {what}, where it has no derivative; move the point"
        )


@term(words.Eigenvalue, words.SingularValue)
def _spectrum_value(b: TermBuilder, e: Any) -> Node:
    matrix, index = e.args
    node, eigen = b.lower(matrix), isinstance(e, words.Eigenvalue)

    def spectrum(run: Run, a: Tensor) -> Tensor:
        if eigen:
            values = torch.linalg.eigvalsh(_spectra.symmetric(run, a, matrix)).flip(-1)
        else:
            values = torch.linalg.svdvals(a)
        if a.requires_grad:
            distinct(run, values, e)
        return values

    values = b.program.emit((type(e).__name__, "spectrum"), spectrum, [node], node.ix, 1)
    return _spectra.element(b, values, (sp.Min(*matrix.shape),), (index,), 1, f"{type(e).__name__}({brief(matrix)})")


def _frobenius(run: Run, a: Tensor, label: Any) -> Tensor:
    square = chains.inner(a, a)
    if a.requires_grad and not is_fake(a) and bool((square.detach() == 0).any()):
        raise DomainError(f"{brief(label)} is differentiated where it is zero and has no derivative; move the point")
    return square.sqrt()


def _schatten(run: Run, a: Tensor, label: Any) -> Tensor:
    values = torch.linalg.svdvals(a)
    nuclear = isinstance(label, words.NuclearNorm)
    if a.requires_grad:
        distinct(run, values if nuclear else values[..., :2], label, zero=nuclear)
    return values.sum(-1) if nuclear else values[..., 0]


@term(words.FrobeniusNorm, words.NuclearNorm, words.OperatorNorm)
def _norm(b: TermBuilder, e: Any) -> Node:
    matrix = e.args[0]
    node = b.lower(flip(matrix) if is_row(matrix) else matrix)
    fn = _frobenius if isinstance(e, words.FrobeniusNorm) else _schatten
    return b.program.emit(type(e).__name__, lambda run, a: fn(run, a, e), [node], node.ix)

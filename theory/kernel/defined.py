"""The conditions under which an expression is defined as a real number, and obeys the rules of the normal form.

A denominator is not 0, what a logarithm or a fractional power takes is positive, a factorial's argument is a non-negative
integer, a sum has a range inside the set of its index, a mean exists, a matrix that is inverted is invertible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from lemmata.theory.kernel.binders import bound, bound_in, is_plain
from lemmata.theory.kernel.conditions import (
    MARK,
    Condition,
    integer,
    integrable,
    invertible,
    nonnegative,
    nonzero,
    positive,
    psd,
    summable,
)
from lemmata.theory.kernel.definite import is_root
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.kernel.lawful import parameters
from lemmata.theory.language.arrays import Array
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.calculus import Applied, Entrywise
from lemmata.theory.language.functions import He, Phi, h, phi
from lemmata.theory.language.iteration import _State
from lemmata.theory.language.matrices import Eigenvalue, LogDet, SingularValue, _Norm
from lemmata.theory.language.operators import Expectation, MatrixExpectation, ProbabilityOf, VarianceOf, _Binder
from lemmata.theory.language.sampled import RandomEntry, RandomTerm

_SMOOTH = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.erf, sp.erfc, sp.atan, sp.asinh, phi, Phi)
TOTAL: tuple[type, ...] = (*_SMOOTH, sp.Abs, sp.sign, sp.Max, sp.Min, sp.floor, sp.ceiling, sp.KroneckerDelta)
ENTRY = sp.Symbol(f"entry{MARK}0", real=True)  # any entry of a matrix
OPERATORS = (_Binder, Binding, LogDet, sp.Determinant)
_ATOMS = (sp.Symbol, sp.Number, sp.NumberSymbol, sp.Indexed, RandomTerm, RandomEntry, ProbabilityOf, sp.Lambda)
_OPAQUE = (Eigenvalue, SingularValue, _Norm, sp.Determinant)
_MATRICES = (sp.MatAdd, sp.MatMul, sp.Transpose, sp.Trace, sp.HadamardProduct, sp.DiagonalMatrix, sp.DiagMatrix)


def conditions(e: Any) -> tuple[Condition, ...]:
    """All of them, each once, in the order in which they arise."""
    return tuple(dict.fromkeys(_of(e)))


def outer_conditions(e: Any) -> tuple[Condition, ...]:
    """Those that arise outside of means, derivatives and other operators, whose own rules say when they are defined."""
    return tuple(dict.fromkeys(_outer(e)))


def _outer(e: Any) -> Iterator[Condition]:
    if not e.has(*OPERATORS):
        if isinstance(e, (sp.Add, sp.Mul, sp.Pow, sp.Trace, sp.MatrixExpr, sp.Function, sp.Indexed, sp.Sum, sp.Product)):
            yield from _of(e)
    elif isinstance(e, sp.Sum | sp.Product):
        # that a series of means converges is for the rule to show that made it
        yield from (c for c in _within(e, tuple(_outer(e.function))) if c.kind != "summable")
    elif isinstance(e, (sp.Add, sp.Mul, sp.Pow, sp.Trace, sp.MatrixExpr, sp.Function)) and not bound_in(e):
        if isinstance(e, sp.Pow | sp.Inverse | sp.Function):
            yield from _node(e)
        for a in e.args:
            yield from _outer(a)


def _of(e: Any) -> Iterator[Condition]:
    if isinstance(e, Expectation | MatrixExpectation | VarianceOf):
        yield integrable(e.body**2 if isinstance(e, VarianceOf) else e.body, e.bound)
        yield from _of(e.body)
        return
    if isinstance(e, RandomEntry | sp.Indexed):
        yield from entry_conditions(e)
    if isinstance(e, RandomTerm):
        yield from parameters(e.law)
    if isinstance(e, ProbabilityOf):
        yield from _event(e)
    if isinstance(e, _ATOMS) or not e.args:
        return
    if isinstance(e, _State):
        yield from _path(e)
        return
    if isinstance(e, sp.Sum | sp.Product):
        yield from _sum(e)
        return
    yield from _node(e)
    for argument in e.args:
        yield from _of(argument)


def entry_conditions(e: Any) -> Iterator[Condition]:
    """An entry of a column: its number is an integer from the first to the last one."""
    if isinstance(e, RandomEntry):
        index, first, size = e.args[1], 1, e.args[0].rows
    else:
        array = getattr(e.base.label, "array", None)
        if array is None or len(e.indices) != 1:
            return
        index, first, size = e.indices[0], array.start, array.rows
    yield from (integer(index), nonnegative(index - first), nonnegative(size - 1 + first - index))


def _event(e: ProbabilityOf) -> Iterator[Condition]:
    """What is compared in an event is defined whatever is drawn, and so are the laws."""
    for sample in e.bound:
        yield from parameters(sample.law)
    for relation in e.body.atoms(sp.core.relational.Relational):
        for side in (relation.lhs, relation.rhs):
            yield from _of(side)


def _node(e: Any) -> Iterator[Condition]:
    if isinstance(e, sp.MatPow):
        if not e.exp.is_Integer:
            raise Refused(f"{e} is a power of a matrix that is no integer: no rule knows it")
        if e.exp < 0:
            yield invertible(e.base)
    elif isinstance(e, sp.Inverse):
        yield invertible(e.arg)
    elif isinstance(e, Entrywise) and isinstance(e.args[0], sp.Lambda):
        # at every real number, for every one may be an entry
        yield from _of(e.args[0].expr.xreplace({e.args[0].variables[0]: ENTRY}))
    elif is_root(e):
        yield psd(e.args[1])
    elif isinstance(e, LogDet):
        yield invertible(e.args[0])
    elif isinstance(e, Eigenvalue | SingularValue):
        matrix, index = e.args
        sizes = matrix.shape[:1] if isinstance(e, Eigenvalue) else dict.fromkeys(matrix.shape)
        yield from (integer(index), positive(index), *(nonnegative(size - index) for size in sizes))
    elif isinstance(e, sp.Pow):
        yield from _power(e.base, e.exp)
    elif isinstance(e, sp.log):
        yield positive(e.args[0])
    elif isinstance(e, sp.tan | sp.sec):
        yield nonzero(sp.cos(e.args[0]))
    elif isinstance(e, sp.cot | sp.csc):
        yield nonzero(sp.sin(e.args[0]))
    elif isinstance(e, sp.coth | sp.csch):
        yield nonzero(e.args[0])
    elif isinstance(e, sp.gamma):
        yield positive(e.args[0])
    elif isinstance(e, sp.factorial):
        yield from (integer(e.args[0]), nonnegative(e.args[0]))
    elif isinstance(e, sp.binomial):
        top, below = e.args
        yield from (integer(top), integer(below), nonnegative(below), nonnegative(top - below))
    elif isinstance(e, He | h):
        yield from (integer(e.args[0]), nonnegative(e.args[0]))
    elif not isinstance(
        e,
        (
            sp.Add,
            sp.Mul,
            MatrixElement,
            Applied,
            Entrywise,
            sp.Identity,
            sp.ZeroMatrix,
            sp.OneMatrix,
            *TOTAL,
            *_OPAQUE,
            *_MATRICES,
        ),
    ):
        if not isinstance(e, sp.MatrixSymbol | sp.Tuple):
            raise Refused(f"{type(e).__name__} in {e}: it is not known where this is defined")


def _power(base: Any, exponent: Any) -> Iterator[Condition]:
    if exponent.is_Integer:
        if exponent < 0:
            yield nonzero(base)
    elif exponent.is_Rational:
        yield positive(base) if exponent < 0 else nonnegative(base)
    elif not (base.is_Rational and base > 0) and base is not sp.E:
        yield Condition("power", (base, exponent))


def _sum(e: Any) -> Iterator[Condition]:
    """Finite, over integers, from the index's own set, not shorter than empty; inside it with the index in its range."""
    yield from _within(e, tuple(_of(e.function)))


def _within(e: Any, found: tuple[Condition, ...]) -> Iterator[Condition]:
    """The conditions of a sum, given those of its terms."""
    caught = bound(e.function)
    for limit in e.limits:  # the innermost comes first
        if len(limit) != 3:
            raise Refused(f"{e} has no ends")
        index, low, high = limit
        if index in caught:
            raise Refused(f"the index {index} is bound twice in {e}: rename one of them")
        caught.add(index)
        if high == sp.oo:
            if len(e.limits) > 1 or not isinstance(e, sp.Sum):
                raise Refused(f"{e} has an infinite end: only a sum over one index may have one")
            yield summable(e.function, index, low)
        found = (*_range(e, index, low, high), *(below(c, index, low, high) for c in found))
    yield from found


def below(c: Condition, index: Any, low: Any, high: Any) -> Condition:
    """A condition on the terms of a sum, for the values of its index."""
    return c.within(index, low, high) if index in c.free else c.below(high >= low)


def _range(e: Any, index: Any, low: Any, high: Any) -> Iterator[Condition]:
    yield from _of(low)
    if high != sp.oo:
        yield from (*_of(high), integer(high), nonnegative(high - low + 1))
    if not index.is_integer:
        raise Refused(f"{e} runs over {index}, which is no integer: use Index")
    yield integer(low)
    if index.is_positive:
        yield positive(low)
    elif index.is_nonnegative:
        yield nonnegative(low)
    if not is_plain(index):
        raise Refused(f"the index {index} of {e} has assumptions that its range does not have")


def _path(e: Any) -> Iterator[Condition]:
    """A state of a path: at a time of the path, with a start that is defined, and steps that are defined at every state."""
    path, time = e.path, e.time
    yield from (integer(time), nonnegative(time), integer(path.times), nonnegative(path.times - time))
    for start in path.start:
        yield from _of(start)
    names = ((f"state{MARK}{k}", s) for k, s in enumerate(path.states))
    anywhere = {s: Array(name, "any state", *s.shape) if s.is_Matrix else sp.Symbol(name, real=True) for name, s in names}
    for step in path.step:
        for c in _of(step.xreplace(anywhere)):
            yield c.within(path.clock, sp.Integer(0), path.times - 1) if path.clock is not None else c

"""Means in closed form: linearity, independence, one number at a time; columns by contraction; finite sums term by term.

Every mean in an expression is replaced by its value. Conditions that arise below a sum carry the range of its index.
Products are split only into factors of different samples, each integrable for itself, so that no order of integration
matters; what mixes two samples in one factor is refused.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel import pairs, single
from lemmata.theory.kernel.binders import bound as bound_variables
from lemmata.theory.kernel.binders import bound_in
from lemmata.theory.kernel.columns import Contraction
from lemmata.theory.kernel.conditions import Condition, summable
from lemmata.theory.kernel.defined import below, entry_conditions
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.derivation import read_off
from lemmata.theory.kernel.facts import Refused
from lemmata.theory.kernel.lawful import law_conditions
from lemmata.theory.kernel.sums import collapsed
from lemmata.theory.kernel.traces import Traces
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.functions import He, h
from lemmata.theory.language.iteration import _State
from lemmata.theory.language.operators import Expectation, MatrixExpectation, VarianceOf, _Binder
from lemmata.theory.language.sampled import RandomEntry, RandomMatrix, RandomNumber, RandomTerm

Value = tuple[Any, list[Condition]]


def values(e: Any) -> Value:
    """The expression with every mean in it replaced by its value."""
    e = expand(e)
    if isinstance(e, Expectation):
        return _mean(e)
    if isinstance(e, MatrixExpectation):
        return _matrix_mean(e)
    if not e.has(_Binder):
        return e, []
    if isinstance(e, _Binder):
        raise Refused(f"{e} is no mean or variance of a number: no rule gives its value")
    if isinstance(e, sp.Sum):
        inner, found = values(e.function)
        for limit in e.limits:  # the innermost comes first
            endless = limit[-1] == sp.oo  # term by term, the same series
            index, low, high = limit if endless else _limits(sp.Sum(e.function, limit))
            found = [below(c, index, low, high) for c in found]
            found += [summable(inner, index, low)] if endless else []
            inner, more = collapsed(sp.Sum(inner, (index, low, high)))
            found += more
        return inner, found
    if bound_in(e):
        raise Refused(f"a mean stands below {type(e).__name__} in {e}: no rule exchanges the two")
    parts = [values(a) if isinstance(a, sp.Basic) else (a, []) for a in e.args]
    return e.func(*(p for p, _ in parts)), [c for _, found in parts for c in found]


def _mean(e: Expectation) -> Value:
    bound = e.bound
    if isinstance(e, VarianceOf):
        second, one = _mean(Expectation(e.body**2, e.args[1]))
        first, two = _mean(Expectation(e.body, e.args[1]))
        return second - first**2, one + two
    body, found = (e.body, []) if not e.body.has(_Binder) else values(e.body)
    for sample in bound:
        found += law_conditions(sample.law)
    value, more = over(body, [s for s in bound if body.has(s)])
    return value, [*found, *where_defined(body), *more]


def _matrix_mean(e: MatrixExpectation) -> Value:
    """E M, read off E Tr(T' M), which is linear in the matrix T."""
    body, found = (e.body, []) if not e.body.has(_Binder) else values(e.body)
    for sample in e.bound:
        found += law_conditions(sample.law)
    test = sp.MatrixSymbol("E°", *e.shape)
    traces = Traces()
    v = traces.letter(test)
    value, more = _over(sp.Trace(test.T * body), [s for s in e.bound if body.has(s)], traces)
    mean = read_off(traces, value, v, e.shape, traces.restored)
    if mean.has(test):
        raise Refused(f"{e} has no closed form here")
    return mean, [*found, *where_defined(body), *more, *traces.conditions]


def over(body: Any, samples: list[RandomTerm]) -> Value:
    """The mean of a body over independent samples."""
    matrices = [s for s in samples if isinstance(s, RandomMatrix) and _as_matrix(body, s)]
    if not matrices and not body.has(sp.Trace):
        return _scalar(body, samples)
    traces = Traces()
    value, found = _over(body, samples, traces)
    return traces.restored(value), [*found, *traces.conditions]


def _over(body: Any, samples: list[RandomTerm], traces: Traces) -> Value:
    """The mean in the symbols of traces: matrices by contraction, then the numbers."""
    found: list[Condition] = []
    matrices = [s for s in samples if isinstance(s, RandomMatrix) and _as_matrix(body, s)]
    body = traces.scalar(body)
    for sample in matrices:
        contraction = Contraction(traces, sample)
        body = contraction.mean(body)
        found += contraction.conditions
    hidden = [
        w for w, word in traces.words.items() if body.has(w) and any(traces.letters[x].node.has(RandomTerm) for x in word)
    ]
    if samples and any(traces.letters[x].node.has(*samples) for w in hidden for x in traces.words[w]):
        raise Refused("a sample is left inside a trace: no rule takes this mean")
    value, more = _scalar(body, [s for s in samples if s not in matrices])
    return value, found + more


def _as_matrix(body: Any, sample: Any) -> bool:
    """Whether a column stands there as a matrix, and not by its entries alone."""
    walk = sp.preorder_traversal(body)
    for node in walk:
        if isinstance(node, RandomEntry):
            walk.skip()
        elif node == sample:
            return True
    return False


def _scalar(body: Any, samples: list[RandomTerm]) -> Value:
    if not samples or not body.has(*samples):
        return body, []
    total, found = [], []
    for term in sp.Add.make_args(sp.expand(body.replace(h, lambda k, x: _monic(k, x)))):
        value, more = _term(term, samples)
        total.append(value)
        found += more
    return sp.Add(*total), found


def _monic(k: Any, x: Any) -> Any:
    return He(k, x) / sp.sqrt(sp.factorial(k))


def _term(term: Any, samples: list[RandomTerm]) -> Value:
    factors = list(sp.Mul.make_args(term))
    if any(state.has(*samples) for state in term.atoms(_State)):
        raise Refused(f"{term} holds a state of a path that depends on the samples: take one step under the mean")
    for f in factors:
        if isinstance(f, sp.Sum) and f.has(*samples):
            others = sp.Mul(*(g for g in factors if g is not f))
            index, low, high = _limits(f)
            if index in others.free_symbols or low.has(*samples) or high.has(*samples):
                raise Refused(f"the index {index} of {f} stands outside of it, or its ends are random")
            inner, found = _scalar(f.function * others, samples)
            value, more = collapsed(sp.Sum(inner, (index, low, high)))
            return value, [below(c, index, low, high) for c in found] + more
    variables = _variables(term, samples)
    groups: dict[Any, list[Any]] = {}
    if any(isinstance(f.as_base_exp()[0], He) and sum(f.has(v) for v in variables) > 1 for f in factors):
        made = pairs.mean(factors, variables)
        if made is not None and not made[0].has(*samples):
            return made[0], [*made[1], *_in_range(variables)]
        if all(he.args[0].is_Integer for he in term.atoms(He)):
            return _scalar(term.replace(He, lambda k, x: He(k, x).doit(deep=False)), samples)
    for f in factors:
        inside = [v for v in variables if f.has(v)]
        if len(inside) > 1:
            raise Refused(
                f"{f} mixes {inside[0]} and {inside[1]} in one factor: only products of functions of one sample are split"
            )
        groups.setdefault(inside[0] if inside else None, []).append(f)
    value, found = sp.Mul(*groups.pop(None, [sp.Integer(1)])), []
    if value.has(*samples):
        raise Refused(f"{value} holds a sample in a form that no rule integrates")
    for variable, parts in groups.items():
        z = sp.Dummy("z", real=True)
        law = variable.law if isinstance(variable, RandomNumber) else variable.args[0].law
        inner = sp.Mul(*parts).xreplace({variable: z})
        if inner.has(*samples):
            raise Refused(f"{inner} holds a sample in a form that no rule integrates")
        one, more = single.mean(inner, z, law)
        value, found = value * one, found + more
    return value, found + _in_range(variables)


def _in_range(variables: list[Any]) -> list[Condition]:
    """That the entries of columns that are meant exist."""
    entries = [v for v in variables if isinstance(v, RandomEntry)]
    return [c for v in entries for c in entry_conditions(v)]


def _variables(term: Any, samples: list[RandomTerm]) -> list[Any]:
    """The random numbers of a term: samples, or entries of columns whose entries are independent."""
    entries = sorted((e for e in term.atoms(RandomEntry) if e.args[0] in samples), key=str)
    caught = bound_variables(term)
    for e in entries:
        if within := sorted(map(str, e.free_symbols & caught)):
            raise Refused(f"{within[0]} in {e} is bound in {term}: one entry would stand for many")
        others = [o for o in entries if o.args[0] == e.args[0] and o != e]
        if others and not all(x.args[1].is_Integer for x in (e, *others)):
            raise Refused(f"{e} and {others[0]} may be the same entry: give numbers as indices, or one index")
        if e.args[0].law.dependent:
            raise Refused(f"the entries of {e.args[0]} depend on each other ({e.args[0].law}): their product is not split")
    return [s for s in samples if isinstance(s, RandomNumber) and term.has(s)] + entries


def _limits(e: sp.Sum) -> tuple[Any, Any, Any]:
    if len(e.limits) != 1 or len(e.limits[0]) != 3 or e.has(sp.oo, -sp.oo):
        raise Refused(f"the mean and the sum {e} are exchanged only where the sum is finite and has one index")
    index, low, high = e.limits[0]
    if index in bound_variables(e.function):
        raise Refused(f"the index {index} is bound twice in {e}: rename one of them")
    return index, low, high

"""Traces as sums over eigenvalues, their order, bounds of Tr AB, von Neumann's inequality: refused and proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sympy as sp
from proving import proved, refused

from lemmata.theory.kernel import Kernel
from lemmata.theory.language.arrays import PD, PSD, Array, Symmetric
from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.matrices import LogDet
from lemmata.theory.language.symbols import Integers, Naturals, Positive, Reals, Symbol
from lemmata.theory.language.words import eigenvalue, singular_value

t, b = Symbol("t", "a positive number", Positive), Symbol("b", "another positive number", Positive)
x = Symbol("x", "a number", Reals)
n, d, k_ = (Symbol(s, f"the size {s}", Naturals) for s in "ndk")
w = Symbol("w", "an integer", Integers)
j = sp.Symbol("j", integer=True, positive=True)
X, A, B = Array("X", "design", n, d), Array("A", "a matrix", n, n), Array("B", "b", n, d)
K, C = Array("K", "kernel", n, n, kind=PSD), Array("C", "another", n, n, kind=PSD)
D, S = Array("D", "definite", n, n, kind=PD), Array("S", "symmetric", n, n, kind=Symmetric)
one, tr = sp.Identity, sp.Trace
gram = X * X.T

Case = tuple[Any, Callable[[Any], Any], tuple[Any, ...], str]
FALSE: dict[str, Case] = {}
TRUE: dict[str, Case] = {}


def over(M: Any, f: Callable[[Any], Any]) -> Any:
    return sp.Sum(f(eigenvalue(M, j)), (j, 1, M.shape[0]))


def false(name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any) -> None:
    assert name not in FALSE
    FALSE[name] = (statement, proof, domain, "failed")


def true(name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any, status: str = "proved") -> None:
    assert name not in TRUE
    TRUE[name] = (statement, proof, domain, status)


def spectral(table: Any, name: str, e: Any, M: Any, f: Callable[[Any], Any], *domain: Any) -> None:
    table(name, Identity(e, over(M, f)), lambda k: k.spectrum(e, M, j), *domain)


spectral(false, "the trace of a square by the trace", tr(K * K), K, lambda l: l)
spectral(false, "the spectrum of a general matrix", tr(A * A), A, lambda l: l**2)
spectral(false, "a matrix times its transpose by its own eigenvalues", tr(A * A.T), A, lambda l: l**2)
spectral(false, "a product of two matrices", tr(K * C), K, lambda l: l)
spectral(
    false,
    "two resolvents of different matrices",
    tr((K + t * one(n)).inv() * (C + t * one(n)).inv()),
    K,
    lambda l: 1 / (l + t) ** 2,
)
spectral(false, "an inverse that need not exist", tr(K.inv()), K, lambda l: 1 / l)
spectral(false, "a shift of any sign", tr((K + x * one(n)).inv()), K, lambda l: 1 / (l + x))
spectral(false, "the Gram matrix's spectrum for the smaller one", tr(X.T * X + t * one(d)), gram, lambda l: l + t)
spectral(false, "a sum of the numbers 1, without its size", tr(K + one(n)) - n + 1, K, lambda l: l + 1)
spectral(false, "a log-determinant without absolute values", LogDet(S), S, lambda l: sp.log(l), sp.Ne(sp.Determinant(S), 0))
spectral(false, "a matrix that shares a letter", tr(X * X.T * A), gram, lambda l: l)
false("an index that is taken", Identity(j + tr(K), over(K, lambda l: l) + j), lambda k: k.spectrum(j + tr(K), K, j))
false(
    "the trace of a product of traces",
    Identity(tr(K) * tr(K), over(K, lambda l: l**2)),
    lambda k: k.spectrum(tr(K) * tr(K), K, j),
)
false("the largest below the least", Inequality(eigenvalue(K, 1), eigenvalue(K, n)), lambda k: k.ordered(K, n, 1))
false("an eigenvalue beyond the last", Inequality(eigenvalue(K, 3), eigenvalue(K, 1)), lambda k: k.ordered(K, 1, 3))
false("eigenvalues at any two integers", Inequality(eigenvalue(K, w), eigenvalue(K, 1)), lambda k: k.ordered(K, 1, w))
false("a second eigenvalue of a matrix of size 1", Inequality(0, eigenvalue(K, 2)), lambda k: k.nonneg(eigenvalue(K, 2)))
false(
    "the eigenvalues of a symmetric matrix are not negative",
    Inequality(0, eigenvalue(S, 1)),
    lambda k: k.nonneg(eigenvalue(S, 1)),
)
false(
    "the trace bound against what is not semidefinite",
    Inequality(tr(K * S), eigenvalue(K, 1) * tr(S)),
    lambda k: k.trace_bound(K, S),
)
false(
    "the trace bound of what is not symmetric", Inequality(tr(A * K), eigenvalue(A, 1) * tr(K)), lambda k: k.trace_bound(A, K)
)
false("the trace bound the other way", Inequality(eigenvalue(K, 1) * tr(C), tr(K * C)), lambda k: k.trace_bound(K, C))
false(
    "the least eigenvalue as an upper bound",
    Inequality(tr(K * C), eigenvalue(K, n) * tr(C)),
    lambda k: k.trace_bound(K, C, lower=True),
)
same_order = sp.Sum(eigenvalue(K, j) * eigenvalue(C, j), (j, 1, n))
opposite = sp.Sum(eigenvalue(K, j) * eigenvalue(C, n + 1 - j), (j, 1, n))
false("von Neumann's inequality is cited for itself", Inequality(tr(K * C), same_order), lambda k: k.von_neumann(K, C, j))
false(
    "von Neumann's inequality in the opposite order",
    Inequality(tr(K * C), opposite + 1),
    lambda k: k.le(k.von_neumann(K, C, j, lower=True), k.compare(opposite, opposite + 1)),
)
false(
    "von Neumann's inequality for eigenvalues of a general matrix",
    Inequality(tr(A * K), sp.Sum(eigenvalue(A, j) * eigenvalue(K, j), (j, 1, n)) + 1),
    lambda k: k.von_neumann(A, K, j),
)
wide = sp.Sum(singular_value(X, j) * singular_value(B, j), (j, 1, n))
false(
    "more singular values than there are",
    Inequality(tr(X.T * B), wide + 1),
    lambda k: k.le(k.von_neumann(X, B, j), k.compare(wide, wide + 1)),
)

spectral(true, "the trace", tr(S), S, lambda l: l)
spectral(true, "the trace of a square", tr(S * S), S, lambda l: l**2)
spectral(true, "a resolvent", tr((K + t * one(n)).inv()), K, lambda l: 1 / (l + t))
spectral(true, "the degrees of freedom", tr(K * (K + t * one(n)).inv()), K, lambda l: l / (l + t))
spectral(true, "of a Gram matrix", tr(gram * (gram + t * one(n)).inv()), gram, lambda l: l / (l + t))
spectral(true, "two shifts", tr(K * (K + t * one(n)).inv() * (K + b * one(n)).inv()), K, lambda l: l / ((l + t) * (l + b)))
spectral(true, "the inverse of a definite matrix", tr(D.inv() ** 2), D, lambda l: l ** (-2))
spectral(true, "a log-determinant", LogDet(K + t * one(n)), K, lambda l: sp.log(l + t))
spectral(true, "of a sum", tr((K + C + t * one(n)).inv()), K + C, lambda l: 1 / (l + t))
spectral(true, "of a scaled Gram matrix", tr((gram / n + t * one(n)).inv()), gram / n, lambda l: 1 / (l + t))
true(
    "traces and other terms",
    Identity(tr(K) ** 2 + x * tr(C), over(K, lambda l: l) ** 2 + x * tr(C)),
    lambda k: k.spectrum(tr(K) ** 2 + x * tr(C), K, j),
)
true("order", Inequality(eigenvalue(S, n), eigenvalue(S, 1)), lambda k: k.ordered(S, 1, n))
true("the third below the second", Inequality(eigenvalue(S, 3), eigenvalue(S, 2)), lambda k: k.ordered(S, 2, 3), n >= 3)
true("the trace of two", Inequality(tr(S * K), eigenvalue(S, 1) * tr(K)), lambda k: k.trace_bound(S, K))
true("from below", Inequality(eigenvalue(S, n) * tr(K), tr(S * K)), lambda k: k.trace_bound(S, K, lower=True))
dof = tr(K * (K + t * one(n)).inv())
true(
    "the degrees of freedom are at most the size",
    Inequality(dof, n),
    lambda k: (
        k.spectrum(dof, K, j).then(k.sum(k.compare(eigenvalue(K, j) / (eigenvalue(K, j) + t), sp.Integer(1)), (j, 1, n))).to(n)
    ),
)
true(
    "von Neumann's inequality and a number",
    Inequality(tr(K * C), same_order + t),
    lambda k: k.le(k.von_neumann(K, C, j), k.compare(same_order, same_order + t)),
    status="derived",
)
true(
    "for singular values",
    Inequality(tr(X.T * B), wide + t),
    lambda k: k.le(k.von_neumann(X, B, j), k.compare(wide, wide + t)),
    n <= d,
    status="derived",
)


@pytest.mark.parametrize("name", FALSE)
def test_is_refused(name: str) -> None:
    refused(FALSE[name][:3])


@pytest.mark.parametrize("name", TRUE)
def test_is_proved(name: str) -> None:
    proved(TRUE[name][:3], TRUE[name][3])


def test_the_sums_over_eigenvalues_agree_with_the_traces() -> None:
    rng = np.random.default_rng(40)
    root, shift = rng.normal(size=(4, 3)), 0.7
    matrix = root @ root.T
    values = np.sort(np.linalg.eigvalsh(matrix))[::-1]
    resolvent = np.linalg.inv(matrix + shift * np.eye(4))
    cases = {
        tr(K * (K + t * one(n)).inv() * K): np.trace(matrix @ resolvent @ matrix),
        tr((K * K + t * one(n)).inv()): np.trace(np.linalg.inv(matrix @ matrix + shift * np.eye(4))),
        tr((3 * K - K * K) * (K + t * one(n)).inv()): np.trace((3 * matrix - matrix @ matrix) @ resolvent),
    }
    for e, value in cases.items():
        summed = Kernel().spectrum(e, K, j).right
        term = sp.lambdify((sp.Symbol("l"), t), summed.function.xreplace({eigenvalue(K, j): sp.Symbol("l")}))
        assert np.isclose(sum(term(l, shift) for l in values), value), e

r"""Which matrix terms are positive semidefinite by construction, and traces of functions of one of them.

$K\succeq0$ is read off the form: declared, $A^\top PA$, sums, Wishart. A trace of a word in $K$ and $(K+cI)^{-1}$
is $\sum_jf(k_j)$ with $f(k)=k^p/(k+c)^q$, which for $p\le q$ lies between 0 and its largest value on $k\ge0$.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.language.matrices import PositiveSemidefinite
from lemmata.theory.language.sampled import RandomMatrix, samples

Ends = tuple[Any, Any]


def psd(matrix: Any) -> bool:
    """Whether a matrix is positive semidefinite by its form."""
    if isinstance(matrix, PositiveSemidefinite | sp.Identity | sp.ZeroMatrix):
        return True
    if isinstance(matrix, RandomMatrix):
        return bool(matrix.law.word == "Wishart")
    if isinstance(matrix, sp.MatAdd):
        return all(psd(a) for a in matrix.args)
    if isinstance(matrix, sp.Inverse):
        return psd(matrix.arg)
    if isinstance(matrix, sp.MatPow):
        return psd(matrix.base) or (matrix.exp.is_even is True and matrix.base.T == matrix.base)
    if not isinstance(matrix, sp.MatMul):
        return False
    coefficient, factors = _split(matrix)
    return coefficient.is_nonnegative is True and _symmetric_word(factors)


def _split(matrix: Any) -> tuple[Any, list[Any]]:
    """The scalar in front, and the factors, integer powers written out."""
    if not isinstance(matrix, sp.MatMul):
        return sp.Integer(1), _written_out(matrix)
    scalars = [a for a in matrix.args if not getattr(a, "is_Matrix", False)]
    factors = [f for a in matrix.args if getattr(a, "is_Matrix", False) for f in _written_out(a)]
    return sp.Mul(*scalars), factors


def _written_out(matrix: Any) -> list[Any]:
    if isinstance(matrix, sp.Inverse):  # which sympy counts among the powers
        return [matrix]
    if isinstance(matrix, sp.MatPow) and matrix.exp.is_Integer and 0 < abs(matrix.exp) <= 8:
        base = matrix.base if matrix.exp > 0 else sp.Inverse(matrix.base)
        inner = _split(base)
        if matrix.exp < 0 or inner[0] != 1:
            return [base] * abs(int(matrix.exp))
        return inner[1] * int(matrix.exp)
    if isinstance(matrix, sp.MatMul):
        return [f for a in matrix.args for f in _written_out(a)]
    return [matrix]


def _symmetric_word(factors: list[Any]) -> bool:
    """A' P A with P in the middle, or nothing there."""
    k = len(factors)
    if any(_transpose(factors[i]) != factors[k - 1 - i] for i in range(k // 2)):
        return False
    return k % 2 == 0 or psd(factors[k // 2])


def _transpose(matrix: Any) -> Any:
    if isinstance(matrix, sp.Inverse):
        return sp.Inverse(_transpose(matrix.arg))
    if psd(matrix):
        return matrix
    return sp.Transpose(matrix).doit() if not isinstance(matrix, sp.Transpose) else matrix.arg


def _shifted(matrix: Any) -> tuple[Any, Any] | None:
    """K and c of an inverse (K + c I)^-1 with K positive semidefinite and c > 0."""
    if not isinstance(matrix, sp.Inverse) or not isinstance(matrix.arg, sp.MatAdd):
        return None
    shift, rest = sp.Integer(0), []
    for a in matrix.arg.args:
        coefficient, factors = _split(a)
        if len(factors) == 1 and isinstance(factors[0], sp.Identity):
            shift += coefficient
        else:
            rest.append(a)
    kernel = sp.MatAdd(*rest).doit() if len(rest) > 1 else rest[0] if rest else None
    if kernel is None or samples(shift) or not shift.is_positive or not psd(kernel):
        return None
    return kernel, shift


def resolvent_trace(matrix: Any) -> tuple[Ends, Ends] | None:
    """Two intervals whose product holds Tr of the word: of the scalar in front, and of the word itself; or None."""
    scale, factors = _split(matrix)
    if samples(scale):
        return None
    kernels = {found for f in factors if samples(f) and (found := _shifted(f)) is not None}
    if len(kernels) != 1:
        return None
    kernel, shift = kernels.pop()
    weight, word = _split(kernel) if not isinstance(kernel, sp.MatAdd) else (sp.Integer(1), [kernel])
    if samples(weight):
        return None
    q = sum(_shifted(f) == (kernel, shift) for f in factors)
    for turn in range(len(factors)):
        tokens = _tokens([*factors[turn:], *factors[:turn]], word, (kernel, shift))
        p = tokens.count("K")
        ran = len([t for t in tokens if isinstance(t, str)])
        rest = tokens[ran:]
        if any(isinstance(t, str) for t in rest) or any(samples(t) for t in rest) or p > q:
            continue
        if rest and not _symmetric_word(rest):
            continue
        size = sp.Trace(sp.MatMul(*rest)).doit() if rest else _dimension(kernel, word, p)
        return (scale, scale), (sp.Integer(0), size * _largest(p, q, shift) / weight**p)
    return None


def _tokens(factors: list[Any], word: list[Any], resolvent: tuple[Any, Any]) -> list[Any]:
    """The word with "K" for a run that is K (up to its scalar) and "R" for the resolvent."""
    made: list[Any] = []
    at = 0
    while at < len(factors):
        if _shifted(factors[at]) == resolvent:
            made.append("R")
            at += 1
        elif factors[at : at + len(word)] == word:
            made.append("K")
            at += len(word)
        else:
            made.append(factors[at])
            at += 1
    return made


def _dimension(kernel: Any, word: list[Any], p: int) -> Any:
    """How many eigenvalues are not zero: all, or, where K is a factor, at most the least size of a factor of K."""
    sizes = [s for f in word for s in f.shape] if p else []
    return sp.Min(kernel.shape[0], *sizes)


def _largest(p: int, q: int, c: Any) -> Any:
    """The largest value of k^p / (k + c)^q on k >= 0, for p <= q."""
    if p == q:
        return sp.Integer(1)
    return sp.Integer(p) ** p * sp.Integer(q - p) ** (q - p) / sp.Integer(q) ** q * c ** (p - q) if p else c**-q

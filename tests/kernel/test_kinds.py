"""What the kinds of matrices give a proof: an inverse, orthonormal rows; and what they do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from lemmata.theory.kernel import prove
from lemmata.theory.language.arrays import Array, Invertible, OrthonormalRows, UnitRows
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.matrices import LogDet
from lemmata.theory.language.symbols import Naturals, Positive, Symbol

n, d = Symbol("n", "a size", Naturals), Symbol("d", "a size", Naturals)
t = Symbol("t", "a positive number", Positive)
M, N = Array("M", "a change of basis", n, n, kind=Invertible), Array("N", "another", n, n, kind=Invertible)
F, U = Array("F", "white features", n, d, kind=OrthonormalRows), Array("U", "unit rows", n, d, kind=UnitRows)
A, B = Array("A", "a matrix", n, n), Array("B", "another", d, d)
one, tr = sp.Identity, sp.Trace
wide = n <= d

CASES: dict[str, tuple[Any, Callable[[Any], Any], str]] = {}


def words(status: str, name: str, left: Any, right: Any) -> None:
    CASES[name] = (Identity(left, right), lambda k: k.words(left, right), status)


words("proved", "an inverse cancels", M.inv() * (M * A + M), A + one(n))
words("proved", "the inverse of a product", (M * N).inv() * (M * A + M), N.inv() * A + N.inv())
words("proved", "the trace in another basis", tr(M * A * M.inv()), tr(A))
words("proved", "rows that are orthonormal", F * F.T + t * one(n), (1 + t) * one(n))
words("proved", "their projection", (F.T * F) * (F.T * F), F.T * F)
words("proved", "its rank", tr(F.T * F), n)
words("proved", "the resolvent of white features", F * (F.T * F + t * one(d)).inv() * F.T, one(n) / (1 + t))
CASES["the log-determinant of a product"] = (
    Identity(LogDet(M * N), LogDet(M) + LogDet(N)),
    lambda k: k.logdet(LogDet(M * N)),
    "proved",
)
words("failed", "columns that are orthonormal", F.T * F, one(d))
words("failed", "the trace of the projection is its size", tr(F.T * F), d)
words("failed", "unit rows are orthonormal", U * U.T, one(n))
words("failed", "a sum of invertible matrices", (M + N).inv() * M + (M + N).inv() * N, one(n))
words("failed", "a general matrix has an inverse", A.inv() * (A * M + A), M + one(n))
words("failed", "an invertible matrix is orthogonal", M * M.T, one(n))
words("failed", "invertible matrices commute", M * N * M.inv(), N)
words(
    "failed",
    "a compression of an invertible matrix",
    (F.T * M * F + B).inv() * (F.T * M * F) + (F.T * M * F + B).inv() * B,
    one(d),
)
CASES["an invertible matrix is definite"] = (Inequality(0, tr(M)), lambda k: k.nonneg(tr(M)), "failed")


@pytest.mark.parametrize("name", CASES)
def test_what_a_kind_gives(name: str) -> None:
    statement, proof, status = CASES[name]
    found = prove(Claim(id="kinds.matrices", says=name, statement=statement, proof=proof, domain=Domain(wide)))
    assert found.status == status, found.message


def test_orthonormal_rows_are_at_most_as_many_as_columns() -> None:
    with pytest.raises(ClaimError, match="at most as many rows as columns"):
        Array("F", "white features", n + d, d, kind=OrthonormalRows)
    with pytest.raises(ClaimError, match="at most as many rows as columns"):
        Array("F", "white features", n, kind=OrthonormalRows)

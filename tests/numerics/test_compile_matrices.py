"""Matrix expressions against multiprecision linear algebra, and the shape of the programs they compile to."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp
import torch

from lemmata.numerics.devices.fake import run_on_fake_cuda
from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.spectra.symmetric import is_positive_definite, is_positive_semidefinite
from lemmata.theory.language import matrices as words
from lemmata.theory.language.errors import DomainError, NonFinite
from lemmata.theory.language.matrices import Eigenvalues, FrobeniusNorm, LogDet, NuclearNorm, OperatorNorm, SpectralFunction

n, d, i, j = sp.symbols("n d i j", integer=True, positive=True)
lam, t = sp.symbols("lam t", positive=True)
l = sp.IndexedBase("l")
X, Y, M = sp.MatrixSymbol("X", n, d), sp.MatrixSymbol("Y", n, d), sp.MatrixSymbol("M", d, d)
v = sp.MatrixSymbol("v", d, 1)
S, P = words.SymmetricMatrix("S", d), words.PositiveDefinite("P", d)
K = X.T * X / n + lam * sp.Identity(d)
F64 = torch.float64
RANDOM = torch.Generator().manual_seed(7)


def draw(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=RANDOM, dtype=F64)


ROWS, COLUMNS, BATCH = 6, 4, 3
_G, _H = draw(BATCH, COLUMNS, COLUMNS), draw(COLUMNS, COLUMNS)
ENV = {
    "X": draw(BATCH, ROWS, COLUMNS),
    "Y": draw(ROWS, COLUMNS),
    "M": draw(COLUMNS, COLUMNS),
    "v": draw(COLUMNS, 1),
    "S": _H + _H.T,
    "P": _G @ _G.mT + torch.eye(COLUMNS, dtype=F64),
    "lam": torch.tensor([0.1, 0.5, 2.0], dtype=F64),
    "l": torch.tensor([1.0, 0.5, 0.25, 0.1], dtype=F64),
}


class Reference:
    """mpmath matrices at one batch member."""

    def __init__(self, member: int) -> None:
        point = {
            name: value[member] if value.shape[0] == BATCH and name in ("X", "P", "lam") else value
            for name, value in ENV.items()
        }
        self.lam = mpmath.mpf(float(point["lam"]))
        self.l = [mpmath.mpf(x) for x in point["l"].tolist()]
        for name in "XYMvSP":
            setattr(self, name, mpmath.matrix(point[name].tolist()))
        self.I = mpmath.eye(COLUMNS)
        self.K = self.X.T * self.X / ROWS + self.lam * self.I

    def spectrum(self, a: mpmath.matrix) -> list[mpmath.mpf]:
        return sorted(mpmath.eigsy(a, eigvals_only=True), reverse=True)

    def apply(self, f: object, a: mpmath.matrix) -> mpmath.matrix:
        values, vectors = mpmath.eigsy(a)
        return vectors * mpmath.diag([f(x) for x in values]) * vectors.T  # type: ignore[operator]

    def trace(self, a: mpmath.matrix) -> mpmath.mpf:
        return sum(a[q, q] for q in range(a.rows))


x = sp.Symbol("x", positive=True)
TABLE = [
    (X * M, lambda r: r.X * r.M),
    (X.T * Y - 2 * M, lambda r: r.X.T * r.Y - 2 * r.M),
    (M**3, lambda r: r.M * r.M * r.M),
    (M.I * v, lambda r: r.M**-1 * r.v),
    (X * M.I, lambda r: r.X * r.M**-1),
    (v.T * M.I * v, lambda r: r.v.T * r.M**-1 * r.v),
    (K.I * X.T * Y, lambda r: r.K**-1 * r.X.T * r.Y),
    (X * K.I * P.I * v, lambda r: r.X * r.K**-1 * r.P**-1 * r.v),
    (M.I, lambda r: r.M**-1),
    (K.I, lambda r: r.K**-1),
    (P**-2 * v, lambda r: r.P**-1 * r.P**-1 * r.v),
    (
        sp.HadamardProduct(X, Y),
        lambda r: (
            mpmath.matrix(ROWS, COLUMNS) + mpmath.matrix([[r.X[a, b] * r.Y[a, b] for b in range(COLUMNS)] for a in range(ROWS)])
        ),
    ),
    (
        sp.KroneckerProduct(v, M),
        lambda r: mpmath.matrix(
            [[r.v[a, 0] * r.M[b, c] for c in range(COLUMNS)] for a in range(COLUMNS) for b in range(COLUMNS)]
        ),
    ),
    (P ** sp.Rational(1, 2), lambda r: r.apply(mpmath.sqrt, r.P)),
    (P ** sp.Rational(-1, 2) * v, lambda r: r.apply(lambda s: 1 / mpmath.sqrt(s), r.P) * r.v),
    (SpectralFunction(sp.exp, S), lambda r: r.apply(mpmath.exp, r.S)),
    (sp.DiagMatrix(v), lambda r: mpmath.diag([r.v[q, 0] for q in range(COLUMNS)])),
    (
        M.applyfunc(sp.Lambda(x, x**2 + lam)),
        lambda r: mpmath.matrix([[r.M[a, b] ** 2 + r.lam for b in range(COLUMNS)] for a in range(COLUMNS)]),
    ),
    (sp.Matrix([[lam, 1], [2, lam**2]]), lambda r: mpmath.matrix([[r.lam, 1], [2, r.lam**2]])),
    (sp.Trace(M), lambda r: r.trace(r.M)),
    (sp.Trace(X.T * Y), lambda r: r.trace(r.X.T * r.Y)),
    (sp.Trace(K.I), lambda r: r.trace(r.K**-1)),
    (sp.Trace(K.I * P), lambda r: r.trace(r.K**-1 * r.P)),
    (sp.Trace(P * K.I * P * K.I), lambda r: r.trace(r.P * r.K**-1 * r.P * r.K**-1)),
    (sp.Trace(K**-2 * P), lambda r: r.trace(r.K**-1 * r.K**-1 * r.P)),
    (sp.Trace(M.I), lambda r: r.trace(r.M**-1)),
    (sp.Trace(SpectralFunction(sp.Lambda(x, 1 / (x + lam)), P)), lambda r: r.trace((r.P + r.lam * r.I) ** -1)),
    (sp.Determinant(M), lambda r: mpmath.det(r.M)),
    (sp.log(sp.Determinant(K)), lambda r: mpmath.log(mpmath.det(r.K))),
    (LogDet(M), lambda r: mpmath.log(abs(mpmath.det(r.M)))),
    (FrobeniusNorm(X), lambda r: mpmath.sqrt(r.trace(r.X.T * r.X))),
    (NuclearNorm(X), lambda r: sum(mpmath.sqrt(w) for w in r.spectrum(r.X.T * r.X))),
    (OperatorNorm(X), lambda r: mpmath.sqrt(r.spectrum(r.X.T * r.X)[0])),
    (Eigenvalues(S)[1], lambda r: r.spectrum(r.S)[0]),
    (words.SingularValue(X, 2), lambda r: mpmath.sqrt(r.spectrum(r.X.T * r.X)[1])),
    (sp.Sum(Eigenvalues(K)[j] / (Eigenvalues(K)[j] + lam), (j, 1, d)), lambda r: sum(w / (w + r.lam) for w in r.spectrum(r.K))),
    (
        sp.Sum(M[i, j] ** 2 * j, (i, 0, d - 1), (j, 0, d - 1)),
        lambda r: sum(r.M[a, b] ** 2 * b for a in range(COLUMNS) for b in range(COLUMNS)),
    ),
    (M[1, 2] * v[0, 0] + (X.T * X)[0, 0], lambda r: r.M[1, 2] * r.v[0, 0] + (r.X.T * r.X)[0, 0]),
    (
        sp.Sum(l[j] * sp.Trace((P + l[j] * sp.Identity(d)).I), (j, 1, 4)),
        lambda r: sum(w * r.trace((r.P + w * r.I) ** -1) for w in r.l),
    ),
    (
        lam / n * sp.Trace(K.I * X.T * X) + 1 / d,
        lambda r: r.lam / ROWS * r.trace(r.K**-1 * r.X.T * r.X) + mpmath.mpf(1) / COLUMNS,
    ),
]


@pytest.mark.parametrize(("expr", "reference"), TABLE, ids=[str(e) for e, _ in TABLE])
def test_agrees_with_multiprecision(expr: sp.Basic, reference: object) -> None:
    compiled = compile_expr(expr)
    values = compiled({name: value for name, value in ENV.items() if name in compiled.names})
    varies = {"X", "P", "lam"} & compiled.names
    with mpmath.workdps(30):
        for member in range(BATCH):
            expected = reference(Reference(member))  # type: ignore[operator]
            expected = (
                torch.tensor([[float(expected[a, b]) for b in range(expected.cols)] for a in range(expected.rows)], dtype=F64)
                if isinstance(expected, mpmath.matrix)
                else torch.tensor(float(expected), dtype=F64)
            )
            value = values[member] if varies else values
            assert value.shape == expected.shape
            assert torch.allclose(value, expected, rtol=1e-12, atol=1e-12 * float(expected.abs().max()))


def test_positivity_is_read_from_the_form() -> None:
    assert is_positive_definite(K)
    assert is_positive_definite(P + 2 * X.T * X)
    assert is_positive_semidefinite(X.T * X * lam)
    assert is_positive_semidefinite(X * P * X.T)
    assert not is_positive_definite(X * P * X.T)
    assert not is_positive_definite(S + lam * sp.Identity(d))
    assert not is_positive_definite(K - P)


def test_one_factorisation_serves_all_its_uses() -> None:
    program = compile_expr((sp.Trace(K.I * P), LogDet(K), sp.Trace(K**-2 * P), K.I * v)).program
    factor = [node for node in program.nodes if getattr(node.fn, "__name__", "") == "_cholesky"]
    assert len(factor) == 1


def test_sizes_are_read_and_checked() -> None:
    assert float(compile_expr(sp.Trace(sp.Identity(d)) * n)({"X": ENV["X"], "n": 6, "d": 4})) == 24
    with pytest.raises(DomainError, match="n = 5"):
        compile_expr(sp.Trace(X.T * X) / n)({"X": ENV["X"], "n": 5})


def test_what_is_not_symmetric_or_not_positive_is_refused() -> None:
    with pytest.raises(DomainError, match="must be symmetric"):
        compile_expr(sp.Trace(SpectralFunction(sp.exp, M)))({"M": ENV["M"]})
    with pytest.raises(DomainError, match="must be symmetric"):
        compile_expr(Eigenvalues(M)[1])({"M": ENV["M"]})
    with pytest.raises(NonFinite):
        compile_expr(LogDet(P))({"P": -torch.eye(3, dtype=F64)})


@pytest.mark.parametrize(
    "expr", [sp.Trace(K.I * P), LogDet(K), M.I * v, P ** sp.Rational(1, 2), NuclearNorm(X), Eigenvalues(S)[1]], ids=str
)
def test_runs_on_a_fake_cuda_device(expr: sp.Basic) -> None:
    compiled = compile_expr(expr)
    env = {
        name: value.expand(BATCH, *value.shape[-2:])
        for name, value in ENV.items()
        if name in compiled.names and name in "XMPSv"
    }
    outputs = run_on_fake_cuda(lambda point, draw: compiled({**point, "lam": 0.5}), env)
    assert outputs["value"].device == "cuda:0"

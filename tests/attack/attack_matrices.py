"""Statements about matrices without randomness: conditions dropped, single entries, sizes exchanged, single styles."""

from __future__ import annotations

import sympy as sp
from attack_book import book

from lemmata import (
    PD,
    PSD,
    Array,
    Contraction,
    Domain,
    Gradient,
    Hessian,
    I,
    Identity,
    Inequality,
    Naturals,
    Orthogonal,
    Positive,
    Projection,
    Rational,
    Simplex,
    Sum,
    Symbol,
    Symmetric,
    Tied,
    Trace,
    dot,
    eigenvalue,
    hadamard,
    norm,
    nuclear_norm,
    operator_norm,
    quad,
    sq,
    sqrt,
)
from lemmata.theory.language.symbols import Index

n, d = Symbol("n", "rows", Naturals), Symbol("d", "columns", Naturals)
lam = Symbol("λ", "ridge", Positive)
A, B = Array("A", "matrix", n, d), Array("B", "second matrix", d, n)
G, H = Array("G", "square matrix", n, n), Array("H", "second square matrix", n, n)
S = Array("S", "symmetric matrix", n, n, kind=Symmetric)
K = Array("K", "positive semidefinite matrix", n, n, kind=PSD)
P = Array("P", "positive definite matrix", n, n, kind=PD)
O = Array("O", "orthogonal matrix", n, n, kind=Orthogonal)
Q = Array("Q", "projection", n, n, kind=Projection)
C = Array("C", "contraction", n, n, kind=Contraction)
v, w = Array("v", "column", n), Array("w", "second column", n)
p = Array("p", "probabilities", n, kind=Simplex)
small = Domain(core=(n <= 8, d <= 8))
i = Index("i")


@book.true("matrix conditions", cheap=False)
def trace_of_square_psd():
    """tr K² ≤ (tr K)² for positive semidefinite K."""
    return Inequality(Trace(K * K), Trace(K) ** 2), dict(domain=Domain(core=(n <= 8,)))


@book.false("matrix conditions", gross=True, cheap=False)
def trace_of_square_symmetric():
    """tr S² ≤ (tr S)² for symmetric S."""
    return Inequality(Trace(S * S), Trace(S) ** 2), dict(domain=Domain(core=(n <= 8,)))


@book.false("matrix conditions", gross=True, cheap=False)
def largest_below_trace():
    """λ₁(S) ≤ tr S for symmetric S."""
    return Inequality(eigenvalue(S, 1), Trace(S)), dict(domain=Domain(core=(n <= 8,)))


@book.true("matrix conditions")
def largest_below_trace_psd():
    """λ₁(K) ≤ tr K for positive semidefinite K."""
    return Inequality(eigenvalue(K, 1), Trace(K)), dict(domain=Domain(core=(n <= 8,)))


@book.false("matrix conditions", gross=True, cheap=False)
def products_commute():
    """tr (GH)² = tr G²H²."""
    return Identity(Trace(G * H * G * H), Trace(G * G * H * H)), dict(domain=Domain(core=(n <= 6,)))


@book.false("matrix conditions", gross=True)
def transpose_is_itself():
    """G = Gᵀ."""
    return Identity(G, G.T), dict(domain=Domain(core=(n <= 6,)))


@book.false("matrix conditions", cheap=False)
def loewner_square():
    """v'K²v ≤ v'(K + P)²v (the square is not monotone)."""
    return Inequality(quad(K * K, v), quad((K + P) * (K + P), v)), dict(domain=Domain(core=(n <= 6,)))


@book.true("matrix conditions", cheap=False)
def ridge_resolvent():
    """K(K + λ)⁻¹ + λ(K + λ)⁻¹ = 1, for ill-conditioned K too."""
    R = (K + lam * I(n)).inv()
    return Identity(K * R + lam * R, I(n)), dict(domain=Domain(core=(n <= 8, lam >= Rational(1, 1000), lam <= 10)))


@book.true("matrix conditions", cheap=False)
def push_through():
    """A'(AA' + λ)⁻¹ = (A'A + λ)⁻¹A'."""
    return Identity(A.T * (A * A.T + lam * I(n)).inv(), (A.T * A + lam * I(d)).inv() * A.T), dict(domain=small)


@book.false("matrix conditions", gross=True, cheap=False)
def push_through_wrong_side():
    """tr A'(AA' + λ)⁻¹A = tr (AA' + λ)⁻¹."""
    return Identity(Trace(A.T * (A * A.T + lam * I(n)).inv() * A), Trace((A * A.T + lam * I(n)).inv())), dict(domain=small)


@book.false("sizes exchanged", gross=True, cheap=False)
def sizes_exchanged():
    """tr(AA' + 1) = tr(A'A) + d (it is n)."""
    return Identity(Trace(A * A.T + I(n)), sq(A) + d), dict(domain=small)


@book.true("sizes exchanged", cheap=False)
def sizes_kept():
    """tr(AA' + 1) = tr(A'A) + n."""
    return Identity(Trace(A * A.T + I(n)), sq(A) + n), dict(domain=small)


@book.false("sizes exchanged", cheap=False)
def determinants_exchanged():
    """tr(AA' + λ)⁻¹ = tr(A'A + λ)⁻¹ (they differ by (n - d)/λ)."""
    return Identity(Trace((A * A.T + lam * I(n)).inv()), Trace((A.T * A + lam * I(d)).inv())), dict(domain=small)


@book.false("single entries", gross=True, cheap=False)
def first_entry_alone():
    """v = v₁ (1, ..., 1)': true of the first entry."""
    return Identity(v, v[1] * sp.OneMatrix(n, 1)), dict(domain=Domain(core=(n <= 8,)))


@book.false("single entries", gross=True)
def one_small_entry():
    """diag(1, 10⁻⁶) D = 2 D of the small entry: one entry of a matrix is doubled, which is 10⁻⁶ of the largest."""
    M = sp.ImmutableDenseMatrix([[lam, 0], [0, lam / 10**6]])
    N = sp.ImmutableDenseMatrix([[lam, 0], [0, 2 * lam / 10**6]])
    return Identity(M, N)


@book.false("single entries", gross=True)
def off_diagonal_lost():
    """K = diag K."""
    return Identity(K, sp.DiagonalMatrix(K)), dict(domain=Domain(core=(n <= 6,)))


@book.false("single styles", cheap=False)
def trace_is_positive():
    """10⁻⁹ ≤ tr K: false for the zero matrix."""
    return Inequality(Rational(1, 10**9), Trace(K)), dict(domain=Domain(core=(n <= 6,)))


@book.false("single styles", cheap=False)
def projection_not_zero():
    """1 ≤ tr Q for a projection: false for the zero matrix."""
    return Inequality(1, Trace(Q) + Rational(1, 10**6)), dict(domain=Domain(core=(n <= 6,)))


@book.false("single styles")
def strict_contraction():
    """‖C‖ ≤ 0.9999 for a contraction: false on the boundary."""
    return Inequality(operator_norm(C), Rational(9999, 10**4)), dict(domain=Domain(core=(n <= 6,)))


@book.false("single styles", cheap=False)
def no_atom():
    """Σ p² ≤ 0.99 for a probability vector: false for an atom."""
    return Inequality(sq(p), Rational(99, 100)), dict(domain=Domain(n >= 2, core=(n <= 6,)))


@book.true("single styles", cheap=False)
def at_most_one_atom():
    """Σ p² ≤ 1."""
    return Inequality(sq(p), 1), dict(domain=Domain(core=(n <= 6,)))


@book.false("norms", gross=True, cheap=False)
def nuclear_by_frobenius():
    """‖A‖_* ≤ √2 ‖A‖_F (true for rank two alone)."""
    return Inequality(nuclear_norm(A), sqrt(2) * norm(A)), dict(domain=small)


@book.true("norms", cheap=False)
def nuclear_by_rank():
    """‖G‖_* ≤ √n ‖G‖_F."""
    return Inequality(nuclear_norm(G), sqrt(n) * norm(G)), dict(domain=Domain(core=(n <= 8,)))


@book.true("norms", cheap=False)
def submultiplicative():
    """‖GH‖ ≤ ‖G‖ ‖H‖."""
    return Inequality(operator_norm(G * H), operator_norm(G) * operator_norm(H)), dict(domain=Domain(core=(n <= 6,)))


@book.false("norms", gross=True, cheap=False)
def norms_multiply():
    """‖G‖ ‖H‖ ≤ ‖GH‖."""
    return Inequality(operator_norm(G) * operator_norm(H), operator_norm(G * H)), dict(domain=Domain(core=(n <= 6,)))


@book.false("norms", cheap=False)
def cauchy_schwarz_without_root():
    """(v'w)² ≤ ‖v‖² ‖w‖ (a power is lost)."""
    return Inequality(dot(v, w) ** 2, sq(v) * norm(w)), dict(domain=Domain(core=(n <= 6,)))


@book.true("norms", cheap=False)
def cauchy_schwarz():
    """(v'w)² ≤ ‖v‖² ‖w‖²."""
    return Inequality(dot(v, w) ** 2, sq(v) * sq(w)), dict(domain=Domain(core=(n <= 6,)))


@book.false("orthogonality", gross=True)
def orthogonal_is_symmetric():
    """O² = 1 for orthogonal O (true of reflections)."""
    return Identity(O * O, I(n)), dict(domain=Domain(core=(n <= 6,)))


@book.true("orthogonality", cheap=False)
def orthogonal_columns():
    """O'O = 1."""
    return Identity(O.T * O, I(n)), dict(domain=Domain(core=(n <= 6,)))


@book.true("orthogonality")
def projection_idempotent():
    """Q² = Q."""
    return Identity(Q * Q, Q), dict(domain=Domain(core=(n <= 6,)))


@book.false("matrix derivatives", gross=True, cheap=False)
def gradient_of_quadratic():
    """∇ v'Gv = 2Gv for every G."""
    return Identity(Gradient(quad(G, v), v), 2 * G * v), dict(domain=Domain(core=(n <= 6,)))


@book.true("matrix derivatives", cheap=False)
def gradient_of_quadratic_right():
    """∇ v'Gv = (G + G')v."""
    return Identity(Gradient(quad(G, v), v), (G + G.T) * v), dict(domain=Domain(core=(n <= 6,)))


@book.false("matrix derivatives", gross=True, cheap=False)
def hessian_of_fourth_power():
    """∇² ‖v‖⁴ = 4 ‖v‖² (without 8vv')."""
    return Identity(Hessian(sq(v) ** 2, v), 4 * sq(v) * I(n)), dict(domain=Domain(core=(n <= 6,)))


@book.true("matrix derivatives", cheap=False)
def hessian_of_fourth_power_right():
    """∇² ‖v‖⁴ = 4 ‖v‖² + 8vv'."""
    return Identity(Hessian(sq(v) ** 2, v), 4 * sq(v) * I(n) + 8 * v * v.T), dict(domain=Domain(core=(n <= 6,)))


@book.false("sequences", gross=True, cheap=False)
def sum_of_squares_of_sum():
    """(Σ v)² = Σ v²."""
    return Identity(Sum(v[i], (i, 1, n)) ** 2, Sum(v[i] ** 2, (i, 1, n))), dict(when=sq(v) >= 0, domain=Domain(core=(n <= 6,)))


@book.true("sequences", cheap=False)
def power_mean():
    """(Σ v)² ≤ n Σ v²."""
    return Inequality(Sum(v[i], (i, 1, n)) ** 2, n * Sum(v[i] ** 2, (i, 1, n))), dict(
        when=sq(v) >= 0, domain=Domain(core=(n <= 6,))
    )


@book.false("sequences", cheap=False)
def one_term_lost():
    """Σ_{i ≤ n} i² v² = Σ_{2 ≤ i ≤ n} i² v²: the first term is lost."""
    square = i**2 * v[i] ** 2
    return Identity(Sum(square, (i, 1, n)), Sum(square, (i, 2, n))), dict(
        when=sq(v) >= 0, domain=Domain(n >= 2, core=(n <= 12,))
    )


@book.true("sequences", cheap=False)
def schur_product():
    """tr(G∘H) = Σ G_ii H_ii is the trace of the product of the diagonals."""
    return Identity(Trace(hadamard(G, H)), Trace(sp.DiagonalMatrix(G) * sp.DiagonalMatrix(H))), dict(
        domain=Domain(core=(n <= 6,))
    )


def change(at, draw):
    """A change of coordinates and its transposed inverse, which is one up to rounding."""
    u, w = draw.normal(at.n)[..., None], draw.normal(at.n)[..., None]
    w = w * (u * w).sum((-2, -1), keepdim=True).sign()
    one = draw.tensor([float(k == m) for k in range(at.n) for m in range(at.n)]).reshape(at.n, at.n)
    return {"R": one + u @ w.mT, "Rt": one - w @ u.mT / (1 + (u * w).sum((-2, -1), keepdim=True))}


MADE = Tied(("R", "Rt"), change)
R, Rt = Array("R", "change of coordinates", n, n, kind=MADE), Array("Rt", "its transposed inverse", n, n, kind=MADE)


@book.true("instances that are made", cheap=True)
def made_inverse_cancels():
    """v'R Rt'w = v'w where Rt is the transposed inverse of R, as floats have it."""
    return Identity(dot(v, R * Rt.T * w), dot(v, w), scale=norm(v) * norm(w)), dict(domain=small)


@book.false("instances that are made", cheap=True)
def made_inverse_nearly_cancels():
    """The same, off by a share of 10^-9."""
    right = (1 + Rational(1, 10**9)) * dot(v, w)
    return Identity(dot(v, R * Rt.T * w), right, scale=norm(v) * norm(w)), dict(domain=small)

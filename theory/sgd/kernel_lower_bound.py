"""A kernel needs n ≳ d^p: a θ-independent n-dimensional V misses h_p(⟨·,θ⟩) by a_p(1 − n/B)₊ in mean square over θ.

E_θ dist²(h_p(⟨·,θ⟩), V) ≥ a_p(1 − n/B)₊ in L²(N(0,I_d)), θ uniform on the sphere, for every V: the span of kernel sections at n points,
so ridge regression with any λ. Here B(d,p) = C(d+p−1,p) − C(d+p−3,p−2) ~ d^p/p! is the dimension of the traceless polynomials of
degree p and a_p = Π_{1≤j<p} (d−2+j)/(d−2+2j) the squared norm of the traceless part of θ^{⊗p}, 1 over the leading coefficient of the
Gegenbauer polynomial that is 1 at 1. Proof: with Q the projection on the traceless chaos dist(f,V) ≥ dist(Qf,QV), dim QV ≤ n, and the
covariance of Qf_θ is (a_p/B)Q, as the rotations act irreducibly (Schur's lemma, quoted; for p = 2 the covariance is proved).
Long, as three certificates in exact arithmetic stand beside the drawn spans.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb

import sympy as sp
from flint import fmpq, fmpq_mat

from lemmata import *
from lemmata.theory.sgd.notation import d, n, p, source

D, E = Symbol("D", "dimension up to which a part is checked", Naturals), Symbol("E", "the same for the degree", Naturals)
j = sp.Symbol("j", integer=True, positive=True)
A = Array("A", "a symmetric matrix", d, d, kind=Symmetric)
Pi = Array("Π", "a projection", d, d, kind=Projection, latex=r"\Pi")
g, theta, X = Sampled("g", Normal(), d), Sampled("w", Sphere(1), d), Sampled("X", Normal(), n, d)
a_p, P, rank, least = sp.Function("a"), sp.Function("P"), sp.Function("rank"), sp.Function("least")
span = Procedure(
    "span",
    "least error of the span of sections of a kernel at n Gaussian points, averaged over θ, less what rounding may hide",
    ("kernel", "d", "p", "n"),
    {"error": "least error"},
)
KERNELS = {"chaos": 0, "rbf": 1, "cubic": 2}


def dimension(degree=p):
    """B(d, p)."""
    return binomial(d + degree - 1, degree) - binomial(d + degree - 3, degree - 2)


def norm(degree=p):
    """a_p."""
    return Product((d - 2 + j) / (d - 2 + 2 * j), (j, 1, degree - 1))


def bound(count, factor=None, degree=p):
    return (norm(degree) if factor is None else factor) * Maximum(0, 1 - n / count)


def misses(kernel):
    """The bound for the span of a kernel; the reproducing one comes close enough to it to tell B from 4B."""
    error = Mean(span(kernel=KERNELS[kernel], d=d, p=p, n=n)["error"])
    return Part(
        Inequality(bound(dimension()), error),
        says=f"The mean least error is at least a_p(1 − n/B)₊: {WORDS[kernel]}",
        wrong={"dimension_4b": {"left": bound(4 * dimension())}} if kernel == "chaos" else {},
    )


WORDS = {
    "chaos": "the kernel that reproduces the p-th chaos",
    "rbf": "the Gaussian kernel",
    "cubic": "the kernel (1 + ⟨x,x'⟩/d)³",
}

# the kernel of the second chaos, which reproduces it: its sections have the Gram matrix k(x_i, x_k) and the products h_2(⟨x_i,θ⟩)
inner = X * X.T
squares = diag(inner) * OneMatrix(n, n)
gram = (hadamard(inner, inner) - squares - squares.T + d * OneMatrix(n, n)) / 2
section = (hadamard(X * theta, X * theta) - OneMatrix(n, 1)) / sqrt(2)
literal = Mean(1 - quad(gram.inv(), section))


def points(size: int, count: int) -> list[list[int]]:
    """Small integer points in general position."""
    return [[pow(3, 5 * i + 11 * k + i * k, 101) % 11 - 5 for k in range(size)] for i in range(count)]


def gegenbauer(degree: int, size: int) -> list[Fraction]:
    """Coefficients, lowest first, of the polynomial orthogonal on the sphere of R^size that is 1 at 1."""
    older, current = [Fraction(1)], [Fraction(0), Fraction(1)]
    for k in range(1, degree):
        top = [(2 * k + size - 2) * c for c in [Fraction(0), *current]]
        low = [k * c for c in older] + [Fraction(0)] * 2
        older, current = current, [(a - b) / (k + size - 2) for a, b in zip(top, low, strict=True)]
    return current


def traceless(size: int, degree: int) -> int:
    """B(d, p) of numbers."""
    return comb(size + degree - 1, degree) - (comb(size + degree - 3, degree - 2) if degree > 1 else 0)


def leading(factor: Callable[[int, int], Fraction]) -> Callable[..., Certificate]:
    """Whether the product of the factors is 1 over the leading coefficient, for all dimensions and degrees up to the witness."""

    def check(witness, point):
        for size in range(2, int(witness[D]) + 1):
            product = Fraction(1)
            for degree in range(1, int(witness[E]) + 1):
                product *= factor(size, degree - 1) if degree > 1 else 1
                if product * gegenbauer(degree, size)[-1] != 1:
                    return Certificate(False, "exact", f"it is not at d = {size}, p = {degree}")
        return Certificate(True, "exact", f"all d ≤ {witness[D]} and p ≤ {witness[E]}")

    return check


RANKS = ((3, 2), (4, 2), (3, 3), (4, 3), (3, 4))
ranks = Array("r", "ranks for (d, p) = " + ", ".join(map(str, RANKS)), len(RANKS), of=Naturals)


@cache
def rank_of(size: int, degree: int) -> int:
    """The rank of |x|^p |x'|^p P_p(cos) on B + 3 integer points."""
    xs, coefficients = points(size, traceless(size, degree) + 3), gegenbauer(degree, size)
    rows = []
    for x in xs:
        row = []
        for y in xs:
            product = sum(a * b for a, b in zip(x, y, strict=True))
            scale = sum(a * a for a in x) * sum(b * b for b in y)
            value = sum(c * product**k * scale ** ((degree - k) // 2) for k, c in enumerate(coefficients) if c)
            row.append(fmpq(value.numerator, value.denominator))
        rows.append(row)
    return int(fmpq_mat(rows).rank())


def by_rank(witness, point):
    found = [rank_of(*place) for place in RANKS]
    return Certificate(found == [int(r) for r in witness[ranks]], "exact", f"ranks {', '.join(map(str, found))}")


@cache
def chaos_errors(size: int, degree: int) -> list[fmpq]:
    """The mean error over θ of the best element of the span of the chaos' kernel at 1, 2, ... integer points, exactly."""
    most = comb(size + degree - 1, degree)
    xs = points(size, most)
    dots = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in xs] for x in xs]

    def kernel(i: int, k: int) -> fmpq:
        t, total = dots[i][k], dots[i][i] + dots[k][k]
        return fmpq(t**2 - total + size, 2) if degree == 2 else fmpq(t**3 - 3 * t * total + 3 * (size + 2) * t, 6)

    def target(i: int, k: int) -> fmpq:
        t, product, total = dots[i][k], dots[i][i] * dots[k][k], dots[i][i] + dots[k][k]
        if degree == 2:
            return (fmpq(product + 2 * t**2, size * (size + 2)) - fmpq(total, size) + 1) / 2
        top = fmpq(9 * product * t + 6 * t**3, size * (size + 2) * (size + 4))
        return (top - fmpq(9 * t * total, size * (size + 2)) + fmpq(9 * t, size)) / 6

    found = []
    for count in range(1, most + 1):
        sections, mean = (fmpq_mat([[entry(i, k) for k in range(count)] for i in range(count)]) for entry in (kernel, target))
        solved = sections.solve(mean)
        found.append(1 - sum((solved[i, i] for i in range(count)), fmpq(0)))
    return found


SPANS = ((3, 2), (4, 2), (5, 2), (6, 2), (3, 3), (4, 3))
sizes = Array("B", "B for (d, p) = " + ", ".join(map(str, SPANS)), len(SPANS), of=Naturals)


norms = Array("a", "a_p for the same (d, p)", len(SPANS))


def exact_span(witness, point):
    """error ≥ a_p(1 − n/B)₊ for every n up to the dimension of the chaos, where it is 0."""
    for (size, degree), count, norm in zip(SPANS, witness[sizes], witness[norms], strict=True):
        errors, factor = chaos_errors(size, degree), fmpq(int(Rational(norm).p), int(Rational(norm).q))
        for used, value in enumerate(errors, 1):
            if value < factor * max(fmpq(0), 1 - fmpq(used, int(count))):
                return Certificate(False, "exact", f"the error is {value} with {used} points at (d, p) = ({size}, {degree})")
        if errors[-1] != 0:
            return Certificate(False, "exact", f"the error is {errors[-1]} with as many points as the chaos has dimensions")
    return Certificate(True, "exact", f"{sum(len(chaos_errors(*place)) for place in SPANS)} exact errors")


TRUE = tuple(traceless(*place) for place in SPANS)
NORMS = tuple(norm().subs({d: s, p: k}).doit() for s, k in SPANS)
ladder = Ladder(d, (30, 100, 300, 1000, 3000, 10_000), quick=(30, 100, 300, 1000))
second = Mean(quad(A, g) ** 2)
isotropic = 2 * Trace(A * A) + Trace(A) ** 2

claim = Claim(
    "sgd.kernel_lower_bound",
    source=source("Baseline II", None),
    domain=Domain(d >= 2, p >= 2, n <= (d + 2) * (d - 1) / 2, core=(d >= 4, d <= 6, p <= 3, n <= 10)),
    parts={
        "main": Part(
            Inequality(bound(dimension(2), degree=2), literal),
            says="The span of n sections of the kernel of the second chaos misses h_2(⟨·,θ⟩) by at least (1 − 1/d)(1 − n/B) on average",
            wrong={"dimension_4b": {"left": bound(4 * dimension(2), degree=2)}},
        ),
        **{kernel: misses(kernel) for kernel in KERNELS},
        "isotropy": Part(
            Identity(second, isotropic, scale=1 + isotropic),
            says="For p = 2: E(gᵀAg)² = 2|A|² for every traceless A, so that the covariance on the traceless chaos is a multiple of 1",
            proof="mean",
            wrong={"without_trace": {"right": 2 * Trace(A * A)}},
        ),
        "projected": Part(
            Identity(Mean(quad(Pi, g)), Trace(Pi)),
            says="so that a subspace of dimension n carries the share n/B of it",
            proof="mean",
        ),
        "norm": Part(
            Existence(
                Eq(Sum(Sum(Abs(a_p(j) * P(j) - 1), (j, 1, E)), (j, 2, D)), 0),
                {D: 12, E: 12},
                certificate=leading(lambda size, k: Fraction(size - 2 + k, size - 2 + 2 * k)),
            ),
            says="a_p is 1 over the leading coefficient of the Gegenbauer polynomial, for all d and p up to 12",
            wrong={
                "shifted": {
                    "witness": {D: 11, E: 11},
                    "certificate": leading(lambda size, k: Fraction(size - 1 + k, size - 1 + 2 * k)),
                }
            },
        ),
        "rank": Part(
            Existence(
                Eq(Sum(Abs(rank(j) - ranks[j]), (j, 1, len(RANKS))), 0),
                {ranks: tuple(traceless(*place) for place in RANKS)},
                certificate=by_rank,
            ),
            says="B is the rank of the kernel |x|^p|x'|^p P_p(cos), for five pairs (d, p)",
            wrong={"all_polynomials": {"witness": {ranks: tuple(comb(s + k - 1, k) for s, k in RANKS)}}},
        ),
        "exact_span": Part(
            Existence(
                Eq(Sum(sp.Heaviside(1 - least(j, norms[j], sizes[j])), (j, 1, len(SPANS))), 0),
                {sizes: TRUE, norms: NORMS},
                certificate=exact_span,
            ),
            says="At integer points the errors for p = 2, d ≤ 6 and p = 3, d ≤ 4 exceed a_p(1 − n/B)₊ exactly, for every n",
            wrong={
                "d_p": {"witness": {sizes: tuple(s**k for s, k in SPANS), norms: NORMS}},
                "4b": {"witness": {sizes: tuple(4 * b for b in TRUE), norms: NORMS}},
                "norm_1": {"witness": {sizes: TRUE, norms: (1,) * len(SPANS)}},
            },
        ),
        "size": Part(
            Order(dimension(), d**p, ladder=ladder), says="B is of the order d^p", wrong={"d_p_1": {"scale": d ** (p - 1)}}
        ),
    },
    procedures=(span,),
    notes="Errors are those of the best element of the span, below any ridge's.",
)

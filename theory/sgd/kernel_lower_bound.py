r"""A kernel needs n ≳ d^p: a θ-independent n-dimensional V misses h_p(⟨·,θ⟩) by a_p(1 − n/B)₊ in mean square over θ.

$\mathbb E_\theta\,\mathrm{dist}^2(h_p(\langle\cdot,\theta\rangle),V)\ge a_p(1-n/B)_+$ in $L^2(N(0,I_d))$, $\theta$ uniform on
the sphere, for every $V$ (the span of kernel sections at $n$ points, so ridge regression with any $\lambda$). Here
$B(d,p)=\binom{d+p-1}p-\binom{d+p-3}{p-2}\sim d^p/p!$ is the dimension of the traceless polynomials of degree $p$ and
$a_p=\prod_{j<p}\frac{d-2+j}{d-2+2j}$ the squared norm of the traceless part of $\theta^{\otimes p}$ (1 over the leading
coefficient of the Gegenbauer polynomial that is 1 at 1). Proof: with $Q$ the projection on the traceless chaos,
$\mathrm{dist}(f,V)\ge\mathrm{dist}(Qf,QV)$, $\dim QV\le n$, and the covariance of $Qf_\theta$ is $\frac{a_p}BQ$.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import sympy as sp
from flint import fmpq, fmpq_mat

from lemmata.theory.first import (
    Certificate,
    Choice,
    Claim,
    Domain,
    Existence,
    Inequality,
    Integer,
    Ladder,
    Mean,
    Observable,
    Order,
    Source,
)
from lemmata.theory.sgd.first_notation import DOCUMENT, d, n, p

kernel = sp.Symbol("kernel")
D, j = sp.symbols("D j", integer=True, positive=True)
error = Observable("err")


def dimension(size: sp.Expr) -> sp.Expr:
    """B(d, p) of dimension `size`."""
    return sp.binomial(size + p - 1, p) - sp.binomial(size + p - 3, p - 2)


B = dimension(d)
norm = sp.Product((d - 2 + j) / (d - 2 + 2 * j), (j, 1, p - 1))


def at_least(factor: sp.Expr, count: sp.Expr) -> Inequality:
    """The bound minus the mean error is at most 0; 1 is added on both sides, so that resolutions refer to the label's norm."""
    return Inequality(Mean(1 + factor * sp.Max(0, 1 - n / count) - error), 1)


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


def certificate(check: Callable[[Any], Certificate]) -> Callable[[Any, Mapping[str, Any]], Certificate]:
    """A check that does not depend on the point, made once."""
    known = cache(check)
    return lambda witness, point: known(witness)


@certificate
def traceless_norm(witness: int) -> Certificate:
    """a_p is 1 over the leading coefficient, for all degrees and dimensions up to the witness."""
    for size in range(2, witness):
        for degree in range(1, witness):
            product = Fraction(1)
            for k in range(1, degree):
                product *= Fraction(size - 2 + k, size - 2 + 2 * k)
            if product * gegenbauer(degree, size)[-1] != 1:
                return Certificate(False, detail=f"it is not at d = {size}, p = {degree}")
    return Certificate(True, detail=f"checked for d and p below {witness}")


@certificate
def traceless_rank(witness: tuple[tuple[int, int], ...]) -> Certificate:
    """The kernel |x|^p |x'|^p P_p(cos) on B + 3 integer points has rank B(d, p), for each (d, p) of the witness."""
    for size, degree in witness:
        expected = comb(size + degree - 1, degree) - (comb(size + degree - 3, degree - 2) if degree > 1 else 0)
        xs, coefficients = points(size, expected + 3), gegenbauer(degree, size)
        rows = []
        for x in xs:
            row = []
            for y in xs:
                inner = sum(a * b for a, b in zip(x, y, strict=True))
                scale = sum(a * a for a in x) * sum(b * b for b in y)
                value = sum(c * inner**k * scale ** ((degree - k) // 2) for k, c in enumerate(coefficients) if c)
                row.append(fmpq(value.numerator, value.denominator))
            rows.append(row)
        if fmpq_mat(rows).rank() != expected:
            return Certificate(False, detail=f"rank {fmpq_mat(rows).rank()} instead of {expected} at d = {size}, p = {degree}")
    return Certificate(True, detail=f"rank B(d, p) at (d, p) = {', '.join(map(str, witness))}")


@cache
def chaos_error(size: int, count: int) -> fmpq:
    """The mean error over θ of the best element of the span of the second chaos' kernel at integer points, exactly."""
    xs = points(size, count)
    inner = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in xs] for x in xs]
    norms = [inner[i][i] for i in range(count)]

    def section(i: int, k: int) -> fmpq:
        return fmpq(inner[i][k] ** 2 - norms[i] - norms[k] + size, 2)

    def target(i: int, k: int) -> fmpq:
        return (fmpq(norms[i] * norms[k] + 2 * inner[i][k] ** 2, size * (size + 2)) - fmpq(norms[i] + norms[k], size) + 1) / 2

    gram, mean = (fmpq_mat([[entry(i, k) for k in range(count)] for i in range(count)]) for entry in (section, target))
    product = gram.solve(mean)
    return 1 - sum((product[i, i] for i in range(count)), fmpq(0))


@certificate
def exact_span(witness: tuple[int, int]) -> Certificate:
    """(d, B): error >= (1 - 1/d)(1 - n/B)_+ for every n up to the dimension d(d+1)/2 of the chaos, where it is 0."""
    size, bound = witness
    errors = [chaos_error(size, count) for count in range(1, size * (size + 1) // 2 + 1)]
    for count, value in enumerate(errors, 1):
        if value < fmpq(size - 1, size) * max(fmpq(0), 1 - fmpq(count, bound)):
            return Certificate(False, detail=f"the error is {value} with {count} points, below the bound")
    return Certificate(errors[-1] == 0, detail=f"{len(errors)} exact errors from {errors[0]} to {errors[-1]}")


SPAN = r"\mathbb E_\theta\operatorname{dist}^2\ge(1-\tfrac1d)(1-\tfrac nB)_+\text{ exactly, }d=4,\ n\le10,\ B="
ladder = Ladder(D, (30, 100, 300, 1000, 3000, 10_000), quick=(30, 100, 300, 1000))

claim = Claim(
    id="sgd.kernel_lower_bound",
    title="A rotation-invariant kernel on n points errs by at least a_p(1 − n/B)₊ on degree p, with B ~ d^p/p!",
    truth=at_least(norm, B),
    source=Source(DOCUMENT, "Baseline II"),
    domain=Domain(
        Choice(kernel, ("chaos", "traces", "rbf", "cubic")),
        Integer(p, (2, 3), (2, 3)),
        Integer(d, (2, sp.oo), (4, 8)),
        Integer(n, (1, sp.oo), (1, 40)),
    ),
    also={
        "norm": Existence(13, traceless_norm, text=r"a_p=1/\operatorname{lead}P_p"),
        "rank": Existence(
            ((3, 2), (4, 2), (3, 3), (4, 3), (3, 4)), traceless_rank, text=r"B(d,p)=\operatorname{rank}(|x|^p|x'|^pP_p)"
        ),
        "exact_span": Existence((4, 9), exact_span, text=SPAN + "9"),
        "size": Order(dimension(D), D**p, ladder=ladder),
    },
    mutants={
        "dimension_d_p": at_least(norm, d**p),
        "dimension_4b": at_least(norm, 4 * B),
        "norm_1": at_least(sp.Integer(1), B),
        "exact_span_d_p": Existence((4, 16), exact_span, text=SPAN + "16"),
        "exact_span_4b": Existence((4, 36), exact_span, text=SPAN + "36"),
        "size_d_p_1": Order(dimension(D), D ** (p - 1), ladder=ladder),
    },
    notes="Errors are averaged over θ in closed form, and are those of the best element of the span, below any ridge's.",
)


@claim.derivation
def _(step):
    step("a_2: the trace part of θθᵀ is I/d, of squared norm 1/d", norm.subs(p, 2).doit(), 1 - 1 / d, by="the product")
    step("a_3", norm.subs(p, 3).doit(), 1 - 3 / (d + 2), by="the trace part of θ⊗θ⊗θ has squared norm 3/(d+2)")
    step("a_4", norm.subs(p, 4).doit(), (d**2 - 1) / ((d + 2) * (d + 4)), by="the product")
    for degree, value in ((2, (d**2 + d - 2) / 2), (3, d * (d - 1) * (d + 4) / 6)):
        step(f"B for p = {degree}", B.subs(p, degree).expand(func=True), value, by="expansion of the binomials")
    step.verify("the traceless kernel has rank B", traceless_rank(((3, 2), (4, 2), (3, 3)), {}), by="exact rank")
    step.verify("a_p and the Gegenbauer polynomials", traceless_norm(10, {}), by="their recursion in exact arithmetic")
    step.cite(
        "isotropy",
        sp.Symbol(r"E_\theta|P_{QV}Qf_\theta|^2\le na_p/B"),
        by="the rotation group acts irreducibly on the traceless polynomials (Schur's lemma)",
    )

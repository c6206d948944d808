"""What M tasks cost, by counting: unknowns, traceless tensors for kernels, polynomials in the span of the directions.

The unknowns of f are M(d - 1) for the directions and M(p - k + 1) for the links of degree p and information exponent k, M(d + p - k)
together, which is the rank of the differential of as many values at generic points. So with n = Md noiseless values and
unknown links of degree p > k the target is not determined: the print's n >= Md holds up to a constant, at most 1 + p - k.
Rotation invariant kernels pay for the B(d, p) ~ d^p/p! traceless tensors, a method that treats f as any function of M
directions for C(M + p, p) ~ M^p/p! polynomials. The exponents of d that are claimed for M = d^γ are compared in additive.exponents.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.additive.notation import M, d, k, p, source, traceless
from lemmata.theory.algebra.additive_rank import values_rank

count = M * (d + p - k)
SMALL = ((2, 4, 3, 4), (3, 5, 3, 5), (2, 6, 4, 6))  # (M, d, k, p)
ranks = tuple(Symbol(f"r_{i}", f"rank at (M, d, k, p) = {case}", Naturals) for i, case in enumerate(SMALL, 1))
generic = sp.Function("rank")


def identified(witness, point):
    """Exact ranks over a prime field: lower bounds of those over the rationals, which cannot exceed the number of unknowns."""
    unknowns = [m * (n + q - i) for m, n, i, q in SMALL]
    found = [values_rank(*case, points=size) for case, size in zip(SMALL, unknowns, strict=True)]
    words = (
        f"{case}: rank {r} of {size}, Md = {case[0] * case[1]}" for case, r, size in zip(SMALL, found, unknowns, strict=True)
    )
    return Certificate([int(witness[r]) for r in ranks] == found == unknowns, "exact", "; ".join(words))


def counted(number, base, says, when=(), **wrong):
    return Part(
        Within(number * factorial(p) / base**p, 1, (1 + p / base) ** p),
        when=when,
        says=says,
        wrong={name: {"quantity": number * factorial(p) / base**e} for name, e in wrong.items()},
    )


claim = Claim(
    "additive.comparisons",
    source=source("Complexity of Learning Additive Models"),
    domain=Domain((k >= 3, p >= k + 1), core=(M <= 30, d <= 1000, k <= 6, p <= 10)),
    parts={
        "main": Part(
            Existence(
                And(*(Eq(r, generic(*case)) for r, case in zip(ranks, SMALL, strict=True))),
                dict(zip(ranks, (10, 21, 16), strict=True)),
                certificate=identified,
            ),
            says="At M(d + p − k) generic points the differential of the values in directions and links has full rank M(d + p − k), "
            "for (M, d, k, p) = (2, 4, 3, 4), (3, 5, 3, 5), (2, 6, 4, 6)",
            wrong={"rank_md": {"witness": dict(zip(ranks, (8, 15, 12), strict=True))}},
        ),
        "parameters": Part(
            Inequality(count, (1 + p - k) * M * d),
            proof="compare",
            says="These are at most (1 + p − k)Md unknowns",
            printed=Print(
                right=M * d,
                erratum=Erratum.condition_missing(
                    "n ≥ Md must be n ≳ Md: with unknown links of degree p > k there are M(d + p − k) > Md parameters, so Md "
                    "noiseless values leave a continuum of targets"
                ),
            ),
            wrong={"information_sum": {"right": (1 + p - k) * (M + d)}},
        ),
        "at_least": Part(Inequality(M * d, count), proof="compare", says="and at least Md"),
        "kernel": counted(
            traceless(d, p),
            d,
            "The traceless symmetric tensors of order p number between d^p/p! and (d+p)^p/p!, for d ≥ 2",
            when=d >= 2,
            kernel_exponent_k=k,
        ),
        "multi_index": counted(
            binomial(M + p, p),
            M,
            "The polynomials of degree p in M variables number between M^p/p! and (M+p)^p/p!",
            multi_index_d=1,
        ),
    },
)

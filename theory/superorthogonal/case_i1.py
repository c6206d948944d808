r"""For $I=1$ the polynomial $\mathrm{He}_{K+1}$ is superorthogonal, and no smaller degree is possible.

$\mathbb E[\mathrm{He}_{K+1}\mathrm{He}_k]=0$ for $k\le K$; a polynomial of degree at most $K$ orthogonal to $\mathrm{He}_1,\dots,\mathrm{He}_K$ is constant because their
Gram matrix is $\operatorname{diag}(k!)$. Holds as printed, in either normalisation, for every $K\ge1$. At $K=1$ the polynomial $\mathrm{He}_2$ even serves
every $I$, so the mutant $I=2$ starts at $K=2$: $\mathbb E[\mathrm{He}_{K+1}^2\mathrm{He}_2]=2(K+1)(K+1)!$.
"""

from math import factorial

import sympy as sp

from lemmata.theory.algebra.hermite import to_hermite, triple_product
from lemmata.theory.algebra.hermite import triple_product as triple
from lemmata.theory.algebra.superorthogonal import Polynomial
from lemmata.theory.first import Certificate, Claim, Domain, Existence, Integer
from lemmata.theory.superorthogonal.notation import STATEMENT, certify, source

K = sp.Symbol("K", integer=True, positive=True)


def first_power(build, p) -> Certificate:
    return certify(build(p.K), 1, p.K)


def second_power(build, p) -> Certificate:
    return certify(build(p.K), 2, p.K) if p.K >= 2 else Certificate(True, "exact", "true at K = 1")


def monomial(k: int) -> Polynomial:
    from flint import fmpq_poly

    return Polynomial(dict(enumerate(to_hermite(fmpq_poly([0] * (k + 1) + [1])))))


def hermite(k: int) -> Polynomial:
    return Polynomial({k + 1: 1})


def minimal(degree, p) -> Certificate:
    """The Gram matrix of He_1..He_K is diag(k!), so no non-constant polynomial of degree <= K is orthogonal to them."""
    gram = [[triple(a, b, 0) for b in range(1, p.K + 1)] for a in range(1, p.K + 1)]
    diagonal = all(gram[a][b] == (factorial(a + 1) if a == b else 0) for a in range(p.K) for b in range(p.K))
    return Certificate(diagonal and degree(p.K) == p.K + 1, "exact", f"Gram matrix diag(k!), degree {p.K + 1}")


claim = Claim(
    id="superorthogonal.case_i1",
    title="E[He_{K+1} He_k] = 0 for 1 ≤ k ≤ K, and the degree K + 1 is minimal",
    truth=Existence(hermite, first_power, text=r"\mathbb{E}[\mathrm{He}_{K+1}\mathrm{He}_k]=0,\ 1\le k\le K"),
    source=source(),
    domain=Domain(Integer(K, (1, 60), (1, 30), edges=(1, 30))),
    also={"degree": Existence(lambda k: k + 1, minimal, text=r"\deg g\ge K+1")},
    mutants={
        "lower_index": Existence(lambda k: Polynomial({k: 1}), first_power, text=r"g=\mathrm{He}_K"),
        "monomial": Existence(monomial, first_power, text="g=z^{K+1}"),
        "second_power": Existence(hermite, second_power, text=STATEMENT + r",\ i\le2"),
    },
)


@claim.derivation
def _(step):
    step.verify(
        "E[He_a He_b] = a! if a = b, else 0, for all a, b ≤ 31",
        all(triple_product(a, b, 0) == (factorial(a) if a == b else 0) for a in range(32) for b in range(32)),
        by="exact moments",
    )
    for k in (2, 3, 10):
        step(
            f"the second power fails at K = {k}",
            sp.Integer(triple(k + 1, k + 1, 2)),
            2 * (k + 1) * sp.factorial(k + 1),
            by="E[He_n² He_2] = 2n·n!",
        )
    step.qed(by="orthogonality for every K is Rodrigues' formula and partial integration; the cases above are computed")

r"""Superorthogonal polynomials: notation.

$\mathrm{He}_n$ is monic, $\mathbb E[\mathrm{He}_n^2]=n!$. A non-constant polynomial $g$ is $(I,K)$-superorthogonal if
$\mathbb E[g(z)^i\mathrm{He}_k(z)]=0$ for all $1\le i\le I$, $1\le k\le K$, $z\sim N(0,1)$; the set is invariant under $g\mapsto cg+c'$.
For even $g$ the equations with odd $k$ are free, for odd $g$ those with $i+k$ odd.
"""

from lemmata.theory.algebra.superorthogonal import Polynomial, is_superorthogonal
from lemmata.theory.first import Certificate, Source

DOCUMENT = "004_dc3df60509519715.txt"
SLIDE = "Superorthogonal Polynomials"
PAPER = "oko2024sum"
STATEMENT = r"\mathbb{E}[g(z)^i\,\mathrm{He}_k(z)]=0"


def source() -> Source:
    return Source(DOCUMENT, SLIDE, paper=PAPER)


def certify(g: Polynomial, I: int, K: int) -> Certificate:
    """Exact decision; a failure names the first non-zero moment."""
    decision = is_superorthogonal(g, I, K)
    if decision.holds:
        return Certificate(True, "exact", f"all {I * K} moments vanish, degree {decision.degree}")
    if decision.failure is None:
        return Certificate(False, "exact", "g is constant")
    i, k = decision.failure
    return Certificate(False, "exact", f"E[g^{i} He_{k}] = {float(decision.value):.9g}")

r"""The smallest degrees of $(2,K)$-superorthogonal polynomials: exact, overall and within each parity, for $K\le9$.

On $\mathrm{span}\{\mathrm{He}_n:K<n\le D\}$ the $M_k(g)=\mathbb E[g^2\mathrm{He}_k]$ are quadratic forms, and even $k$ do not couple the parities.
Impossible up to $D$: a combination of the $M_k$ is positive definite on both parity blocks (all pivots of exact elimination positive), which excludes
mixed parity as well. Possible at $D$: for $K=2,3$ a negative leading minor of $M_2$; beyond, a certified polynomial.
For $K=2$: 17 overall and odd, 20 even; so the degree 20 of the slide is optimal among even polynomials, not overall.
"""

import sympy as sp

from lemmata.theory.algebra.superorthogonal import leading_minors, minimal_degree, odd_polynomial
from lemmata.theory.first import Certificate, Claim, Domain, Existence, Integer
from lemmata.theory.superorthogonal.notation import certify, source

K = sp.Symbol("K", integer=True, positive=True)
EVEN = {1: 2, 2: 20, 3: 20, 4: 28, 5: 28, 6: 44, 7: 44, 8: 52, 9: 52}
ODD = {1: 3, 2: 17, 3: 23, 4: 25, 5: 31, 6: 41, 7: 47, 8: 49, 9: 55}
EVEN_MINORS = (8, 66, 608, 6220, 69024, 800632, 9054464, 80967312, -202003840)
ODD_MINORS = (6, 40, 308, 2664, 24728, 227344, 1627440, -6504608)
ODD_MINORS_3 = (10, 98, 1044, 12188, 154024, 2061240, 28187632, 366185936, 3541003872, -22403905504)


def decide(table, p) -> Certificate:
    """The stated (even, odd) degrees against the proved ones, K by K where they are stated."""
    even, odd = table
    if p.K not in even and p.K not in odd:
        return Certificate(True, "exact", "nothing is stated for this K")
    proof = minimal_degree(p.K)
    if not proof.holds():
        return Certificate(None, "exact", "a certificate of the proof does not check")
    right = even.get(p.K, proof.even) == proof.even and odd.get(p.K, proof.odd) == proof.odd
    return Certificate(right, "exact", f"K = {p.K}: even {proof.even}, odd {proof.odd}")


def overall(stated, p) -> Certificate:
    """A stated minimal degree over all polynomials."""
    if p.K not in stated:
        return Certificate(True, "exact", "nothing is stated for this K")
    proof = minimal_degree(p.K)
    return Certificate(proof.holds() and stated[p.K] == proof.degree, "exact", f"K = {p.K}: {proof.degree}")


def first_negative(diagonal, p) -> Certificate:
    """Degrees at which the tridiagonal minors with this diagonal first turn negative, K = 2: 20 (even) and 17 (odd)."""
    found = []
    for start in (4, 3):
        previous, current, n = 0, 1, start
        while current > 0 and n < 200:
            previous, current = current, diagonal(n) * current - n * (n - 1) * previous
            n += 2
        found.append(n - 2)
    return Certificate(tuple(found) == (20, 17), "exact", f"first negative minors at {found[0]} (even), {found[1]} (odd)")


def minors(lists, p) -> Certificate:
    even, odd, three = lists
    same = (
        tuple(leading_minors(2, 20, 0).values()) == even
        and tuple(leading_minors(2, 17, 1).values()) == odd
        and tuple(leading_minors(3, 23, 1).values()) == three
    )
    return Certificate(same, "exact", "integer recurrence d_n = 2n d_{n-2} - n(n-1) d_{n-4}")


def odd_of_degree_17(sign, p) -> Certificate:
    return certify(odd_polynomial(sign), 2, 2)


def table_text(even: dict, odd: dict) -> str:
    return r"\min\deg=" + r",\ ".join(rf"{min(even[k], odd[k])}\,(K={k})" for k in sorted(even))


stated = table_text(EVEN, ODD)
claim = Claim(
    id="superorthogonal.minimal_degree",
    title="The smallest degrees for I = 2 are 2, 17, 20, 25, 28, 41, 44, 49, 52 for K = 1, ..., 9",
    truth=Existence((EVEN, ODD), decide, text=stated),
    source=source(),
    domain=Domain(Integer(K, (1, 9), (1, 9))),
    also={
        "minors": Existence((EVEN_MINORS, ODD_MINORS, ODD_MINORS_3), minors, text=r"d_n=2n\,d_{n-2}-n(n-1)\,d_{n-4}"),
        "sign_change": Existence(lambda n: 2 * n, first_negative, text=r"d_{20}<0\text{ (even)},\ d_{17}<0\text{ (odd)}"),
        "degree_17": Existence(
            1,
            odd_of_degree_17,
            text=r"\mathrm{He}_3-\tfrac3{10}\mathrm{He}_5+\cdots+(-\tfrac{1093}{35625744000}\pm"
            r"\tfrac{\sqrt{339794026}}{1852538688000})\mathrm{He}_{17}",
        ),
    },
    mutants={
        "even_18": Existence(({2: 18}, {}), decide, text="18"),
        "even_22": Existence(({2: 22}, {}), decide, text="22"),
        "odd_15": Existence(({}, {2: 15}), decide, text="15"),
        "odd_19": Existence(({}, {2: 19}), decide, text="19"),
        "diagonal": Existence(lambda n: 2 * n + 1, first_negative, text=r"d_n=(2n+1)d_{n-2}-n(n-1)d_{n-4}"),
        "six_39": Existence({6: 39}, overall, text="39"),
        "six_44": Existence({6: 44}, overall, text="44"),
        "slide_is_minimal": Existence({2: 20}, overall, text=r"\text{degree 20 is minimal for }I=K=2"),
    },
    notes="For K = 8 and 9 the degrees are proved in the same way, by definite combinations with four forms and by certified polynomials.",
)


@claim.derivation
def _(step):
    n = sp.Symbol("n", integer=True, positive=True)
    step("the diagonal of z² − 1 on h_n", (n + 1) + n - 1, 2 * n, by="E[z² h_n²] = 2n + 1")
    step.verify("minors for K = 2 and 3", minors((EVEN_MINORS, ODD_MINORS, ODD_MINORS_3), None), by="exact recurrence")
    for k in range(1, 10):
        proof = minimal_degree(k)
        step.verify(
            f"K = {k}: {proof.degree} overall, {proof.even} even, {proof.odd} odd",
            proof.holds(),
            by="a definite combination below, a root or a certified polynomial at the degree; exact rationals",
        )
    step.verify("an explicit polynomial of degree 17", certify(odd_polynomial(1), 2, 2), by="exact arithmetic in Q(√339794026)")

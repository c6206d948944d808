"""A superorthogonal polynomial for a pair (I, K), with its certificate."""

from lemmata import Naturals, Symbol
from lemmata.theory.algebra.superorthogonal import load_certificates, lower_bound, verify_kantorovich, verify_krawczyk
from lemmata.theory.language.tool import Answer, Decided, Quantity

I = Symbol("I", "highest power of the polynomial", Naturals)
K = Symbol("K", "number of Hermite polynomials to which its powers are orthogonal", Naturals)


def polynomial(values):
    """The entry of least degree of the table for I and K or more, verified anew by two routines."""
    i, k = int(values["I"]), int(values["K"])
    if 1 in (i, k):
        why = "E[He_j He_l] = 0 for j ≠ l" if i == 1 else "powers of an even polynomial are even and He_1 is odd"
        found = Answer(f"He_{k + 1}", None, "exact", why)
        return {
            "g": found,
            "degree": Answer(k + 1),
            "degree ≥": Answer(k + 1),
            "certificate": Answer(True, detail=found.detail),
        }
    table = [e for e in load_certificates() if e.I >= i and e.K >= k]
    low = Answer(lower_bound(i, k)) if k <= 12 else Answer(None, None, "", "bounds are computed for K ≤ 12")
    if not table:
        pairs = sorted({(e.I, e.K) for e in load_certificates()})
        lost = Answer(None, None, "", f"one exists, but the table goes to the pairs {', '.join(map(str, pairs))}")
        return {"g": lost, "degree": lost, "degree ≥": low, "certificate": lost}
    entry = min(table, key=lambda e: (e.degree, e.I, e.K))
    routines = {"Newton-Kantorovich, exact": verify_kantorovich(entry), "Krawczyk, balls": verify_krawczyk(entry)}
    text = " + ".join(f"({float(c):.12g}) He_{n}" for n, c in sorted(entry.coefficients.items(), reverse=True))
    width = max((float(entry.radius) for _ in entry.pivots), default=0.0)
    boxes = (
        f"to twelve digits; the coefficients of He_{', He_'.join(map(str, entry.pivots))} lie within {width:.1e} of the table's"
    )
    shown = "; ".join(f"{name}: {v.reason or f'contraction {v.contraction:.1e}'}" for name, v in routines.items())
    return {
        "g": Answer(text, None, "ball", boxes),
        "degree": Answer(entry.degree),
        "degree ≥": low,
        "certificate": Answer(all(v.holds for v in routines.values()), detail=shown),
    }


tools = (
    Decided(
        id="superorthogonal.polynomial",
        says="A polynomial g that is not constant with E[g(Z)^i He_k(Z)] = 0 for 1 ≤ i ≤ I, 1 ≤ k ≤ K, and its certificate",
        takes=(I, K),
        gives=(
            Quantity("g", "the polynomial in monic Hermite polynomials"),
            Quantity("degree", "its degree"),
            Quantity("degree ≥", "what every such polynomial's degree is at least"),
            Quantity("certificate", "whether both routines prove that it exists"),
        ),
        answer=polynomial,
        example={"I": 2, "K": 2},
    ),
)

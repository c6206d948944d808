r"""$F_r^{k,p}$: links of degree at most $p$ and information exponent at least $k$, directions uniform on the unit sphere of
a fixed $S$, $\dim S=r$.

For such a direction $\mathbb E\langle\theta,u\rangle^{2j}=|P_Su|^{2j}(2j-1)!!/(r(r+2)\cdots(r+2j-2))$, and two
independent ones have $\mathbb E\langle\theta,\theta'\rangle^2=1/r$ whatever $d$ is. A link belongs to the class when
its degree is at most $p$ and $\mathbb E[\sigma h_i]=0$ for $1\le i<k$: $\mathrm{He}_4$ is in $F^{3,4}$ (the class asks
for an exponent of at least $k$, the single-index slides for exactly $k$), and for $k>p$ only constants remain. The
bound $n\gtrsim d$ for algorithms that learn from the prompt alone presumes that they do not know $S$; knowing it, $r$
takes the place of $d$.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from lemmata.theory.algebra.gaussian import expectation_normals
from lemmata.theory.first import Certificate, Claim, Domain, Existence, He, Identity, Integer, Mean, Observable, Source
from lemmata.theory.icl_single_index.first_notation import DOCUMENT, PAPER, d, positive, r, sphere_moment

z = sp.Symbol("z", real=True)
j = sp.Symbol("j", integer=True, positive=True)
square = sp.Symbol("p2", positive=True)  # |P_S u|^2 of a given unit vector u
projection, overlap = Observable("t"), Observable("c")
MEMBERS = (
    (He(4, z).doit(), 3, 4, True),
    (He(3, z).doit(), 3, 3, True),
    (z**3, 2, 3, False),
    (He(5, z).doit() - 2 * He(3, z).doit(), 3, 5, True),
    (He(2, z).doit() + He(5, z).doit(), 3, 5, False),
    (He(5, z).doit(), 3, 4, False),
    (sp.Integer(7), 4, 3, True),
    (z**2, 2, 2, True),
)


def coefficients(link: sp.Expr, top: int) -> list[sp.Expr]:
    """E[link He_i] for i = 0, ..., top."""
    return [expectation_normals(sp.expand(link * He(i, z).doit()), (z,)) for i in range(top + 1)]


def member(link: sp.Expr, k: int, p: int, exactly: bool = False) -> bool:
    """Whether the link is in the class; with `exactly` the exponent must equal k."""
    degree = sp.Poly(link, z).degree() if link.has(z) else 0
    found = coefficients(link, max(k, p))
    return degree <= p and all(c == 0 for c in found[1:k]) and (not exactly or found[k] != 0)


def membership(witness: Any, point: Mapping[str, Any]) -> Certificate:
    wrong = [(link, k, p) for link, k, p, inside in witness if member(link, k, p) is not inside]
    return Certificate(not wrong, detail=f"misjudged: {wrong}" if wrong else f"{len(witness)} links, by exact coefficients")


def membership_exactly(witness: Any, point: Mapping[str, Any]) -> Certificate:
    wrong = [(link, k, p) for link, k, p, inside in witness if member(link, k, p, exactly=True) is not inside]
    return Certificate(not wrong, detail=f"not in the class by this reading: {wrong}" if wrong else "")


claim = Claim(
    id="icl_single_index.function_class",
    title="E⟨θ,u⟩²ʲ = |P_S u|²ʲ (2j−1)!!/(r(r+2)…(r+2j−2)): two tasks of the class overlap like 1/r, whatever d is",
    truth=Identity(Mean(projection ** (2 * j)), square**j * sphere_moment(j, r)),
    source=Source(DOCUMENT, "Adaptivity to Low-dimensional Function Class", paper=PAPER),
    domain=Domain(Integer(r, positive, (2, 6)), Integer(d, positive, (r + 1, 32)), Integer(j, (1, 6), (1, 3))),
    given=(square,),
    also={
        "overlap": Identity(Mean(overlap**2), 1 / r),
        "overlap_4": Identity(Mean(overlap**4), 3 / (r * (r + 2))),
        "members": Existence(
            MEMBERS, membership, text=r"\sigma\in F^{k,p}\iff\deg\sigma\le p,\ \mathbb E[\sigma h_i]=0\ (1\le i<k)"
        ),
    },
    mutants={
        "ambient": Identity(Mean(overlap**2), 1 / d),
        "not_normalised": Identity(Mean(overlap**4), 3 / r**2),
        "exponent_exactly_k": Existence(
            MEMBERS, membership_exactly, text=r"\sigma\in F^{k,p}\iff\deg\sigma\le p,\ \mathrm{IE}(\sigma)=k"
        ),
    },
    notes="The sample sizes named on the slide (d for any direct algorithm, d^p for kernels, d^Θ(k) for correlational "
    "queries) are claims of their own.",
)


@claim.derivation
def _(step):
    m = sp.Symbol("m", positive=True)
    step(
        "the square of a coordinate on the sphere is Beta(1/2, (r − 1)/2): ratio of consecutive moments",
        sp.simplify(sp.expand_func(sphere_moment(m + 1, r)) / sphere_moment(m, r)),
        (2 * m + 1) / (r + 2 * m),
        by="Gamma functions",
    )
    step("j = 1", sphere_moment(sp.Integer(1), r), 1 / r, by="|θ|² = 1 is shared by r coordinates")
    step("j = 2", sphere_moment(sp.Integer(2), r), 3 / (r * (r + 2)), by="Gamma functions")
    step("j = 2 at r = 3", sphere_moment(sp.Integer(2), sp.Integer(3)), sp.Rational(1, 5), by="substitution")
    step("r = 1: θ = ±e", sphere_moment(j, sp.Integer(1)), 1, by="Gamma functions")

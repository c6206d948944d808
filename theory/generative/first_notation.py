r"""The generative exponent of a link: notation.

| symbol | meaning |
|---|---|
| $z$, $y=\sigma_*(z)$ | a standard normal, its label; $\gamma=N(0,1)$, $P_y$ the law of $y$ |
| $k$ | information exponent: first $k\ge1$ with $\mathbb E[\sigma_*\mathrm{He}_k]\ne0$ |
| $k_*$ | generative exponent: first $k\ge1$ with $\mathbb E[\mathrm{He}_k\mid y]$ not identically 0 |
| $B_k(c)$ | $\mathbb E[\mathrm{He}_k1\{y>c\}]$: $\mathrm{He}_{k-1}\varphi$ summed over up-crossings minus down-crossings |
| $\lambda_k^2$ | $\mathbb E[\mathbb E[h_k\mid y]^2]$ |
| $\theta,\hat\theta$, $n$, $d$ | unknown unit vector, its estimate, samples, dimension |
"""

import sympy as sp

from lemmata.theory.algebra.exponents import Exponent, generative_exponent, information_exponent
from lemmata.theory.first import Computed, Enclosure, Source

DOCUMENT = "004_dc3df60509519715.txt"
z = sp.Symbol("z", real=True)
link = sp.Symbol("link", real=True)
k_star, ie = sp.Symbol("k_star", integer=True), sp.Symbol("k", integer=True)
n, d = sp.symbols("n d", integer=True, positive=True)
LINKS = {
    "z": z,
    "relu": sp.Max(z, 0),
    "tanh": sp.tanh(z),
    "sin": sp.sin(z),
    "He_3": z**3 - 3 * z,
    "He_3+He_2": z**3 + z**2 - 3 * z - 1,
    "z^3-z": z**3 - z,
    "wave": z * sp.exp(-(z**2) / 2),
    "abs": sp.Abs(z),
    "square": z**2,
    "cos": sp.cos(z),
    "He_4": z**4 - 6 * z**2 + 3,
    "gauss": sp.exp(-(z**2)),
    "half_bump": z**2 * sp.exp(-(z**2) / 2),
    "bump": z**2 * sp.exp(-(z**2)),
    "ridge": sp.Abs(z) * sp.exp(-(z**2) / 2),
    "tilted_bump": z**2 * sp.exp(-(z**2)) + z / 100,
}


def source(heading: str = "Beyond Polynomial Link Functions", paper: str = "damian2024") -> Source:
    return Source(DOCUMENT, heading, paper=paper)


def enclosed(found: Exponent) -> Enclosure:
    """An exponent as a value with its evidence; no value where it is undecided."""
    how = "exact" if found.status == "exact" else "ball"
    return Enclosure(found.value, 0.0, how, found.reason if found.value is None else "; ".join(found.evidence))


def exponents(symbol: sp.Symbol = link) -> dict:
    """Definitions of both exponents of the link that a parameter stands for."""
    return {
        k_star: Computed(lambda q: enclosed(generative_exponent(q[str(symbol)], z))),
        ie: Computed(lambda q: enclosed(information_exponent(q[str(symbol)], z))),
    }

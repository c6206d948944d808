"""Random sequential message passing: the symbols of the family, and what they define.

γ = Au with A symmetric of N rows, tr A = 0, in a rotation-invariant ensemble, and u_i = f_i(γ_i) with E f_i' = 0. At each step every site is refreshed,
u_i ← f_i(γ_i), with probability η, else kept; η = 1 is the parallel algorithm, one site a step the limit η → 0 with N steps a sweep. For a latent
Gaussian model f_i(γ) = m(γ, y_i)/χ - γ, m the posterior mean under p(y_i|θ) exp(-Lθ²/2 + γθ), χ = E m', and A = (K^(-1) + 1/χ - L)^(-1)/χ - 1.
φ is the normalised trace, a = φ(A²) E f'² the number that decides whether the algorithm converges.
"""

from typing import Any

from lemmata import Naturals, Positive, Procedure, Rational, Source, Symbol, exp

N = Symbol("N", "number of sites", Naturals)
eta = Symbol("η", "share of the sites refreshed in a step", Positive)
chi = Symbol("χ", "mean response of the posterior mean, its variance", Positive)
v = Symbol("v", "variance of the noise", Positive)


# the phase model f_i = √2 cos(kγ + φ_i) with uniform phases: E f' = 0 and E f² = 1 at every variance of γ, φ(A²) = s², a = k²s²
k, s = Symbol("k", "frequency of the phase model", Positive), Symbol("s", "root of φ(A²)", Positive)
a = Symbol("a", "φ(A²) E f'²", Positive)
phases = Procedure(
    "phases",
    "the phase model run in full, two copies with the same couplings, phases and refreshed sites, and independent starts",
    ("N", "k", "s", "η", "T", "S", "spectrum", "shift"),
    {
        "distance": "mean squared distance per site of the messages of the copies after T steps",
        "product": "mean product per site of the messages of one copy after S and after T steps",
        "fourth": "mean fourth power of its fields",
    },
)
phases_in_turn = Procedure(
    "phases_in_turn",
    "the same with one random site a step",
    ("N", "k", "s", "sweeps", "spectrum"),
    {"distance": "mean squared distance per site of the messages of the copies after so many sweeps"},
)


def correlation(t: int, u: int, eta: Any = eta, a: Any = a, hold: Any = 1, memory: Any = 1) -> Any:
    """R(t, u): the mean product of the messages after t and u steps; ``hold`` and ``memory`` are 1 and make wrong versions."""
    late, early = max(t, u), min(t, u)
    if late == early:
        return Rational(1)

    def last(time: int, j: int) -> Any:
        """The probability that a site was refreshed at step j and not from then on to this time."""
        return (1 - eta) ** time if j == 0 else eta * (1 - eta) ** (time - j)

    def product(j: int, i: int) -> Any:
        """E f(γ(j)) f(γ(i)) = exp(-a (1 - R(j-1, i-1))); the start is independent of what follows."""
        return exp(-a * (1 - memory * (correlation(j - 1, i - 1, eta, a, hold, memory) if i else 0)))

    return hold * (1 - eta) ** (late - early) + sum(
        last(late, j) * last(early, i) * product(j, i) for j in range(early + 1, late + 1) for i in range(early + 1)
    )


def source() -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source("002_28381bf033af2fcd.txt", "Abstract 9: random sequential message passing (Cakmak et al.)", "cakmak2022")

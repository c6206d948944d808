"""Ridge regression with a penalty on the squared norm beside the *mean* squared error: the symbols of the family.

What n samples see of a spectrum goes through the effective penalty κ, the root of n - nλ/κ = Σ_j l_j/(l_j + κ). With
1 - γ = λ/κ + Σ_j l_j κ/(l_j + κ)²/n, the form that does not cancel, the deterministic equivalents of squared bias and
variance are κ² Σ_j β_j² l_j/(l_j + κ)²/(1 - γ) and σ²γ/(1 - γ). Sums run over levels: m_j eigenvalues l_j each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import (
    PD,
    Array,
    Definition,
    I,
    Index,
    Inequality,
    Mean,
    Naturals,
    NonNegative,
    Normal,
    Part,
    Piecewise,
    Positive,
    Procedure,
    Rational,
    Root,
    Sampled,
    Source,
    Sum,
    Symbol,
    Tied,
    Within,
    floor,
)
from lemmata.theory.algebra.counting import positions

n = Symbol("n", "number of samples", Naturals)
d = Symbol("d", "dimension", Naturals)
lam = Symbol("λ", "penalty beside the mean squared error", Positive)
s2 = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")

X = Array("X", "design, one sample a row", n, d)
beta = Array("β", "target", d, latex=r"\beta_*")
S = Array("Σ", "covariance of a test point", d, d, kind=PD, latex=r"\Sigma")
eps = Sampled("ε", Normal(s2), n)

A = Definition("A", "the estimator is A times the labels", X.T * (X * X.T + n * lam * I(n)).inv())

kappa = Symbol("κ", "effective penalty", Positive)
level = Symbol("z", "any effective penalty", Positive)
some, weight = Symbol("y", "an eigenvalue", Positive), Symbol("w", "the target's weight there", NonNegative)
j = Index("j")


@dataclass(frozen=True)
class Spectrum:
    """A spectrum as terms: its j-th eigenvalue, the squared coordinate of the target there, how many of them, how often each."""

    eigenvalue: Any
    target: Any
    size: Any
    often: Any = 1
    samples: Any = n

    def over(self, term: Any, low: Any = 1, high: Any = None) -> Any:
        """Sum over the spectrum."""
        return Sum(self.often * term, (j, low, self.size if high is None else high))

    def effective(self, penalty: Any = lam, inside: tuple[Any, Any] | None = None) -> Any:
        """κ at a penalty; between bounds, where better ones are known."""
        seen = self.over(self.eigenvalue / (self.eigenvalue + kappa))
        balance = self.samples - seen if penalty == 0 else self.samples - self.samples * penalty / kappa - seen
        return Root(kappa, balance, inside=inside or (penalty, penalty + 2 * self.over(self.eigenvalue) / self.samples))

    def seen(self, k: Any) -> Any:
        """N1, what κ leaves of the rank."""
        return self.over(self.eigenvalue / (self.eigenvalue + k))

    def left(self, k: Any) -> Any:
        """What is left of the signal: squared bias without its factor 1/(1 - γ)."""
        return self.over(self.target * self.eigenvalue * k**2 / (self.eigenvalue + k) ** 2)

    def worst(self) -> Part:
        """No target does worse than one at the eigenvalue κ: 4 l κ <= (l + κ)², term by term."""
        bound = level / 4 * self.over(self.target)

        def proof(k: Any) -> Any:
            least = k.scale(k.compare(4 * some * level, (some + level) ** 2), weight * level / (4 * (some + level) ** 2))
            each = k.instance(least, {some: self.eigenvalue, weight: self.often * self.target})
            return k.to(k.sum(each, (j, 1, self.size)), bound)

        return Part(
            Inequality(self.left(level), bound),
            proof=proof,
            says="Without its factor 1/(1 − γ) the squared bias is at an effective penalty z at most z|β|²/4",
        )

    def squares(self, k: Any) -> Any:
        """γ."""
        return self.over(self.eigenvalue**2 / (self.eigenvalue + k) ** 2) / self.samples

    def gap(self, k: Any, penalty: Any = lam) -> Any:
        """1 - γ, without cancellation."""
        return penalty / k + self.over(self.eigenvalue * k / (self.eigenvalue + k) ** 2) / self.samples

    def bias(self, k: Any, penalty: Any = lam) -> Any:
        """The deterministic equivalent of the squared bias."""
        return self.left(k) / self.gap(k, penalty)

    def spread(self, k: Any, penalty: Any = lam) -> Any:
        """The deterministic equivalent of the variance, without σ²."""
        return self.squares(k) / self.gap(k, penalty)

    def risk(self, k: Any, penalty: Any = lam) -> Any:
        """The deterministic equivalent of the risk."""
        return self.bias(k, penalty) + s2 * self.spread(k, penalty)


class Split:
    """A spectrum, cut at the effective penalty: its head, of k eigenvalues, and its tail, which joins the penalty in τ."""

    def __init__(self, at: Spectrum, penalty: Any, name: str = "") -> None:
        self.at = at
        self.kappa = Definition("κ" + name, "effective penalty, from n − nλ/κ = Σ l_j/(l_j + κ)", at.effective(penalty))
        self.k = Definition("k" + name, "number of eigenvalues that are at least κ", self.above(1))
        self.tau = Definition("τ" + name, "penalty and tail", penalty + self.below(at.eigenvalue) / at.samples)

    def above(self, term: Any) -> Any:
        """Sum over the eigenvalues that are at least κ."""
        return self.at.over(Piecewise((term, self.at.eigenvalue >= self.kappa), (0, True)))

    def below(self, term: Any) -> Any:
        """Sum over the others."""
        return self.at.over(Piecewise((term, self.at.eigenvalue < self.kappa), (0, True)))


def power_law(
    a: Any,
    length: Callable[[Any], float],
    names: tuple[str, str] = ("p", "m"),
    *,
    levels: int = 2200,
    samples: Any = n,
    unit: Any = 1,
) -> Spectrum:
    """Eigenvalues j^-a and squared coordinates j^-2 of the target, j up to ``length`` of the parameters, however far.

    Positions p_j of multiplicity m_j stand for the integers: every sum is that over the integers, to about 1e-15.
    ``unit``: the length as a term, where positions are given as shares of it.
    """

    def made(p: Any, draw: Any) -> dict[str, Any]:
        end = length(p)
        places, counts = positions(end, pad=levels)
        share = 1 if unit == 1 else end
        return {names[0]: draw.tensor([x / share for x in places]), names[1]: draw.tensor(counts)}

    law = Tied(names, made)
    place = unit * Array(names[0], "positions in the spectrum", levels, of=Positive, kind=law)[j]
    often = Array(names[1], "how many integers a position stands for", levels, of=NonNegative, kind=law)
    return Spectrum(place**-a, place**-2, levels, often[j], samples)


designs = Procedure(
    "designs",
    "ridge regression on a Gaussian design with eigenvalues j^-a, j ≤ d, and target coordinates 1/j",
    ("n", "d", "a", "λ"),
    {"bias": "squared bias given the design", "variance": "variance given the design, over σ²"},
)
N = Symbol("N", "number of samples of a drawn design", Naturals)
q = Symbol("q", "dimensions per sample of a drawn design", Positive)


def simulated(a: Any, penalty: Any, levels: int, per_sample: str) -> Part:
    """The mean risk of drawn designs with ⌊qN⌋ eigenvalues j^-a beside its equivalent, by that many positions."""
    run = designs(n=N, d=floor(q * N), a=a, λ=penalty)
    law = power_law(a, lambda p: int(p.q * p.N), ("p'", "m'"), levels=levels, samples=N)
    there = law.risk(law.effective(penalty), penalty)
    return Part(
        Within(Mean(run["bias"] + s2 * run["variance"]), Rational(24, 25) * there, Rational(27, 25) * there),
        says=f"On drawn designs (24 to 30 samples, {per_sample} dimensions per sample) the mean risk is between 0.96 and 1.08 of its "
        "equivalent",
    )


def source(heading: str, paper: str | None = None) -> Source:
    """The slides."""
    return Source("000_ab12b188556405a2.txt", heading, paper)

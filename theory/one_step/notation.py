"""A two-layer network of mean-field width after one gradient step: the symbols of the family, and what they define.

Inputs are x ~ N(0, I), labels y = f*(x) + ε with f*(x) = σ*(⟨x, β*⟩), ε ~ N(0, σ_ε²), |β*| = 1; weights are W ~ N(0, 1/d), a ~ N(0, 1/N), and
n/d → ψ₁, N/d → ψ₂. μ₀ = E σ, μ₁ = E zσ, μ₂² = E σ² - μ₀² - μ₁², r = μ₂²/μ₁², starred ones of σ*. The ridge step has a fresh sample.
m = lim tr(WW' + z)^(-1)/d is the root of zm² + (z + ψ₂ - 1)m = 1, that is z = 1/m - ψ₂/(1 + m): formulas are written in m, in which they
are rational. With κ = z - r the ridge λ/N on a has λ/μ₁² = κ(1 - df₁/n), and the risk is (S + F²[rh - κz h'])/(1 - df₂/n) - σ_ε², S = σ_ε² + μ₂*²,
F = μ₁*, where h = lim β*'(WW' + z)^(-1)β* is m at the start, and m(1 - θ₂²q/(1 + θ₁²q)) with q = m/(1 + m) after one step.
"""

from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata import (
    SMOOTH,
    Array,
    Definition,
    Function,
    Naturals,
    NonNegative,
    Positive,
    Procedure,
    Rational,
    Source,
    Symbol,
    Tied,
    sq,
    sqrt,
)  # fmt: skip

n = Symbol("n", "number of samples", Naturals)
d = Symbol("d", "dimension of an input", Naturals)
N = Symbol("N", "number of neurons", Naturals)


def layers(p, draw):
    """Inputs and weights of moderate size: where an activation saturates, rounding is all that is left of its slope."""
    inputs, weights = draw.normal(p.n, p.d), draw.normal(p.d, p.N) / p.d**0.5
    if p.style == "rank one":
        inputs, weights = inputs[..., :1].expand_as(inputs) / p.d**0.5, weights[..., :1].expand_as(weights)
    if p.style == "repeated":
        inputs, weights = inputs[..., :1, :].expand_as(inputs), weights[..., :1].expand_as(weights)
    if p.style == "short":
        inputs = 0.6 * inputs / p.d**0.5
    return {"X": inputs, "W": 0 * weights if p.style == "no weights" else weights}


LAYERS = Tied(("X", "W"), layers, ("generic", "rank one", "short", "repeated", "no weights"))
X = Array("X", "inputs, one sample a row", n, d, kind=LAYERS)
y = Array("y", "labels", n)
W = Array("W", "first layer, one neuron a column", d, N, kind=LAYERS)
a = Array("a", "second layer", N)
sigma = Function("σ", "activation", of=SMOOTH, latex=r"\sigma")

f = Definition("f", "outputs of the network on the sample", sigma.entrywise(X * W) * a / sqrt(N))
loss = Definition("L", "mean squared error on the sample", sq(y - f) / n, latex=r"\mathcal L")

# limits: numbers per dimension, the two spikes, the curve in m
psi1 = Symbol("ψ₁", "samples per dimension", Positive, latex=r"\psi_1")
psi2 = Symbol("ψ₂", "neurons per dimension", Positive, latex=r"\psi_2")
r = Symbol("r", "μ₂²/μ₁² of the activation", Positive)
S = Symbol("S", "variance of the noise and of the target's nonlinear part", Positive)
F2 = Symbol("F²", "variance of the target's linear part, μ₁*²", Positive)
m = Symbol("m", "normalised trace of the resolvent (WWᵀ + z)⁻¹", Positive)
A = Symbol("A", "θ₁², square of the spike", NonNegative)
B = Symbol("B", "θ₂², square of the spike's part along β*", NonNegative)

z = 1 / m - psi2 / (1 + m)
m2 = 1 / (1 + m) / z  # the trace of (W'W + z)^(-1) over N
q = m / (1 + m)  # z m m₂
kappa = z - r


_level = sp.Dummy("level")


def slope(f: Any) -> Any:
    """The derivative in z of a formula in m."""
    return sp.diff(f, m) / sp.diff(z, m)


df1 = psi2 / psi1 * (1 - kappa * m2)
df2 = psi2 / psi1 * (1 - 2 * kappa * m2 - kappa**2 * slope(m2))
ridge = kappa * (1 - df1)  # λ/μ₁²


def drop(A: Any = A, B: Any = B) -> Any:
    """What one step takes from h."""
    return B * m**2 / (1 + (1 + A) * m)


def spiked(A: Any = A, B: Any = B) -> Any:
    """h after one step."""
    return m * (1 - B * q / (1 + A * q))


def error(h: Any = m, squares: Any = df2) -> Any:
    """Risk plus noise."""
    return (S + F2 * (r * h - kappa * z * slope(h))) / (1 - squares)


# the same in terms of which every sign is seen: z = r + k; of ψ₂ > 0 only that it is positive is needed, ψ₁ = taken + e
k = Symbol("k", "effective ridge κ", Positive)
e = Symbol("e", "samples per dimension beyond the degrees of freedom", Positive)
_z = r + k
fall_of_m = m**2 * (1 + m) / (1 + _z * m**2)  # -dm/dz
taken = psi2 * (r + _z * m) / (_z * (1 + m))  # ψ₁ df₁/n
# ψ₁df₂ where ψ₂ = (1 + m)(1/m - z), as a sum of positive terms
spent = psi2 / (_z * (1 + m)) * (r**2 / _z + _z * m * (1 - _z * m + r * m + k * r * m / _z + _z * m**2) / (1 + _z * m**2))
saved = psi2 * k / (_z * (1 + m)) * (r / _z + k * m**2 / (1 + _z * m**2))  # ψ₁(df₁ - df₂)/n


def bias(h: Any = m) -> Any:
    """r h - κz h' over m."""
    return r * h + k * _z * fall_of_m * sp.diff(h, m)


def risk(h: Any = m) -> Any:
    """Risk plus noise at ψ₁ = taken + e."""
    return (S + F2 * bias(h)) * (taken + e) / (saved + e)


# the error function
MU1_ERF = 2 / sqrt(3 * sp.pi)
SQUARE_ERF = 2 / sp.pi * sp.asin(Rational(2, 3))
MU2_ERF = SQUARE_ERF - MU1_ERF**2  # μ₂²


@lru_cache
def _balance() -> Any:
    """The polynomial in m that vanishes where λ/μ₁² has a given level."""
    return sp.expand(sp.numer(sp.together(ridge - _level)))


def balance(level: Any) -> Any:
    """A polynomial in m; its least positive root is where λ/μ₁² has this level."""
    return _balance().xreplace({_level: level})


def at(formula: Any, p1: Any, p2: Any, lam: Any, noise: Any, step: Any = 0, spread: int = 1, rough: int = 1) -> Any:
    """A formula in m at n/d, N/d, λ, σ_ε² for σ = σ* = erf and one step of size η, to 8 digits; the largest κ is the least m.
    ``spread``, ``rough``: 0 for wrong versions without noise in the spike, without noise in the features."""
    p1, p2, lam, noise, step = (sp.nsimplify(value) for value in (p1, p2, lam, noise, step))
    B_ = step**2 * MU1_ERF**4
    values = {
        psi1: p1,
        psi2: p2,
        r: rough * MU2_ERF / MU1_ERF**2,
        S: noise + MU2_ERF,
        F2: MU1_ERF**2,
        A: spike(step, p1, noise, spread),
        B: B_,
    }
    values = {name: sp.N(value, 50) for name, value in values.items()}
    balance = sp.Poly(_balance().xreplace(values | {_level: sp.N(lam / MU1_ERF**2, 50)}), m)
    least = min(root for root in balance.nroots(n=40, maxsteps=200) if root.is_real and root > 0)
    return Rational(str(sp.N(formula.xreplace(values).xreplace({m: least}), 8)))


def source(heading: str, paper: str | None = "ba2022") -> Source:
    """The slides, with the paper that they follow."""
    return Source("003_6dbed77154d197b7.txt", heading, paper)


ridge_run = Procedure(
    "ridge_run",
    "ridge regression of a fresh sample on the features of an erf network, before and after one gradient step on its first layer",
    ("d", "n", "N", "lam", "v", "eta", "s", "b1", "b3"),
    {"before": "population risk with the initial weights", "after": "the same after the step"},
)

STEPPED = ("d", "n", "N", "v", "eta", "s", "b1", "b3")
first_step = Procedure(
    "first_step",
    "one step W + η√N G on the first layer of an erf network, G half of minus the gradient of its mean squared error",
    STEPPED,
    {
        "operator": "largest singular value of the move",
        "ratio": "Frobenius norm of the move over its largest singular value",
        "neuron": "mean norm of the move of a neuron",
        "start": "mean norm of a neuron before",
    },
)
remainder = Procedure(
    "remainder",
    "such a step beside its rank-one part",
    STEPPED,
    {
        "left over": "largest singular value of G less its rank-one part, over that of G",
        "half left": "the same with half of that part",
        "row left": "the same with |a|/√N for every entry of a in it",
        "correlation": "|X'y/n|²",
    },
)
leading = Procedure(
    "leading",
    "the first layer after such a step",
    STEPPED,
    {
        "value": "square of the largest singular value",
        "target": "squared overlap of its left vector with the target",
        "outer": "squared overlap of its right vector with the second layer",
    },
)

powers = Procedure(
    "powers",
    "ridge regression of a fresh sample on the features of an erf network, at the start and after one step of size N^α",
    ("d", "n", "N", "lam", "v", "s", "b1", "b3"),
    {"RF": "population risk with the initial weights", **{f"{j}/8": f"the same after a step with α = {j}/8" for j in range(5)}},
)
floors = Procedure(
    "floors",
    "T gradient steps on the first layer of an erf network, and the least risks of second layers before and after",
    ("d", "n", "N", "v", "eta", "T", "s", "b1", "b3"),
    {
        f"{least} {when}": f"{text} {when} the steps"
        for least, text in (("oracle", "least population risk of a second layer"), ("best", "least risk over 21 ridges λ"))
        for when in ("before", "after")
    },
)


def moved(d: Any, n: Any, N: Any, step: Any, noise: Any, of: Procedure = first_step) -> Any:
    """One step for σ = σ* = erf."""
    return of(d=d, n=n, N=N, v=noise, eta=step, s=1, b1=0, b3=0)


def spike(step: Any, p1: Any, noise: Any, spread: int = 1) -> Any:
    """θ₁² for σ = σ* = erf."""
    return step**2 * MU1_ERF**2 * (MU1_ERF**2 + spread * (SQUARE_ERF + noise) / p1)


def run(d: int, p1: int, p2: int, lam: Any, noise: Any, step: Any = 0, target: tuple[Any, Any, Any] = (1, 0, 0)) -> Any:
    """Ridge regression at n = p1 d, N = p2 d; the target is target · (erf, z, He₃/√6)."""
    s, b1, b3 = target
    return ridge_run(d=d, n=p1 * d, N=p2 * d, lam=lam, v=noise, eta=step, s=s, b1=b1, b3=b3)


def least(d: int, p1: int, p2: int, steps: int, noise: Any, size: Any = 1) -> Any:
    """Least risks before and after some steps, for σ = σ* = erf."""
    return floors(d=d, n=p1 * d, N=p2 * d, v=noise, eta=size, T=steps, s=1, b1=0, b3=0)


def around(low: Any, value: Any, high: Any) -> dict[str, Any]:
    """Bounds by these multiples of a number, which is taken to 8 digits."""
    value = Rational(str(sp.N(value, 8)))
    return {"low": sp.nsimplify(low) * value, "high": sp.nsimplify(high) * value}

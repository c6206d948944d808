"""Approximate message passing for convex problems in K outputs: the symbols of the family, and what they define.

X is n x d with independent N(0, 1/d) entries, α = n/d; W minimises Σ_i L(y_i, (XW)_i) + (λ/2)|W|², y_i a function of (XW_0)_i and of noise,
W_0 with independent N(0, 1) entries. The algorithm starts at W = 0, G = 0 and repeats γ = XW - GV, G = -∇L(P) at the proximal point
P = γ + GV, Λ = -(α E ∂G/∂γ), V = (λ + Λ)^(-1), W = (X'G + WΛ)V. In the limit its rows have the law of Gaussian vectors whose covariances
obey a recursion, the state evolution. Here: M = lim <W_0, W>/d, Q = lim |W|²/d, per output.
"""

from typing import Any

from sympy import Integer

from lemmata import Iterate, Naturals, Positive, Procedure, Rational, Source, Symbol, erf, exp, pi, sqrt

n = Symbol("n", "number of samples", Naturals)
d = Symbol("d", "dimension", Naturals)
alpha = Symbol("α", "samples per dimension", Positive)
V = Symbol("V", "variance that the message passing assigns to an output", Positive)
s2 = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")


def ridge(V: Any = V, alpha: Any = alpha) -> Any:
    """λ of the square loss at V: λV² + (λ + α - 1)V = 1."""
    return (1 - (alpha - 1) * V) / (V * (1 + V))


# the Euclidean distance L = |y - z| in the plane, labels XW_0 + noise: r = y - γ is Gaussian of variance τ², x = V²/(2τ²)
x = Symbol("x", "half the square of V over the standard deviation of the residuals", Positive)
tau = Symbol("τ", "standard deviation of the residuals y − γ", Positive)


def slopes(x: Any = x) -> Any:
    """-V E tr J/2."""
    return 1 - exp(-x) + sqrt(pi * x) * (1 - erf(sqrt(x))) / 2


def squares(x: Any = x) -> Any:
    """E |G|²/2."""
    return (1 - exp(-x)) / (2 * x)


left = 1 - alpha * slopes()  # λV at a fixed point
level = tau * sqrt(2 * x)  # V
penalty = left / level  # λ
noise = tau**2 * (1 - alpha * (1 - exp(-x))) - left**2  # σ²

_m, _q, _v, _lam, _s2 = (Symbol(name, "state or setting", Positive) for name in ("m", "q", "v", "λ", "s"))


def moved(pull: Any, square: Any, lam: Any, alpha: Any = alpha, own: Any = 1, per: Any = 1) -> tuple[Any, Any, Any]:
    """M, Q, V after a step: ``pull`` is Λ per output, ``square`` E |G|² per output; ``own`` and ``per`` are 1 and make wrong versions."""
    new = 1 / (lam + pull)
    return pull * new, new**2 * (own * pull**2 + per * alpha * square), new


def residual(m: Any, q: Any, s2: Any) -> Any:
    """The variance of y − γ."""
    return s2 + 1 - 2 * m + q


def step(m: Any, q: Any, v: Any, lam: Any, s2: Any, alpha: Any = alpha, own: Any = 1, per: Any = 1) -> tuple[Any, Any, Any]:
    """M, Q, V after one step of state evolution for the Euclidean distance."""
    ratio = v**2 / (2 * residual(m, q, s2))
    return moved(alpha * slopes(ratio) / v, squares(ratio), lam, alpha, own, per)


def evolution(times: Any, lam: Any, s2: Any, alpha: Any, **options: Any) -> Any:
    """The path of M, Q, V from the start of the algorithm."""
    start = (Integer(0), Integer(0), 1 / lam)
    return Iterate((_m, _q, _v), step(_m, _q, _v, lam, s2, alpha, **options), start, times)


euclidean = Procedure(
    "euclidean",
    "message passing run in full for the Euclidean distance in the plane, with the empirical Λ",
    ("n", "d", "λ", "σ²", "T", "S", "memory"),
    {
        "M": "overlap of the weights with W_0, per output and dimension",
        "Q": "their squared norm",
        "Q early": "their squared norm at step S",
        "train": "mean loss in training",
        "test": "expected loss on a new sample, exact given the weights",
        "alone": "mean loss of γ",
        "met": "share of the samples whose labels are met exactly",
        "shrinks": "factor by which the squared steps shrink from step S to step T",
    },
)
multiclass = Procedure(
    "multiclass",
    "message passing run in full for the cross-entropy of K classes with labels argmax XW_0, with the empirical Λ",
    ("n", "d", "K", "λ", "T", "S", "tests", "memory"),
    {
        "residual": "largest entry of the gradient of the objective at the end",
        "shrinks": "factor by which the squared steps shrink from step S to step T",
        "radius": "largest eigenvalue of M -> (1/d) Σ V J M J V at the end",
        "trace": "trace of this map",
        "first_power": "largest eigenvalue of VΛ",
        "M": "overlap of the weights with W_0, per output and dimension",
        "Q": "their squared norm",
        "bound": "1 − λ times the least eigenvalue of V",
        "largest": "1 − λ times the largest one",
        **{
            f"{on} {what}": f"mean {what} {of}"
            for on, of in (("train", "in training"), ("test", "on a test set"), ("alone", "of γ"))
            for what in ("error", "loss")
        },
    },
)
sampled = Procedure(
    "sampled",
    "state evolution for the cross-entropy of K classes, its averages over (ω_0, γ) by samples",
    ("K", "α", "λ", "T", "samples", "correction", "own"),
    {"M": "tr M/K after T steps", "Q": "tr Q/K after T steps"},
)
# one setting of the runs, by its fixed point: x = 1/2, τ = 4/5 at 6 samples to 5 dimensions
RUN = {x: Rational(1, 2), tau: Rational(4, 5), alpha: Rational(6, 5)}


def source() -> Source:
    """The abstract; the formulas are those of the paper it belongs to."""
    return Source(
        "002_28381bf033af2fcd.txt",
        "Abstract 4: convergence analysis of approximate message passing AMP (Cakmak et al.)",
        "cakmak2024",
    )

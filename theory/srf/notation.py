"""A two-layer network after one large gradient step, as spiked random features: the symbols of the family, and what they define.

f(x) = Σ_i b_i σ(⟨w_i, x⟩) on x ~ N(0, I_d), with p neurons w_i = √c_q e_i + u_q v in groups q of shares π_q; e_i is uniform on the unit
sphere, |v| = 1. The head is fitted by ridge regression, (1/p) Σ (y - f)² + λ|b|², to n samples; r = n/p and b = p/d stay fixed. Given κ = ⟨v, x⟩ a feature
is σ(u_q κ + √c_q z): μ_0 and μ_1 are its means with 1 and z, μ_2² its variance that is left. With G = (ΦᵀΦ/p + λ)^(-1) of n x p features the traces
v_q = tr P_q G/p and V_qq' = tr P_q E Eᵀ P_q' G/p solve, with δ(κ) = Σ μ_1μ_1'V_qq' + Σ μ_2²v_q, C_qq' = r E μ_1μ_1'/(1 + δ), D_q = r E μ_2²/(1 + δ),

    V = (diag(1/v) + bC)^(-1),    π_q = v_q(λ + D_q) + (CV)_qq,

which are solved by iteration. Judged is σ = sin, for which all of μ is elementary, and the target sin(ω⟨θ, x⟩) with ⟨v, θ⟩ = γ and noise of variance s.
The formulas below take any means of functions of κ, so that they serve other activations as well.
"""

import math
import operator
from functools import cache, partialmethod
from itertools import repeat
from types import SimpleNamespace
from typing import Any

import sympy as sp

from lemmata import Iterate, Naturals, NonNegative, Positive, Procedure, Reals, Source, Symbol, cos, exp, sin, sqrt
from lemmata.theory.language.calculus import Z as kappa
from lemmata.theory.language.functions import GaussMean

d = Symbol("d", "dimension of the inputs", Naturals)
lam = Symbol("λ", "ridge of the head", Positive)
u = Symbol("u", "spike", Reals)
c = Symbol("c", "squared norm of the isotropic part of a neuron", Positive)
gamma = Symbol("γ", "inner product of spike and target direction", NonNegative)
omega = Symbol("ω", "frequency of the target", Positive)
s = Symbol("s", "variance of the label noise", NonNegative)
r = Symbol("r", "samples of the second step per neuron", Positive)
b = Symbol("b", "neurons per dimension", Positive)

STEPS = 32
GROUPS = ((1, ""), (2, "'"))

spiked = Procedure(
    "spiked",
    "ridge regression on n samples with spiked random features of two groups of p/2 neurons; its risk is exact given the fit",
    ("d", "p", "n", "λ", "u", "u'", "c", "c'", "γ", "ω", "s"),
    {
        "test": "risk on new inputs",
        "train": "mean squared residual",
        "cross": "tr P_1 E Eᵀ P_2 G/p, E without its part along the spike",
    }
    | {f"v{mark}": f"tr P_{group} G/p" for group, mark in GROUPS}
    | {f"V{mark}": f"tr P_{group} E Eᵀ P_{group} G/p, E without its part along the spike" for group, mark in GROUPS}
    | {f"m{mark}": f"sum of the head over group {group}" for group, mark in GROUPS}
    | {f"t{mark}": f"sum of b_i⟨e_i, v⟩ over group {group}" for group, mark in GROUPS}
    | {
        f"ψ{mark}": f"sum of b_i⟨e_i, z⟩ over group {group}, z the target's direction across the spike"
        for group, mark in GROUPS
    },
)

stepped = Procedure(
    "stepped",
    "a gradient step on the first layer of a network of p/2 neurons with ζ and p/2 with ζ', then ridge regression of its head on n fresh samples",
    ("d", "p", "n0", "n", "λ", "η", "ζ", "ζ'", "ω", "s"),
    {"test": "risk after the step", "lazy": "risk of the untrained features with the same n samples"},
)


def source(paper: str = "dandi2024spiked") -> Source:
    """The abstracts; the formulas are derived here."""
    return Source(
        "002_28381bf033af2fcd.txt",
        "Abstract 1 (random matrix analysis of one gradient step) and abstract 5 (learning features with a single step)",
        paper,
    )


def over(f: Any) -> Any:
    """E f(κ)."""
    return GaussMean(f, kappa)


class Sine:
    """μ_0, μ_1, μ_2² and κμ_1 of σ = sin for one group."""

    def __init__(self, spike: Any = u, size: Any = c) -> None:
        self.mu0 = exp(-size / 2) * sin(spike * kappa)
        self.mu1 = sqrt(size) * exp(-size / 2) * cos(spike * kappa)
        self.mu2 = (1 - exp(-2 * size) * cos(2 * spike * kappa)) / 2 - self.mu0**2 - self.mu1**2
        self.line = kappa * self.mu1


class Averaged:
    """The same without a spike, with the means of μ_1² and μ_2² over κ."""

    def __init__(self, spike: Any = u, size: Any = c) -> None:
        fall = exp(-2 * spike**2)
        square = size * exp(-size) * (1 + fall) / 2
        self.mu0, self.mu1 = sp.S.Zero, sqrt(square)
        self.mu2 = (1 - exp(-2 * size) * fall) / 2 - exp(-size) * (1 - fall) / 2 - square
        self.line = kappa * self.mu1


def target(gamma: Any = gamma, omega: Any = omega, noise: Any = s) -> tuple[Any, Any, Any]:
    """E[y|κ], E[zy|κ] and E[y²|κ], z the part of ⟨θ, x⟩ across the spike, of norm 1."""
    across = 1 - gamma**2
    h0 = exp(-(omega**2) * across / 2) * sin(omega * gamma * kappa)
    h1 = omega * sqrt(across) * exp(-(omega**2) * across / 2) * cos(omega * gamma * kappa)
    return h0, h1, (1 - exp(-2 * omega**2 * across) * cos(2 * omega * gamma * kappa)) / 2 + noise


def eliminate(A: Any, x: Any) -> Any:
    """A^(-1) x for a positive definite A, by elimination."""
    A, x, size = [list(row) for row in A], list(x), len(x)
    for i in range(size):
        for j in range(i + 1, size):
            w = A[j][i] / A[i][i]
            A[j] = [f - w * e for e, f in zip(A[i], A[j], strict=True)]
            x[j] = x[j] - w * x[i]
    for i in reversed(range(size)):
        x[i] = (x[i] - sum(A[i][j] * x[j] for j in range(i + 1, size))) / A[i][i]
    return x


class Equivalent:
    """The deterministic equivalent for one group or two, as the map whose fixed point it is.

    A state has v and V and, where there is a target, m and θ (the head's sums over a group of b_i and b_i⟨e_i, v⟩, of which the fitted function of κ is
    s = Σ m μ_0 + θ κμ_1), ψ (the same with the target's direction across the spike), Q and q (the head's squares), and the test and training error.
    m and θ minimise r E (E[y|κ] - s)²/(1 + δ) + Σ θ²/(b v) + Σ m²/(p v); the last cost is absent as p → ∞ (``width`` None).
    The response -d(V, v) to changes of C and D gives Q and q, by the local risk R(κ) and by the squares of what the head has learned."""

    signal = 1  # 0: a wrong version, without these squares

    def __init__(self, groups: Any, shares: Any, r: Any, b: Any, ridge: Any, goal: Any = None, width: Any = None) -> None:
        self.groups, self.shares, self.r, self.b, self.ridge, self.goal, self.width = groups, shares, r, b, ridge, goal, width
        self.k = len(groups)
        self.pairs = [(i, j) for i in range(self.k) for j in range(i, self.k)]
        self.names = [f"v{q + 1}" for q in range(self.k)] + [f"V{i + 1}{j + 1}" for i, j in self.pairs]
        if goal is not None:
            self.names += [f"{letter}{q + 1}" for letter in "mθψq" for q in range(self.k)]
            self.names += [*(f"Q{i + 1}{j + 1}" for i, j in self.pairs), "test", "train"]

    def list(self, state: Any, letter: str) -> Any:
        return [state[f"{letter}{q + 1}"] for q in range(self.k)]

    def table(self, state: Any, letter: str) -> Any:
        return [[state[f"{letter}{min(i, j) + 1}{max(i, j) + 1}"] for j in range(self.k)] for i in range(self.k)]

    def weighted(self, matrix: Any, column: Any) -> Any:
        """Σ μ_1μ_1' matrix + Σ μ_2² column, a function of κ."""
        g, k = self.groups, range(self.k)
        return sum(g[i].mu1 * g[j].mu1 * matrix[i][j] for i in k for j in k) + sum(g[q].mu2 * column[q] for q in k)

    def map(self, state: Any, mean: Any = over) -> Any:
        """The next state."""
        g, k, v, V = self.groups, range(self.k), self.list(state, "v"), self.table(state, "V")
        one = 1 + self.weighted(V, v)
        C = [[self.r * mean(g[i].mu1 * g[j].mu1 / one) for j in k] for i in k]
        used = [sum(C[q][e] * V[e][q] for e in k) for q in k]
        new = {f"v{q + 1}": self.shares[q] / (self.ridge + self.r * mean(g[q].mu2 / one) + used[q] / v[q]) for q in k}
        precision = [[self.b * C[i][j] + (1 / v[i] if i == j else 0) for j in k] for i in k]
        columns = [eliminate(precision, [int(i == j) for i in k]) for j in k]
        new |= {f"V{i + 1}{j + 1}": columns[j][i] for i, j in self.pairs}
        return new if self.goal is None else new | self.learned(state, one, mean)

    def learned(self, state: Any, one: Any, mean: Any) -> Any:
        g, k, v, V = self.groups, range(self.k), self.list(state, "v"), self.table(state, "V")
        h0, h1, hh = self.goal
        basis = [*(e.mu0 for e in g), *(e.line for e in g)]
        cost = [*(0 if self.width is None else 1 / (self.width * e) for e in v), *(1 / (self.b * e) for e in v)]
        A = [
            [self.r * mean(e * f / one) + (cost[i] if i == j else 0) for j, f in enumerate(basis)] for i, e in enumerate(basis)
        ]
        x = eliminate(A, [self.r * mean(e * h0 / one) for e in basis])
        hats = [self.r * mean(e.mu1 * h1 / one) for e in g]
        psi = [self.b * sum(V[i][j] * hats[j] for j in k) for i in k]
        m, t = self.list(state, "m"), self.list(state, "θ")
        fit = sum(e * f for e, f in zip([*m, *t], basis, strict=True))
        along = sum(e.mu1 * f for e, f in zip(g, self.list(state, "ψ"), strict=True))
        local = hh - 2 * fit * h0 + fit**2 - 2 * h1 * along + self.weighted(self.table(state, "Q"), self.list(state, "q"))
        pair = [[self.signal * self.b * e * f for f in hats] for e in hats]
        dC = [[self.r * mean(g[i].mu1 * g[j].mu1 * local / one**2) + pair[i][j] for j in k] for i in k]
        dD = [
            self.r * mean(g[q].mu2 * local / one**2)
            + self.signal * t[q] ** 2 / (self.b * v[q] ** 2)
            + (0 if self.width is None else self.signal * m[q] ** 2 / (self.width * v[q] ** 2))
            for q in k
        ]
        dv, dV = self.response(v, V, dC, dD)
        found = {"m": x[: self.k], "θ": x[self.k :], "ψ": psi, "q": dv}
        made = {f"{name}{q + 1}": values[q] for name, values in found.items() for q in k}
        made |= {f"Q{i + 1}{j + 1}": dV[i][j] for i, j in self.pairs}
        return made | {"test": mean(local), "train": mean(local / one**2)}

    def response(self, v: Any, V: Any, dC: Any, dD: Any) -> tuple[Any, Any]:
        """-dv and -dV for changes dC and dD."""
        k, b = range(self.k), self.b
        moved = [[sum(V[i][e] * dC[e][f] * V[f][j] for e in k for f in k) for j in k] for i in k]
        own = [self.shares[i] / v[i] ** 2 - 1 / (b * v[i] ** 2) + 2 * V[i][i] / (b * v[i] ** 3) for i in k]
        A = [[(own[i] if i == j else 0) - V[i][j] ** 2 / (b * v[i] ** 2 * v[j] ** 2) for j in k] for i in k]
        dv = eliminate(A, [dD[q] + moved[q][q] / v[q] ** 2 for q in k])
        return dv, [[b * moved[i][j] + sum(V[i][e] * V[e][j] * dv[e] / v[e] ** 2 for e in k) for j in k] for i in k]

    def start(self) -> Any:
        state = dict.fromkeys(self.names, sp.S.Zero)
        for q in range(self.k):
            state[f"v{q + 1}"] = state[f"V{q + 1}{q + 1}"] = self.shares[q] / (1 + self.ridge)
        return state

    def solved(self, steps: int = STEPS) -> Any:
        """The fixed point by iteration: a mapping of names to terms."""
        state = {name: sp.Symbol(name, real=True) for name in self.names}
        new, first = self.map(state), self.start()
        path = Iterate(*([table[name] for name in self.names] for table in (state, new, first)), steps)
        return {name: path.at(steps, place) for place, name in enumerate(self.names)}

    def numbers(self) -> Any:
        """The same where all is given, as fractions of 8 digits: the same map, its means over κ by the trapezoid rule of step 1/5."""
        floats = [SimpleNamespace(**{name: _Grid.of(e) for name, e in vars(g).items()}) for g in self.groups]
        goal = None if self.goal is None else tuple(_Grid.of(e) for e in self.goal)
        model = type(self)(floats, [float(e) for e in self.shares], *map(float, (self.r, self.b, self.ridge)), goal, self.width)
        state = {name: float(value) for name, value in model.start().items()}
        for _ in range(STEPS + 16):
            state = {name: float(value) for name, value in model.map(state, _Grid.mean).items()}
        return {name: sp.Rational(f"{value:.8g}") for name, value in state.items()}


class _Grid:
    """An even or odd function of κ by its values at 0, 1/5, ..., 7; what is averaged is even."""

    places = tuple(j / 5 for j in range(36))
    weights = tuple(math.exp(-(x**2) / 2) * (1 if x else 0.5) for x in places)

    def __init__(self, values: Any) -> None:
        self.values = tuple(values)

    @classmethod
    @cache
    def of(cls, f: Any) -> "_Grid":
        return cls(map(float, map(sp.lambdify(kappa, sp.sympify(f), "math"), cls.places)))

    def mean(self) -> float:
        return math.fsum(map(operator.mul, self.weights, self.values)) / math.fsum(self.weights)

    def _with(self, operation: Any, other: Any) -> "_Grid":
        return _Grid(map(operation, self.values, other.values if isinstance(other, _Grid) else repeat(float(other))))

    __add__ = __radd__ = partialmethod(_with, operator.add)
    __mul__ = __rmul__ = partialmethod(_with, operator.mul)
    __sub__, __truediv__ = partialmethod(_with, operator.sub), partialmethod(_with, operator.truediv)
    __pow__ = partialmethod(_with, operator.pow)

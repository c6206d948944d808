"""Negative curvature L'' = -Λ towards the true measure gives H an eigenvalue below -Λ/(R + 3), and this is sharp for every R.

H = ∇∇'δ²L/δμ² acts on fields in L²(μ), ρ = dμ°/dμ <= R, heads are in the unit ball (α is the largest one). The field
v_c = (Kaρ - (1 - c)a, 0) moves h by Kf - h + ch, and as the loss does not change under h -> Ch, <v_c, Hv_c> = L'' - 2cL'. With
c = 0 and |v_0|² <= (R + 3)α² this is the bound (Λ <= 0 needs nothing: H vanishes along h -> Ch). It is attained for every R > 1:
two features with heads 1, masses 1/R and 1 - 1/R, K = -1, for which v_0 is an eigenvector. With c = 1 and |v_1|² <= Rα² the least
eigenvalue is at most (L'' - 2L')/R: so the slide's -Λ/R is right where L' >= 0, in particular at critical points, there up to
1 - 1/R, and false elsewhere: φ_1 = 1, φ_2 = 1 or, with probability 1/4, 3/5, h = 2φ_1/5 - φ_2/2, K = -1, R = 5/2, where L' = -15/2
and Λ = 15. Both measures have the same particles, with masses of their own up to a factor (M = k or N = k would leave no loss); a
particle has a head and one parameter of its neuron (with more of them H has more directions, and its least eigenvalue falls).
Long, as the bound, its sharpness and the counterexample to the print each take measures of their own.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import F, H, M, N, explained, k, source


def mixture(q: Any, draw: Any) -> dict[str, Any]:
    """Neurons, their derivatives, heads, roots of masses; true masses everywhere, on some particles, or on hardly learned ones."""
    act, mass, true = (2 * draw.normal(q.N, q.M)).tanh(), *(draw.exponential(q.M, 1) + 0.05 for _ in range(2))
    few = draw.tensor([[float(i <= q.M // 2)] for i in range(q.M)])
    if q.style == "few":
        true = true * (draw.uniform(q.M, 1) < 0.5) + 1e-3 * true
    elif q.style == "apart":
        mass, true = mass * (1 - 0.9 * few), true * few
        seen = act * few.mT
        gram = seen.mT @ seen + (1 - few[:, 0] + 1e-6).diag()
        act = act - seen @ gram.inverse() @ seen.mT @ (act * (1 - few.mT))
    made = {"Φ": act, "Ψ": draw.normal(q.N, q.M), "a": draw.normal(q.M, q.k)}
    return made | {"m": mass**0.5, "p_o": true}


def coordinates(q: Any, draw: Any) -> dict[str, Any]:
    """Which particle a coordinate belongs to, of the heads and of the neurons, and which output a head's coordinate feeds."""
    heads, zero = [(i, j) for i in range(q.M) for j in range(q.k)], 0 * draw.normal(1, 1)
    of_head = [[float(c[0] == i) for c in heads] + [0.0] * q.M for i in range(q.M)]
    of_neuron = [[0.0] * len(heads) + [float(j == i) for j in range(q.M)] for i in range(q.M)]
    output = [[float(c[1] == j) for j in range(q.k)] for c in heads] + [[0.0] * q.k] * q.M
    return {"S_a": zero + draw.tensor(of_head), "S_w": zero + draw.tensor(of_neuron), "T": zero + draw.tensor(output)}


MIXTURE, WHOSE = Tied(("Φ", "Ψ", "a", "m", "p_o"), mixture, ("generic", "few", "apart")), Tied(("S_a", "S_w", "T"), coordinates)
D = M * (k + 1)
Phi = Array("Φ", "neurons at the inputs, one particle a column", N, M, kind=MIXTURE)
Psi = Array("Ψ", "their derivatives in their parameters", N, M, kind=MIXTURE)
a = Array("a", "heads, one particle a row", M, k, kind=MIXTURE)
m = Array("m", "roots of the masses of the particles, up to a factor", M, kind=MIXTURE)
true = Array("p_o", "masses of the particles under the true measure, up to a factor", M, kind=MIXTURE, latex=r"p^\circ")
K = Array("K", "matrix by which the true measure is turned", k, k, kind=Kind("contraction", ("generic", "identity")))
S_a = Array("S_a", "which particle a coordinate of the heads belongs to", M, D, kind=WHOSE)
S_w = Array("S_w", "which particle a coordinate of the neurons belongs to", M, D, kind=WHOSE)
T = Array("T", "which output a coordinate of the heads feeds", D, k, kind=WHOSE)
total = Trace(OneMatrix(1, M) * true)
P, P_o = diag(m) * diag(m) / sq(m), diag(true) / total  # masses of sum one
f, h = Phi * P_o * a, Phi * P * a
moved, s = sp.MatrixSymbol("H_s", N, k), sp.MatrixSymbol("s", D, 1)
by_heads = Phi * diag(m) / norm(m) * S_a * diag(s) * T
by_neurons = Psi * diag(m) / norm(m) * diag(S_w * s) * a
zero = sp.ZeroMatrix(D, 1)


def least(*moves):
    """Minus the least eigenvalue of the operator, in orthonormal coordinates of L²(μ); E|f|² does not move."""
    return eigenvalue(Hessian(explained(h + sum(moves[1:], moves[0]), f), s, at=zero), 1)


density = Definition("R", "largest density of the true measure in the learned one", eigenvalue(P.inv() * P_o, 1))
size = Definition("α²", "largest squared head", eigenvalue(diag(a * a.T), 1))
depth = Definition("-λ_min", "minus the least eigenvalue of H", least(by_heads, by_neurons))
gained = {order: Slope(explained(moved, f), moved, along=f * K.T - h, order=order, at=h) for order in (1, 2)}
slope = Definition("L′", "slope of the loss towards the turned true measure", -gained[1])
bent = Definition("Λ", "minus the second derivative of the loss towards it", gained[2])


def field(kept):
    """The heads' part of v_c."""
    return P.inv() * P_o * a * K.T - (1 - kept) * a


def squared(kept):
    return Trace(field(kept).T * P * field(kept))


c, x = (
    Symbol("c", "part of the learned features that is kept", Reals),
    Array("A", "a matrix by which the true features are turned", k, k),
)
first, second = (Slope(-explained(H), H, along=F * x.T - H, order=order) for order in (1, 2))
form = Slope(-explained(H), H, along=F * x.T - (1 - c) * H, order=2)


def of_form(k):
    left, right = k.derivative(form), k.derivative(second - 2 * c * first)
    return k.then(left.then(k.words(left.right, right.right)), k.flip(right))


class Pair:
    """Two features with second moments A, C, G, masses p and 1 - p and heads 1 and b, of which the first one is true, turned by -1."""

    def __init__(self, A, C, G, p, b, mark=""):
        def named(name, meaning, term):
            return Definition(name + mark, meaning, term)

        seen = named("e", "mean of the true feature times the learned one", p * A + (1 - p) * b * C)
        other = p * C + (1 - p) * b * G
        size = named("q", "second moment of the learned feature", p * seen + (1 - p) * b * other)
        fit = named("β", "regression of the true feature on the learned one", seen / size)
        u = (
            named("u_1", "how the first feature moves what is explained", 2 * fit * seen - A),
            named("u_2", "how the second one does", 2 * fit * other - C),
        )
        moments = ((A, C), (C, G))
        self.H = {
            (i, j): named(f"H_{i + 1}{j + 1}", "entry of H", 2 * fit**2 * moments[i][j] - 2 * u[i] * u[j] / size)
            for i, j in ((0, 0), (0, 1), (1, 1))
        }

    def form(self, v, w):
        """The second derivative of the loss along weights v and w of the two features."""
        H = self.H
        return H[0, 0] * v[0] * w[0] + H[0, 1] * (v[0] * w[1] + v[1] * w[0]) + H[1, 1] * v[1] * w[1]


# the pair that attains the bound; its field is v_0 = -(1 + 1/p, 1)
p = Symbol("p", "mass of the true feature", Positive)
A = Definition("g_11", "second moment of the true feature", (1 - p) ** 2 * (p + 3) / (2 * p**2 * (p + 5)))
C = Definition("g_12", "mean of the product of the features", -3 * (1 - p) * (p + 3) / (4 * p * (p + 5)))
extremal = Pair(A, C, Integer(1), p, Integer(1))
v_0 = (-(1 + p), -(1 - p))  # times the masses
image = [extremal.form(v_0, unit) for unit in ((1, 0), (0, 1))]
lowest = (13 - p) * (1 - p) ** 2 * (p + 3) ** 2 / (256 * p**3 * (p + 5))  # minus the least eigenvalue
inner = extremal.H[0, 0] * p + extremal.H[1, 1] * (1 - p) + lowest  # the trace less the least eigenvalue

# a critical point: the second feature cancels what the first one puts into the learned feature
away = Definition("γ", "share of the true feature that the other one cancels", p / (1 - p))
level = Pair(Integer(1), -away, 1 + away**2, p, Integer(1), "°")
fall = -level.form(v_0, v_0)
level_least = level.H[0, 0] * p + level.H[1, 1] * (1 - p)  # H has rank 1

# some pair, against the print
any_A, any_G = (
    Symbol(f"G_{name}", f"second moment of the {word} feature", Positive) for name, word in (("11", "true"), ("22", "other"))
)
any_C = Symbol("G_12", "mean of the product of the features", Reals)
any_p, any_b = Symbol("π", "mass of the true feature", Positive), Symbol("b", "head of the other feature", Reals)
any_pair = Pair(any_A, any_C, any_G, any_p, any_b, "′")
towards = (-1 - any_p, -(1 - any_p) * any_b)  # -f - h
any_bent = Definition(
    "Λ′", "minus the second derivative towards the true measure turned by -1", -any_pair.form(towards, towards)
)
trace = any_p * any_pair.H[0, 0] + (1 - any_p) * any_pair.H[1, 1]
determinant = any_p * (1 - any_p) * (any_pair.H[0, 0] * any_pair.H[1, 1] - any_pair.H[0, 1] ** 2)
any_least = Definition("λ′", "least eigenvalue of H", (trace - sqrt(trace**2 - 4 * determinant)) / 2)
features = (any_A * any_G > any_C**2, any_p < 1, any_b**2 <= 1)
deeper = And(*features, any_bent > 0, any_least > -any_bent / (1 / any_p + 3))
witness = dict(zip((any_A, any_C, any_G, any_p, any_b), map(Rational, ("1", "9/10", "21/25", "2/5", "-5/6")), strict=True))


claim = Claim(
    "icl.decay3",
    source=source("Decay speed of objective / Negative curvature around a saddle point (3)"),
    domain=Domain(
        (N > k, M > k, eigenvalue(h.T * h, k) > 0, eigenvalue(P, M) > 0, eigenvalue(H.T * H, k) > 0, p < 1),
        core=(p >= Rational(1, 20), p <= Rational(9, 10), k <= 2, N >= 2 * k + 2, N <= 12, M >= k + 1, M <= 4, c >= -1, c <= 2),
    ),
    parts={
        "deep": Part(
            Inequality(bent / ((density + 3) * size), depth),
            says="L″ = −Λ < 0 towards the turned true measure gives H an eigenvalue of at most −Λ/(R + 3), for heads in the unit ball",
            printed=Print(
                left=bent / (density * size),
                when=(bent > 0,),
                erratum=Erratum.condition_missing(
                    "it needs L' ≥ 0, as at a critical point; elsewhere the bound is −Λ/(R+3), or (L'' − 2L')/R where that is negative"
                ),
            ),
            wrong={
                "r_plus_2": {"left": bent / ((density + 2) * size)},
                "r_plus_2.9": {"left": bent / ((density + Rational(29, 10)) * size)},
                "no_heads": {"left": bent / (density + 3)},
            },
        ),
        "with_slope": Part(
            Inequality((bent + 2 * slope) / (density * size), depth),
            says="and one of at most (L″ − 2L′)/R where that is negative",
            wrong={"root_of_r": {"left": (bent + 2 * slope) / (sqrt(density) * size)}},
        ),
        "print_uphill": Part(
            Inequality(bent / (density * size), depth),
            when=(slope >= 0,),
            says="so the printed −Λ/R holds where L′ ≥ 0",
            wrong={"root_of_r": {"left": bent / (sqrt(density) * size)}},
        ),
        "sharp_uphill": Part(
            Identity(p * fall / -level_least, 1 - p),
            proof="normal",
            says="which is sharp as R → ∞: at a critical point with two features Λ/R is 1 − 1/R times minus the least eigenvalue",
            wrong={"attained": {"right": Integer(1)}},
        ),
        "form": Part(
            Identity(form, second - 2 * c * first, scale=1 + Trace(F.T * F) / N),
            says="because D²L is L″ − 2cL′ along Af − (1 − c)h, for any features",
            proof=of_form,
            wrong={"without_slope": {"right": second}, "slope_once": {"right": second - c * first}},
        ),
        "norm": Part(
            Inequality(squared(0), (density + 3) * size),
            says="where the field that moves h so has the squared norm R + 3 at most for c = 0",
            wrong={"norm_r": {"right": density * size}},
        ),
        "norm_at_1": Part(
            Inequality(squared(1), density * size),
            says="and R at most for c = 1",
            wrong={"half": {"right": density * size / 2}},
        ),
        "whole": Part(
            Inequality(Definition("-λ_a", "minus the least eigenvalue of its block of the heads", least(by_heads)), depth),
            says="The block of the heads has no lower eigenvalue than H",
            wrong={"heads_alone": {"left": depth, "right": least(by_heads)}},
        ),
        "attained": Part(
            Identity(image[0], (1 + 1 / p) * lowest),
            proof="normal",
            says="Equality for every R = 1/p: two features with heads 1, turned by −1, of which v_0 = −(1 + 1/p, 1) is an eigenvector of H",
            wrong={"plain": {"right": lowest}},
        ),
        "lowest": Part(
            Identity(image[1], lowest),
            proof="normal",
            says="with the eigenvalue −(13 − p)(1 − p)²(p + 3)²/(256p³(p + 5))",
            wrong={"once": {"right": lowest / (1 - p)}},
        ),
        "inner": Part(
            Identity(inner, 4 * p * lowest / (1 - p)),
            proof="normal",
            says="while the other one is positive",
            wrong={"negative": {"right": -4 * p * lowest / (1 - p)}},
        ),
        "counterexample": Part(
            Existence(And(*features, any_bent > 0, any_least > -any_p * any_bent), witness),
            says="A pair of features with R = 5/2, heads 1 and −5/6 has all eigenvalues above −Λ/R: there the print is false",
            wrong={"heads_1": {"witness": {**witness, any_b: Integer(1)}}, "r_plus_3": {"condition": deeper}},
        ),
    },
    uses=("icl.derivatives", "icl.hessian_lemma"),
)

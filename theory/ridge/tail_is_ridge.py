"""The tail of the spectrum acts as a ridge penalty t/n, as far as its Gram matrix is close to tI.

X = [X_H, X_T], K_T = X_T X_T', t the sum of the tail's eigenvalues l_j, R = t²/Σ l_j². (i) E|K_T/t - I|² = n(n - 2 + m₄)/R for independent
entries √l_j z with E z⁴ = m₄: n(n+1)/R for normal ones; so K_T is tI in this norm when R ≫ n². (ii) If K_T = tI, the head
coefficients of the fit on X are those of the fit on X_H alone with penalty λ + t/n, also for λ = 0; else resolvents lie between those with
the least and the largest eigenvalue of K_T in place of t. (iii) E Tr[X_T Σ_T X_T']/(nλ + t)² = nΣl_j²/(nλ + t)², the second term of V: this
noise vanishes already when R ≫ n. How R grows for power laws: ridge.effective_rank.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.ridge.notation import lam, n, source

t, m4 = Symbol("t", "sum of the tail's eigenvalues", Positive), Symbol("m₄", "fourth moment of an entry", Positive, latex="m_4")
h, e, D = (
    Symbol("h", "directions in the head", Naturals),
    Symbol("e", "directions in the tail beyond the samples", Naturals),
    Symbol("D", "directions in a flat tail", Naturals),
)
PLAIN = Kind("general", ("generic",))
MODERATE = Kind(
    "general", ("generic", "zero", "sparse", "spiky", "rank one", "repeated")
)  # no scale at which λ is lost in rounding
k = Symbol("k", "directions in a tail that is drawn", Naturals)

l = Array("l", "eigenvalues of the tail", k, of=Positive)
L = diag(l)
total, squares = Trace(L), Trace(L * L)
Z, U = Sampled("Z", Normal(), n, k), Sampled("U", Uniform(-sqrt(3), sqrt(3)), n, k)
S, B = Sampled("S", Rademacher(), n, k), Sampled("B", Bernoulli(1 / m4), n, k)
X, Y = Array("X", "the head, one sample a row", n, h, kind=MODERATE), Array("Y", "labels", n)
F = Array("F", "a tail with orthonormal rows", n, n + e, kind=OrthonormalRows)
G, H = Array("G", "Gram matrix of the tail", n, n, kind=PSD), Array("H", "what is added to it", n, n, kind=PSD)
q = Array("q", "a vector", n)


b, g = Array("b", "coefficients of the head", h), Array("c", "coefficients of the tail", n + e)
fit = sq(X * b + sqrt(t) * F * g - Y) / n + lam * (sq(b) + sq(g))
beside = sqrt(t) * F.T * (X * X.T + (n * lam + t) * I(n)).inv() * Y


def head(penalty):
    """Coefficients of the head fitted alone."""
    return (X.T * X + n * penalty * I(h)).inv() * X.T * Y


def interpolated(k):
    """FF' = 1."""
    return k.words(X.T * (X * X.T + t * F * F.T + n * lam * I(n)).inv() * Y, head(lam + t / n))


def deviation(entries, scale=1):
    return Mean(sq(scale * entries * L * entries.T / total - I(n)))


def near(constant, entries=Z, scale=1):
    return Identity(deviation(entries, scale), n * constant * squares / total**2)


noise = Mean(Trace(Z * L * L * Z.T)) / (n * lam + total) ** 2
lost = n * squares / (n * lam + total) ** 2


def form(*tail):
    """A resolvent with something in the place of the tail."""
    return quad((sp.MatAdd(X * X.T, *tail) + n * lam * I(n)).inv(), q)


def monotone(k):
    """M⁻¹ - (M + H)⁻¹ = (M + H)⁻¹(H + HM⁻¹H)(M + H)⁻¹."""
    small, large = (X * X.T + G + n * lam * I(n)).inv(), (X * X.T + G + H + n * lam * I(n)).inv()
    gap = quad(large * (H + H * small * H) * large, q)
    return k.le(k.words(form(G, H), form(G) - gap), k.compare(form(G) - gap, form(G)))


V, y = Array("V", "a head of full rank", n, h, kind=PLAIN), Array("y", "labels on it", n, kind=PLAIN)
W = Sampled("W", Wishart(D), n, n)  # the Gram matrix of D normal columns over D


def missed(weight=1):
    """What the head fitted with a flat Gaussian tail misses of that with the penalty."""
    found = V.T * (V * V.T + t * W).inv() * y
    return Mean(sq(found - V.T * (V * V.T + weight * t * I(n)).inv() * y))


claim = Claim(
    "ridge.tail_is_ridge",
    source=source("Slow decay plays regularization", "bartlett2019"),
    domain=Domain(
        (m4 >= 1, total > 0),
        core=(n >= 3, n <= 5, k >= 10, k <= 14, h <= 3, e <= 10, lam >= 0.02, lam <= 2, t >= 2, t <= 20, m4 <= 3),
    ),
    parts={
        "main": Part(
            near(n + 1),
            proof=lambda k_: k_.mean(deviation(Z)).to(n * (n + 1) * squares / total**2),
            says="With normal entries E|K_T/t − I|² is n(n+1)/R, with R = t²/Σ l_j²",
            wrong={
                "rank_by_the_largest": {"right": n * (n + 1) * l[1] / total},
                "n_squared": {"right": n**2 * squares / total**2},
            },
        ),
        "fourth_moment": Part(
            near(n - 2 + m4, hadamard(S, B), m4),
            says="With entries ±√m₄ of probability 1/m₄, else 0, it is n(n − 2 + m₄)/R: n(n−1)/R for signs",
            wrong={"normal_constant": {"right": n * (n + 1) * squares / total**2}},
        ),
        "uniform": Part(near(n - Rational(1, 5), U), says="With uniform entries, m₄ = 9/5, it is n(n − 1/5)/R"),
        "head": Part(
            Optimality(fit, {b: head(lam + t / n), g: beside}),
            says="If K_T = tI, the fit on head and tail has the head coefficients of the fit on the head alone with penalty λ + t/n",
            wrong={
                "penalty_plus_t": {"at": {b: head(lam + t), g: beside}},
                "penalty_of_the_whole_trace": {"at": {b: head(lam + t / n + Trace(X.T * X) / n**2), g: beside}},
            },
        ),
        "head_dual": Part(
            Identity(X.T * (X * X.T + t * F * F.T + n * lam * I(n)).inv() * Y, head(lam + t / n), scale=norm(Y)),
            proof=interpolated,
            says="By the dual form these are X_Hᵀ(X_H X_Hᵀ + K_T + nλ)⁻¹Y",
        ),
        "head_ridgeless": Part(
            Identity(X.T * (X * X.T + t * F * F.T).inv() * Y, head(t / n), scale=norm(Y)),
            says="The head of the interpolator of least norm is that fit with penalty t/n",
            wrong={"ridgeless_plus_t": {"right": head(t)}},
        ),
        "resolvent_above": Part(
            Inequality(form(G), form(eigenvalue(G, n) * I(n))),
            says="A resolvent is at most that with the least eigenvalue of K_T in its place",
            wrong={"resolvent_without_delta": {"right": form(Trace(G) / n * I(n))}},
        ),
        "resolvent_below": Part(Inequality(form(eigenvalue(G, 1) * I(n)), form(G)), says="and at least that with the largest"),
        "monotone": Part(Inequality(form(G, H), form(G)), proof=monotone, says="A larger tail makes a smaller resolvent"),
        "noise": Part(
            Identity(noise, lost),
            proof="mean",
            says="If K_T = tI and there is no head, the tail carries the noise σ²nΣl_j²/(nλ + t)²",
            wrong={"noise_without_n": {"right": squares / (n * lam + total) ** 2}},
        ),
        "head_with_a_flat_tail": Part(
            Rate(missed(), -1, ladder=Ladder(D, (16, 48, 144, 432, 1296), quick=(16, 48, 144, 432)), expansion=(1 / D, D**-2)),
            says="With a flat Gaussian tail of D directions the head coefficients come that close at the rate 1/D in mean square",
            wrong={"head_plus_t": {"quantity": missed(n)}},
        ),
    },
    uses=("ridge.closed_form",),
)

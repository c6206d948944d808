"""Harmful overfitting: the best first layer has risk of order n^(-2/3) where every ridge estimator keeps order one.

Inputs: l_i = 1/i for i <= n, 1/n up to d = n³; tasks: ν_i = i^-2. So μ_j = j^-3 for j <= n and j^-2/n beyond. With WᵀW = Σβ, nλ = σ²,
the deterministic equivalent of the risk is κN₁ (linear_net.bayes_de), and n^(2/3) κN₁ -> 2π/(3√3) σ^(4/3), as N₁ ~ κ^(-1/3) times the
integral of 1/(1 + t³) and κ ~ σ²/n, while n^(2/3) Σ min{σ²/n, μ_j} -> 3/2 σ^(4/3). For ridge the flat tail alone says
n >= N₁ >= (n³ - n)/(1 + nκ), that is κ >= n - 2/n, at every λ >= 0; its risk tends to the null risk Σ l_jν_j -> ζ(3). The slide's "=" is an
order; its W is the minimiser of the criterion, here it is the best one: what training reaches is linear_net.learned_beats_ridge.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.algebra.counting import positions
from lemmata.theory.linear_net.notation import n, s2, source

lam = Symbol("λ", "penalty beside the mean squared error", NonNegative)
N, z = Symbol("N", "number of samples of a drawn design", Naturals), Symbol("z", "any effective penalty", Positive)
j, y = Index("j"), Symbol("y", "effective penalty", Positive)
HEAD, TAIL = 480, 920


def integers(p, draw):
    """The integers up to n, and from n + 1 to n³, as positions with multiplicities."""
    size = p.get("n", 2)
    head, tail = positions(size, pad=HEAD), positions(float(size) ** 3, after=size, pad=TAIL)
    return dict(zip(("p", "m", "t", "u"), (draw.tensor(x) for x in (*head, *tail)), strict=True))


LAW = Tied(("p", "m", "t", "u"), integers, uses=(n,))
p, m = (
    Array("p", "places up to n", HEAD, of=Positive, kind=LAW),
    Array("m", "how many integers each stands for", HEAD, kind=LAW),
)
t, u = (
    Array("t", "places from n + 1 to n³", TAIL, of=Positive, kind=LAW),
    Array("u", "how many each stands for", TAIL, kind=LAW),
)


def over(head, tail):
    """Sum over all eigenvalues: of a function of the place up to n, and of another one beyond."""
    return Sum(m[j] * head(p[j]), (j, 1, HEAD)) + Sum(u[j] * tail(t[j]), (j, 1, TAIL))


# the best first layer
def seen(k):
    return over(lambda i: 1 / (1 + k * i**3), lambda i: 1 / (1 + n * k * i**2))


def between(power, low, high):
    """Sum of j^-power over low < j <= high."""
    return sp.zeta(power, low + 1) - sp.zeta(power, high + 1)


total = between(3, 0, n) + between(2, n, n**3) / n
k = Definition(
    "κ", "effective penalty of the best first layer", Root(y, n - s2 / y - seen(y), inside=(s2 / n, s2 / n + 2 * total / n))
)
net, third = k * seen(k), Rational(1, 3)
count = floor((n / s2) ** third)
minima = count * s2 / n + between(3, count, n) + between(2, n, n**3) / n
limit = 2 * pi / (3 * sqrt(3)) * s2 ** (2 * third)


# ridge: n eigenvalues 1/i, n³ - n equal ones
def ridge_seen(x, size=n):
    head = Sum(1 / (1 + j * x), (j, 1, size)) if size != n else Sum(m[j] / (1 + p[j] * x), (j, 1, HEAD))
    return head + (size**3 - size) / (1 + size * x)


r = Definition("κ'", "effective penalty of ridge", Root(y, n - n * lam / y - ridge_seen(y), inside=(lam, lam + n**2)))
gap = lam / r + (Sum(m[j] * p[j] * r / (1 + p[j] * r) ** 2, (j, 1, HEAD)) + (n**3 - n) * n * r / (1 + n * r) ** 2) / n
left = r**2 * (Sum(m[j] / (p[j] * (1 + p[j] * r) ** 2), (j, 1, HEAD)) + n / (1 + n * r) ** 2 * between(2, n, n**3))
ridge = (left + s2 * (1 - gap)) / gap

# drawn designs, d = N³
size = N**3


def spectra(q, draw):
    index = draw.tensor(range(1, q.N**3 + 1))
    values = (1 / index).clamp(min=1 / q.N)
    return {"l": values**0.5, "v": values**0.5 / index}


DRAWN = Tied(("l", "v"), spectra, uses=(N,))
l, v = (
    Array("l", "roots of the inputs' eigenvalues on a drawn design", size, of=Positive, kind=DRAWN),
    Array("v", "roots of μ there", size, of=Positive, kind=DRAWN),
)
Z, S, T = Sampled("Z", Normal(), N, size), diag(l), diag(v)
X, F = Z * S, Z * T
moment = F * F.T + s2 * I(N)
bayes = Trace(T * T) - Trace(moment.inv() * F * T * T * F.T)
P = (X * X.T + N * lam * I(N)).inv()
drawn_ridge = Trace(T * T) - 2 * Trace(P * X * S * T * F.T) + Trace(P * moment * P * X * S * S * X.T)
drawn_seen = Sum(v[j] ** 2 / (v[j] ** 2 + y), (j, 1, size))
drawn_k = Root(y, N - s2 / y - drawn_seen, inside=(s2 / N, s2 / N + 2 * Sum(v[j] ** 2, (j, 1, size)) / N))

sizes = Ladder(n, (10**4, 10**6, 10**8, 10**10, 10**12), quick=(10**4, 10**6, 10**8, 10**10))
short = Ladder(n, (30, 100, 300, 1000, 3000), quick=(30, 100, 300, 1000))


def flat_tail(k):
    """The tail's share is at most n."""
    most = k.le(k.compare((N**3 - N) / (1 + N * z), ridge_seen(z, N)), k.hypothesis(ridge_seen(z, N) <= N))
    scaled = k.scale(most, (1 + N * z) / N**2)
    return k.to(k.add(k.to(scaled, 1 / N + z), k.normal(-1 / N, (N - 1) / N - 1)), z)


claim = Claim(
    "linear_net.example1",
    source=source("(1) Harmful overfitting"),
    domain=Domain(s2 <= 10, core=(s2 >= 0.3, s2 <= 3, lam <= 2, Eq(N, 6), n >= 100, n <= 1000, z >= 0.1, z <= 30)),
    parts={
        "main": Part(
            Limit(n ** (2 * third) * net, limit, ladder=sizes),
            says="With inputs 1/i, then 1/n up to d = n³, and tasks i^−2, n^(2/3) times the deterministic equivalent of the risk of the "
            "best first layer tends to 2π/(3√3) σ^(4/3)",
            wrong={
                "half": {"quantity": sqrt(n) * net},
                "three_quarters": {"quantity": n ** Rational(3, 4) * net},
                "constant_of_the_minima": {"value": Rational(3, 2) * s2 ** (2 * third)},
            },
        ),
        "minima": Part(
            Limit(n ** (2 * third) * minima, Rational(3, 2) * s2 ** (2 * third), ladder=sizes),
            says="while n^(2/3) Σ min{σ²/n, μ_j} tends to 3/2 σ^(4/3)",
        ),
        "ridge": Part(
            Limit(ridge, sp.zeta(3), ladder=short),
            says="The equivalent of the risk of ridge regression tends to the null risk ζ(3), for every penalty λ ≥ 0",
            wrong={"ridge_vanishes": {"value": 0}},
        ),
        "ridge_kappa": Part(
            Inequality(N - 2 / N, z),
            when=(ridge_seen(z, N) <= N,),
            proof=flat_tail,
            says="No effective penalty of ridge regression, of any λ ≥ 0, is below n − 2/n",
            wrong={"without_the_tail": {"when": ()}},
        ),
        "drawn_net": Part(
            Inequality(Mean(bayes), Rational(6, 5) * drawn_k * drawn_seen.subs(y, drawn_k)),
            says="On drawn designs of 6 samples, d = 216, the mean exact risk of the best first layer is at most 1.2 times its equivalent",
        ),
        "drawn_ridge": Part(
            Within(Mean(drawn_ridge), Rational(21, 25), Rational(8, 5)),
            says="while that of ridge regression is between 0.84 and 1.6, for any penalty λ ≤ 2",
        ),
    },
    uses=("ridge.det_equiv", "linear_net.bayes"),
)

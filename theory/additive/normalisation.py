"""With the prefactor M^(-1/2) the variance of f is the mean of the links' variances, up to (M-1) max |<θ,θ'>|^k of it.

For correlated normal numbers E He_i(u) He_j(v) = δ_ij i! <θ,θ'>^i, so Var f = (1/M) Σ_{m,l} Σ_i i! α_i^m α_i^l <θ_m,θ_l>^i with monic
coefficients. For links of information exponent at least k Cauchy-Schwarz bounds the terms m ≠ l by (M-1)g^k times the mean
variance, g the largest |overlap|, attained by equal links He_k at M = 2. If (M-1)g <= 1 this is at most g^(k-1): small for
k >= 2, not for k = 1. The links are centred (α_0 moves the mean only) and of degree 4. Along a ray f is a polynomial in |x|, whose
moments are gamma functions: the direction alone is drawn.
"""

from lemmata import *
from lemmata.theory.additive.notation import M, d, k, source
from lemmata.theory.ridge.notation import j

DEGREE = 4
NAMES = ("A", "B", "C", "D")
STYLES = ("random", "close", "opposite", "equal links, close")


def drawn(p, draw):
    """Links of information exponent at least k, on directions that are close, opposite or anything."""
    theta = draw.sphere(p.d, p.M)
    first = theta[:, :1]
    if "close" in p.style:
        theta = theta / 2 + first
    elif p.style == "opposite":
        theta = first * draw.tensor([[(-1.0) ** i] for i in range(p.M)])
    theta = theta / theta.square().sum(-1, keepdim=True).sqrt()
    overlaps = theta @ theta.mT
    off = overlaps * (1 - draw.tensor([[float(i == l) for l in range(p.M)] for i in range(p.M)]))
    links = {
        name: draw.normal(p.M) * (order >= p.k) / 24.0 ** (order / 4 + (order == 4) / 4) for order, name in enumerate(NAMES, 1)
    }
    if "equal" in p.style:
        links = {name: 0 * links[name] + float(order == p.k) for order, name in enumerate(NAMES, 1)}
    return {"Θ": theta, "g": off.abs().amax(-1).amax(-1, keepdim=True), **links}


LAW = Tied(("Θ", "g", *NAMES), drawn, STYLES, uses=(k,))
Theta = Array("Θ", "directions, one task a row", M, d, kind=LAW, latex=r"\Theta")
overlap = Array("g", "largest |overlap| of two directions", 1, kind=LAW)
links = [Array(name, f"coefficients of He_{i} in the links", M, kind=LAW) for i, name in enumerate(NAMES, 1)]
g = overlap[1]
omega = Sampled("ω", Sphere(1), d)
u = Theta * omega


def power(matrix, n):
    """The entrywise power."""
    return matrix if n == 1 else hadamard(*[matrix] * n)


def total(column):
    return Sum(column[j], (j, 1, M))


A1, A2, A3, A4 = links
ray = (  # f at |x| times a direction, as a polynomial in |x|
    3 * total(A4) - total(A2),
    dot(A1, u) - 3 * dot(A3, u),
    dot(A2, power(u, 2)) - 6 * dot(A4, power(u, 2)),
    dot(A3, power(u, 3)),
    dot(A4, power(u, 4)),
)


def radius(s):
    """The mean of |x|^s."""
    return sqrt(2) ** s * gamma((d + s) / 2) / gamma(d / 2)


second = Mean(sum(a * b * radius(i + l) for i, a in enumerate(ray) for l, b in enumerate(ray))) / M
G = Theta * Theta.T
more = Symbol("e", "dimensions beyond the tasks", Counts)
Q = Array("Q", "orthonormal directions, one task a row", M, M + more, kind=OrthonormalRows)


def energy(by=factorial, times=1, gram=G):
    """Sum over pairs of tasks with their overlaps raised to the order."""
    return sum(by(i) * quad(power(gram, times * i), a) for i, a in enumerate(links, 1))


variance = energy() / M
average = sum(factorial(i) * sq(a) for i, a in enumerate(links, 1)) / M


def bound(factor, says, when=(), **wrong):
    versions = {name: {"right": value * average} for name, value in wrong.items()}
    return Part(Inequality(Abs(variance - average), factor * average), when=when, says=says, wrong=versions)


r = Symbol("r", "overlap of two directions", Reals)
a, b = Array("a", "coefficients of one link", DEGREE), Array("b", "coefficients of another", DEGREE)
z, w = Sampled("Z", Normal()), Sampled("W", Normal())
two = Mean((sum(a[i] * He(i, z) + b[i] * He(i, r * z + sqrt(1 - r**2) * w) for i in range(1, DEGREE + 1)) / sqrt(2)) ** 2)
pair = sum(factorial(i) * (a[i] ** 2 + b[i] ** 2 + 2 * a[i] * b[i] * r**i) for i in range(1, DEGREE + 1)) / 2

own = sum(factorial(i) * (a[i] ** 2 + b[i] ** 2) for i in range(1, DEGREE + 1))

claim = Claim(
    "additive.normalisation",
    source=source("Motivation: Learning Diverse Features Simultaneously"),
    domain=Domain(k <= DEGREE, r >= -1, r <= 1, M >= 2, d >= 2, core=(d <= 5, M <= 4, more <= 4)),
    parts={
        "main": Part(
            Identity(two, pair, scale=own),
            proof="mean",
            says="For two tasks with any links of degree 4 the prefactor 2^(−1/2) makes Var f = Σ_i i! (a_i² + b_i² + 2a_i b_i r^i)/2, r = ⟨θ,θ'⟩",
        ),
        "many_tasks": Part(
            Identity(second, variance, scale=average + variance),
            says="For M tasks in R^d, with the mean over |x| taken first, it is (1/M) Σ_ml Σ_i i! α_i^m α_i^l ⟨θ_m,θ_l⟩^i",
            wrong={
                "prefactor_1_over_m": {"right": variance / M},
                "doubled_exponent": {"right": energy(times=2) / M},
                "no_factorial": {"right": energy(by=lambda i: 1) / M},
            },
        ),
        "orthogonal": Part(
            Identity(energy(gram=Q * Q.T) / M, average, scale=average),
            says="For orthogonal directions it is the mean variance of the links",
        ),
        "bound": bound(
            (M - 1) * g**k,
            "It differs from that by at most (M − 1)g^k of it, g the largest |overlap| and k the information exponent",
            bound_next_exponent=(M - 1) * g ** (k + 1),
        ),
        "diverse": bound(g ** (k - 1), "and by at most g^(k−1) of it where (M − 1)g ≤ 1", when=(M - 1) * g <= 1),
    },
    notes="Two tasks are the general case, as the variance is a sum over pairs.",
)

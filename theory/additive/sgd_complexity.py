"""The flow of one overlap out of M escapes in of the order of Md^(k-1) steps of online SGD, one sample each (k > 2).

The label is M^(-1/2) Σ_j h_k(<x, θ_j>) with variance 1, so the signal of one task shrinks by M^(-1/2) and the noise does not:
E Δm = ηkM^(-1/2)m^(k-1)(1 - m²), Var Δm ≍ η². From a/√d the flow takes τ = √M/(kη) ∫ dm/(m^(k-1)(1 - m²)) steps up to 1/2; with the
step η = cM^(-1/2)d^(-k/2) this is of the order of Md^(k-1), and the noise accumulated, τη², of that of a²/d: a larger step drowns the
start. This is the exponent of the flow; that a random start finds a task, the number of neurons M^(C_k + 1/2)/ε and the term
Md/ε² are quoted, not tested. C_k >= 1: a maximum over ordered pairs.
"""

from lemmata import *
from lemmata.theory.additive.notation import M, gamma, k, source

c, a = Symbol("c", "pace of the step", Positive), Symbol("a", "start, in units of d^(-1/2)", Positive)
first, second = Symbol("α_1", "coefficient of one link", Positive), Symbol("α_2", "coefficient of another", Positive)
m, u = Symbol("m", "overlap with one task", Reals), Symbol("u", "logarithm of the overlap")
size = Symbol("D", "dimension, of ladders", Naturals)

tasks = size**gamma
step = c / sqrt(tasks) / size ** (k / 2)
start = a / sqrt(size)
tau = sqrt(tasks) / (k * step) * Integral(exp((2 - k) * u) / (1 - exp(2 * u)), (u, log(start), -log(2)))
unit = a ** (2 - k) / (c * k * (k - 2))
ladder = Ladder(size, (10**3, 10**4, 10**5, 10**6, 10**7, 10**8), quick=(10**3, 10**4, 10**5, 10**6))

z, w, other = (Sampled(name, Normal()) for name in ("Z", "W", "V"))
along = m * z + sqrt(1 - m**2) * w


def push(order):
    """(y h_k'(<x, w>)) times what the step adds to the overlap; the M - 1 other tasks are across the neuron, one in law."""
    label = (h(order, z) + sqrt(M - 1) * h(order, other)) / sqrt(M)
    return Mean(label * sqrt(order) * h(order - 1, along) * (z - m * along))


def drift(order):
    value = order * m ** (order - 1) * (1 - m**2) / sqrt(M)
    return Part(
        Identity(push(order), value, scale=1),
        proof="mean",
        says=f"For k = {order} the mean push per unit of η is kM^(−1/2)m^(k−1)(1 − m²)",
        wrong={"without_tasks": {"right": sqrt(M) * value}},
    )


claim = Claim(
    "additive.sgd_complexity",
    source=source("Theorem ([OSSW24] Statistical Complexity of SGD Training)"),
    domain=Domain(
        (k >= 3, gamma <= Rational(1, 2), m >= -1, m <= 1),
        core=(
            (k <= 6, gamma >= 0.2, a >= 0.5, a <= 2, c >= 0.05, c <= 0.5),
            (M <= 10, first >= 0.1, first <= 10, second >= 0.1, second <= 10),
        ),
    ),
    parts={
        "main": Part(
            Order(tau, tasks * size ** (k - 1), ladder=ladder, constants=(3 * unit / 4, 4 * unit / 3)),
            when=a <= 4,
            says="At the step cM^(−1/2)d^(−k/2), k > 2, the flow of one overlap needs of the order of Md^(k−1) steps from a/√d to 1/2: "
            "for d ≥ 1000 between 3/4 and 4/3 times Md^(k−1)a^(2−k)/(ck(k−2))",
            wrong={
                "tasks_squared": {"scale": tasks**2 * size ** (k - 1)},
                "no_tasks": {"scale": size ** (k - 1)},
                "d_to_k": {"scale": tasks * size**k},
                "without_start": {"constants": (3 * unit * a ** (k - 2) / 4, 4 * unit * a ** (k - 2) / 3)},
            },
        ),
        "noise": Part(
            Order(tau * step**2, start**2, ladder=ladder),
            when=a <= 4,
            says="in which noise of the size of the start accumulates",
        ),
        "push": drift(3),
        "push_4": drift(4),
        "coefficient_ratio": Part(
            Inequality(1, Maximum(first / second, second / first)), says="The ratio C_k of coefficients is at least 1"
        ),
    },
    notes="How the time of trained neurons grows with M is additive.growth.",
)

"""The flow of one overlap out of M escapes in of the order of Md^(k-1) steps of online SGD, one sample each (k > 2).

The label is M^(-1/2) Σ_j h_k(<x, θ_j>) with variance 1, so the signal of one task shrinks by M^(-1/2) and the noise does not:
E Δm = ηkM^(-1/2)m^(k-1)(1 - m²), Var Δm ≍ η². From a/√d the flow takes τ = √M/(kη) ∫ dm/(m^(k-1)(1 - m²)) steps up to 1/2; with the
step η = cM^(-1/2)d^(-k/2) this is of the order of Md^(k-1), and the noise accumulated, τη², of that of a²/d: a larger step drowns the
start. This is the exponent of the flow; that a random start finds a task, the number of neurons M^(C_k + 1/2)/ε and the term
Md/ε² are quoted, not tested. The trained neuron starts at overlap 1/2 with one task. C_k >= 1: a maximum over ordered pairs.
"""

from sympy import Integral

from lemmata import (
    Claim,
    Domain,
    Identity,
    Inequality,
    Ladder,
    Maximum,
    Mean,
    Naturals,
    Normal,
    Order,
    Part,
    Positive,
    Procedure,
    Rate,
    Rational,
    Reals,
    Sampled,
    Symbol,
    exp,
    h,
    log,
    sqrt,
)
from lemmata.theory.additive.notation import gamma, k, source

half = Rational(1, 2)
c, a = Symbol("c", "pace of the step", Positive), Symbol("a", "start, in units of d^(-1/2)", Positive)
first, second = Symbol("α_1", "coefficient of one link", Positive), Symbol("α_2", "coefficient of another", Positive)
m, u = Symbol("m", "overlap with one task", Reals), Symbol("u", "logarithm of the overlap")
number = Symbol("N", "number of tasks of a training run", Naturals)
size = Symbol("D", "dimension, of ladders", Naturals)

tasks = size**gamma
step = c / sqrt(tasks) / size ** (k / 2)
start = a / sqrt(size)
tau = sqrt(tasks) / (k * step) * Integral(exp((2 - k) * u) / (1 - exp(2 * u)), (u, log(start), -log(2)))
ladder = Ladder(size, (10**3, 10**4, 10**5, 10**6, 10**7, 10**8), quick=(10**3, 10**4, 10**5, 10**6))
few = Ladder(number, (2, 4, 8, 16))

z, w, other = (Sampled(name, Normal()) for name in ("Z", "W", "V"))
along = m * z + sqrt(1 - m**2) * w


def push(order):
    """(y h_k'(<x, w>)) times what the step adds to the overlap; the second task is across the neuron."""
    label = (h(order, z) + h(order, other)) / sqrt(2)
    return Mean(label * sqrt(order) * h(order - 1, along) * (z - m * along))


def drift(order):
    value = order * m ** (order - 1) * (1 - m**2) / sqrt(2)
    return Part(
        Identity(push(order), value, scale=1),
        proof=lambda kernel: kernel.mean(push(order)).to(value),
        says=f"For two tasks and k = {order} the mean push per unit of η is k2^(−1/2)m^(k−1)(1 − m²)",
        wrong={"without_tasks": {"right": sqrt(2) * value}},
    )


growth = Procedure(
    "growth",
    "online SGD of one neuron on M orthonormal tasks with h_3 links in R^20, from the overlap 1/2 with one of them",
    ("M",),
    {"T": "steps until that overlap has grown by half"},
)
T = Mean(growth(M=number)["T"])

claim = Claim(
    "additive.sgd_complexity",
    source=source("Theorem ([OSSW24] Statistical Complexity of SGD Training)"),
    domain=Domain(
        k >= 3,
        gamma <= half,
        m >= -1,
        m <= 1,
        core=(
            k <= 6,
            gamma >= 0.2,
            a >= 0.5,
            a <= 2,
            c >= 0.05,
            c <= 0.5,
            first >= 0.1,
            first <= 10,
            second >= 0.1,
            second <= 10,
        ),
    ),
    parts={
        "main": Part(
            Order(tau, tasks * size ** (k - 1), ladder=ladder),
            when=a <= 4,
            says="At the step cM^(−1/2)d^(−k/2), k > 2, the flow of one overlap needs of the order of Md^(k−1) steps from a/√d to 1/2",
            wrong={
                "tasks_squared": {"scale": tasks**2 * size ** (k - 1)},
                "no_tasks": {"scale": size ** (k - 1)},
                "d_to_k": {"scale": tasks * size**k},
            },
        ),
        "noise": Part(
            Order(tau * step**2, start**2, ladder=ladder),
            when=a <= 4,
            says="in which noise of the size of the start accumulates",
        ),
        "push": drift(3),
        "push_4": drift(4),
        "tasks": Part(
            Rate(T, 1, ladder=few, expansion=(1 / number, number**-2)),
            says="In R^20 the mean time of a neuron to grow from overlap 1/2 to 3/4 grows like M",
            wrong={"tasks_squared_simulated": {"exponent": 2}, "no_tasks_simulated": {"exponent": 0}},
        ),
        "coefficient_ratio": Part(
            Inequality(1, Maximum(first / second, second / first)),
            says="The ratio C_k of coefficients is at least 1",
        ),
    },
    procedures=(growth,),
    notes="A free neuron, which may take the nearest of M tasks, is faster by a power of log M.",
)

"""Winner takes all for k > 2: the flow dm_j/dt = c_j m_j^(k-1) - m_j Σ_l c_l m_l^k ends at e_w, w = argmax c_j m_j(0)^(k-2).

This is the mean motion of a neuron's overlaps with orthonormal tasks, on the unit sphere, m_j >= 0, c_j > 0. With u_j = c_j m_j^(k-2):
d/dt log(u_i/u_j) = (k-2)(u_i - u_j), so the order of the u_j never changes and the largest wins; the boundary between two tasks is
c_1 m_1^(k-2) = c_2 m_2^(k-2). Which ends are stable, and that nothing localises for k = 2, is additive.fixed_points; a neuron that is
trained is additive.neuron_localises.
"""

from lemmata import *
from lemmata.theory.additive.notation import M, k, source

a, b, q = (Symbol(name, "coefficient of a task", Positive) for name in ("c_1", "c_2", "c_3"))
x, y, v = (Symbol(name, "overlap with a task", Positive) for name in ("m_1", "m_2", "m_3"))
eps, t = Symbol("ε", "what the winner lacks", Positive), Symbol("t", "time", Reals)

total = a * x**k + b * y**k + q * v**k
moved = [m + t * (n * m ** (k - 1) - m * total) for m, n in ((x, a), (y, b))]
rate = Gradient(log(a / b) + (k - 2) * (log(moved[0]) - log(moved[1])), t, at=0)
strengths = a * x ** (k - 2) - b * y ** (k - 2)

flow = Procedure(
    "flow",
    "the flow from a uniform start in the positive orthant, coefficients uniform on [1/2, 2]",
    ("M", "k"),
    {
        "winner": "overlap at the end with the task of the largest c m^(k-2) at the start",
        "rival": "that with the task of the largest c m^(k-1)",
    },
)
ended = flow(M=M, k=k)

claim = Claim(
    "additive.localisation",
    source=source("Localization of Neurons"),
    domain=Domain(
        (M >= 2, k >= 3, eps < 1),
        core=(
            (M <= 5, k <= 6, eps >= 1e-6, eps <= 1e-3, x >= 0.05, x <= 1, y >= 0.05, y <= 1, v >= 0.05, v <= 1),
            (a >= 0.5, a <= 2, b >= 0.5, b <= 2, q >= 0.5, q <= 2, t >= -1, t <= 1),
        ),
    ),
    parts={
        "main": Part(
            Guarantee(ended["winner"] >= 1 - eps, Rational(99, 100)),
            says="For k > 2 a neuron ends at the task with the largest c_j m_j^(k−2) at the start, with overlap above 1 − ε, "
            "from 99 % of the starts or more",
            wrong={"separatrix_k_minus_1": {"event": ended["rival"] >= 1 - eps}},
        ),
        "order_kept": Part(
            Identity(rate, (k - 2) * strengths, scale=(k - 2) * (a * x ** (k - 2) + b * y ** (k - 2))),
            proof="derivative",
            says="log(u_i/u_j), u_j = c_j m_j^(k−2), moves at the rate (k−2)(u_i − u_j), for three tasks: their order never changes",
            wrong={"order_rate_k": {"right": k * strengths}},
        ),
    },
    procedures=(flow,),
    notes="The fine-tuning bound is a claim of its own.",
)

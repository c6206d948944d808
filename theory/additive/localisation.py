r"""Winner takes all for $k>2$: the flow $\dot m_j=c_jm_j^{k-1}-m_j\sum_lc_lm_l^k$ ends at $e_w$ with
$w=\arg\max_jc_jm_j(0)^{k-2}$.

This is the mean motion of a neuron's overlaps with orthonormal tasks, on the unit sphere, $m_j\ge0$, $c_j>0$. With
$u_j=c_jm_j^{k-2}$: $\frac d{dt}\log\frac{u_i}{u_j}=(k-2)(u_i-u_j)$, so the order of the $u_j$ never changes and the
largest wins; the boundary between two tasks is $c_1m_1^{k-2}=c_2m_2^{k-2}$. At $e_m$ every transverse eigenvalue is
$-c_m$; an equal mixture of $s\ge2$ tasks of one coefficient has the transverse eigenvalue $(k-2)c\,s^{-(k-2)/2}>0$. At
$k=2$ the flow is that of a power iteration: $e_m$ has eigenvalues $c_l-c_m$, mixtures of equal tasks are neutral, and
nothing localises unless the $c_m$ differ: hence $k>2$ in the theorem.
"""

import sympy as sp

from lemmata.theory.additive.first_notation import DOCUMENT, PAPER, M, k
from lemmata.theory.first import Claim, Domain, Guarantee, Identity, Inequality, Integer, Mean, Observable, Real, Source
from lemmata.theory.language.matrices import Eigenvalue, SymmetricMatrix

c, eps = sp.Symbol("c", positive=True), sp.Symbol("epsilon", positive=True)
u1, u2, rate = Observable("u1"), Observable("u2"), Observable("rate")
winner, rival, lone = Observable("winner"), Observable("rival"), Observable("lone")
s = sp.Symbol("s", integer=True, positive=True)
mixture, equal_two = SymmetricMatrix("J", s), SymmetricMatrix("K", s)
vertex, vertex_two, best, own = (sp.Symbol(name, real=True) for name in ("v", "v2", "c_best", "c_own"))
transverse = (k - 2) * c * s ** (-(k - 2) / sp.Integer(2))


def ends_at(task: sp.Expr) -> Guarantee:
    return Guarantee(sp.Heaviside(task - 1 + eps, 1), 1, exactly=True)


claim = Claim(
    id="additive.localisation",
    title="For k > 2 a neuron ends at the task with the largest c_j m_j^(k−2), with overlap above 1 − ε; for k = 2 it need "
    "not localise",
    truth=ends_at(winner),
    source=Source(DOCUMENT, "Localization of Neurons", PAPER),
    domain=Domain(
        Integer(M, (2, sp.oo), (2, 5)),
        Integer(k, (3, sp.oo), (3, 6)),
        Integer(s, (2, sp.oo), (2, 5)),
        Real(c, (0, sp.oo), (0.5, 2)),
        Real(eps, (0, 1), (1e-6, 1e-3), log=True),
    ),
    given=(mixture, equal_two, vertex, vertex_two, best, own),
    also={
        "order_kept": Identity(Mean(rate - (k - 2) * (u1 - u2)), 0, scale=c),
        "vertex": Identity(vertex, -own),
        "mixture": Identity(Eigenvalue(mixture, 1), transverse),
        "vertex_at_two": Identity(vertex_two, best - own),
        "mixture_at_two": Identity(Eigenvalue(equal_two, 1), 0, scale=c),
        "stochastic": Guarantee(lone, sp.Rational(4, 5), variant="chain", provided=(k < 4, M < 3)),
    },
    mutants={
        "separatrix_k_minus_1": ends_at(rival),
        "mixtures_stable": Inequality(Eigenvalue(mixture, 1), 0),
        "vertex_stable_at_two": Inequality(vertex_two, 0),
        "mixture_k_minus_1": Identity(Eigenvalue(mixture, 1), (k - 1) * c * s ** (-(k - 2) / sp.Integer(2))),
        "order_rate_k": Identity(Mean(rate - k * (u1 - u2)), 0, scale=c),
    },
    notes="Starts are uniform in the positive orthant, coefficients uniform on [1/2, 2]. The stochastic part runs online "
    "SGD with h_3 links on "
    "two orthonormal tasks in R^24 (its exact chain of overlaps): one overlap above 0.8 and the other below 0.3 at the "
    "end, for at least 4/5 "
    "of the neurons. The fine-tuning bound is a claim of its own.",
)


@claim.derivation
def _(step):
    x, y, z, a, b, q = sp.symbols("x y z a b q", positive=True)
    n = sp.Symbol("n", integer=True, positive=True)
    total = a * x**n + b * y**n + q * z**n
    move = {x: a * x ** (n - 1) - x * total, y: b * y ** (n - 1) - y * total, z: q * z ** (n - 1) - z * total}
    ratio = sp.log(a) + (n - 2) * sp.log(x) - sp.log(b) - (n - 2) * sp.log(y)
    step(
        "the ratio of two u's along the flow of three tasks",
        sp.expand(sum(sp.diff(ratio, v) * f for v, f in move.items())),
        (n - 2) * (a * x**n / x**2 - b * y**n / y**2),
        by="the common term cancels",
    )
    for order in (3, 4, 5):
        field = [f.subs(n, order) for f in move.values()]
        jac = sp.Matrix(field).jacobian([x, y, z])
        at = {x: 1, y: 0, z: 0}
        step(
            f"transverse eigenvalues at e_1, k = {order}",
            jac.subs(at)[1, 1] + jac.subs(at)[2, 2],
            -2 * a,
            by="the Jacobian there is diagonal",
        )
        mixed = jac.subs({b: a, x: 1 / sp.sqrt(2), y: 1 / sp.sqrt(2), z: 0})
        step(
            f"equal mixture of two tasks, k = {order}",
            mixed[0, 0] - mixed[0, 1],
            (order - 2) * a * sp.Integer(2) ** (-sp.Rational(order - 2, 2)),
            by="eigenvalue of the direction (1, −1)",
        )
    two = sp.Matrix([f.subs(n, 2) for f in move.values()]).jacobian([x, y, z]).subs({x: 1, y: 0, z: 0})
    step("k = 2 at e_1", two[1, 1], b - a, by="the Jacobian there is diagonal")
    step.qed(by="u_w − u_j > 0 for all times, so log(u_w/u_j) grows without bound")

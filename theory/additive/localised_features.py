r"""Features on the span of the tasks need $N\sim M^3/6$; localised ones a number per task that does not depend on $M$.

For $f=M^{-1/2}\sum_mh_3(x_m)$ the tensor $M^{-1/2}\sum_me_m^{\otimes3}$ has a trace part of squared norm $3/(M+2)$ and
a traceless part of squared norm $a=(M-1)/(M+2)$, in an irreducible representation of the rotations of dimension
$B(M,3)=\binom{M+2}3-M$. If the law of $N$ features is invariant under these rotations, the mean of the projection onto
the span of their traceless parts is at most $N/B$ times the identity (Schur), so $\mathbb E\,\mathrm{err}\ge
a(1-N/B)_+$; all $M$ trace features and $r$ independent traceless cubics, rotated at random, attain $a(1-r/B)$ exactly.
A constant feature does not count. Localised features $\mathrm{relu}(\pm x_m+b)$ split the problem into $M$ equal ones
in one dimension. Fine-tuning on $\tilde M$ tasks by least squares on all $pM$ features costs $s^2pM/(n-pM-1)$ for
Gaussian features, and at least $s^2pM/n$ for isotropic ones, whatever $\tilde M$: the printed $n\gtrsim\tilde
M\varepsilon^{-2}$ is a lower bound, met only by a method that selects, such as an $\ell_1$ penalty.
"""

from itertools import product

import sympy as sp

from lemmata.theory.additive.first_notation import DOCUMENT, PAPER, M, p, traceless
from lemmata.theory.first import Claim, Domain, Identity, Inequality, Integer, Mean, Observable, Real, Source

r, N = sp.Symbol("r", integer=True, nonnegative=True), sp.Symbol("N", integer=True, positive=True)
n, few = sp.Symbol("n", integer=True, positive=True), sp.Symbol("M_few", integer=True, positive=True)
s2 = sp.Symbol("sigma2", positive=True)
cubic, relu, local, subspace = (Observable(name) for name in ("cubic", "relu", "local", "subspace"))
gaussian, hermite, sparse = (Observable(name) for name in ("gaussian", "hermite", "sparse"))
share = (M - 1) / (M + 2)
size = traceless(M, 3)
L1_TASKS, L1_RELEVANT, L1_ORDERS, L1_SAMPLES, L1_NOISE = 32, 2, 4, 400, sp.Rational(1, 2)


def cost(tasks: sp.Expr) -> sp.Expr:
    return s2 * p * tasks / (n - p * tasks - 1)


claim = Claim(
    id="additive.localised_features",
    title="Rotation-invariant features on the span of M tasks leave an error of at least (M−1)/(M+2) (1 − N/B(M,3)), "
    "localised ones do not",
    truth=Identity(Mean(cubic), share * (1 - r / size)),
    source=Source(DOCUMENT, "Localization of Neurons", PAPER),
    domain=Domain(
        Integer(M, (2, sp.oo), (4, 6)),
        Integer(r, (0, size), (1, size - 4)),
        Integer(N, (1, sp.oo), (4, size)),
        Integer(p, (1, sp.oo), (1, 4)),
        Integer(n, (p * M + 4, sp.oo), (p * M + 12, 100)),
        Integer(few, (1, M), (1, M - 1)),
        Real(s2, (0, sp.oo), (0.1, 2), log=True),
    ),
    also={
        "relu": Inequality(-Mean(relu), -share * sp.Max(0, 1 - N / size), bounds=(-1, 0), variant="features"),
        "localised": Inequality(Mean(4 * local - subspace), 0, variant="gap", provided=(r < 1,)),
        "least_squares": Identity(Mean(s2 * gaussian), cost(M)),
        "heavier_features": Inequality(-Mean(s2 * hermite), -s2 * p * M / n, variant="features"),
        "selection": Inequality(
            Mean(sparse), L1_NOISE**2 * L1_ORDERS * L1_TASKS / L1_SAMPLES / 2, variant="selection", provided=(r < 1,)
        ),
    },
    mutants={
        "next_dimension": Identity(Mean(cubic), share * (1 - r / traceless(M + 1, 3))),
        "no_trace": Identity(Mean(cubic), 1 - r / size),
        "cost_of_few_tasks": Identity(Mean(s2 * gaussian), cost(few)),
        "subspace_as_good": Inequality(Mean(subspace - 2 * local), 0, variant="gap", provided=(r < 1,)),
    },
    notes="Errors are exact given the features. The comparison (localised) is at M = 10 with 120 features on the span "
    "against 12 per task; the selection by an "
    "l1 penalty is at M = 32, two relevant tasks, h_1 to h_4 of each coordinate, n = 400, noise 1/2, penalty 1/2 (2 "
    "log(128)/n)^(1/2), and states "
    "at most half of the least-squares bound. That n of order M_few/ε² is enough is not proved here.",
)


@claim.derivation
def _(step):
    t = sp.Symbol("t")
    norm = (M + 2) / sp.Integer(3)
    for tasks in (2, 3, 4):
        entries = [
            sp.Rational((i == 0) * (j == k) + (j == 0) * (i == k) + (k == 0) * (i == j), 3)
            for i, j, k in product(range(tasks), repeat=3)
        ]
        step(
            f"squared norm of sym(e ⊗ I) at M = {tasks}",
            sum(x**2 for x in entries),
            norm.subs(M, tasks),
            by="sum over the entries; in general (tr sym(e⊗I))·e = (M + 2)/3",
        )
    step(
        "trace part of M^(-1/2) Σ e_m^(⊗3)",
        M * (1 / M) * 1 / norm,
        3 / (M + 2),
        by="projection of each e_m^(⊗3) on sym(e_m ⊗ I); the M directions are orthogonal",
    )
    step("traceless part", 1 - 3 / (M + 2), share, by="Pythagoras")
    for tasks in (4, 6, 12, 20):
        step(
            f"B({tasks}, 3)",
            traceless(sp.Integer(tasks), sp.Integer(3)),
            sp.Integer({4: 16, 6: 50, 12: 352, 20: 1520}[tasks]),
            by="count",
        )
    step("at r = B − M", share * (1 - (t - M) / t), share * M / t, by="substitution")
    step.cite(
        "rotations act irreducibly on the traceless tensors",
        r"\mathbb E[P]=\frac{\mathbb E\operatorname{rank}P}{B}\,I",
        by="Schur's lemma",
    )
    step.cite(
        "least squares on Gaussian features",
        r"\mathbb E\operatorname{tr}(X^\top X)^{-1}=\frac D{n-D-1}",
        by="mean of an inverse Wishart matrix",
    )

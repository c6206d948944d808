r"""The modified model: a Gaussian-process kick prefers the unstable direction, and frees the flow after $\log(1/\epsilon)/|h_{\min}|$.

For $\xi=Hz$ with white $z$ and eigenvalues $h_i$ of $H$, the share of $\mathbb E\|\xi\|^2$ along eigenvector $i$ is
$h_i^2/\sum_jh_j^2$, against one over the dimension for white noise. From an exact saddle the flow never moves; after a
kick of size $\epsilon$ it leaves at $\log(1/\epsilon)/|h_{\min}|+O(1)$, whichever kick. In training, static with
birth and death of neurons and such kicks reaches the least loss $(k_{true}-k)_+r^\circ$ up to a floor that the kicks
keep up. The slide expands neither "GP" nor the process, and does not say over which model the third one improves.
"""

import sympy as sp

from lemmata.theory.first import Choice, Claim, Domain, Identity, Integer, Ladder, Mean, Observable, Order, Real, Source
from lemmata.theory.icl.first_notation import k
from lemmata.theory.language.matrices import Eigenvalue, SymmetricMatrix

D, j = sp.symbols("D j", integer=True, positive=True)
operator, mode = SymmetricMatrix("H", D), sp.MatrixSymbol("e", D, 1)
gain, activation = sp.Symbol("c", positive=True), sp.Symbol("activation")
true = sp.Symbol("k_true", integer=True, positive=True)
n = sp.Symbol("n", integer=True, positive=True)  # steps, or 1/epsilon
least = sp.Max(true - k, 0)
share = sp.Trace(mode.T * operator * operator.T * mode) / sp.Trace(operator * operator.T)
white, process, still = (Observable(name) for name in ("white", "process", "still"))
static, modified = Observable("static_loss"), Observable("modified_loss")
sizes = Ladder(n, (10**4, 10**5, 10**6, 10**7))
steps = Ladder(n, (5, 16, 50, 160, 500), quick=(5, 16, 50, 160))


def delay(kick: sp.Expr, factor: sp.Expr) -> Order:
    """A kick a hundred times smaller delays the escape by this multiple of log(100)/|h_min|."""
    return Order(Mean(kick), factor * sp.log(100), ladder=sizes, constant=(0.97, 1.03), variant="escape")


def stays(level: float, low: float) -> Order:
    return Order(Mean(still), 1, ladder=sizes, constant=(low, level), variant="escape")


def trained(quantity: sp.Expr, scale: sp.Expr, low: float, high: float, **options) -> Order:
    return Order(quantity, scale, ladder=steps, constant=(low, high), **options)


def tasks(most: float) -> Order:
    """The relative losses of the two test tasks over those of the static model, averaged over the tasks."""
    ratio = sum(Observable(f"modified_{name}") / Observable(f"static_{name}") for name in ("max", "norm")) / 2
    return trained(Mean(ratio), sp.Integer(1), 0, most)


claim = Claim(
    id="icl.modified_model",
    title="A kick Hz has the share h_i²/Σh_j² along eigenvector i; escape takes log(1/ε)/|h_min|; the modified model is global",
    truth=Identity(share, Eigenvalue(operator, D) ** 2 / sp.Sum(Eigenvalue(operator, j) ** 2, (j, 1, D))),
    source=Source("000_ab12b188556405a2.txt", "Numerical experiment", paper="kim2024"),
    domain=Domain(
        Real(gain, (0, sp.oo), (0.7, 1)),
        Choice(activation, ("tanh", "erf")),
        Integer(true, (1, sp.oo), (4, 7)),
        Integer(k, (1, sp.oo), (5, 5)),
    ),
    given=(D, operator, mode),
    also={
        "delay_after_a_process": delay(process, sp.Integer(1)),
        "delay_after_white_noise": delay(white, sp.Integer(1)),
        "never_without_a_kick": stays(1.001, 0.999),
        "global": trained(Mean(modified) - least, 20 / sp.S(n) + sp.Rational(1, 10), 0, 1),
        "above_the_plateau": trained(Mean(modified), least, 1, 10, provided=(sp.Eq(true, 7),)),
        "test_tasks_not_worse": tasks(1.2),
    },
    mutants={
        "share_of_moduli": Identity(share, -Eigenvalue(operator, D) / sp.Sum(sp.Abs(Eigenvalue(operator, j)), (j, 1, D))),
        "white_share": Identity(share, 1 / D),
        "half_the_delay": delay(process, sp.Rational(1, 2)),
        "static_leaves_the_saddle": stays(0.5, 0.0),
        "plateau_1.5": trained(Mean(modified), sp.Rational(3, 2), 0, 1, provided=(sp.Eq(true, 7),)),
        "test_tasks_halved": tasks(0.5),
        "modified_halves_static": trained(Mean(modified / static), sp.Rational(1, 2), 0, 1),
    },
    uses=("icl.hessian_lemma", "icl.as_escape", "icl.birth_death"),
    notes=(
        "Undecided: whether the modified model improves on the static one. The reason: hyper-parameters and the process are not "
        "given. In ours it does not on the loss (means over 6 runs of L − least, modified against static: .23, .19 at 60 steps, .097, "
        ".028 at 180, .063, .005 at 360; k_true = 7: .069, .026 at 180), as the kicks keep the features moving; it does on the test "
        "tasks in most runs (relative loss lower by 3 to 9 % on average from step 50 on), as features off the span of the true ones "
        "explain part of them. Neither ordering is claimed. The constants of the training laws were set after pilot runs."
    ),
)


@claim.derivation
def _(step):
    h1, z1 = sp.symbols("h1 z1", real=True)
    square = sp.expand((h1 * z1) ** 2)
    step(
        "mean square along an eigenvector",
        square.subs(z1**2, 1),
        h1**2,
        by="⟨Hz, e_i⟩ = h_i⟨z, e_i⟩ and E⟨z, e_i⟩² = 1; the sum over i is E‖ξ‖²",
    )
    e, rate, level = sp.symbols("epsilon h a", positive=True)
    start = sp.Symbol("b", positive=True)
    step(
        "the amplitude εb e^(ht) reaches a",
        sp.expand_log(sp.log(level / (e * start)) / rate),
        (-sp.log(e) + sp.log(level / start).expand(log=True)) / rate,
        by="linear flow; only the first term depends on ε",
    )
    step.qed(by="the first line, for every eigenvector")

r"""Two gradient steps on one sample from $w=0$: $w^{(2)}=\eta y[\sigma'(0)+\sigma'(\eta\sigma'(0)|x|^2y)]\,x$, exactly.

This is for the correlation loss $-y\sigma(\langle x,w\rangle)$. For $(\sigma(\langle x,w\rangle)-y)^2$ replace $y$ by
$2(y-\sigma(0))$ in the first step and by $2(y-\sigma(\langle x,w^{(1)}\rangle))$ in the second: the print leaves out the
self-interaction and a factor 2. On a batch the second argument is $\frac{\eta\sigma'(0)}n(y_i|x_i|^2+\sum_{j\ne
i}y_j\langle x_j,x_i\rangle)$: its diagonal is of order one only for $\eta\sim n/d$. Away from $w=0$, with
$t=\eta|P_wx|^2$: $y\sigma'(v+ty\sigma'(v))=\sum_{i\ge1}\frac{t^{i-1}}{(i-1)!}y^i\sigma^{(i)}(v)\sigma'(v)^{i-1}$. The
activation here is $c_0+c_1\tanh v+c_2\sin v+\frac{c_3}2v^2$, the direction of $w^{(2)}$ is tested along a fixed $v$.
"""

import sympy as sp

from lemmata.theory.first import Claim, Domain, Identity, Integer, Real, Source
from lemmata.theory.sgd.first_notation import DOCUMENT, d, eta, n, t

c = sp.symbols("c_0:4", real=True)
x = sp.Symbol("x", real=True)
i = sp.Symbol("i", integer=True, positive=True)
y, r2, along = sp.Symbol("y", real=True), sp.Symbol("r_2", positive=True), sp.Symbol("v", real=True)
correlation, squared, batch = sp.symbols("w_correlation w_squared w_batch", real=True)
Y, D, O, P = (sp.IndexedBase(name, real=True) for name in "YDOP")
shift = sp.Symbol("s", real=True)


def sigma(value: sp.Expr, order: int = 0) -> sp.Expr:
    """The activation, or its derivative of some order, at a value."""
    formula = c[0] + c[1] * sp.tanh(x) + c[2] * sp.sin(x) + c[3] * x**2 / 2
    return sp.diff(formula, x, order).subs(x, value)


slope0 = sigma(sp.Integer(0), 1)


def two_steps(argument: sp.Expr, first: sp.Expr = slope0) -> sp.Expr:
    return eta * y * (first + sigma(argument, 1)) * along


move = 2 * eta * (y - sigma(sp.Integer(0))) * slope0
two_squared = (move + 2 * eta * (y - sigma(move * r2)) * sigma(move * r2, 1)) * along
each = eta * slope0 * (Y[i] * D[i] + O[i]) / n
on_batch = eta * sp.Sum(Y[i] * P[i] * (slope0 + sigma(each, 1)), (i, 1, n)) / n

b = sp.symbols("b_1:6", real=True)
DEGREE = len(b)


def polynomial(value: sp.Expr, order: int = 0) -> sp.Expr:
    """b_1 x + ... + b_5 x^5 or a derivative: the expansion ends."""
    return sp.diff(sum(bj * x**j for j, bj in enumerate(b, 1)), x, order).subs(x, value)


def expansion(factorial) -> sp.Expr:
    return sum(
        (
            t ** (j - 1) / factorial(j) * y**j * polynomial(shift, j) * polynomial(shift, 1) ** (j - 1)
            for j in range(1, DEGREE + 1)
        ),
        sp.Integer(0),
    )


reused = y * polynomial(shift + t * y * polynomial(shift, 1), 1)
scale = sp.Abs(eta * y * along) + sp.Abs(correlation)
# numbers the binding supplies, here as parameters of the expansion
numbers = [Real(s, (-sp.oo, sp.oo), (0.2, 1)) for s in b]

claim = Claim(
    id="sgd.two_step_expansion",
    title="Two steps on one sample from w = 0 give η σ'(0) y x + η y σ'(η σ'(0) |x|² y) x",
    truth=Identity(correlation, two_steps(eta * slope0 * r2 * y), scale=scale),
    source=Source(DOCUMENT, "Can SGD Go Beyond CSQ? / Intuition", paper="dandi2024"),
    domain=Domain(
        Integer(d, (1, sp.oo), (2, 64)),
        Integer(n, (1, sp.oo), (2, 12)),
        Real(eta, (0, sp.oo), (0.05, 2), log=True),
        *(Real(s, (-sp.oo, sp.oo), (0.2, 1)) for s in c),
        *numbers,
        Real(t, (0, sp.oo), (0.05, 1)),
        Real(shift, (-sp.oo, sp.oo), (0.3, 1)),
    ),
    given=(y, r2, along, correlation, squared, batch, Y, D, O, P),
    also={
        "squared_loss": Identity(squared, two_squared, scale=sp.Abs(squared) + scale),
        "batch": Identity(batch, on_batch, scale=sp.Abs(batch) + eta),
        "taylor": Identity(reused, expansion(lambda j: sp.factorial(j - 1))),
    },
    mutants={
        "norm_not_squared": Identity(correlation, two_steps(eta * slope0 * sp.sqrt(r2) * y), scale=scale),
        "no_first_term": Identity(correlation, two_steps(eta * slope0 * r2 * y, sp.Integer(0)), scale=scale),
        "norm_squared_is_d": Identity(correlation, two_steps(eta * slope0 * d * y), scale=scale),
        "taylor_factorial": Identity(reused, expansion(sp.factorial)),
        "print_for_the_squared_loss": Identity(squared, two_steps(eta * slope0 * r2 * y), scale=sp.Abs(squared) + scale),
        "batch_without_diagonal": Identity(
            batch,
            eta * sp.Sum(Y[i] * P[i] * (slope0 + sigma(eta * slope0 * O[i] / n, 1)), (i, 1, n)) / n,
            scale=sp.Abs(batch) + eta,
        ),
    },
)


@claim.derivation
def _(step):
    q = sp.Symbol("q", real=True)
    S = sp.Function("S")

    def pull(at: sp.Expr) -> sp.Expr:
        """What a step adds along x when <x, w> = at: minus eta times the derivative of the loss."""
        return -eta * sp.diff(-y * sigma(q), q).subs(q, at)

    first = step(
        "the first step from w = 0, along x",
        pull(sp.Integer(0)),
        eta * y * slope0,
        by="the gradient of −yσ(⟨x, w⟩) is −yσ'(⟨x, w⟩) x",
    )
    second = step(
        "the second step, where ⟨x, w⟩ = ησ'(0) y |x|²",
        pull(first * r2),
        eta * y * sigma(eta * slope0 * r2 * y, 1),
        by="the same gradient at w⁽¹⁾ = ησ'(0) y x",
    )
    for order in range(6):
        step(
            f"Taylor coefficient i = {order + 1} of the reused gradient, q = yσ'(v) and S = σ'",
            (y * S(shift + t * q)).diff(t, order).subs(t, 0).doit() / sp.factorial(order),
            y * q**order * S(shift).diff(shift, order) / sp.factorial(order),
            by="chain rule",
        )
    step.conclude(by="the two steps add up, tested along v", given={correlation: (first + second) * along})

r"""The expected in-context loss at every prompt length, exactly, and its limit $\mathcal L(\mu,\Gamma)$ for long prompts.

For one prompt of length $n$ the predictor is $v^\top\hat A\Gamma h(x_q)$ with
$\hat A=\frac1n\sum_if^\circ(x_i)h(x_i)^\top$, and $\mathbb E\,\mathrm{loss}_n=\mathcal L(\mu,\Gamma)+\frac1n\mathbb
E_q\{\mathbb E_x[\|f^\circ(x)\|^2(h(x)^\top\Gamma h(q))^2]-\|A\Gamma h(q)\|^2\}$. Of the task vector only
$\mathbb E[vv^\top]=I$ is used. The tasks are averaged over $v$ exactly (`risk`) or drawn as signs (`signed`), the query
runs over all inputs. For $n\le2$ all prompts are enumerated in exact arithmetic.
"""

import itertools

import sympy as sp
from flint import fmpq, fmpq_mat

from lemmata.theory.algebra import regression
from lemmata.theory.first import (
    Claim,
    Computed,
    Domain,
    Enclosure,
    Identity,
    Integer,
    Ladder,
    Limit,
    Mean,
    Observable,
    Real,
    Source,
)
from lemmata.theory.icl.first_notation import A, F, H, N, Q, T, definitions, k

n, points = sp.Symbol("n", integer=True, positive=True), sp.Symbol("n_x", integer=True, positive=True)
phase = sp.Symbol("phase", nonnegative=True)
gamma, sizes = sp.MatrixSymbol("Gamma", k, k), sp.MatrixSymbol("D", N, N)  # D: the |f(x)|² on the diagonal
weighted = sp.MatrixSymbol("W", k, k)  # E |f|² h hᵀ
risk, signed = Observable("risk"), Observable("signed")
limit, second, square, enumerated = sp.symbols("L_limit m_2 m_1 L_all", real=True)


def population(g: sp.MatrixExpr) -> sp.Expr:
    """L(mu, Gamma)."""
    return sp.Trace(T) - 2 * sp.Trace(A * g * A.T) + sp.Trace(A * g * Q * g.T * A.T)


def all_prompts(p) -> Enclosure:
    """The expected loss over all prompts of one or two inputs, exactly (0 for longer ones, of which it is not asked)."""
    if p.n > 2:
        return Enclosure(0.0)
    f, h, g = (regression.rational(x) for x in (p.F, p.H, p.Gamma))
    rows, keys = range(f.nrows()), g * h.transpose()  # Γ h(q), all queries at once
    pieces = [_outer(f, h, i) for i in rows]
    total = fmpq(0)
    for prompt in itertools.product(rows, repeat=int(p.n)):
        mean = sum((pieces[i] for i in prompt[1:]), pieces[prompt[0]]) / fmpq(p.n)
        error = f - (mean * keys).transpose()
        total += sum((x * x for x in error.entries()), fmpq(0))
    return Enclosure(regression.number(total / f.nrows() ** (int(p.n) + 1)))


def _outer(f: fmpq_mat, h: fmpq_mat, i: int) -> fmpq_mat:
    return fmpq_mat([[f[i, a] * h[i, b] for b in range(h.ncols())] for a in range(f.ncols())])


exact = limit + (second - square) / n
claim = Claim(
    id="icl.expected_risk",
    title="E loss_n = L(μ, Γ) + (1/n) E_q{E_x[‖f°(x)‖²(h(x)ᵀΓh(q))²] − ‖Σ°_μ Γh(q)‖²}",
    truth=Identity(Mean(risk), exact),
    source=Source("000_ab12b188556405a2.txt", "Expected ICL risk", paper="kim2024"),
    domain=Domain(
        Integer(k, (1, sp.oo), (1, 3)),
        Integer(points, (2, sp.oo), (3 * k, 12)),
        Integer(n, (1, sp.oo), (1, 20), edges=(1, 2)),
        Real(phase, (0, sp.oo), (0, 6)),
    ),
    given=(F, H, gamma, sizes),
    definitions={
        **definitions,
        weighted: H.T * sizes * H / N,
        limit: population(gamma),
        second: sp.Trace(gamma * Q * gamma.T * weighted),
        square: sp.Trace(A * gamma * Q * gamma.T * A.T),
    },
    also={
        "signed_tasks": Identity(Mean(signed), exact),
        "all_prompts": Identity(enumerated, exact, where={enumerated: Computed(all_prompts)}, provided=(n <= 2,)),
        "long_prompts": Limit(
            Mean(risk), limit, finite=exact, decay=1, ladder=Ladder(n, (4, 8, 16, 32, 64, 128), quick=(4, 8, 16, 32, 64))
        ),
    },
    mutants={
        "no_finite_n": Identity(Mean(risk), limit),
        "no_square": Identity(Mean(risk), limit + second / n),
        "no_second": Identity(Mean(risk), limit - square / n),
        "n_minus_1": Identity(Mean(risk), limit + (second - square) / (n - 1), provided=(n >= 2,)),
        "n_squared": Identity(Mean(risk), limit + (second - square) / n**2),
        "gamma_transposed": Identity(Mean(risk), population(gamma.T) + (second - square) / n),
        "limit_is_0": Limit(Mean(risk), 0, finite=exact, ladder=Ladder(n, (4, 8, 16, 32, 64, 128), quick=(4, 8, 16, 32, 64))),
    },
    uses=("icl.linear_attention",),
    notes="The average over T prompts converges like T^(-1/2) by independence; it is not judged apart. Γ is of the size of "
    "2Σ_μμ⁻¹ and turned, so that the term 1/n is large.",
)


@claim.derivation
def _(step):
    label, mixed, own, other = sp.symbols("t c s m", real=True)
    size = sp.Symbol("n", positive=True)
    step(
        "n equal terms and n(n−1) products of independent ones in E‖ÂΓh(q)‖²",
        (size * own + size * (size - 1) * other) / size**2,
        other + (own - other) / size,
        by="Â is a mean of independent terms: own = E‖f(x)‖²(h(x)ᵀΓh(q))², m = ‖AΓh(q)‖²",
    )
    u1, u2 = sp.symbols("u1 u2", real=True)
    v1, v2 = sp.symbols("v1 v2", real=True)
    square_of = sp.expand((v1 * u1 + v2 * u2) ** 2)
    step(
        "the mean over the task: E(vᵀu)² = ‖u‖² when E[vvᵀ] = I (two coordinates)",
        sp.expand(square_of).subs({v1**2: 1, v2**2: 1}).subs(v1 * v2, 0),
        u1**2 + u2**2,
        by="only the second moments of v enter",
    )
    step.conclude(
        by="E‖f(q) − ÂΓh(q)‖² = t − 2c + m + (own − m)/n, averaged over q; L(μ, Γ) = t − 2c + m",
        given={
            Mean(risk): label - 2 * mixed + (n * own + n * (n - 1) * other) / n**2,
            limit: label - 2 * mixed + other,
            second: own,
            square: other,
        },
    )

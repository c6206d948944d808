"""Once the neurons lie in S, the risk in context depends on the prompt length and on S alone, not on d.

With w_j in S what is added to the inputs across S changes no prediction, so that the law of the test error is the same for every d; its
mean is the formula of Phase II, 1 − 2 Tr ΓA + Tr ΓCΓᵀG, in which no d occurs. Polynomials of degree at most p in r variables form a
space of dimension C(r+p,p): that is what the prompt must determine. The theorem's conditions on the numbers of tasks, examples
and neurons are not legible in the document, and its exponents (pretraining d^Θ(k), prompt r^Θ(p)) are not tested.
"""

from typing import Any

from sympy import Symbol as SympySymbol

from lemmata import *
from lemmata.theory.icl_single_index.notation import B, N, d, k, lam2, n, n2, r, source, stated, trained

sigma = Function("σ", "activation", of=LINKS, latex=r"\sigma")
X, x = Array("X", "inputs of the prompt, one a column", d, n), Array("x", "query", d)
H, g = Array("H", "any matrix, added across S", d, n), Array("g", "any vector, added across S", d)
W, b = Array("W", "weights, one neuron a row", N, d), Array("b", "biases", N)
y, Gamma = Array("y", "labels", n), Array("Γ", "attention matrix", N, N, latex=r"\Gamma")
onto = B.T * B  # the projection on S


def prediction(weights: Any, inputs: Any, query: Any) -> Any:
    features = sigma.entrywise(weights * inputs + b * OneMatrix(1, n))
    return sigma.entrywise(weights * query + b).T * Gamma * features * y / n


across = I(d) - onto
moved = prediction(W * onto, X + across * H, x + across * g)
run = trained(N=N, T=600, n_2=n2, λ_2=lam2, n=n, d=d, scale=1, transposed=0)

p, Z = Symbol("p", "degree of the polynomials", Counts), Sampled("Z", Normal())
m = SympySymbol("m", integer=True, nonnegative=True)
counted = Sum(binomial(r + m - 1, m), (m, 0, p))


def by_degrees(kernel: Any) -> Any:
    """One more degree adds its monomials: Pascal's rule."""
    none = kernel.terms_of(Sum(binomial(r + m - 1, m), (m, 0, 0))).to(binomial(r, 0))

    def more(before: Any) -> Any:
        return kernel.rewrite(kernel.peel(counted.xreplace({p: p + 1})), by=before).to(binomial(r + p + 1, p + 1))

    return kernel.induction(none, more, over=p, start=0)


claim = Claim(
    "icl_single_index.dimension_free",
    source=source("Dimension-free In-context Sample Complexity"),
    procedures=(trained,),
    domain=Domain(
        (r < d, d >= 3),
        core=(
            (N >= 6, N <= 8, n2 >= 200, n2 <= 250, lam2 >= 1e-4, lam2 <= 2e-3),
            (n >= 100, n <= 160, d >= 7, d <= 12, r >= 2, r <= 6, p >= 2, p <= 5, k <= 2),
        ),
    ),
    parts={
        "main": Part(
            Identity(Mean(run["risk"]), stated(run, n), scale=1),
            says="With the neurons in a plane S of R^d the risk in context is a function of the prompt length alone, the same for every d",
            wrong={"prompt_like_d": {"right": stated(run, 2 * n / d)}},
        ),
        "coordinates": Part(
            Identity(moved, prediction(W * onto, X, x)),
            says="because what is added to the inputs across S changes no prediction of neurons in S",
            proof="words",
            wrong={
                "weights_leave_subspace": {"left": prediction(W, X + across * H, x + across * g), "right": prediction(W, X, x)}
            },
        ),
        "polynomials": Part(
            Identity(counted, binomial(r + p, p)),
            says="Polynomials of degree at most p in r variables form a space of dimension C(r+p,p)",
            proof=by_degrees,
            wrong={"ambient_polynomials": {"right": binomial(d + p, p)}},
        ),
        "risk": Part(
            Identity(Mean((0 - h(k, Z)) ** 2), 1),
            says="The predictor 0 has the squared error 1 on a link h_k",
            proof=lambda kernel: kernel.mean(Mean(h(k, Z) ** 2)),
            printed=Print(
                left=Mean(0 - h(k, Z)),
                erratum=Erratum.misprint(
                    "the risk E[f − f_*] needs an absolute value or a square: it vanishes for f = 0 and every link of mean 0"
                ),
            ),
        ),
    },
    notes="What finite pretraining leaves of d is part of icl_single_index.algorithm2_end_to_end.",
    uses=("icl_single_index.phase2_ridge", "icl_single_index.reparameterisation"),
)

"""A fast decay of Σβ makes a kernel regime for every covariance of the inputs, whatever the alignment.

Let λ_j, ν_j, μ_j be the eigenvalues of Σ, Σβ, Σβ^½ΣΣβ^½. As μ_j <= λ_1ν_j (linear_net.product_spectrum), ν_j <= j^-b, b > 1, gives
Σ_j min{τ, μ_j} <= b/(b-1) λ_1^(1/b) τ^(1-1/b) for every τ > 0, however slowly λ_j decays; the constant is attained as τ -> 0, where
all λ_j are equal. If also λ_j <= j^-a then μ_{2k-1} <= k^-(a+b), for every orientation, and the rate improves to τ^(1-1/(a+b)), with
the constant 2(a+b)/(a+b-1); the aligned pair has that exponent. With WᵀW = Σβ the coefficients W⁻ᵀβ have second moment I
(linear_net.spectrum): no preference for directions of small variance is left.
"""

from lemmata import *
from lemmata.theory.linear_net.notation import d, minima, source

i = Symbol("i", "place in the spectrum", Naturals)
a, b = Symbol("a", "decay of the inputs' spectrum", Positive), Symbol("b", "decay of the tasks' spectrum", Positive)
tau, x = Symbol("τ", "a level", Positive), Symbol("x", "1/τ", Positive)
j = Index("j")


def pair(q, draw):
    """Spectra that are power laws, or random ones below them."""
    index = draw.tensor(range(1, q.d + 1))
    inputs, tasks = (0.999999 * index ** -q[name] for name in "ab")
    if q.style == "below":
        inputs, tasks = ((values * draw.uniform(q.d)[0]).sort(descending=True).values for values in (inputs, tasks))
    ones = 0 * inputs + 1  # what does not decay obeys no bound
    return {"l": ones if q.style == "flat inputs" else inputs, "r": ones if q.style == "flat tasks" else tasks**0.5}


LAW = Tied(("l", "r"), pair, ("power laws", "below", "flat inputs", "flat tasks"), uses=(a, b))
l = Array("l", "eigenvalues of the inputs, decreasing", d, of=NonNegative, kind=LAW)
r = Array("r", "roots of the eigenvalues ν of the tasks, decreasing", d, of=NonNegative, kind=LAW)
V = Array("V", "how the tasks lie to the inputs", d, d, kind=Orthogonal)
aligned = diag(r) * V.T * diag(l) * V * diag(r)


def excess(values, decay):
    """What a sequence exceeds j^-decay by; 0 says that it lies below."""
    return Sum(Maximum(values - j**-decay, 0), (j, 1, d))


tasks_decay, inputs_decay = excess(r[j] ** 2, b) <= 0, excess(l[j], a) <= 0
lesser = Sum(Minimum(tau, eigenvalue(aligned, j)), (j, 1, d))


def rate(exponent, scale=1):
    """The bound of Σ min{τ, scale j^-exponent}."""
    return exponent / (exponent - 1) * scale ** (1 / exponent) * tau ** (1 - 1 / exponent)


levels = Ladder(x, (10**6, 10**8, 10**10, 10**12, 10**14, 10**16), quick=(10**6, 10**9, 10**12, 10**15))

claim = Claim(
    "linear_net.kernel_by_features",
    source=source("Main result 2"),
    domain=Domain((i <= d, b > 1, a + b > 1, tau < 1), core=(d >= 2, d <= 12, a >= 0.3, a <= 2, b >= 1.2, b <= 4, tau >= 1e-4)),
    parts={
        "kernel_rate": Part(
            Inequality(lesser, rate(b, l[1])),
            when=(tasks_decay,),
            says="If ν_j ≤ j^−b, b > 1, for the eigenvalues of Σβ, Σ min{τ, μ_j} for those of Σβ^½ΣΣβ^½ is at most b/(b−1) λ₁^(1/b) τ^(1−1/b), whatever the alignment",
            wrong={"constant_one": {"right": l[1] ** (1 / b) * tau ** (1 - 1 / b)}},
        ),
        "both_decay": Part(
            Inequality(eigenvalue(aligned, i), floor((i + 1) / 2) ** -(a + b)),
            when=(tasks_decay, inputs_decay),
            says="If also λ_j ≤ j^−a, μ_i is at most ⌊(i+1)/2⌋^−(a+b)",
            wrong={"the_index_itself": {"right": i ** -(a + b)}},
        ),
        "both_rate": Part(
            Inequality(lesser, 2 * rate(a + b)),
            when=(tasks_decay, inputs_decay),
            says="and Σ min{τ, μ_j} at most 2(a+b)/(a+b−1) τ^(1−1/(a+b))",
        ),
        "sharp": Part(
            Inequality(rate(b) - tau, minima(tau, b)),
            says="Σ min{τ, j^−b} over all j is at least b/(b−1) τ^(1−1/b) − τ: as τ → 0 the constant is attained",
        ),
        "exponent": Part(
            Rate(minima(1 / x, a + b), 1 / (a + b) - 1, ladder=levels),
            says="Of the aligned pair Σ min{τ, j^−(a+b)} falls like τ^(1−1/(a+b))",
            wrong={"exponent_of_the_tasks_alone": {"exponent": 1 / b - 1}},
        ),
    },
    uses=("linear_net.bayes_de", "linear_net.spectrum", "linear_net.product_spectrum"),
)

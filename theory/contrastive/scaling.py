"""Two towers depend on their two signals only through the product of their lengths: training is the same for (cμ, μ̃/c).

The signals enter the similarities as Σ_r σ(y<w_r, μ>)σ(y'<v_r, μ̃>) alone, and a power of the positive part turns a factor c of
μ and 1/c of μ̃ into factors that cancel. So the loss is the same function of both towers' weights, and every algorithm started
at the same weights has the same path; <w, μ> alone is c times as large. At a given data set and |μ̃| = C|μ| everything but the
scale of the signals thus depends on C|μ|², that is on C n SNR². Neither equal starts nor noise orthogonal to the signals is
needed, nor opposite-label negatives: weights of the negatives are arbitrary here.
"""

from lemmata import *
from lemmata.theory.contrastive.notation import source, tau
from lemmata.theory.language.calculus import Z as z

n = Symbol("n", "number of samples", Naturals)
m = Symbol("m", "number of neurons of a tower", Naturals)
d = Symbol("d", "dimension of a patch", Naturals)
T = Symbol("T", "number of steps", Counts)
rate, c = Symbol("η", "step size", Positive, latex=r"\eta"), Symbol("c", "factor of the first signal", Positive)
POWERS = FunctionClass("powers of the positive part", {"relu": Maximum(z, 0), "square": Maximum(z, 0) ** 2}, open=False)
sigma = Function("σ", "activation", of=POWERS, kink=0, latex=r"\sigma")


def data(p, draw):
    """Signals, noises and starts of both modalities; labels alternate; positive weights of the negatives, 1 for the positives."""
    labels = 1 - 2 * (draw.tensor(range(p.n)) % 2)
    masks = (
        draw.uniform(p.n, p.n)
        if p.style == "any negatives"
        else (1 - labels[:, None] * labels) / 2 + 0 * draw.uniform(p.n, p.n)
    )
    masks = masks - masks.diagonal(dim1=-2, dim2=-1).diag_embed() + draw.tensor(range(p.n)).mul(0).add(1).diag_embed()
    size = 0.5 if p.style == "weak" else 1.0
    found = {name: draw.normal(p.n, p.d) / p.d**0.5 for name in ("Ξ", "Ξ̃")}
    found |= {name: size * draw.normal(p.d) / p.d**0.5 for name in ("μ", "μ̃")}
    return found | {name: draw.normal(p.m, p.d) / 2 for name in ("W0", "V0")} | {"y": labels, "B": masks}


DATA = Tied(("μ", "μ̃", "Ξ", "Ξ̃", "W0", "V0", "y", "B"), data, ("generic", "weak", "any negatives"))
mu, nu = (Array(name, f"signal of the {which} modality", d, kind=DATA) for name, which in (("μ", "first"), ("μ̃", "second")))
Xi, Xt = (
    Array(name, f"noise of the {which} modality, one sample a row", n, d, kind=DATA)
    for name, which in (("Ξ", "first"), ("Ξ̃", "second"))
)
W0, V0 = (
    Array(name, f"start of the {which} tower, one neuron a row", m, d, kind=DATA)
    for name, which in (("W0", "first"), ("V0", "second"))
)
y = Array("y", "labels, 1 or -1", n, kind=DATA)
B = Array("B", "weights of the pairs in the denominator: 1 for the positive ones, of the negatives any", n, n, kind=DATA)
W, V = Array("W", "weights of the first tower", m, d), Array("V", "weights of the second tower", m, d)


def loss(one, other, at=W, to=V):
    """The contrastive loss with the signals one and other."""
    similar = sigma.entrywise(at * one * y.T).T * sigma.entrywise(to * other * y.T)
    similar += sigma.entrywise(at * Xi.T).T * sigma.entrywise(to * Xt.T)
    inside = hadamard(B, Entrywise(Lambda(z, exp(z / tau)), similar)) * OneMatrix(n, 1)
    return dot(OneMatrix(n, 1), Entrywise(log_of, inside)) / n - Trace(similar) / (n * tau)


log_of = Lambda(z, log(z))


def descent(one, other, tower=0):
    """A tower after T steps on both of them."""
    value = loss(one, other)
    steps = (W - rate * Gradient(value, W), V - rate * Gradient(value, V))
    return Iterate((W, V), steps, (W0, V0), T).end[tower]


plain = loss(mu, nu, W0, V0)
size = 1 + norm(W0) * norm(V0) * (norm(mu) * norm(nu) + norm(Xi) * norm(Xt)) / tau

claim = Claim(
    "contrastive.scaling",
    source=source("MULTI-MODEL CONTRASTIVE LEARNING"),
    domain=Domain(
        core=(n >= 2, n <= 5, m <= 4, d <= 5, T <= 3, c >= 0.3, c <= 3, tau >= 0.5, tau <= 2, rate >= 0.05, rate <= 0.5)
    ),
    parts={
        "main": Part(
            Identity(descent(c * mu, nu / c), descent(mu, nu)),
            says="The first tower is the same after T steps of descent with the signals cμ and μ̃/c as with μ and μ̃",
            wrong={
                "squared": {"left": descent(c**2 * mu, nu / c)},
                "root": {"left": descent(sqrt(c) * mu, nu / c)},
                "one_alone": {"left": descent(c * mu, nu)},
            },
        ),
        "second": Part(
            Identity(descent(c * mu, nu / c, 1), descent(mu, nu, 1)),
            says="and so is the second one",
            wrong={"one_alone": {"left": descent(c * mu, nu, 1)}},
        ),
        "loss": Part(
            Identity(loss(c * mu, nu / c, W0, V0), plain, scale=size),
            says="because the loss is the same at all weights, with any weights of the negatives",
            wrong={"one_alone": {"left": loss(c * mu, nu, W0, V0)}},
        ),
    },
)

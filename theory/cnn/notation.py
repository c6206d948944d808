"""Signal-noise data and a two-layer convolutional network: the symbols of the family, and what they define.

Data are two patches [yμ, ξ] with label y = ±1; the network is f = Σ_r (j_r/m)[σ(<w_r, yμ>) + σ(<w_r, ξ>)] with m neurons of
sign j = 1 and m of sign -1, σ a power of the positive part whose derivative at 0 is taken to be 0; logistic loss, full batch.
"""

from functools import lru_cache

from sympy import Lambda, OneMatrix

from lemmata import Array, Counts, Function, Maximum, Naturals, Positive, Source, Symbol, Tied, dot, exp, hadamard, log
from lemmata.theory.language.calculus import Entrywise, FunctionClass
from lemmata.theory.language.calculus import Z as z

n = Symbol("n", "number of samples", Naturals)
m = Symbol("m", "number of neurons of each sign", Naturals)
d = Symbol("d", "dimension of a patch", Naturals)
T = Symbol("T", "number of steps", Counts)
eta = Symbol("η", "step size", Positive)
POWERS = FunctionClass("powers of the positive part", {f"power {q}": Maximum(z, 0) ** q for q in (1, 2, 3)}, open=False)
sigma = Function("σ", "activation", of=POWERS, kink=0, latex=r"\sigma")


def data(p, draw):
    """Signal, noise and start of moderate size, |μ| away from 1; labels and signs alternate, so that both classes occur."""
    mu, noise, start = draw.normal(p.d), draw.normal(p.n, p.d), draw.normal(2 * p.m, p.d) / 2
    mu = mu / mu.norm(dim=-1, keepdim=True) * (0.5 if p.style == "weak signal" else 1.7)
    if p.style == "repeated":
        noise, start = noise[..., :1, :].expand_as(noise), start[..., :1, :].expand_as(start)
    start = 0 * start if p.style == "no start" else start
    labels = 1 - 2 * (draw.tensor(range(p.n)) % 2)
    signs = 1 - 2 * (draw.tensor(range(2 * p.m)) % 2)
    if p.style == "one class":
        labels = labels.abs()
    if p.style == "by hand" and (p.n, p.m, p.d) == (2, 1, 3):
        mu = draw.tensor([2.0, 0.0, 0.0])
        noise, start = draw.tensor([[0.5, 1.0, 0.0], [0.0, -1.0, 2.0]]), draw.tensor([[0.1, 0.2, 0.1], [-0.1, 0.1, 0.2]])
    return {"μ": mu, "Ξ": noise, "W0": start, "y": labels, "j": signs}


DATA = Tied(("μ", "Ξ", "W0", "y", "j"), data, ("generic", "weak signal", "repeated", "no start", "one class", "by hand"))
mu = Array("μ", "signal", d, kind=DATA, latex=r"\mu")
Xi = Array("Ξ", "noise patches, one sample a row", n, d, kind=DATA, latex=r"\Xi")
W0 = Array("W0", "weights at the start, one neuron a row", 2 * m, d, kind=DATA, latex="W_0")
y = Array("y", "labels, 1 or -1", n, kind=DATA)
j = Array("j", "signs of the neurons, 1 or -1", 2 * m, kind=DATA)
W = Array("W", "weights, one neuron a row", 2 * m, d)


@lru_cache  # sympy puts a product in order whenever it is built
def margins(weights, noise=Xi, activation=sigma):
    """y_i f(x_i), a column."""
    hidden = activation.entrywise(weights * mu * y.T) + activation.entrywise(weights * noise.T)
    return hadamard(y, hidden.T * j / m)


@lru_cache
def loss(*at):
    """The mean logistic loss at these weights (and noise, and activation)."""
    return dot(OneMatrix(n, 1), Entrywise(Lambda(z, log(1 + exp(-z))), margins(*at))) / n


@lru_cache
def pull(*at):
    """-ℓ' at every sample, a column."""
    return Entrywise(Lambda(z, 1 / (1 + exp(z))), margins(*at))


def source(heading: str, paper: str | None = "cao2022") -> Source:
    """The slides, with the paper that they follow."""
    return Source("001_4c481594b380f97e.txt", heading, paper)

"""A two-layer network of mean-field width after one gradient step: the symbols of the family, and what they define."""

from lemmata import SMOOTH, Array, Definition, Function, Naturals, Source, Symbol, Tied, sq, sqrt

n = Symbol("n", "number of samples", Naturals)
d = Symbol("d", "dimension of an input", Naturals)
N = Symbol("N", "number of neurons", Naturals)


def layers(p, draw):
    """Inputs and weights of moderate size: where an activation saturates, rounding is all that is left of its slope."""
    inputs, weights = draw.normal(p.n, p.d), draw.normal(p.d, p.N) / p.d**0.5
    if p.style == "rank one":
        inputs, weights = inputs[..., :1].expand_as(inputs) / p.d**0.5, weights[..., :1].expand_as(weights)
    if p.style == "repeated":
        inputs, weights = inputs[..., :1, :].expand_as(inputs), weights[..., :1].expand_as(weights)
    if p.style == "short":
        inputs = 0.6 * inputs / p.d**0.5
    return {"X": inputs, "W": 0 * weights if p.style == "no weights" else weights}


LAYERS = Tied(("X", "W"), layers, ("generic", "rank one", "short", "repeated", "no weights"))
X = Array("X", "inputs, one sample a row", n, d, kind=LAYERS)
y = Array("y", "labels", n)
W = Array("W", "first layer, one neuron a column", d, N, kind=LAYERS)
a = Array("a", "second layer", N)
sigma = Function("σ", "activation", of=SMOOTH, latex=r"\sigma")

f = Definition("f", "outputs of the network on the sample", sigma.entrywise(X * W) * a / sqrt(N))
loss = Definition("L", "mean squared error on the sample", sq(y - f) / n, latex=r"\mathcal L")


def source(heading: str, paper: str | None = "ba2022") -> Source:
    """The slides, with the paper that they follow."""
    return Source("003_6dbed77154d197b7.txt", heading, paper)

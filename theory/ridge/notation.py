"""Ridge regression with a penalty on the squared norm beside the *mean* squared error: the symbols of the family."""

from lemmata import PD, Array, Definition, I, Naturals, Normal, Positive, Sampled, Source, Symbol

n = Symbol("n", "number of samples", Naturals)
d = Symbol("d", "dimension", Naturals)
lam = Symbol("λ", "penalty beside the mean squared error", Positive)
s2 = Symbol("σ²", "variance of the label noise", Positive, latex=r"\sigma^2")

X = Array("X", "design, one sample a row", n, d)
beta = Array("β", "target", d, latex=r"\beta_*")
S = Array("Σ", "covariance of a test point", d, d, kind=PD, latex=r"\Sigma")
eps = Sampled("ε", Normal(s2), n)

A = Definition("A", "the estimator is A times the labels", X.T * (X * X.T + n * lam * I(n)).inv())


def source(heading: str, paper: str | None = None) -> Source:
    """The slides."""
    return Source("000_ab12b188556405a2.txt", heading, paper)

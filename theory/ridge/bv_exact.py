"""The predictive risk of ridge regression given the design, exactly: squared bias plus variance.

With A = X'(XX' + nλ)⁻¹ and labels Xβ + ε the error of the estimator is A(Xβ + ε) - β, a polynomial of degree one in the noise,
so only its first two moments enter. For a random target with second moment T the bias is Tr[Σ(I - AX)T(I - AX)'].
The noise of the test label is not part of the risk.
"""

from lemmata import *
from lemmata.theory.ridge.notation import A, S, X, beta, d, eps, lam, n, s2, source

T = Array("T", "second moment of a random target", d, d, kind=PSD)
b = Sampled("b", Normal(T), d)
rest, risk = I(d) - A * X, Mean(quad(S, A * (X * beta + eps) - beta))
bias, variance = Trace(S * rest * beta * beta.T * rest.T), Trace(S * A * A.T)
drawn, averaged = Mean(quad(S, rest * b)), Trace(S * rest * T * rest.T)

claim = Claim(
    "ridge.bv_exact",
    source=source("Predictive error"),
    domain=Domain(core=(n <= 30, d <= 50, lam >= 1e-4, lam <= 10, s2 >= 0.05, s2 <= 20)),
    parts={
        "main": Part(
            Identity(risk, bias + s2 * variance),
            says="Given the design the mean ridge risk is |Σ^½(I − AX)β|² + σ² Tr[ΣAAᵀ]",
            proof="mean",
            wrong={
                "variance_without_sigma": {"replace": {variance: Trace(A * A.T)}},
                "bias_without_sigma": {"replace": {bias: Trace(rest * beta * beta.T * rest.T)}},
                "with_test_noise": {"right": bias + s2 * variance + s2},
                "one_sided": {"replace": {bias: Trace(S * rest * beta * beta.T)}},
                "deviation": {"right": bias + sqrt(s2) * variance},
            },
        ),
        "random_target": Part(
            Identity(drawn, averaged, scale=Trace(S * T)),
            says="For a centred random target of second moment T the mean bias is Tr[Σ(I − AX)T(I − AX)ᵀ]",
            proof="mean",
            wrong={"one_sided": {"right": Trace(S * rest * T)}},
        ),
    },
)

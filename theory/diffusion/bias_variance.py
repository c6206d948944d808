"""The number of terms that balances approximation and estimation: N = (2sn/d)^{d/(2s+d)} minimises N^{−2s/d} + N/n.

The least value is [(2s/d)^{−2s/(2s+d)} + (2s/d)^{d/(2s+d)}] n^{−2s/(2s+d)}, the slide's n^{d/(2s+d)} and n^{−2s/(2s+d)} with their
constants. For W_1 the bias N^{−2(s+1)/d} is weighed against the variance t^{1−d/2}/n at t = N^{−2/d}: the same N balances both, up
to a constant.
"""

from lemmata import *
from lemmata.theory.diffusion.notation import source

s = Symbol("s", "smoothness", Positive)
d, n = Symbol("d", "dimension", Naturals), Symbol("n", "number of samples", Naturals)
N = Symbol("N", "number of terms", Positive)
r = 2 * s / d


def risk(terms):
    return terms ** (-r) + terms / n


best = (r * n) ** (d / (2 * s + d))
least = (r ** (-2 * s / (2 * s + d)) + r ** (d / (2 * s + d))) * n ** (-2 * s / (2 * s + d))
plain = n ** (d / (2 * s + d))
claim = Claim(
    "diffusion.bias_variance",
    source=source("Convergence rate / Error decomposition", "oko2023"),
    domain=Domain(core=(s >= Rational(1, 4), s <= 5, d <= 10, n >= 10, n <= 10**6, N >= 1, N <= 10**6)),
    parts={
        "main": Part(
            Optimality(risk(N), {N: best}),
            says="N^(−2s/d) + N/n is least at N = (2sn/d)^(d/(2s+d))",
            wrong={
                "one_dimension": {"at": {N: (r * n) ** (1 / (2 * s + d))}},
                "smoothness_once": {"at": {N: (r * n) ** (d / (s + d))}},
                "without_constant": {"at": {N: plain}},
            },
        ),
        "least": Part(
            Identity(risk(best), least),
            says="with the value [(2s/d)^(−2s/(2s+d)) + (2s/d)^(d/(2s+d))] n^(−2s/(2s+d))",
            wrong={"root": {"right": (r ** (-2 * s / (2 * s + d)) + r ** (d / (2 * s + d))) * n ** (-s / (2 * s + d))}},
        ),
        "printed_choice": Part(
            Identity(risk(plain), 2 * n ** (-2 * s / (2 * s + d))),
            says="At the slide's N = n^(d/(2s+d)) bias and variance are equal and the value is 2n^(−2s/(2s+d))",
            wrong={"d_plus_1": {"right": 2 * n ** (-2 * s / (2 * s + d + 1))}, "half": {"right": n ** (-2 * s / (2 * s + d))}},
        ),
        "wasserstein": Part(
            Identity(plain ** (-2 * (s + 1) / d), (plain ** (-2 / d)) ** (1 - d / Rational(2)) / n),
            says="The same N balances N^(−2(s+1)/d) against t^(1−d/2)/n at t = N^(−2/d)",
            wrong={"variance_of_the_density": {"right": plain / n}},
        ),
    },
)

"""The constant of the Gibbs laws from the oscillation of δL/δμ: α ≤ (λ_2/(2λ_1)) e^{osc/λ_2}, checked from below.

For F = L + λ_1 E|x|² the law p ∝ exp(−(δL/δμ + λ_1|x|²)/λ_2) is N(0, (λ_2/(2λ_1))I), whose constant is λ_2/(2λ_1), times a factor
between two bounds with the ratio e^{osc/λ_2} (Holley and Stroock 1987, quoted). A logarithmic Sobolev inequality with α implies
Var_p(x) ≤ α on the line, so that every law of the class has to have a variance below the bound: judged for δL/δμ = M on [−r, r] and
0 elsewhere, where osc = M, in closed form; with |δL/δμ| ≤ M/2 the weaker e^{2M/λ_2} is often quoted. The factor 1 and half the
constant are refuted by it. The slide bounds the gradient and not δL/δμ itself: for that other constants are needed, which are not
judged.
"""

from lemmata import *
from lemmata.theory.mfld.notation import lam, source

lam1, M = (
    Symbol("λ_1", "weight of the second moment", Positive, latex=r"\lambda_1"),
    Symbol("M", "height of the barrier", Positive),
)
r = Symbol("r", "half its width", Positive)
base = lam / (2 * lam1)
u = r / sqrt(base)
inside, part = 2 * Phi(u) - 1, 2 * Phi(u) - 1 - 2 * u * phi(u)
missing = 1 - exp(-M / lam)
variance = base * (1 - missing * part) / (1 - missing * inside)
claim = Claim(
    "mfld.lsi_holley_stroock",
    source=source("Uniform log-Sobolev inequality / Assumption", None),
    domain=Domain(core=(lam >= 0.1, lam <= 1, lam1 >= 0.1, lam1 <= 1, M >= 0.01, M <= 2, r >= 0.1, r <= 3)),
    parts={
        "main": Part(
            Inequality(variance, base * exp(M / lam)),
            says="With a barrier of height M on [−r, r] the Gibbs law has a variance of at most (λ_2/(2λ_1)) e^(M/λ_2), as α ≥ Var requires",
            wrong={"no_exponential": {"right": base}, "quarter": {"right": base * exp(M / lam) / 2}},
        ),
        "raised": Part(
            Inequality(base, variance),
            says="and of at least λ_2/(2λ_1): the bound has to grow with M",
            wrong={"lowered": {"left": base * exp(M / lam)}},
        ),
    },
)

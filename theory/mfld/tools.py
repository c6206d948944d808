"""Constants of the Langevin theorems for a potential of one's own on the line: log-Sobolev, rate, time and number of steps.

The constant α stands as in KL ≤ (α/2) I (of N(m, s) it is s), so that F + λ_2 Ent falls like e^{−2λ_2 t/α}; the other convention has
1/α for it. Holley and Stroock: exp(−(f + λ_1 z²)/λ_2) has α ≤ (λ_2/(2λ_1)) e^{osc f/λ_2}. Bakry and Émery: exp(−V/λ_2) has α ≤ λ_2/inf V''. Both
are at least the variance of the law, which is given beside them. Least values are enclosed by balls on |z| ≤ 10^150.
"""

from lemmata import SMOOTH, Definition, Function, Integral, Least, Mean, Normal, Positive, Reals, Sampled, Symbol, exp, log, oo
from lemmata.theory.language.calculus import Applied
from lemmata.theory.language.tool import Tool
from lemmata.theory.mfld.iteration_complexity import B, alpha, best, eps, n, step
from lemmata.theory.mfld.lsi_holley_stroock import base
from lemmata.theory.mfld.notation import lam

z, u = Symbol("z", "a place", Reals), Symbol("u", "a place", Reals)
bounded = Function("f", "potential beside λ_1 z², bounded")
whole = Function("V", "potential, smooth and strongly convex", of=SMOOTH)
start = Symbol("Δ", "F + λ_2 Ent at the start, less its least value", Positive)
osc = Definition("osc", "sup f − inf f", -Least(-bounded(z), z) - Least(bounded(z), z))
convexity = Definition("m", "least V''", Least(Applied(whole, z, 2), z))

# the law of the first potential by that of the second moment alone
Z = Sampled("Z", Normal(base))
weight = exp(-bounded(Z) / lam)
mean = Mean(Z * weight) / Mean(weight)


def over(term):
    """An integral against exp(−V/λ_2)."""
    return Integral(term * exp(-whole(u) / lam), (u, -oo, oo))


def gives(bound, variance, *first):
    """What an upper bound of the constant leads to."""
    constant = Definition("α", "upper bound of the log-Sobolev constant", bound)
    rate = Definition("rate", "2λ_2/α, at which F + λ_2 Ent falls at least", 2 * lam / constant)
    return (
        *first,
        constant,
        Definition("Var", "variance of the law, which no α is below", variance),
        rate,
        Definition("time", "after which it is within ε of its least value", log(start / eps) / rate),
    )


tools = (
    Tool(
        id="mfld.holley_stroock",
        says="Log-Sobolev constant of exp(−(f(z) + λ_1 z²)/λ_2) for a bounded f by Holley and Stroock, rate and time of Langevin dynamics",
        gives=gives(base * exp(osc / lam), Mean((Z - mean) ** 2 * weight) / Mean(weight), osc),
        example={"f": "tanh(z)", "λ_1": 0.5, "λ_2": 1.0, "Δ": 1.0, "ε": 0.01},
        when=(eps < start, osc < 600 * lam),
    ),
    Tool(
        id="mfld.bakry_emery",
        says="Log-Sobolev constant of exp(−V(z)/λ_2) for a strongly convex V by Bakry and Émery, rate and time of Langevin dynamics",
        gives=gives(lam / convexity, (over(u**2) - over(u) ** 2 / over(1)) / over(1), convexity),
        example={"V": "z^2/2 + z^4/12", "λ_2": 1.0, "Δ": 1.0, "ε": 0.01},
        when=(eps < start, convexity > 0),
    ),
    Tool(
        id="mfld.budget",
        says="Step size and steps to the accuracy ε of stochastic-gradient mean-field Langevin dynamics, up to a factor of the theorem",
        gives=(
            Definition("η", "step size", step),
            Definition("steps", "α/(λ_2 η) log(1/ε)", alpha / (lam * step) * log(1 / eps)),
            Definition("B*", "batch with the fewest gradients, real", best),
        ),
        example={"α": 10.0, "λ_2": 0.1, "ε": 0.01, "n": 1000, "B": 32},
        when=(n > 1, B < n, eps < 1),
    ),
)

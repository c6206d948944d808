"""The risk of ridge regression on the features of a network before and after one gradient step, for any odd activation and link."""

from sympy import S as EXACT

from lemmata import LINKS, Definition, Function, NonNegative, Positive, Root, Symbol
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.language.tool import Tool
from lemmata.theory.one_step.notation import F2, A, B, S, balance, error, m, psi1, r, spiked

sigma = Function("σ", "activation", of=LINKS, latex=r"\sigma", kink=0)
link = Function("σ*", "link of the target", of=LINKS, latex=r"\sigma^*", kink=0)
lam = Symbol("λ", "ridge, λ/N on the squares of the second layer", Positive)
noise = Symbol("σ_ε²", "variance of the label noise", NonNegative)
eta = Symbol("η", "size of the step, of the order 1", NonNegative)

slope, energy = GaussMean(z * sigma(z), z), GaussMean(sigma(z) ** 2, z)  # μ₁ and E σ²
linear, labels = GaussMean(z * link(z), z), GaussMean(link(z) ** 2, z)
floor = Definition("floor", "‖P_{>1}f*‖², the variance of the target beyond its linear part", labels - linear**2)
along = eta**2 * slope**2 * linear**2
given = {
    r: energy / slope**2 - 1,
    S: noise + floor,
    F2: linear**2,
    A: eta**2 * slope**2 * (linear**2 + (labels + noise) / psi1),
    B: along,
}
trace = Definition(
    "m",
    "lim tr(WW' + z)⁻¹/d at the effective ridge",
    Root(m, balance(lam / slope**2).xreplace(given), "first", (EXACT.Zero, 1 / given[r])),
)


def risk(h):
    """The limit, without the noise of a new label."""
    return error(h).xreplace(given).xreplace({m: trace}) - noise


tools = (
    Tool(
        id="one_step.risk_curve",
        says="The limit risk of ridge regression on a network's features before and after one step, n/d → ψ₁, N/d → ψ₂, odd activation and link",
        gives=(
            trace,
            floor,
            Definition("before", "risk with the initial weights", risk(m)),
            Definition("after", "risk after one step of size η = Θ(1) on another sample of n", risk(spiked())),
        ),
        example={"σ": "tanh(z)", "σ*": "tanh(z)", "ψ₁": 8.0, "ψ₂": 6.0, "λ": 0.1, "σ_ε²": 0.01, "η": 1.0},
    ),
)

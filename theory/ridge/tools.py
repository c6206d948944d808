"""Ridge regression for a spectrum and a target of one's own: what n samples make of it, and the best penalty."""

from lemmata import PSD, Array, Definition, Naturals, Positive, Rational, Root, Symbol, Trace, oo
from lemmata.theory.language.tool import Tool
from lemmata.theory.ridge.bv_exact import bias as design_bias
from lemmata.theory.ridge.notation import A, S, Spectrum, j, kappa, n, s2

d = Symbol("d", "dimension", Naturals)
l = Array("l", "eigenvalues of the covariance of the inputs", d, of=Positive)
b = Array("b", "target in the eigenbasis", d)
own = Spectrum(l[j], b[j] ** 2, d)
at = Definition("κ", "effective penalty, from n − nλ/κ = Σ l_j/(l_j + κ)", own.effective())
bias = Definition("bias", "deterministic equivalent of the squared bias", own.bias(at))
variance = Definition("variance", "of the variance", s2 * own.spread(at))
risk = Definition("risk", "their sum", bias + variance)
dof = Definition("N₁", "degrees of freedom Σ l_j/(l_j + κ)", own.seen(at))


def of_level(k):
    """The risk at an effective penalty, whatever the penalty."""
    return (own.left(k) + s2 * own.squares(k)) / (1 - own.squares(k))


least = own.effective(Rational(1, 10**9))
stationary = Root(kappa, of_level(kappa).diff(kappa), inside=(least, oo))
best = Definition("κ*", "the effective penalty at which the risk is stationary, if there is one alone", stationary)
penalty = Definition("λ*", "the penalty that has it", best * (1 - own.seen(best) / n))
lowest = Definition("risk*", "the risk there", of_level(best))
interpolating = Definition("κ", "effective penalty, from n = Σ l_j/(l_j + κ)", own.effective(0))
C = Array("C", "covariance of the label noise", n, n, kind=PSD)
noise = Definition("variance", "tr(ΣACAᵀ)", Trace(S * A * C * A.T))
squared = Definition("bias", "squared bias |Σ^½(I − AX)β|²", design_bias)
EXAMPLE = {"l": [1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125], "b": [1.0, 1.0, 0.5, 0.5, 0.25, 0.25], "n": 4, "λ": 0.05, "σ²": 0.25}

tools = (
    Tool(
        id="ridge.equivalent",
        says="Deterministic equivalents of ridge regression with penalty λ|β|² beside the mean squared error of n samples",
        gives=(at, bias, variance, risk, dof),
        example=EXAMPLE,
    ),
    Tool(
        id="ridge.best_penalty",
        says="The penalty λ at which the deterministic equivalent of the ridge risk is least; an error where there are several",
        gives=(best, penalty, lowest),
        example={name: value for name, value in EXAMPLE.items() if name != "λ"},
    ),
    Tool(
        id="ridge.ridgeless",
        says="Deterministic equivalent of the risk without penalty, for more eigenvalues than samples",
        gives=(interpolating, Definition("risk", "squared bias and variance", of_level(interpolating))),
        example={name: value for name, value in EXAMPLE.items() if name != "λ"},
        when=(d > n,),
    ),
    Tool(
        id="ridge.least_squares",
        says="Deterministic equivalent of the risk without penalty, for fewer eigenvalues than samples: κ = 0, the spectrum is immaterial",
        gives=(Definition("risk", "variance σ²d/(n − d), as the bias vanishes", of_level(0)),),
        example={"d": 6, "n": 20, "σ²": 0.25},
        when=(d < n,),
    ),
    Tool(
        id="ridge.design",
        says="Exact squared bias and variance of ridge regression on a design of one's own, its label noise correlated or not",
        gives=(squared, noise, Definition("risk", "their sum", squared + noise)),
        example={
            "X": [[1.0, 0.5], [0.0, 1.0], [-1.0, 0.3]],
            "β": [1.0, -0.5],
            "Σ": [[1.0, 0.0], [0.0, 1.0]],
            "C": [[0.2, 0.1, 0.0], [0.1, 0.2, 0.1], [0.0, 0.1, 0.2]],
            "λ": 0.1,
        },
    ),
)

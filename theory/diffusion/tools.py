"""The forward process from a Gaussian mixture of one's own on the line: its density, its score, and what it says of the start.

From a component N(m_j, v_j) of the mixture X_t is normal with the mean μm_j and the variance v_{j,t} = 1 + (v_j − 1)e^{−2t}, μ = e^{−t}; given X_t =
x and the component, X_0 has the mean m_j + Φ_j(t)(x − μm_j), Φ_j the propagator. A variance 0 is a point mass: equal weights and variances
0 make the empirical law of data. Weights are divided by their sum.
"""

from lemmata import Array, Definition, Index, Naturals, NonNegative, Reals, Sum, Symbol, exp, pi, sqrt
from lemmata.theory.diffusion.notation import at, mu, propagator, sigma2, v, variance
from lemmata.theory.language.tool import Tool

K = Symbol("K", "number of components", Naturals)
x = Symbol("x", "where the process is at time t", Reals)
share = Array("w", "weights of the components, divided by their sum", K, of=NonNegative)
mean = Array("m", "means of the components", K)
square = Array("v", "variances of the components, 0 for a point", K, of=NonNegative)
i, k = Index("i"), Index("k")


def of(term, other):
    """A term of component i for another component."""
    return term.xreplace({i: other})


spread = variance(at).xreplace({v: square[i]})
shift = x - mu * mean[i]
height, depth = share[i] / sqrt(2 * pi * spread), shift**2 / (2 * spread)  # the component's density is height · exp(−depth)
start = mean[i] + propagator(at).xreplace({v: square[i]}) * shift  # the mean of X_0 given X_t = x and the component
left = square[i] * sigma2 / spread  # its variance
# how probable the component is given X_t = x; ratios of densities, as those themselves vanish in the tails
probable = height / Sum(of(height, k) * exp(depth - of(depth, k)), (k, 1, K))


def given(term):
    """The mean of a term over the components given X_t = x."""
    return Sum(probable * term, (i, 1, K))


first = Definition("E[X_0]", "mean of X_0 given X_t = x", given(start))

tools = (
    Tool(
        id="diffusion.mixture",
        says="The forward process dX = −X dt + √2 dB at time t from a Gaussian mixture on the line",
        gives=(
            Definition("p", "density of X_t at x", Sum(height * exp(-depth), (i, 1, K)) / Sum(share[i], (i, 1, K))),
            Definition("s", "score there, the derivative of log p_t", given(-shift / spread)),
            first,
            Definition("Var[X_0]", "variance of X_0 given X_t = x", given(left + (start - first) ** 2)),
        ),
        when=(Sum(share[i], (i, 1, K)) > 0,),
        example={"w": [0.5, 0.3, 0.2], "m": [-2.0, 0.0, 1.5], "v": [0.1, 0.5, 0.0], "t": 0.5, "x": 0.4},
    ),
)

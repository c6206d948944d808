"""What kernels have to miss, and what a second gradient on the same sample shows, for a pair of functions of one's own."""

from lemmata import SMOOTH, Definition, Function, Mean, NonNegative, Normal, Sampled, Symbol, sqrt
from lemmata.theory.language.tool import Tool
from lemmata.theory.sgd.kernel_lower_bound import bound, d, dimension, norm, p

Z, W = Sampled("Z", Normal()), Sampled("W", Normal())
sigma = Function("σ", "link of the label, smooth", of=SMOOTH)
neuron = Function("a", "activation of the neuron, smooth", of=SMOOTH)
m = Symbol("m", "overlap of the neuron with the target direction, at least 0 and below 1", NonNegative)
t = Symbol("t", "step size times |P_w x|²", NonNegative)
u = m * Z + sqrt(1 - m**2) * W
first = neuron.prime(u)

tools = (
    Tool(
        id="sgd.kernel_floor",
        says="The least mean error, over directions, of a kernel method with n samples on a link of degree p in d dimensions",
        gives=(
            Definition("a_p", "squared norm of the traceless part of θ^{⊗p}", norm()),
            Definition("B", "dimension of the traceless polynomials of degree p", dimension()),
            Definition("floor", "a_p(1 − n/B)₊, which the mean squared error of h_p(⟨·,θ⟩) is not below", bound(dimension())),
        ),
        example={"d": 20, "p": 4, "n": 500},
        when=(d >= 3, p >= 2, p <= 20),
    ),
    Tool(
        id="sgd.reused_sample",
        says="The component along the target of the first gradient of the correlation loss −yσ, and of the second on the same sample",
        gives=(
            Definition("first", "E[y a'(u) z]", Mean(sigma(Z) * first * Z)),
            Definition("second", "E[y a'(u + t y a'(u)) z]", Mean(sigma(Z) * neuron.prime(u + t * sigma(Z) * first) * Z)),
        ),
        example={"σ": "sin(z)", "a": "tanh(z)", "m": 0.2, "t": 0.3},
        when=(m < 1,),
    ),
)

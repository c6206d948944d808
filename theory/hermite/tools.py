"""Hermite coefficients of a link of one's own, and the mean gradient of a neuron on a single-index target."""

from lemmata import LINKS, Definition, Function, Mean, Normal, Sampled, Symbol, h, sqrt
from lemmata.theory.language.tool import Tool

Z, W = Sampled("Z", Normal()), Sampled("W", Normal())
sigma = Function("σ", "link", of=LINKS, kink=0)
neuron = Function("a", "activation of the neuron", of=LINKS, kink=0)
m = Symbol("m", "overlap of the neuron with the target direction, inside (−1, 1)")
u = m * Z + sqrt(1 - m**2) * W  # the neuron's input, where the target's is Z
force = sigma(Z) * neuron.prime(u)
along, own = Mean(Z * force), Mean(u * force)  # <θ, ·> and <w, ·> of the mean gradient

tools = (
    Tool(
        id="hermite.coefficients",
        says="Coefficients E[σ(Z) h_k(Z)] of a link in orthonormal Hermite polynomials, k = 0 to 6, and its square norm",
        gives=(
            *(Definition(f"c_{k}", f"coefficient of degree {k}", Mean(sigma(Z) * h(k, Z))) for k in range(7)),
            Definition("norm²", "E σ(Z)²", Mean(sigma(Z) ** 2)),
        ),
        example={"σ": "tanh(z)"},
    ),
    Tool(
        id="hermite.mean_gradient",
        says="The mean gradient E[x σ(⟨x,θ⟩) a'(⟨x,w⟩)] of a neuron a on the link σ at the overlap m = ⟨w,θ⟩ of unit vectors is g_θ θ + g_w w",
        gives=(
            Definition("g_θ", "its coefficient along the target", (along - m * own) / (1 - m**2)),
            Definition("g_w", "its coefficient along the neuron", (own - m * along) / (1 - m**2)),
            Definition("drift", "of the overlap on the sphere, ⟨θ, (1 − ww')g⟩", along - m * own),
        ),
        example={"σ": "z^3 - 3*z", "a": "tanh(z)", "m": 0.25},
    ),
)

"""Random sequential message passing for a posterior mean of one's own, and the solvable model of random phases: does it converge, how fast?

With GOE couplings at inverse temperature β the fields at rest are N(0, w²), w² = β²E m², for the posterior mean m of a site as a function of its
field (tanh(z + h) for spins in a field h); χ = E m', and a decides. One random site a step: the squared distance falls by e^{a−1} a sweep.
"""

from lemmata import Definition, Function, Mean, Naturals, Normal, Root, Sampled, Symbol, exp, tanh
from lemmata.theory.language.calculus import FunctionClass
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.language.tool import Tool
from lemmata.theory.seq_mp.at_line import P, beta, number, w
from lemmata.theory.seq_mp.notation import chi, eta, k, s
from lemmata.theory.seq_mp.phase_oracle import D, distance, mapped

Z = Sampled("Z", Normal())
SPINS = FunctionClass("posterior means of a spin", {"in a field": tanh(z + 1)}, smooth=True, bound=1)
m = Function("m", "posterior mean of a spin as a formula of its field z, smooth and of modulus at most 1", of=SPINS)
width = Definition(
    "w", "standard deviation of the fields", Root(w, w**2 - beta**2 * Mean(m(w * Z) ** 2), "largest", inside=(0, beta))
)
response = Definition("χ", "E m', mean response", Mean(m.prime(width * Z)))
fourth = Mean(m.prime(width * Z) ** 2)
decides = Definition("a", "below 1 the algorithm converges", number(beta**2).xreplace({chi: response, P: fourth}))
T = Symbol("T", "number of steps", Naturals)
strength = k**2 * s**2

tools = (
    Tool(
        id="seq_mp.posterior_mean",
        says="Sequential message passing at rest for GOE couplings and a posterior mean of one's own",
        gives=(
            width,
            Definition("q", "E m²", Mean(m(width * Z) ** 2)),
            response,
            Definition("stable", "β²E m'², below 1 where the replica-symmetric state is stable", beta**2 * fourth),
            decides,
            Definition("factor", "of the squared distance to the end, per sweep of one random site a step", exp(decides - 1)),
        ),
        example={"m": "tanh(z + 1)", "β": 1.0},
    ),
    Tool(
        id="seq_mp.phases",
        says="Two copies of the phase model f = √2 cos(kγ + φ), φ(A²) = s², refreshed with probability η: do they forget their starts?",
        gives=(
            Definition("a", "below 1 they do", strength),
            Definition("D_T", "squared distance per site after T steps", distance(T, strength)),
            Definition("slope", "factor per step of a small squared distance", mapped(D, strength).diff(D).subs(D, 0)),
        ),
        example={"k": 1.0, "s": 0.8, "η": 0.5, "T": 20},
        when=(eta <= 1, T <= 1000),
    ),
)

"""The denoising loss of the tied two-layer network averaged over the noise, in closed form, for quadratic and for ReLU neurons.

For one patch x and f(u) = Σ_r σ(<w_r, u>) w_r/√m let z = Wu at u = αx + βε: normal with mean a = αWx and covariance K = β²G, G
= WW'. Then E|f - ε|² = d + (1/m) Σ_rs G_rs E σ(z_r)σ(z_s) - (2β/√m) Σ_r G_rr E σ'(z_r), the last by Stein. For σ(z) = z² the
two means are (a_r² + K_rr)(a_s² + K_ss) + 2K_rs² + 4a_r a_s K_rs and 2a_r. For the ReLU they need the bivariate normal
distribution function, which is Φ(p)Φ(q) plus the integral of the density over the correlation (Plackett). The loss of both
patches is the sum of two such terms. α and β are any positive numbers.
"""

from lemmata import *
from lemmata.theory.ddpm.notation import d, source

w, y = (
    Array(name, f"the weights of {which}", d, kind=Kind("general", ("generic", "sparse")))
    for name, which in (("w", "a neuron"), ("y", "another one"))
)
m = Symbol("m", "number of neurons", Naturals)
al, be = (
    Symbol("α", "factor of the data", Positive, latex=r"\alpha"),
    Symbol("β", "factor of the noise", Positive, latex=r"\beta"),
)
ORDINARY = Kind("general", ("generic", "sparse"))
W = Array("W", "weights, one neuron a row", m, d, kind=ORDINARY)
x = Array("x", "a patch", d, kind=ORDINARY)
eps = Sampled("ε", Normal(), d)
z = W * (al * x + be * eps)
quadratic = Mean(sq(W.T * hadamard(z, z) / sqrt(m) - eps))
a, G = al * W * x, W * W.T
K = be**2 * G
own = hadamard(W, W) * OneMatrix(d, 1)  # |w_r|²
k = be**2 * own


def closed(stein=2 * be, covariances=2, mean=1 / m):
    """The loss for σ(z) = z²."""
    s = hadamard(a, a) + k
    quartic = dot(s, G * s) + covariances * Trace(hadamard(K, K) * G) + 4 * be**2 * sq(W.T * diag(a) * W)
    return d + mean * quartic - stein / sqrt(m) * 2 * dot(own, a)


u = al * x + be * eps
pair = Mean(sq((dot(w, u) ** 2 * w + dot(y, u) ** 2 * y) / sqrt(2) - eps))


def of_pair(stein=2 * be, covariances=2):
    """The same for two neurons, with inner products in the place of matrices."""
    found = d
    for one, other in ((w, w), (y, y), (w, y), (y, w)):
        mean, overlap = al**2 * dot(one, x) * dot(other, x), be**2 * dot(one, other)
        squares = [al**2 * dot(v, x) ** 2 + be**2 * sq(v) for v in (one, other)]
        found += dot(one, other) * (squares[0] * squares[1] + covariances * overlap**2 + 4 * mean * overlap) / 2
    return found - stein / sqrt(2) * 2 * al * (sq(w) * dot(w, x) + sq(y) * dot(y, x))


size = (
    d
    + (dot(hadamard(a, a) + k, G * (hadamard(a, a) + k)) + 2 * Trace(hadamard(K, K) * G)) / m
    + 4 * be / sqrt(m) * Trace(G) * sqrt(sq(a))
)

# two ReLU neurons: means b, c and standard deviations 1, s of the two pre-activations, correlation ρ
b, c = Symbol("b", "mean of the first pre-activation", Reals), Symbol("c", "mean of the second", Reals)
s, g = Symbol("s", "standard deviation of the first", Positive), Symbol("g", "of the second", Positive)
OPEN = NumberSet("(-1, 1)", -1, 1, ordinary=(-0.9, 0.9))
rho, r = Symbol("ρ", "correlation of the two", OPEN, latex=r"\rho"), Symbol("r", "a correlation", OPEN)
Z, Y = Sampled("Z", Normal()), Sampled("Y", Normal())
product = Mean(Maximum(b + s * Z, 0) * Maximum(c + g * (rho * Z + sqrt(1 - rho**2) * Y), 0))


def bivariate(p, q, at):
    """The normal density at (p, q)."""
    return exp(-(p**2 - 2 * at * p * q + q**2) / (2 * (1 - at**2))) / (2 * pi * sqrt(1 - at**2))


def relu(density=1, mixed=1):
    """E z⁺z'⁺."""
    p, q, e = b / s, c / g, sqrt(1 - rho**2)
    both = Phi(p) * Phi(q) + Integral(bivariate(p, q, r), (r, 0, rho))
    edges = b * g * phi(q) * Phi((p - rho * q) / e) + c * s * phi(p) * Phi((q - rho * p) / e)
    return (b * c + mixed * rho * s * g) * both + edges + density * s * g * e**2 * bivariate(p, q, rho)


# one ReLU neuron in R^d
pre = dot(w, al * x + be * eps)
alone = Mean(sq(w * Maximum(pre, 0) - eps))
at, spread = al * dot(w, x), be * sqrt(sq(w))


def single(stein=2 * be):
    second = (at**2 + spread**2) * Phi(at / spread) + at * spread * phi(at / spread)
    return d + sq(w) * second - stein * sq(w) * Phi(at / spread)


claim = Claim(
    "ddpm.population_loss",
    source=source("DIFFUSION MODEL FEATURE LEARNING"),
    domain=Domain(
        sq(w) > 0,
        core=(
            (m <= 3, d <= 3, al >= 0.3, al <= 0.95, be >= 0.3, be <= 0.95, b >= 0, b <= 2, c >= 0, c <= 2),
            (rho >= -Rational(1, 2), rho <= Rational(9, 10), s >= 0.5, s <= 2, g >= 0.5, g <= 2),
        ),
    ),
    parts={
        "main": Part(
            Identity(quadratic, closed(), scale=size),
            says="For quadratic neurons the loss is d + (1/m)[sᵀGs + 2 Σ G_rs K_rs² + 4β²|Wᵀ diag(a) W|²] − (4β/√m) Σ G_rr a_r, s = a∘a + diag K",
            wrong={
                "stein_once": {"right": closed(stein=be)},
                "no_covariances": {"right": closed(covariances=0)},
                "root_of_m": {"right": closed(mean=1 / sqrt(m))},
            },
        ),
        "two": Part(
            Identity(
                pair,
                of_pair(),
                scale=d + (al**2 * sq(x) + be**2) ** 2 * (sq(w) + sq(y)) ** 3 + (sq(w) + sq(y)) * (1 + al * norm(x)),
            ),
            says="and for two of them, written in inner products, in every dimension",
            wrong={"stein_once": {"right": of_pair(stein=be)}, "no_covariances": {"right": of_pair(covariances=0)}},
            proof="mean",
        ),
        "relu": Part(
            Identity(product, relu(), scale=s * g + (b * g) ** 2 + (c * s) ** 2),
            says="For two ReLU neurons E z⁺z′⁺ is the formula with the bivariate normal distribution function and density",
            wrong={"without_density": {"right": relu(density=0)}, "without_covariance": {"right": relu(mixed=0)}},
        ),
        "one_relu": Part(
            Identity(alone, single(), scale=d + sq(w) * (at**2 + spread**2)),
            says="and the loss of one ReLU neuron is d + |w|²E(z⁺)² − 2β|w|²Φ(a/s)",
            wrong={"stein_once": {"right": single(be)}},
        ),
    },
)

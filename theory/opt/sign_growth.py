"""Per step of sign descent a neuron gains η|ν|₁ on the signal and η|ξ_i|₁ on each sample that it sees; the mean of |ξ|₁ is sσ√(2/π).

For a coordinate signal ν and noise patches with disjoint supports, off that of ν, each coordinate of the gradient of the
network belongs to one patch, so its sign is that of the patch's coordinate: with active patches <w_r, j_rν> grows by η|ν|₁, and
<w_r, ξ_i> moves by ηj_ry_i|ξ_i|₁. The printed ηsσ_ξ lacks the constant √(2/π) of the mean of |ξ|₁. Descent gains
(3η/nm)|ℓ'_i||ξ_i|²<w, ξ_i>² there for the cube, with |ξ_i|² about sσ²: the print's order, up to 3|ℓ'|/m. (The signal of descent
is in cnn.coefficient_recursion.) For any gradient at all a sign step moves <w, v> by at most η|v|₁.
"""

from lemmata import *
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.opt.notation import ADAM, eta, n, source

m, k = Symbol("m", "number of neurons of each sign", Naturals), Symbol("k", "size of a support", Naturals)
d = Symbol("d", "dimension of a patch", Naturals)
STEP = Lambda(z, Piecewise((1, z > 0), (-1, z < 0), (0, True)))
CUBE = FunctionClass("the cube of the positive part", {"cube": Maximum(z, 0) ** 3}, open=False)
sigma = Function("σ", "activation", of=CUBE, kink=0, latex=r"\sigma")


def data(p, draw):
    """A signal along the first coordinate; sample i has the coordinates i, i + n, i + 2n, ... of the rest as its support."""
    signal, noise = draw.normal(p.d) * 0, draw.normal(p.n, p.d)
    first = draw.tensor([1.0] + [0.0] * (p.d - 1))
    owner = draw.tensor([-1.0] + [i % p.n for i in range(p.d - 1)])
    noise = noise * (owner == draw.tensor([[float(i)] for i in range(p.n)]))
    size = 3.0 if p.style == "long" else 0.7
    labels = 1 - 2 * (draw.tensor(range(p.n)) % 2)
    signs = 1 - 2 * (draw.tensor(range(2 * p.m)) % 2)
    return {"ν": signal + size * first, "Ξ": size * noise, "y": labels, "j": signs, "W0": draw.normal(2 * p.m, p.d) / 2}


DATA = Tied(("ν", "Ξ", "y", "j", "W0"), data, ("generic", "long"))
nu = Array("ν", "signal, along one coordinate", d, kind=DATA, latex=r"\nu")
Xi = Array("Ξ", "noise patches with disjoint supports, one a row", n, d, kind=DATA, latex=r"\Xi")
y, j = Array("y", "labels, 1 or -1", n, kind=DATA), Array("j", "signs of the neurons, 1 or -1", 2 * m, kind=DATA)
W0, W = Array("W0", "weights at the start, one neuron a row", 2 * m, d, kind=DATA, latex="W_0"), Array("W", "weights", 2 * m, d)


def margins(weights):
    hidden = sigma.entrywise(weights * nu * y.T) + sigma.entrywise(weights * Xi.T)
    return hadamard(y, hidden.T * j / m)


loss = dot(OneMatrix(n, 1), Entrywise(Lambda(z, log(1 + exp(-z))), margins(W))) / n
slope = Gradient(loss, W, at=W0)
seen = W0 * Xi.T  # <w_r, ξ_i>
active = Entrywise(Lambda(z, Piecewise((1, z > 0), (0, True))), seen)
sides = j * y.T  # j_r y_i
signed = -eta * Entrywise(STEP, slope)
lengths = diag(Entrywise(Abs, Xi) * OneMatrix(d, 1))  # |ξ_i|₁
pull = Entrywise(Lambda(z, 1 / (1 + exp(z))), margins(W0))  # |ℓ'_i|
squares = diag(hadamard(Xi, Xi) * OneMatrix(d, 1))


def descended(power=2, mean=1 / (n * m)):
    """What a step of descent adds to <w_r, ξ_i>."""
    grown = Entrywise(Lambda(z, Maximum(z, 0) ** power), seen)
    return 3 * eta * mean * hadamard(sides, grown) * diag(pull) * squares


xi, spread = Sampled("ξ", Normal(1), k), Symbol("σ_ξ", "standard deviation of the noise", Positive)
mean = Mean(dot(OneMatrix(k, 1), Entrywise(Lambda(z, Abs(spread * z)), xi)))
g, v = Array("g", "any gradient", d), Array("v", "any direction", d)
moved = Abs(dot(Entrywise(STEP, g), v))
total = dot(OneMatrix(d, 1), Entrywise(Abs, v))

claim = Claim(
    "opt.sign_growth",
    source=source(ADAM, "zou2023"),
    domain=Domain(
        (n >= 2, d >= 2),
        core=(n <= 5, m <= 3, d >= 6, d <= 16, k >= 5, k <= 40, spread >= 0.1, spread <= 3, eta >= 0.01, eta <= 1),
    ),
    parts={
        "main": Part(
            Identity(signed * Xi.T, eta * hadamard(sides, active) * lengths, scale=eta * norm(Xi)),
            says="With disjoint supports a step of sign descent moves ⟨w_r, ξ_i⟩ by ηj_ry_i|ξ_i|₁ where it is positive, and not at all elsewhere",
            wrong={
                "euclidean": {"right": eta * hadamard(sides, active) * Entrywise(Lambda(z, sqrt(z)), squares)},
                "inactive_too": {"right": eta * sides * lengths},
            },
        ),
        "signal": Part(
            Identity(signed * nu, eta * norm(nu) * j),
            says="and ⟨w_r, j_rν⟩ by η|ν|, for ν along one coordinate and samples of both classes",
            wrong={"half": {"right": eta * norm(nu) * j / 2}},
        ),
        "bound": Part(
            Inequality(moved, total),
            says="For any gradient a sign step moves ⟨w, v⟩ by at most η|v|₁",
            wrong={"euclidean": {"right": norm(v)}},
        ),
        "constant": Part(
            Identity(mean, k * spread * sqrt(2 / pi)),
            says="The mean of |ξ|₁ over s normal coordinates is sσ_ξ√(2/π)",
            printed=Print(
                right=k * spread,
                erratum=Erratum.wrong(
                    "the step in ⟨w, ξ_i⟩ is ηsσ_ξ√(2/π) in the mean: ≈ ηsσ_ξ holds up to the constant 0.798"
                ),
            ),
            wrong={"root": {"right": sqrt(k) * spread}},
        ),
        "descent": Part(
            Identity(-eta * slope * Xi.T, descended(), scale=eta * norm(Xi) ** 2 * (1 + sq(W0)) / m),
            says="A step of descent adds (3η/nm)j_ry_i|ℓ'_i||ξ_i|²⟨w_r, ξ_i⟩² there, for the cube",
            wrong={"power_3": {"right": descended(power=3)}, "without_n": {"right": descended(mean=1 / m)}},
        ),
    },
    uses=("cnn.coefficient_recursion",),
)

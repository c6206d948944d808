"""Denoising score matching learns -β times the score: the best guess of the noise is the mean of ε given x_t, for any data.

For data X_i with the probabilities p_i the density of x_t is p_t(x) ∝ Σ p_i exp(-|x - αX_i|²/(2β²)), and with the posterior weights π_i(x)
E[ε | x_t = x] = Σ π_i (x - αX_i)/β = -β ∇log p_t(x). The error ε - f*(x_t) is uncorrelated with every f(x_t), so the loss of any other f is
larger by E|f - f*|². The least loss is not 0: for N(0, v I) it is d α²v/(α²v + β²), reached by a multiple of x_t.
Data of finitely many points, as a training set is; f acts on each coordinate.
"""

from lemmata import *
from lemmata.theory.ddpm.notation import alpha, beta, d, source, t, v, variance
from lemmata.theory.language.calculus import Z as z

n = Symbol("n", "number of data points", Naturals)
ORDINARY = Kind("general", ("generic", "rank one"))
X = Array("X", "data, one point a row", n, d, kind=ORDINARY)


def shares(p, draw):
    """Positive probabilities."""
    made = draw.exponential(p.n) + 0.05
    made = made**4 + 1e-3 if p.style == "uneven" else made
    return {"p": made / made.sum(-1, keepdim=True)}


p = Array("p", "probabilities of the data, none of them 0", n, kind=Tied(("p",), shares, ("generic", "uneven")))
x = Array("x", "a position", d, kind=ORDINARY)
GUESSES = FunctionClass(
    "guesses of the noise", {"tanh": tanh(z), "relu": Maximum(z, 0), "linear": z / 2, "wave": sin(2 * z)}, open=False
)
f = Function("f", "guess of a coordinate of ε from that of x_t", of=GUESSES)
eps, x0 = Sampled("ε", Normal(), d), Sampled("x0", Normal(v), d)
ones = OneMatrix(n, 1)

away = ones * x.T - alpha * X  # x - αX_i, one a row
masses = Entrywise(Lambda(z, exp(-z / (2 * beta**2))), hadamard(away, away) * OneMatrix(d, 1))
density = dot(p, masses)
noise = away.T * hadamard(p, masses) / (beta * density)  # E[ε | x_t = x]
score = Gradient(log(density), x)

points = alpha * X + beta * ones * eps.T  # x_t for each data point
squares = [hadamard(a, a) * OneMatrix(d, 1) for a in (points, alpha * X)]
distances = squares[0] * ones.T + ones * squares[1].T - 2 * alpha * points * X.T
weights = Entrywise(Lambda(z, exp(-z / (2 * beta**2))), distances) * diag(p)
mean = diag(Entrywise(Lambda(z, 1 / z), weights * ones)) * weights * X  # E[x_0 | x_t]
best = (points - alpha * mean) / beta
guess = f.entrywise(points)


def inner(rows):
    """E⟨g(x_t), f(x_t)⟩ for the g whose values at the x_t of the data points are these rows."""
    return Mean(Trace(diag(p) * rows * guess.T))


c = Symbol("c", "factor of a linear guess", Reals)
linear = Mean(sq(c * (alpha * x0 + beta * eps) - eps))
least = d * alpha**2 * v / variance(t)
parabola = least + d * variance(t) * (c - beta / variance(t)) ** 2
size = (sqrt(d) + norm(x) + norm(X)) / beta**2


claim = Claim(
    "ddpm.dsm",
    source=source("DIFFUSION MODEL", None),
    domain=Domain(core=(t >= 0.3, t <= 2, n <= 5, d <= 4, v >= 0.2, v <= 5, c >= -1, c <= 2)),
    parts={
        "main": Part(
            Identity(inner(ones * eps.T), inner(best), scale=d),
            says="In the mean ε has the same inner product with every f(x_t) as f*(x_t), f*(x) = E[ε | x_t = x] by the posterior weights",
            wrong={
                "score_itself": {"right": inner(-best / beta)},
                "beta_squared": {"right": inner(beta * best)},
                "sign": {"right": inner(-best)},
                "data_at_the_origin": {"right": inner(points / beta)},
            },
        ),
        "tweedie": Part(
            Identity(noise, -beta * score, scale=size),
            says="and f* is −β∇log p_t: what is learned is the score up to the factor −β",
            wrong={
                "score_itself": {"right": score},
                "beta_squared": {"right": -(beta**2) * score},
                "sign": {"right": beta * score},
            },
        ),
        "gaussian": Part(
            Identity(linear, parabola),
            says="For data N(0, v I) the loss of c x_t is dα²v/(α²v + β²) + d(α²v + β²)(c − β/(α²v + β²))²",
            wrong={"least_zero": {"right": parabola - least}, "half": {"right": parabola - least / 2}},
            proof="mean",
        ),
    },
)

"""The particle system is Langevin dynamics of N F(μ̂) on R^{dN}: N ∇_{x_i} F(μ̂) = ∇(δF/δμ)(x_i).

For a network with N neurons, one a row of X, and the squared loss on n inputs, and for the squared kernel distance of N particles
on the line from m data with a Gaussian kernel (the terms i = j included). So the stationary law is exp(−(N/λ_2) F(μ̂)) and the
dynamics the gradient flow of N E F(μ̂) + λ_2 Ent on R^{dN}; without the factor N the time would be N times as slow. The dynamics is
run in mfld.gaussian_oracle.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.mfld.notation import source

N, d = Symbol("N", "number of particles", Naturals), Symbol("d", "dimension", Naturals)
n, m = Symbol("n", "number of inputs", Naturals), Symbol("m", "number of data", Naturals)
h, lam = Symbol("h", "width of the kernel", Positive), Symbol("λ_1", "weight of the second moment", Positive)
mild = Kind("general", ("generic", "repeated", "sparse"))
act = Function("σ", "activation", kink=0)
X, Z = Array("X", "particles, one a row", N, d, kind=mild), Array("Z", "inputs, one a row", n, d, kind=mild)
y = Array("y", "labels", n, kind=mild)
x, data = Array("x", "particles on the line", N, kind=mild), Array("l", "data on the line", m, kind=mild)
t = sp.Symbol("t", real=True)
ones = OneMatrix(N, 1)

residual = act.entrywise(X * Z.T).T * ones / N - y
risk = sq(residual) / (2 * n) + lam / N * sq(X)
force = hadamard(act.prime(X * Z.T), ones * residual.T) * Z / n + 2 * lam * X


def gaps(a, b, rows, columns):
    return a * OneMatrix(1, columns) - OneMatrix(rows, 1) * b.T


def kernel(of, slope=False):
    form = exp(-(t**2) / (2 * h**2))
    return Entrywise(Lambda(t, sp.diff(form, t) if slope else form), of)


own, other = gaps(x, x, N, N), gaps(x, data, N, m)
far = OneMatrix(m, 1)
distance = Trace(kernel(own) * ones * ones.T) / N**2 - 2 * Trace(kernel(other) * far * ones.T) / (N * m)
pull = 2 * kernel(own, True) * ones / N - 2 * kernel(other, True) * far / m
claim = Claim(
    "mfld.finite_particle",
    source=source("MFLD for mean field NN / Uniform log-Sobolev inequality"),
    domain=Domain(core=(N <= 5, d <= 3, n <= 4, m <= 4, h >= 0.4, h <= 2, lam >= 0.1, lam <= 1)),
    parts={
        "main": Part(
            Identity(N * Gradient(risk, X), force, scale=1 + sq(force) + sq(X)),
            says="For a network N times the gradient of F(μ̂) in the particles is the gradient of δF/δμ at them",
            wrong={"without_count": {"left": Gradient(risk, X)}, "loss_not_halved": {"right": 2 * force}},
        ),
        "distance": Part(
            Identity(N * Gradient(distance, x), pull, scale=1 + sq(pull)),
            says="and for the squared kernel distance of particles on the line from data",
            wrong={"without_count": {"left": Gradient(distance, x)}, "once": {"right": pull / 2}},
        ),
    },
    uses=("mfld.first_variation",),
)

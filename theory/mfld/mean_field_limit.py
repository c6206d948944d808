"""A network of M independent neurons is its mean-field limit up to a mean squared error that is the variance of one neuron over M, exactly.

f_M(z) = (1/M) Σ_j r_j tanh(w_j z) with r_j ~ N(ρ, 1) and w_j ~ N(ω, 1), independent: E(f_M(z) − f(z))² = Var(r tanh(wz))/M with
f(z) = ρ E tanh(wz). (The slide numbers the parameters by i and j at once.)
"""

import sympy as sp

from lemmata import *
from lemmata.theory.mfld.notation import source

M = Symbol("M", "number of neurons", Naturals)
rho, omega, z = (Symbol(n, w, Reals) for n, w in (("ρ", "mean of the heads"), ("ω", "mean of the weights"), ("z", "input")))
R, W = Sampled("R", Normal(), M), Sampled("W", Normal(), M)
g = sp.Symbol("g", real=True)
ones = OneMatrix(M, 1)
features = Entrywise(Lambda(g, tanh(g)), z * (W + omega * ones))
network = Trace(hadamard(R + rho * ones, features) * ones.T) / M
first, second = (GaussMean(tanh(z * (omega + g)) ** k, g) for k in (1, 2))
limit = rho * first
variance = (1 + rho**2) * second - limit**2
claim = Claim(
    "mfld.mean_field_limit",
    source=source("Mean field limit of 2-layer NN"),
    domain=Domain(core=(M <= 20, rho >= 0.5, rho <= 2, omega >= 0.5, omega <= 2, z >= 0.5, z <= 2)),
    parts={
        "main": Part(
            Identity(Mean((network - limit) ** 2), variance / M),
            says="E(f_M(z) − f(z))² is Var(r tanh(wz))/M",
            wrong={"squared": {"right": variance / M**2}, "second_moment": {"right": (1 + rho**2) * second / M}},
        ),
        "mean": Part(
            Identity(Mean(network), limit, scale=1 + rho**2),
            says="and E f_M(z) = f(z)",
            wrong={"head_forgotten": {"right": first}},
        ),
    },
)

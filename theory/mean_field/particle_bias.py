"""The objective F of a network of N particles drawn from μ exceeds F(μ) on average, by λ/N E[q'Mq] to first order.

With q = (σσ' - K)My for a neuron σ of the measure and Δ = K_N - K the resolvent identity M_N = M - MΔM + MΔMΔM - MΔMΔMΔM_N has a
first term of mean 0, and a second one of mean E[(σσ' - K)M(σσ' - K)]/N between two M's. F_N + λy'MΔMy is never below F, whatever
is drawn. The limit is judged in R^d for a measure on the four corners u ± u_1 ± u_2 of a parallelogram, with the term of mean 0 added and the second one taken off, which
quiets the noise;
the second term is proved for every n and N where the neurons are linear, Cg with a standard normal g.
"""

import sympy as sp

from lemmata import (
    Array,
    Claim,
    Definition,
    Domain,
    Function,
    I,
    Identity,
    Inequality,
    Ladder,
    Limit,
    Mean,
    Naturals,
    Normal,
    Part,
    Rademacher,
    Rate,
    Rational,
    Sampled,
    Symbol,
    Trace,
    quad,
    sq,
    tanh,
)
from lemmata.theory.language.arrays import Kind
from lemmata.theory.language.calculus import FunctionClass
from lemmata.theory.language.calculus import Z as z
from lemmata.theory.mean_field.notation import N, lam, n, resolvent, source

TAME = Kind("general", ("generic", "sparse", "repeated"))  # at 1e6 the resolvents cancel beyond 64 bits
PLAIN = Kind("general", ("generic",))
BOUNDED = FunctionClass("the hyperbolic tangent", {"tanh": tanh(z)})
act = Function("σ", "activation", of=BOUNDED)
d = Symbol("d", "dimension of the inputs", Naturals)
X, Y = Array("X", "inputs, one a row", n, d, kind=PLAIN), Array("Y", "labels", n, kind=PLAIN)
u, u1, u2 = (
    Array(name, "an edge of the parallelogram of the weights" if i else "its centre", d, kind=PLAIN)
    for i, name in enumerate(("u", "u_1", "u_2"))
)
b1, b2 = (Sampled(name, Rademacher(), N) for name in ("b_1", "b_2"))
weights = sp.OneMatrix(N, 1) * u.T + b1 * u1.T + b2 * u2.T
features = act.entrywise(X * weights.T)
neurons = [act.entrywise(X * (u + i * u1 + j * u2)) for i in (1, -1) for j in (1, -1)]
K_mu = Definition("K_μ", "kernel of the measure", sum((s * s.T for s in neurons[1:]), neurons[0] * neurons[0].T) / 4)
K_emp = features * features.T / N
alpha = Definition("α", "M times the labels, at the measure", resolvent(K_mu) * Y)
F_mu = Definition("F", "objective of the measure", lam * quad(resolvent(K_mu), Y))
F_emp = lam * quad(resolvent(K_emp), Y)
excess = F_emp - F_mu + lam * quad(K_emp - K_mu, alpha)
at_second = lam * quad(resolvent(K_mu), (K_emp - K_mu) * alpha)


def bias(centred=1):
    """λ E[q'Mq]."""
    return lam * sum(quad(resolvent(K_mu), (s * s.T - centred * K_mu) * alpha) for s in neurons) / 4


ladder = Ladder(N, (12, 36, 108, 324, 972), quick=(12, 36, 108, 324))
Psi, Phi = (
    Array(name, f"features of {which}, one a column", n, N, kind=TAME) for name, which in (("Ψ", "a measure"), ("Φ", "another"))
)
K, K_N = Psi * Psi.T / N, Phi * Phi.T / N
M = resolvent(K)
M_N = resolvent(K_N)
gap = K_N - K
second, third = M * gap * M * gap * M, M * gap * M * gap * M * gap * M_N

m = Symbol("m", "number of coordinates of the weights", Naturals)
C = Array("C", "matrix of the linear neurons", n, m, kind=TAME)
G = Sampled("G", Normal(), m, N)
linear = (C * C.T + n * lam * I(n)).inv()
drawn = C * G * G.T * C.T / N - C * C.T
seen = C.T * linear * Y
wanted = (Trace(C.T * linear * C) * sq(seen) + quad(C.T * linear * C, seen)) / N
at_second_order = Mean(quad(linear, drawn * linear * Y))


chord, above = (lam * (quad(m, Y) + quad(kernel, M * Y)) for m, kernel in ((M, K), (M_N, K_N)))


def not_below(k):
    """F_N - F + λy'MΔMy = λ|(M_N)^(1/2) ΔMy|²."""
    return k.to(k.compare(chord, chord + lam * quad(M_N, gap * M * Y)), above)


claim = Claim(
    "mean_field.particle_bias",
    source=source("Mean field limit"),
    domain=Domain(
        core=(
            n >= 2,
            n <= 4,
            d <= 3,
            m <= 6,
            N >= 2,
            N <= 20,
            lam >= Rational(1, 2),
            lam <= 2,
        )
    ),
    parts={
        "main": Part(
            Identity(N * Mean(at_second), bias()),
            says="N(E F(μ_N) − F(μ)) is λ E[qᵀMq], q = (σσᵀ − K)My, at second order in K_N − K, for N weights from the corners of a "
            "parallelogram in R^d",
            wrong={
                "twice": {"right": 2 * bias()},
                "half": {"right": bias() / 2},
                "second_moment": {"right": bias(0)},
            },
        ),
        "limit": Part(
            Limit(N * Mean(excess - at_second), sp.Integer(0), ladder=ladder, expansion=(1 / N, 1 / N**2), scale=bias()),
            says="and tends to that, as N times what is beyond the second order vanishes",
            wrong={"half_the_second_order": {"quantity": N * Mean(excess - at_second / 2)}},
        ),
        "rate": Part(
            Rate(Mean(excess), -1, ladder=ladder, expansion=(1 / N, 1 / N**2)),
            says="so that the excess is of order 1/N",
            wrong={"rate_2": {"exponent": -2}, "rate_half": {"exponent": -Rational(1, 2)}},
        ),
        "above": Part(
            Inequality(Mean(-excess), sp.Integer(0)),
            says="and E F(μ_N) ≥ F(μ) at every N",
            wrong={"not_above": {"left": Mean(excess)}},
        ),
        "not_below": Part(
            Inequality(chord, above),
            says="because F + λyᵀMKMy ≤ F_N + λyᵀMK_N My for any kernels",
            proof=not_below,
            wrong={"without_kernels": {"left": lam * quad(M, Y), "right": lam * quad(M_N, Y)}},
        ),
        "expansion": Part(
            Identity(M_N, M - M * gap * M + second - third, scale=1 / (n * lam)),
            says="and M_N = M − MΔM + MΔMΔM − MΔMΔMΔM_N",
            proof=lambda k: k.words(M_N, M - M * gap * M + second - third),
            wrong={"sign": {"right": M + M * gap * M + second - third}, "without_last": {"right": M - M * gap * M + second}},
        ),
        "second_term": Part(
            Identity(at_second_order, wanted, scale=wanted),
            says="For linear neurons Cg, g normal, the second term is (Tr[CᵀMC]|CᵀMy|² + |(CᵀMC)^½CᵀMy|²)/N on average at every N",
            proof=lambda k: k.to(k.mean(at_second_order), wanted),
            wrong={
                "without_trace": {"right": quad(C.T * linear * C, seen) / N},
                "uncentred": {"right": wanted + quad(C.T * linear * C, seen)},
            },
        ),
    },
    uses=("mean_field.representer", "mean_field.convexity"),
)

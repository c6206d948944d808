"""Algorithm 1: two spherical steps on the same sample, the second at the moved weights, then interpolation and normalisation.

w̃ = w − η∇̃(f(x) − y)² at w; w̃̃ = w̃ − η∇̃(f(x) − y)² at w̃; w⁺ ∝ w + (1 − ξ)(w̃̃ − w), both projections taken at w (the print leaves the
second open). For f = N^{−1/2} Σ a_jσ(⟨x,w_j⟩), v_j = ⟨x,w_j⟩, r_j² = |x|² − v_j² and residuals e₁, e₂ before and after the first step let
q_j = 2ηe₁a_jσ'(v_j)/√N, q'_j = 2ηe₂a_jσ'(v_j + q_jr_j²)/√N and δ_j = (1 − ξ)(q_j + q'_j): the overlap m_j goes to
(m_j + δ_j(z − m_jv_j))/√(1 + δ_j²r_j²). Read literally the print takes the second gradient at w again: one online step of twice the size. The
drift for h_3 and slope −cos(v/2) at m = 0 is 0 for that, and of order one with reuse: A_d in R^d, with the average over the chi-square part
of |P_w x|² in closed form, which tends to A_∞ with an error of the order 1/d.
"""

from typing import Any

import sympy as sp

from lemmata import *
from lemmata.theory.language.calculus import Z as t
from lemmata.theory.sgd.notation import (
    Z2,
    Z,
    a,
    beside,
    c,
    d,
    eta,
    gradient,
    h3,
    in_the_limit,
    minus_two_sin,
    on_grid,
    source,
    theta,
    xi,
    zeta,
    zeta2,
)

PLAIN = Kind("general", ("generic", "repeated"))
ACTIVATIONS = FunctionClass("bounded activations", {"tanh": tanh(t), "sine": sin(t), "mixed": tanh(t) / 2 + 4 * sin(t) / 5})
sigma = Function("σ", "activation", of=ACTIVATIONS, latex=r"\sigma")
z0 = Symbol("z", "⟨x,θ⟩", Reals)
N = Symbol("N", "number of neurons", Naturals)
W, V = Array("W", "first layer, one neuron of length 1 a row", N, d, kind=UnitRows), Array("V", "first layer", N, d)
heads = Array("h", "outer weights", N, kind=PLAIN)
b, o = Array("s", "weights before they are brought to length 1", d, kind=PLAIN), Array("o", "any vector", d, kind=PLAIN)
s, s2 = Array("x", "a sample", d, kind=PLAIN), Array("x′", "another sample", d, kind=PLAIN)


def loss(sample: Any) -> Any:
    """(f(x) − y)² for the label h_3(⟨x,θ⟩)."""
    return (dot(heads, sigma.entrywise(V * sample)) / sqrt(N) - h3(dot(theta, sample))) ** 2


def step(at: Any, sample: Any) -> Any:
    """A gradient at these weights, each row projected across that of W, times −η."""
    slope = Gradient(loss(sample), V, at=at)
    return -eta * (slope - diag(slope * W.T) * W)


def moves(again: Any = s) -> Any:
    """By how much one round moves the weights before they are brought to length 1."""
    first = W + step(W, s)
    return (1 - xi) * (step(W, s) + step(first, again))


v, y = W * s, h3(dot(theta, s))
lengths = sq(s) * OneMatrix(N, 1) - hadamard(v, v)
residual = Definition("e₁", "residual at w", y - dot(heads, sigma.entrywise(v)) / sqrt(N))
first = Definition("q", "first move, in units of P_w x", 2 * eta * residual / sqrt(N) * hadamard(heads, sigma.prime(v)))
ahead = Definition("v′", "inner products after the first step", v + hadamard(first, lengths))
residual2 = Definition("e₂", "residual after the first step", y - dot(heads, sigma.entrywise(ahead)) / sqrt(N))
second = Definition("q′", "second move", 2 * eta * residual2 / sqrt(N) * hadamard(heads, sigma.prime(ahead)))


def moved(kept: Any, move: Any) -> Any:
    """δ_j P x for every neuron, δ = kept q: δ xᵀ − diag(δ ∘ v) W."""
    return kept * (move * s.T - diag(hadamard(move, v)) * W)


unit = b / norm(b)
delta = Symbol("δ", "size of the step", Reals, latex=r"\delta")
u0, m1 = dot(unit, s), dot(unit, o)
ahead_of = unit + delta * (s - u0 * unit)
raw = m1 + delta * (dot(o, s) - m1 * u0)
one = raw / sqrt(1 + delta**2 * (sq(s) - u0**2))


def after_second(z: Any, u: Any) -> Any:
    """The even part in u of −E_c cos((u + ηg₁|P_w x|²)/2), η = a/d, |P_w x|² = z² + c, by E cos(s + bc) = Re e^{is}(1 − 2ib)^{−(d−2)/2}."""
    rate = -a * h3(z) * cos(u / 2) / (2 * d)
    phase = rate * z**2 + (d - 2) / 2 * sp.atan(2 * rate)
    return -exp(-(d - 2) / 4 * log(1 + 4 * rate**2)) * cos(phase) * cos(u / 2)


def finite(z: Any, u: Any) -> Any:
    """z(g_1 + E_c g_2)."""
    return z * h3(z) * (after_second(z, u) - cos(u / 2))


drift = Definition(
    "A_d", "drift of a neuron on the equator of R^d", on_grid(lambda z: on_grid(lambda u: finite(z, u), "j"), "i", 16)
)
limit = Definition("A_∞", "its limit", in_the_limit(lambda z, u, g: z * g, Integer(0)))
first_one = gradient(h3(Z), zeta, minus_two_sin)
online = Z * first_one
label = h3(z0)
reach = a / d * -label * cos(zeta / 2)  # of a sample with ⟨x,θ⟩ = z at m = 0
second_slope = -cos((zeta + reach * (z0**2 + c)) / 2)
fresh_slope = -cos((zeta2 + reach * (z0 * Z2 + sqrt(c) * beside)) / 2)  # a new sample: ⟨P_w x, P_w x′⟩ = zz′ + √c b
ladder = Ladder(d, (64, 128, 256, 512, 1024, 2048, 4096), quick=(64, 128, 256, 512, 1024, 2048))

claim = Claim(
    "sgd.algorithm1",
    source=source("SGD Training of Two-layer Neural Network"),
    domain=Domain(
        (d >= 2, xi >= 0, xi <= 1),
        core=(
            (d >= 4, d <= 10, N <= 5, eta >= 0.1, eta <= 1, xi >= 0.1, xi <= 0.4),
            (a >= 0.45, a <= 0.7, z0 >= 2.5, z0 <= 3.5, delta >= 0.1, delta <= 0.5),
        ),
    ),
    parts={
        "main": Part(
            Identity(moves(), moved(1 - xi, first + second)),
            says="One round of Algorithm 1, the second gradient at the moved weights, moves w_j by (1 − ξ)(q_j + q'_j) P_{w_j} x",
            printed=Print(
                right=moved(1 - xi, 2 * first),
                erratum=Erratum.wrong(
                    "the first step starts from w^t and the second gradient is taken at the moved weights; with f_{Θ_t} in both "
                    "lines the second step repeats the first, which is one online step of size 2η; the sums run to T_2"
                ),
            ),
            wrong={"fresh_sample_in_the_second_step": {"left": moves(s2)}, "xi_for_1-xi": {"right": moved(xi, first + second)}},
        ),
        "overlap": Part(
            Identity(dot(o, ahead_of) / norm(ahead_of), one, scale=norm(o)),
            says="Brought to length 1, a unit w that is moved by δP_w x has the overlap (m + δ(z − mu))/√(1 + δ²|P_w x|²) with any vector",
            wrong={"no_normalisation": {"right": raw}},
        ),
        "second_gradient": Part(
            Identity(Mean(second_slope), on_grid(lambda u: after_second(z0, u), "j"), scale=1),
            says="At m = 0, given z, the slope at the second gradient has the mean that A_d has under its sum, over c in closed form",
            wrong={
                "drift_without_reuse": {"left": Mean(-cos(zeta / 2))},
                "drift_with_a_fresh_sample": {"left": Mean(fresh_slope)},
            },
        ),
        "drift_limit": Part(
            Limit(drift / limit, 1, ladder=ladder, expansion=(1 / d, 1 / d**2)),
            says="A_d tends to A_∞ = E[z(g₁ + g₂)] with |P_w x|² = d",
        ),
        "online_has_no_drift": Part(
            Identity(Mean(online), 0, scale=1),
            says="One gradient has no drift at m = 0, so that the mean of z(g₁ + g₂) is that of z(g₂ − g₁)",
            proof="mean",
        ),
    },
    uses=("sgd.reduced_chain",),
    notes="The drift is that of y = h_3(z) and slope −cos(v/2), η = a/d.",
)

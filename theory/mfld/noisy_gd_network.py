"""Noisy gradient descent on a two-layer network of finite width: what the width and the step size add, to first order.

X^i ← X^i − η∇(δF/δμ)(X^i) + √(2λ_2 η) ξ^i on (1/(2n))Σ(f_μ(z_i) − y_i)² + E x²/10, tanh neurons of one weight, five inputs. At rest
E F(μ̂) = F(μ_*) + c_N/N + c_η η + ...: c_N = d/dβ ½ log det(1 + (β/n) Cov h) at β = 1/λ_2 (h the outputs of a neuron at the inputs,
under the law at rest at β), c_η the response of F to the correction (λ_2/2)U'' − ¼U'² of the potential U = δF/δμ. Both are computed
without simulation, from the law at rest on a grid: F(μ_*) = 0.148455, c_N = 0.024874, c_η = 0.01463 at λ_2 = 1/5. They are two of
the three terms of the theorem; mini-batches, its third one, are run in mfld.minibatch, where
their cost is closed: here its constant is no number of the law at rest alone.
"""

from lemmata import *
from lemmata.theory.mfld.notation import at_rest, eta, lam, source

N = Symbol("N", "number of neurons", Naturals)
particles = at_rest("neurons")


def run(changed=0):
    found = particles(network=1, ridge=Rational(1, 10), temperature=lam, N=N, time=160, changed=changed, **{"η": eta})
    return Mean(found["ratio"])


claim = Claim(
    "mfld.noisy_gd_network",
    source=source("Single loop method / MFLD for mean field NN"),
    procedures=(particles,),
    domain=Domain(N >= 5, N <= 20, eta >= Rational(1, 5), eta <= Rational(2, 5), lam >= Rational(3, 20), lam <= Rational(2, 5)),
    parts={
        "main": Part(
            Within(run(), Rational(1, 2), 2),
            says="N tanh neurons at rest (5 ≤ N ≤ 20, 0.2 ≤ η ≤ 0.4, 0.15 ≤ λ_2 ≤ 0.4) have E F above F(μ_*) by 0.5 to 2 times the predicted c_N/N + c_η η",
            wrong={"half_the_noise": {"quantity": run(1)}},
        )
    },
    uses=("mfld.finite_particle", "mfld.uniform_lsi", "mfld.one_step_update"),
)

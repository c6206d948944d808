"""Lazy training moves each neuron by N^(-1/2), and the first layer as a whole, in Frobenius norm, by as much at every width.

For f = N^(-1/2) Σ a_i σ(<w_i, x>) a neuron has the gradient (2/n)N^(-1/2) a_i Σ_k (f - y)_k σ'(<w_i, x_k>)x_k, of the order N^(-1/2), and the Frobenius norm
adds N such squares: with |a_i| = 1 and outputs 0 a first step of N neurons that are alike is as long as that of one. So |W(t) - W(0)|_F is of
the order 1, and not O(N^(-1/2)) as the slides print; their order is that of a single neuron, or relative to |W(0)|_F. Nor does Ω(1), printed as the
mark of feature learning, tell the two apart in this norm: in the mean-field scaling (1/N, step size times N) it is of the order √N, and the relative norm
of the order 1. Runs of 24 steps with both layers trained, tanh, n = 24, d = 8 and inputs N(0, I).
"""

from lemmata import *
from lemmata.theory.lazy.notation import descended, run, source
from lemmata.theory.one_step.notation import N, W, X, a, d, f, loss, n, sigma, y

eta = Symbol("η", "step size", Positive)
w = Array("w", "a neuron", d)
residual = y - f
ladder, near = Ladder(N, (4, 16, 64, 256, 1024)), (1 / N, N**-2)
lazy, wide = run(N), run(N, Integer(1))


def first(scale):
    """The first step of a network with outputs 0 whose neurons are all w, with second layer a."""
    return eta * scale / n * X.T * hadamard(y, sigma.prime(X * w)) * a.T


def pulls(power=1, heads=a):
    """The square of (2/n)N^(-1/2) X'[(y - f)a' ∘ σ'(XW)]; ``power``: of 1/N."""
    return 4 / (n**2 * N**power) * sq(X.T * hadamard(residual * heads.T, sigma.prime(X * W)))


one = sq(eta / n * X.T * hadamard(y, sigma.prime(X * w)))
claim = Claim(
    "lazy.movement_scaling",
    source=source(),
    domain=Domain(core=(n <= 5, d <= 4, N <= 6, eta >= 0.1, eta <= 2)),
    parts={
        "main": Part(
            Order(Mean(lazy["whole"]), Integer(1), ladder=ladder, expansion=near),
            says="With f = N^(−1/2) Σ a_i tanh(⟨w_i, x⟩), |a_i| = 1 and steps of order 1 the mean of |W(t) − W(0)|_F is of the order 1 in N",
            printed=Print(
                scale=1 / sqrt(N),
                direction="upper",
                erratum=Erratum.wrong(
                    "O(N^(−1/2)) is the order of one neuron, and of the norm relative to |W(0)|_F; N neurons together move by order 1, "
                    "so that Ω(1) in this norm is no mark of feature learning either"
                ),
            ),
            wrong={"grows": {"scale": sqrt(N)}},
        ),
        "neuron": Part(
            Order(Mean(lazy["neuron"]), 1 / sqrt(N), ladder=ladder, expansion=near),
            says="The mean of the move of a neuron is of the order N^(−1/2),",
            wrong={"one_over_n": {"scale": 1 / N}},
        ),
        "relative": Part(
            Order(Mean(lazy["relative"]), 1 / sqrt(N), ladder=ladder, expansion=near),
            says="and so is that of |W(t) − W(0)|_F/|W(0)|_F",
            wrong={"one_over_n": {"scale": 1 / N}},
        ),
        "mean_field": Part(
            Order(Mean(wide["whole"]), sqrt(N), ladder=ladder, expansion=near),
            says="With f = N^(−1) Σ a_i tanh(⟨w_i, x⟩) and steps of order N the mean of |W(t) − W(0)|_F is of the order √N,",
            wrong={"order_one": {"scale": Integer(1)}},
        ),
        "mean_field_relative": Part(
            Order(Mean(wide["relative"]), Integer(1), ladder=ladder, expansion=near),
            says="and that of |W(t) − W(0)|_F/|W(0)|_F of the order 1",
            wrong={"lazy": {"scale": 1 / sqrt(N)}},
        ),
        "gradient": Part(
            Identity(sq(Gradient(loss, W)), pulls(), scale=pulls()),
            says="The gradient of the mean squared error in W has the squared norm 4/(n²N) |X'[(y − f)a' ∘ σ'(XW)]|²",
            proof="derivative",
            wrong={"over_width_squared": {"right": pulls(2)}, "without_width": {"right": pulls(0)}},
        ),
        "first_step": Part(
            Identity(sq(first(1 / sqrt(N))), sq(a) / N * one, scale=sq(a) * one),
            says="A first step from outputs 0 of N neurons that are alike has the squared Frobenius norm |a|²/N times that of one neuron with a = 1,",
            wrong={"falls": {"right": sq(a) / N**2 * one}, "mean_field_step": {"left": sq(first(Integer(1)))}},
        ),
        "mean_field_step": Part(
            Identity(sq(first(Integer(1))), sq(a) * one, scale=sq(a) * one),
            says="and in the mean-field scaling, with N times the step size, |a|² times that",
            wrong={"lazy_step": {"right": sq(a) / N * one}},
        ),
    },
    procedures=(descended,),
    uses=("rf_poly.lazy_training", "one_step.movement", "one_step.setting_gradient"),
)

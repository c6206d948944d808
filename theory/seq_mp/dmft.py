"""The dynamics of random sequential message passing in the limit: Gaussian fields whose covariance in time has a closed recursion.

As E f' = 0 the response vanishes, and with it the memory: γ(t+1) = Au(t) is Gaussian with covariance φ(A²)C_u(t, s) for the times t + 1, s + 1, and
C_u(t, s) = (1-η)^(t-s) E f² + Σ_{s<j≤t} Σ_{i≤s} P_t(j)P_s(i) E f(γ(j))f(γ(i)), t ≥ s, P_t(j) = η(1-η)^(t-j) for j ≥ 1, P_t(0) = (1-η)^t; the start
γ(0) of variance φ(A²)E f² is independent of A. For f_i = √2 cos(kγ + φ_i) with uniform phases E f(γ)f(γ') is exp(-k²E(γ-γ')²/2), so that with
R = C_u and a = k²φ(A²) it is exp(-a(1 - R(j-1, i-1))), and exp(-a) where i = 0
(averaged over the phase the product of two messages is cos k(γ - γ'), seq_mp.phase_oracle). The model itself runs at N = 100. A recursion whose noise is drawn
afresh at each step keeps no correlation in time: it is one of the wrong versions.
"""

from lemmata import *
from lemmata.theory.seq_mp.notation import a, correlation, eta, k, phases, s, source

ONE, SLACK = Rational(1), Rational(6, 100)
R = Symbol("R", "correlation of two messages", Positive)
x = Symbol("x", "correlation of two messages on the way", Positive)
Z, W, Y = (Sampled(name, Normal()) for name in "ZWY")
gap = s * Z - s * (R * Z + sqrt(1 - R**2) * W)  # of fields with the covariance s²R
together = Mean(cos(k * gap))


def gaussian_average(K):
    one = K.joint_law(together, {gap: s * sqrt(2 * (1 - R)) * Y})
    return K.to(K.then(one, K.mean(one.right)), exp(-(k**2) * s**2 * (1 - R)))


def run(what, steps, early, rate, spectrum=1, shift=0, ratio=ONE):
    """The phase model at N = 100 with k = 3/2 and a given a = k²s²."""
    size = sqrt(ratio) / Rational(3, 2)
    values = {"k": Rational(3, 2), "s": size, "η": rate, "T": steps, "S": early}
    return Mean(phases(N=100, spectrum=spectrum, shift=shift, **values)[what])


def around(value, slack=SLACK):
    return {"low": value * (1 - slack), "high": value * (1 + slack)}


def drawn(steps, early, rate, ratio, says, **wrong):
    def value(**options):
        return around(correlation(steps, early, rate, ratio, **options))

    return Part(
        Within(run("product", steps, early, rate, ratio=ratio), **value()),
        says=says,
        wrong={"fresh_noise_at_each_step": value(memory=0), "no_hold_term": value(hold=0), **wrong},
    )


parallel = Iterate(x, exp(-a * (1 - x)), exp(-a), 3)
half, far = Rational(1, 2), Rational(3, 2)
claim = Claim(
    "seq_mp.dmft",
    source=source(),
    domain=Domain(eta <= 1, R < 1, core=(k >= 0.5, k <= 2, s >= 0.3, s <= 1, R >= 0.1, R <= 0.9, a >= 0.2, a <= 3, eta >= 0.2)),
    parts={
        "main": drawn(
            4,
            2,
            half,
            ONE,
            "At η = 1/2 and a = 1 the messages of the phase model (N = 100) after 2 and 4 steps have the correlation R(4, 2) of the "
            "mean-field equations to 6 %",
            couplings_with_a_trace={"quantity": run("product", 4, 2, half, shift=half)},
        ),
        "next": drawn(4, 3, Rational(3, 10), far, "so have those after 3 and 4 steps at η = 3/10 and a = 3/2"),
        "product": Part(
            Identity(together, exp(-(k**2) * s**2 * (1 - R))),
            says="For Gaussian fields of variance s² and covariance s²R the mean of cos k(γ − γ'), the product of the messages, is exp(−k²s²(1 − R))",
            proof=gaussian_average,
            wrong={"half": {"right": exp(-(k**2) * s**2 * (1 - R) / 2)}, "squared_trace": {"right": exp(-(k**2) * (1 - R))}},
        ),
        "parallel": Part(
            Identity(correlation(4, 3, Rational(1)), parallel.end),
            says="At η = 1 the recursion is R(t+1, s+1) = exp(−a(1 − R(t, s))) from R(1, 0) = exp(−a)",
            wrong={"fresh_noise_at_each_step": {"left": correlation(4, 3, Rational(1), memory=0)}},
        ),
        "gaussian": Part(
            Within(run("fourth", 4, 2, half), **around(3 * Rational(4, 9) ** 2, Rational(1, 10))),
            says="The fields are Gaussian as far as their fourth moment shows: it is 3s⁴ to a tenth",
            wrong={"uniform": around(Rational(9, 5) * Rational(4, 9) ** 2, Rational(1, 10))},
        ),
    },
    procedures=(phases,),
)

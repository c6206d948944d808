"""Ridge regression with the tangent features of the first layer: in the proportional limit it is linear ridge regression, with a ridge of its own.

φ(x) = Vec(σ'(Wᵀx)xᵀ)/√(Nd) has N d coefficients, not the N that the slides print. Its kernel is (xᵀx'/d)(1/N) Σ σ'(w_iᵀx)σ'(w_iᵀx'), for N → ∞ and erf
(4/π)(xᵀx'/d)[(1 + 2a)(1 + 2b) - 4c²]^(-1/2) with the variances a, b and the covariance c of wᵀx, wᵀx'. For odd σ and n, N ~ d it acts as μ_1²XXᵀ/d + E σ'² - μ_1²:
with ρ = E σ'² - μ_1² + λn/N, L = ρ/μ_1² and S the variance of the label noise and of the target without its linear part, ψ = n/d = (1 - u)(L + u)/u and
R = (S + μ*²u²)(L + u)/(L + u²) - σ², where u is the share of the linear part that is not learned. The ridge L_0 = E σ'²/μ_1² - 1 remains as λ → 0
(3/√5 - 1 for erf). R never rises with ψ if L ≥ S/μ*²; for noisy labels and L_0 a peak remains. Regressions are run at d = 40 with labels erf(θᵀx) + noise.
"""

from sympy import asin

from lemmata import *
from lemmata.theory.krr.notation import F2, L, S, samples, u
from lemmata.theory.krr.notation import error as curve
from lemmata.theory.one_step.notation import source

f, g = Symbol("f", "deviation of wᵀx", Positive), Symbol("g", "deviation of wᵀx' given wᵀx", Positive)
t = Symbol("t", "regression of wᵀx' on wᵀx", Reals)
Z, Y = Sampled("Z", Normal()), Sampled("Y", Normal())
seen, other = f * Z, t * f * Z + g * Y
product = Mean(4 / pi * exp(-(seen**2) - other**2))
a, b, c = f**2, t**2 * f**2 + g**2, t * f**2
determinant = (1 + 2 * a) * (1 + 2 * b) - 4 * c**2
chi = Symbol("κ", "effective ridge", Positive)
m2 = Symbol("μ_1²", "square of the linear coefficient of the activation", Positive)

# erf for activation and target, which has unit variance of its argument
linear = 4 / (3 * pi)  # μ_1² and μ*²
slope = 4 / (sqrt(5) * pi)  # E σ'²
target = 2 / pi * asin(Rational(2, 3)) - linear  # of the target without its linear part
own = slope / linear - 1  # L_0


def share(psi, level):
    """u at n/d."""
    return (1 - level - psi + sqrt((psi + level - 1) ** 2 + 4 * level)) / 2


def risk(psi, noise, ridge, own=own, hidden=target):
    """R at ψ for label noise of that variance; ``ridge``: λn/N."""
    level = own + ridge / linear
    return curve(share(psi, level), level, noise + hidden).subs(F2, linear) - noise


tangent = Procedure(
    "tangent_ridge",
    "ridge regression with the tangent features of N erf neurons on n samples in R^d; its risk on n new inputs, without the label noise",
    ("d", "n", "N", "λ", "s"),
    {"risk": "mean squared distance to the target"},
)
NOISE = Rational(1, 10)
psi = Symbol("ψ", "samples per dimension", Positive)


def run(psi, ridge, noise=NOISE):
    """A regression at d = 40 and N = 80."""
    return Mean(tangent(d=40, n=int(40 * psi), N=80, s=noise, **{"λ": ridge})["risk"])


def around(value):
    return {"low": value * Rational(23, 25), "high": value * Rational(28, 25)}


def drawn(psi, ridge, says, **wrong):
    level = ridge * psi / 2
    return Part(
        Within(run(psi, ridge), **around(risk(psi, NOISE, level))),
        says=says,
        wrong={name: around(risk(psi, NOISE, **{"ridge": level} | other)) for name, other in wrong.items()},
    )


q = Symbol("q", "parameter of the threshold", Positive)
w, L_w = q * (q + 3) / (3 * q + 1), q**2 * (q + 3) / (3 * q + 1)
bracket = (3 * w**2 + u**2) * (L_w + u**2) - 2 * u * (3 * w**2 - L_w) * (L_w + u)
at_erf = Root(q, q**2 * (q + 3) - own * (3 * q + 1), inside=(0, 1))
left_over = Mean(4 / pi * exp(-2 * Z**2)) / Mean(2 / sqrt(pi) * exp(-(Z**2))) ** 2 - 1
gain = (S * u * (1 - u) + F2 * u**2 * (L + u)) / (L + u**2)
slope_of_log = ((S + F2 * u**2) * (L + u**2) - 2 * u * (S - F2 * L) * (L + u)) / ((S + F2 * u**2) * (L + u) * (L + u**2))
ONE, LITTLE, NONE = Integer(1), Rational(1, 100), Rational(1, 10**6)
claim = Claim(
    "one_step.ntk_ridge",
    source=source("Ridge regression with RF"),
    uses=("krr.bias_variance", "one_step.setting_gradient"),
    domain=Domain(
        u < 1,
        core=(
            (u >= 0.05, u <= 0.95, L >= 0.05, L <= 2, S >= 0.1, S <= 2, F2 >= 0.1, F2 <= 2),
            (chi >= 0.1, chi <= 2, m2 >= 0.1, m2 <= 2, f >= 0.3, f <= 1.5),
            (g >= 0.3, g <= 1.5, t >= -1, t <= 1, psi >= 0.1, psi <= 4, q >= 0.2, q <= 0.9),
        ),
    ),
    parts={
        "main": drawn(
            1,
            Rational(1, 50),
            "At d = n = 40, N = 80, λ = 1/50, noise of variance 1/10 the mean risk of regressions is between 0.92 and 1.12 of R",
            linear_regression={"own": Integer(0)},
            target_without_rest={"hidden": Integer(0)},
        ),
        "penalised": drawn(
            4,
            Rational(1, 5),
            "and so it is at n = 160, λ = 1/5, where λ enters as λn/N",
            target_without_rest={"hidden": Integer(0)},
            own_twice={"own": 2 * own},
            normalised_twice={"ridge": 80 * Rational(1, 5) * 2},  # xᵀx'/(Nd) for xᵀx'/d: the penalty counts N times
        ),
        "kernel": Part(
            Identity(product, 4 / (pi * sqrt(determinant))),
            says="For erf E σ'(wᵀx)σ'(wᵀx') is (4/π)[(1 + 2a)(1 + 2b) − 4c²]^(−1/2), a and b the variances and c the covariance",
            wrong={
                "independent": {"right": 4 / (pi * sqrt((1 + 2 * a) * (1 + 2 * b)))},
                "covariance_once": {"right": 4 / (pi * sqrt((1 + 2 * a) * (1 + 2 * b) - 2 * c**2))},
            },
        ),
        "share": Part(
            Identity(L * m2 / chi + m2 / (m2 + chi), samples.subs(u, chi / (m2 + chi))),
            says="The equation ψ = ρ/κ + μ_1²/(μ_1² + κ) of ridge regression is ψ = (1 − u)(L + u)/u with u = κ/(μ_1² + κ), L = ρ/μ_1²",
            proof="normal",
            wrong={"without_ridge": {"right": m2 / (m2 + chi)}},
        ),
        "own_ridge": Part(
            Identity(left_over, 3 / sqrt(5) - 1),
            says="For erf the ridge that remains as λ → 0 is L_0 = E σ'²/(E σ')² − 1 = 3/√5 − 1",
            proof="mean",
            wrong={"inverse": {"right": sqrt(5) / 3 - 1}},
        ),
        "floor": Part(
            Inequality(S, curve()),
            says="R is at least the variance of the target without its linear part (with the label noise on both sides)",
            proof=lambda k: k.to(k.compare(S, S + gain), curve()),
            wrong={"half_of_the_linear_part": {"left": S + F2 * u}},
        ),
        "rises": Part(
            Identity(Slope(log(curve()), u, 1), slope_of_log, scale=1 / u + 1 / (1 - u) + L),
            says="log(R + σ²) has the slope [(S + F²u²)(L + u²) − 2u(S − F²L)(L + u)]/((S + F²u²)(L + u)(L + u²)) in u, which falls with ψ",
            proof="derivative",
            wrong={"bias_alone": {"right": 2 * F2 * u / (S + F2 * u**2)}},
        ),
        "no_peak": Part(
            Inequality(risk(psi + Rational(1, 4), LITTLE, 0), risk(psi, LITTLE, 0)),
            says="For erf, λ → 0 and label noise of variance 1/100 there is no peak: R is lower at ψ + 1/4 than at ψ",
            wrong={"unit_noise": {"left": risk(psi + Rational(1, 4), ONE, 0), "right": risk(psi, ONE, 0)}},
        ),
        "threshold": Part(
            Identity(bracket, (u - w) ** 2 * (u**2 + 2 * w * u + 3 * L_w)),
            when=(q < 1,),
            says="For S/F² = 3w² the bracket is (u − w)²(u² + 2wu + 3L), w = q(q + 3)/(3q + 1), L = q²(q + 3)/(3q + 1): R stops falling at u = w alone",
            proof="normal",
            wrong={"twice": {"right": (u - w) ** 2 * (u**2 + 2 * w * u + 2 * L_w)}},
        ),
        "threshold_of_erf": Part(
            Within(3 * w.subs(q, at_erf) ** 2, Rational(1445, 1000), Rational(14455, 10000)),
            says="For erf and λ → 0 this S/μ*² lies between 1.445 and 1.4455",
            wrong={"third_moment": {"low": Rational(145, 100), "high": Rational(3, 2)}},
        ),
        "peak": Part(
            Inequality(risk(Rational(1, 4), ONE, 0), Rational(9, 10) * risk(1, ONE, 0)),
            says="For label noise of variance 1, as the setting prints it, there is one: R at ψ = 1/4 is below 0.9 of R at ψ = 1",
            wrong={"little_noise": {"left": risk(Rational(1, 4), LITTLE, 0), "right": Rational(9, 10) * risk(1, LITTLE, 0)}},
        ),
        "peak_of_runs": Part(
            Inequality(run(Rational(1, 4), NONE, ONE), Rational(9, 10) * run(1, NONE, ONE)),
            says="and so are the mean risks of regressions at d = 40, n = 10 and n = 40 with λ = 10⁻⁶",
            wrong={"second_descent": {"right": Rational(9, 10) * run(4, NONE, ONE)}},
        ),
    },
    procedures=(tangent,),
    notes="An activation with an even part adds quadratic terms and is not covered.",
)

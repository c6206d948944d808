"""Two floors under the risk of linear attention on a new task: the best linear attention, and the posterior mean below it.

For w ~ N(0, I) the risk of Γ = [G | g] is a quadratic form with its minimum at G = I/c, g = 0, c = 1 + 1/ℓ + x, x = (1 +
ρ)d/ℓ, where it is 1 + ρ - 1/c, in the limit e_LA = ρ + x/(1 + x). On the learning curve with t = tr R(R + ν)^(-1)/d = κv/(v
+ κ), v = M_κ(ν), ν = x + ξ, and D = κ² + 2κv - (κ - 1)v², the excess e_ICL - e_LA is (1 + x)(t - 1/(1 + x))² + (1 +
x)ν²κv⁴/D plus what the fluctuations add, and none is negative. The posterior mean is ridge regression on the context with
penalty ρ; its risk tends to e_Bayes = ρ + sq, s = ρ/α, q = M_α(s), and e_LA - e_Bayes = q/((1 + x)(xq + α(1 + x))). The risk
on the pretraining tasks knows no such floor.
"""

from lemmata import *
from lemmata.theory.icl_linear import moments
from lemmata.theory.icl_linear.notation import alpha, at_sizes, d, errors, k, kappa, l, n, place, resolvent, rho, source, tau
from lemmata.theory.icl_linear.task_diversity_transition import many

v = Symbol("v", "the resolvent M_κ(x + ξ)", Positive)
q = Symbol("q", "the resolvent M_α(ρ/α)", Positive)
y = Symbol("y", "pretraining tasks per dimension", Positive)
xi = Symbol("ξ", "effective ridge", Positive)
nu = place(v)
x = nu - xi  # (1 + ρ)/α
icl, idg = errors(x, xi, v)
short = (1 + rho) / alpha


def floor(x, size=1):
    """e_LA."""
    return 1 + rho - size / (1 + x)


# the excess over the floor, in terms that are not negative
t, D = kappa * v / (v + kappa), kappa**2 + 2 * kappa * v - (kappa - 1) * v**2
gain = tau - 1 + 2 * xi * v - xi**2 * v**2 * (v + kappa) ** 2 / D
X, bend, room = (Symbol(name, "a positive piece of the excess", Positive) for name in ("x", "D", "g"))
off, place_ = (Symbol(name, "a piece of the excess", Reals) for name in ("o", "ν"))


def raised(x, D, gain, nu, off):
    """The floor and the excess."""
    square = nu**2 * kappa * v**4 / D
    left = rho + nu**2 * kappa**2 * v**2 / D + x * (t**2 + square)
    return floor(x) + (1 + x) * (off**2 + square + left / gain * v**2 * (kappa**2 + x * (v + kappa) ** 2) / D)


def proof(K):
    pieces = {X: x, bend: D, room: gain, place_: nu, off: t - 1 / (1 + x)}
    bound = K.instance(K.compare(floor(X), raised(*pieces)), pieces)
    return K.then(bound, K.flip(K.normal(icl, raised(*pieces.values()))))


# every linear attention, at every dimension and context length
H = Array("H", "departure of the coefficients of the products from the best ones", d, d, kind=moments.SOME)
c = 1 + 1 / l + (1 + rho) * d / l
departed = moments.of_new().xreplace({moments.G: I(d) / c + H})


def corner(extra=2 / d):
    return (1 + 2 / l) * ((1 + rho) ** 2 + extra) * sq(moments.g) / d


best = 1 + rho - 1 / c + c * sq(H) / d

# the posterior mean
inputs = Array("X", "inputs of a context, one a row", l, d, kind=moments.SOME)
w, eps = Sampled("w", Normal(), d), Sampled("ε", Normal(rho), l)
posterior = Mean(sq((inputs.T * inputs + rho * I(d)).inv() * inputs.T * (inputs * w + eps) - w))
A = Sampled("A", Normal(Rational(1, 24)), Integer(48), Integer(24))
drawn = rho + rho * Mean(Trace((A.T * A + rho * I(24)).inv())) / 24


def bayes(ratio, at=rho):
    """e_Bayes with that many pairs per dimension."""
    return at + at / ratio * resolvent(at / ratio, ratio)


def around(value):
    return {"low": value * Rational(24, 25), "high": value * Rational(26, 25)}


noise = alpha * place(q, alpha)  # ρ at q
gap = (floor((1 + rho) / alpha) - rho - rho / alpha * q).xreplace({rho: noise})
over = (1 + noise) / alpha
few = at_sizes({d: Integer(10), l: Integer(10), k: Integer(2), n: Integer(3000), rho: Rational(1, 10)}, Rational(1, 10**4))

claim = Claim(
    "icl_linear.bayes_bound",
    source=source(),
    domain=Domain(
        (x > 0, gain > 0, D > 0, (kappa - 1) * v < kappa, (alpha - 1) * q < alpha),
        core=(
            (kappa >= 0.3, kappa <= 50, v >= 0.1, v <= 0.6, alpha >= 2, alpha <= 10, rho >= 0.05, rho <= 0.5),
            (tau >= 1, xi >= 0.01, xi <= 1, tau <= 100, q >= 0.1, q <= 1, d >= 2, d <= 5, l >= 2, l <= 8),
        ),
    ),
    parts={
        "main": Part(
            Inequality(floor(x), icl),
            says="On the whole learning curve with ridge e_ICL is at least e_LA = ρ + x/(1 + x)",
            proof=proof,
            wrong={"whole_x": {"left": rho + x}, "own_task": {"right": idg}},
        ),
        "attention": Part(
            Identity(departed, best + corner()),
            says="At every d and ℓ, [I/c + H | g] with c = 1 + 1/ℓ + (1 + ρ)d/ℓ has on new tasks the risk 1 + ρ − 1/c plus a positive "
            "form in H and g: [I/c | 0] is the best linear attention",
            proof="words",
            wrong={
                "corner_of_squares": {"right": best + corner(2 / d - 2 * rho)},
                "norm_held_fixed": {"right": best + corner(0)},
                "context_moments_left_out": {"right": best + corner() - sq(H) / (l * d)},
            },
        ),
        "approached": Part(
            Limit(
                many(short, resolvent(short, y)).xreplace({kappa: y}),
                floor(short),
                ladder=Ladder(y, (10**2, 10**3, 10**4, 10**5, 10**6)),
                expansion=(1 / y, y**-2),
            ),
            says="With many contexts, without ridge, e_ICL tends to e_LA as κ → ∞",
            wrong={"whole_x": {"value": rho + short}, "bayes": {"value": bayes(alpha)}},
        ),
        "posterior": Part(
            Identity(posterior, rho * Trace((inputs.T * inputs + rho * I(d)).inv())),
            says="Given the inputs X the posterior mean misses w by ρ tr(XᵀX + ρ)⁻¹ in mean square",
            proof="mean",
            wrong={"without_prior": {"right": Trace((inputs.T * inputs + rho * I(d)).inv()) * rho - rho * d / (1 + rho) / 8}},
        ),
        "bayes": Part(
            Within(drawn, **around(bayes(Integer(2)))),
            says="At d = 24, ℓ = 48 its mean risk is within 4 % of e_Bayes = ρ + sM_α(s), s = ρ/α",
            wrong={
                "ratio_inverted": around(bayes(Rational(1, 2))),
                "without_noise": around(bayes(Integer(2)) - rho),
                "attention": around(floor(1 + rho)),
            },
        ),
        "below": Part(
            Identity(gap, q / ((1 + over) * (over * q + alpha * (1 + over)))),
            says="e_LA exceeds e_Bayes by q/((1 + x)(xq + α(1 + x))) > 0, q = M_α(s)",
            proof="normal",
            wrong={"leading": {"right": q / (alpha * (1 + over) ** 2)}},
        ),
        "own": Part(
            Inequality(few[1], Rational(4, 5) * bayes(Integer(1), Rational(1, 10))),
            says="The risk on the pretraining tasks has no such floor: at α = 1, κ = 1/5, τ = 30, ρ = 1/10, λ = 10⁻⁴ it is below 4/5 of e_Bayes",
            wrong={"new_task": {"left": few[0]}},
        ),
    },
    uses=("icl_linear.ridge", "icl_linear.moments"),
)

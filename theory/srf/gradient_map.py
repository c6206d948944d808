"""One large gradient step makes spiked random features: the spike, its direction, and the norm of the isotropic rest.

w_i' = w_i + η ζ_i (1/n_0) Σ (y - f_0(x)) σ'(⟨w_i, x⟩)x with f_0 = Σ (ζ_i/p) σ(⟨w_i, x⟩), n_0 = α_0 d, which is a step of size ηp. Expanding σ' in Hermite polynomials,
its constant h_1 = E σ' gives all neurons the multiple ηζh_1 of the mean of (y - f_0)x, of squared norm h_1*² + h_2*/α_0, h_1* = E zy and h_2* the second moment of
the residual; what is left of σ' gives noise of variance h_2*(E σ'² - h_1²)/α_0. The mean residual ρ times E σ'' rescales w_i itself, by 1 + ηζρ E σ'': the norm of
the rest is that of the printed equivalence only where ρ E σ'' = 0 (an odd σ, or labels with the mean of f_0). Judged is σ(t) = sin(t + φ) with
labels μ + sin(ω⟨θ, x⟩) + noise, so that h_1 = e^(-1/2) cos φ, E σ'' = -e^(-1/2) sin φ, by literal steps at d = p = 80.
"""

from lemmata import *
from lemmata.theory.srf.notation import d, omega, s, source

n0 = Symbol("n_0", "samples of the step", Naturals)
theta = Array("θ", "direction of the target", d, kind=UnitVector)
X, eps = Sampled("X", Normal(), n0, d), Sampled("ε", Normal(s), n0)
labels = Entrywise(sin, omega * X * theta) + eps
first = omega**2 * exp(-(omega**2))  # squared mean of z sin(ωz)
energy = (1 - exp(-2 * omega**2)) / 2  # mean of sin²(ωz)
fourth = (1 - (1 - 4 * omega**2) * exp(-2 * omega**2)) / 2  # mean of z² sin²(ωz)


def exactly(own=fourth, noise=s):
    """E|(1/n_0) Σ yx|²."""
    return first * (1 - 1 / n0) + ((d - 1) * (energy + noise) + own + noise) / n0


gradient = Procedure(
    "gradient",
    "one gradient step of the first layer of a network of p/2 neurons with ζ and p/2 with ζ', and what it does to the weights",
    ("d", "p", "n0", "η", "ζ", "ζ'", "φ", "μ", "ω", "s"),
    {
        "u": "mean move of the first half of the neurons along the direction of the spike",
        "u'": "the same of the second half",
        "γ": "inner product of that direction and the target's",
        "c": "mean squared norm across it of the first half after the step",
    },
)


def after(step, ratio, omega, noise, phase=0, offset=0, average=0):
    """u, γ and c after one step of σ(t) = sin(t + phase) on labels of mean ``offset``; ``step``: ηζ; ``average``: the mean of ζ."""
    h1, bend = exp(-Rational(1, 2)) * cos(phase), -exp(-Rational(1, 2)) * sin(phase)  # E σ' and E σ'' = -E σ
    residual = offset + average * bend
    first = omega * exp(-(omega**2) / 2)
    second = (1 - exp(-2 * omega**2)) / 2 + noise + residual**2
    length = sqrt(second / ratio + first**2)
    rest = (1 + exp(-2) * cos(2 * phase)) / 2 - h1**2
    return step * h1 * length, first / length, (1 + step * residual * bend) ** 2 + step**2 * second * rest / ratio


eta = Symbol("η", "size of the step over p", Positive)
alpha = Symbol("α_0", "samples of the step per dimension", Positive)
SLACK, REST = Rational(3, 50), Rational(1, 25)
RATIO, NOISE = Rational(3, 2), Rational(1, 10)
common = {"d": 80, "p": 80, "n0": 120, "η": eta, "ζ": 1, "ω": omega, "s": NOISE}
two = gradient(**common, **{"ζ'": -Rational(1, 2), "φ": 0, "μ": 0})
tilted = gradient(**common, **{"ζ'": 1, "φ": pi / 4, "μ": 1})


def stated(zeta=1, ratio=RATIO, **changed):
    """u, γ and c."""
    return after(eta * zeta, ratio, omega, NOISE, **changed)


u, gamma, c = stated()
slanted = {"phase": pi / 4, "offset": Integer(1), "average": Integer(1)}
u_tilted, _, c_tilted = stated(**slanted)
u_all, gamma_all, _ = stated(ratio=Integer(10) ** 9)


def around(value, slack=SLACK):
    return {"low": value * (1 - slack), "high": value * (1 + slack)}


def drawn(run, output, value, says, sign=1, slack=SLACK, **wrong):
    return Part(
        Within(sign * Mean(run[output]), **around(sign * value, slack)),
        says=says,
        wrong={name: around(sign * other, slack) for name, other in wrong.items()},
    )


far = Ladder(alpha, (10**2, 10**3, 10**4, 10**5))
large = (1 / alpha, alpha**-2)

BOX = (omega >= Rational(6, 5), omega <= Rational(8, 5), eta >= Rational(3, 2), eta <= Rational(5, 2))
claim = Claim(
    "srf.gradient_map",
    source=source(),
    domain=Domain(*BOX, core=(*BOX, d >= 2, d <= 6, n0 >= 4, n0 <= 8, s >= Rational(1, 10), s <= Rational(1, 2))),
    parts={
        "main": drawn(
            two,
            "u",
            u,
            "After a real step at d = p = 80, n_0 = 120 the neurons with ζ = 1 have moved along the spike by ηh_1√(h_1*² + h_2*/α_0), to 6 %",
            infinite_batch=u_all,
            squared=u * exp(-Rational(1, 2)),
            without_h1=u / exp(-Rational(1, 2)),
        ),
        "second_group": drawn(
            two,
            "u'",
            stated(-Rational(1, 2))[0],
            "and those with ζ = −1/2 by −1/2 of it: two groups have two spikes along one direction",
            sign=-1,
            one_group=-u,
        ),
        "direction": drawn(
            two,
            "γ",
            gamma,
            "which has the inner product h_1*/√(h_1*² + h_2*/α_0) with θ, to 6 %",
            infinite_batch=gamma_all,
            square=gamma**2,
        ),
        "rest": drawn(
            two,
            "c",
            c,
            "Across it a neuron has the squared norm 1 + η²ζ²h_2*(E σ'² − h_1²)/α_0, to 4 %",
            slack=REST,
            infinite_batch=Integer(1) + 0 * c,
            first_power=1 + (c - 1) / eta,
        ),
        "tilted": drawn(
            tilted,
            "u",
            u_tilted,
            "For φ = π/4 and labels of mean 1 the spike is the same formula with the centred residual's moments",
            slack=SLACK,
            odd=u,
            of_the_labels=stated(**{**slanted, "average": Integer(0)})[0],
        ),
        "rescaled": drawn(
            tilted,
            "c",
            c_tilted,
            "and the isotropic part is rescaled: its squared norm has (1 + ηζρ E σ'')² in place of 1, ρ the mean residual",
            slack=SLACK,
            isotropic=c_tilted - (1 - eta * (1 - exp(-Rational(1, 2)) / sqrt(2)) * exp(-Rational(1, 2)) / sqrt(2)) ** 2 + 1,
        ),
        "moment": Part(
            Identity(Mean(sq(X.T * labels / n0)), exactly()),
            says="At every n_0 and d, E|(1/n_0) Σ yx|² = h_1*²(1 − 1/n_0) + ((d − 1)h_2* + E z²y²)/n_0, here without f_0",
            wrong={"noiseless": {"right": exactly(noise=0)}, "signal_alone": {"right": first}},
        ),
        "in_the_limit": Part(
            Limit(
                exactly().subs(n0, alpha * d),
                first + (energy + s) / alpha,
                ladder=Ladder(d, (10**2, 10**3, 10**4, 10**5)),
                expansion=(1 / d, d**-2),
            ),
            says="which tends to h_1*² + h_2*/α_0 as n_0 = α_0 d grows",
            wrong={"signal_alone": {"value": first}, "without_ratio": {"value": first + energy + s}},
        ),
        "large_batch": Part(
            Limit(stated(ratio=alpha)[1], 1, ladder=far, expansion=large),
            says="As α_0 → ∞ the spike tends to the target's direction",
            wrong={"stays": {"value": gamma}},
        ),
        "large_batch_norm": Part(
            Limit(stated(ratio=alpha)[2], 1, ladder=far, expansion=large),
            says="and the isotropic part keeps its norm",
            wrong={"stays": {"value": c}},
        ),
    },
    procedures=(gradient,),
)

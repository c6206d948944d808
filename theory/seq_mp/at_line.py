"""The sequential algorithm converges where the replica-symmetric state is stable: its range is that of de Almeida and Thouless.

With χ = E m' and φ((λ-J)^(-1)) = χ the matrix A = (λ-J)^(-1)/χ - 1 has φ(A²) = φ((λ-J)^(-2))/χ² - 1. In a rotation-invariant ensemble λ = R(χ) + 1/χ,
R the R-transform, so that φ((λ-J)^(-2)) = χ²/(1 - χ²R'); for β times GOE R' = β². As f = m/χ - γ, E f'² = E m'²/χ² - 1, and a = φ(A²)E f'² obeys
1 - a = (1 - R'E m'²)/(1 - χ²R'): where χ²R' < 1, a < 1 is R'E m'² < 1, for spins in a field h the condition β²E sech⁴(h + wz) < 1, w² = β²q the
variance of γ, q = E tanh²(h + wz), χ = 1 - q. There wχ = E zm ≤ √q by Stein's identity, so that βχ ≤ 1. The algorithm runs with one random
site a step at N = 100, where the squared distance falls by e^(a-1) per sweep up to finite-size effects (0.9 of it in a pilot on other keys).
"""

import sympy as sp

from lemmata import *
from lemmata.theory.seq_mp.notation import N, chi, source

beta = Symbol("β", "inverse temperature", Positive)
P = Symbol("P", "E m'²", Positive)
slope = Symbol("r", "slope R'(χ) of the R-transform", Positive)
h, w = Symbol("h", "size of the external field", Positive), Symbol("w", "standard deviation of the cavity fields", Positive)
z = sp.Symbol("z", real=True)
H = Array("H", "λ − J, of any couplings", N, N, kind=PD)
b = Rational(2, 5)  # βχ of the random matrices, at β = 1
S = Sampled("S", Normal(), 40, 40)


def square(slope):
    """φ(A²)."""
    return 1 / (1 - chi**2 * slope) - 1


def number(slope=slope, P=P):
    """a."""
    return square(slope) * (P / chi**2 - 1)


def stable(slope=slope, power=0):
    return (1 - slope * P * chi**-power) / (1 - chi**2 * slope)


own = Trace(H.inv()) / N  # χ of this matrix
fluctuation = H.inv() - own * I(N)  # χA
level = beta**2 * chi + 1 / chi  # λ
SIZE = 40
resolvent = ((b + 1 / b) * I(SIZE) - (S + S.T) / sqrt(2 * SIZE)).inv()

# spins at β = w/√q
m = tanh(h + w * z)
q = GaussMean(m**2, z)
fourth = GaussMean((1 - m**2) ** 2, z)
spins = {beta: w / sqrt(q), chi: 1 - q, P: fourth}
Z = Sampled("Z", Normal())
M = tanh(h + w * Z)


def bounded(k):
    """(E Zm)² ≤ E Z² E m², and E Zm = w E m'."""
    moved = k.to(k.stein(Mean(Z * M), Z), Mean(w * (1 - M**2)))
    square = k.flip(k.rewrite(k.flip(k.cauchy_schwarz(Z, M)), by=moved))
    return k.to(k.rewrite(square, by=k.mean(Mean(Z**2))), Mean(M**2))


LOW, HIGH = Rational(4, 5), Rational(11, 10)


def around(value):
    return {"low": value * LOW, "high": value * HIGH}


ising = Procedure(
    "ising",
    "the algorithm run in full for spins in fields of random sign, one random site a step, with β times GOE for couplings",
    ("N", "β", "h", "χ", "λ", "sweeps"),
    {
        "factor": "factor per sweep of the squared distance to the end, from sweep 2 to sweep 8",
        "moves": "mean squared change of a message in the last sweep",
    },
)


def run(width):
    """At h = 1."""
    own = {h: Rational(1), w: width}
    values = {"N": 100, "β": spins[beta], "h": h, "χ": spins[chi], "λ": level.xreplace(spins), "sweeps": 12}
    return ising(**{name: getattr(value, "xreplace", lambda _, v=value: v)(own) for name, value in values.items()})


cold, warm = run(Rational(5, 2)), run(Rational(3, 4))
warm_number = number(beta**2).xreplace(spins).xreplace({h: Rational(1), w: Rational(3, 4)})


def near(value):
    return {"low": value * Rational(925, 1000), "high": value * Rational(1075, 1000)}


claim = Claim(
    "seq_mp.at_line",
    source=source(),
    uses=("seq_mp.phase_oracle", "seq_mp.dmft"),
    domain=Domain(
        chi**2 * slope < 1,
        core=(
            (N >= 2, N <= 8, chi >= 0.1, chi <= 0.9, slope >= 0.1, slope <= 1),
            (P >= 0.1, P <= 0.9, h >= 0.05, h <= 1.5, w >= 0.2, w <= 2.5),
        ),
    ),
    parts={
        "main": Part(
            Identity(1 - number(), stable(), scale=1 + number()),
            says="1 − a = (1 − R'E m'²)/(1 − χ²R'): for χ²R' < 1 the algorithm's condition a < 1 is the stability condition R'E m'² < 1",
            proof="normal",
            wrong={"first_power": {"right": stable(power=1)}, "without_denominator": {"right": 1 - slope * P}},
        ),
        "square": Part(
            Identity(Trace(fluctuation**2) / N, Trace(H.inv() ** 2) / N - own**2),
            says="With χ = φ((λ − J)⁻¹) the memory kernel has χ²φ(A²) = φ((λ − J)⁻²) − χ², for any couplings",
            proof="words",
            wrong={"added": {"right": Trace(H.inv() ** 2) / N + own**2}, "squared_trace": {"right": Trace(H.inv() ** 2) / N}},
        ),
        "gaussian": Part(
            Within(Mean(Trace(resolvent * resolvent)) / SIZE, **near(b**2 / (1 - b**2))),
            says="For GOE of size 40, χ = 2/5 and λ = χ + 1/χ, the mean of φ((λ − J)⁻²) is χ²/(1 − χ²) to 7.5 %",
            wrong={"denominator_dropped": near(b**2), "squared_twice": near(b**2 / (1 - b**4))},
        ),
        "trace": Part(
            Within(Mean(Trace(resolvent)) / SIZE, **near(b)),
            says="and that of φ((λ − J)⁻¹) is χ, to 7.5 %",
            wrong={"unshifted": near(1 / (b + 1 / b))},
        ),
        "spins": Part(
            Inequality(Mean(w * (1 - M**2)) ** 2, Mean(M**2)),
            says="For spins in any field w²χ² ≤ q, that is βχ ≤ 1: with q = E tanh²(h + wZ), χ = 1 − q and w = β√q, by Stein and Cauchy–Schwarz",
            proof=bounded,
            wrong={"first_power": {"left": Mean(w * (1 - M**2))}},
        ),
        "rate": Part(
            Within(Mean(warm["factor"]), **around(exp(warm_number - 1))),
            says="Run at N = 100, h = 1 and w = 3/4 (β = 1.03) the squared distance falls per sweep by a mean factor of 0.8 to 1.1 times e^(a−1)",
            wrong={"spectral_radius": around(exp(sqrt(warm_number) - 1)), "parallel": around(warm_number)},
        ),
        "converges": Part(
            Guarantee(warm["moves"] <= Rational(1, 10**3), Rational(3, 4)),
            says="and after 12 sweeps the messages move by less than 10⁻³ in at least 3 runs of 4; there a < 1",
            wrong={"colder": {"event": cold["moves"] <= Rational(1, 10**3)}},
        ),
        "does_not": Part(
            Guarantee(cold["moves"] >= Rational(1, 100), Rational(3, 4)),
            says="At w = 5/2 (β = 2.95), where a > 1, they move by more than 1/100 in at least 3 of 4",
            wrong={"warmer": {"event": warm["moves"] >= Rational(1, 100)}},
        ),
        "sides": Part(
            Within(warm_number, Rational(1, 10), Rational(1, 5)),
            says="At w = 3/4 a lies between 1/10 and 1/5",
            wrong={"above": {"low": Rational(1), "high": Rational(2)}},
        ),
        "other_side": Part(
            Within(number(beta**2).xreplace(spins).xreplace({h: Rational(1), w: Rational(5, 2)}), 3, Rational(16, 5)),
            says="and at w = 5/2 between 3 and 3.2",
            wrong={"below": {"low": Rational(1, 2), "high": Rational(1)}},
        ),
    },
    procedures=(ising,),
)

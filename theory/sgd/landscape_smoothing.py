"""Averaging the loss over a sphere of radius λ around w moves the critical equator and takes noise out of the gradient.

With w_λ = (w + λv)/√(1+λ²), v uniform on the unit sphere across w, ⟨w_λ,θ⟩ = (m + λ√(1−m²) v_1)/√(1+λ²) with
E v_1^{2j} = (2j−1)!!/((d−1)(d+1)⋯(d+2j−3)). For k = 3 the slope at m = 0 is no longer zero, but at m = d^{−1/2} it is smaller
than without smoothing; for k = 4, 5 and moderate λ it is larger in the limit. The gradient of E_v h_3(⟨w_λ,x⟩) is ψ P_w x; on
labels h_3 at m = 0 its second moment falls from Θ(d) to Θ(d^{−1/2}) at λ = d^{1/4}, and that over the squared slope from Θ(d³)
to Θ(d²). That smoothed SGD needs about d^{k/2} samples is quoted, not tested. For even k the equator stays critical.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.sgd.notation import ChiSquare, Z, across, d, h3, k, m, source, start_at, theta, w

lam = Symbol("λ", "radius of the sphere that is averaged over", Positive, latex=r"\lambda")
j = sp.Symbol("j", integer=True, nonnegative=True)
g = Sampled("g", Normal(), d)
Q, C = Sampled("Q", Normal()), Sampled("C", ChiSquare(d - 2))
point = Array("s", "a sample", d, kind=Kind("general", ("generic", "repeated")))
half, shrink = Rational(1, 2), 1 / (1 + lam**2)


def neighbour(at):
    """w_λ for v = P_w g/|P_w g|, g normal; w of any length."""
    unit = at / norm(at)
    return (unit + lam * across(unit, g) / norm(across(unit, g))) * sqrt(shrink)


def sphere_moment(dimension):
    """The mean of v_1^(2j) on the unit sphere of that dimension."""
    return gamma(j + half) * gamma(dimension / 2) / (sqrt(pi) * gamma(j + dimension / 2))


def smoothed(dimension, exponent=k / 2):
    """The mean of ⟨w_λ,θ⟩^k."""
    term = binomial(k, 2 * j) * m ** (k - 2 * j) * (lam**2 * (1 - m**2)) ** j * sphere_moment(dimension)
    return shrink**exponent * Sum(term, (j, 0, floor(k / 2)))


def explicit(degree):
    """The same for one degree, as a rational function of m and d."""
    terms = (
        binomial(degree, 2 * i)
        * m ** (degree - 2 * i)
        * (lam**2 * (1 - m**2)) ** i
        * sp.factorial2(2 * i - 1)
        / sp.prod([d - 1 + 2 * q for q in range(i)])
        for i in range(degree // 2 + 1)
    )
    return shrink ** Rational(degree, 2) * sp.Add(*terms)


def gain(degree):
    """The slope at m = d^(-1/2) over the slope without smoothing."""
    return (sp.diff(explicit(degree), m) / (degree * m ** (degree - 1))).subs(m, 1 / sqrt(d))


def at_equator(degree):
    """The slope of the mean at m = 0."""
    return Gradient(explicit(degree), m, at=0)


def psi(along, squared, radius=lam, shared=d - 1):
    """The gradient of the averaged activation is ψ P_w x, at ⟨x,w⟩ and |P_w x|²."""
    b = 1 / (1 + radius**2)
    bend = 3 * along**2 + 3 * radius**2 * (squared - 2 * along**2) / shared
    return (bend * b ** Rational(3, 2) - 3 * sqrt(b)) / sqrt(6)


def noise_moment(radius):
    """E|gradient|² of one example at m = 0, by E y²R^(2i) for i = 1, 2, 3."""
    shift, free, b = radius**2 / (d - 1), d - 2, 1 / (1 + radius**2)
    first, second = free + 7, free * (free + 2) + 14 * free + 75
    third = free * (free + 2) * (free + 4) + 21 * free * (free + 2) + 225 * free + 945
    squared = 3 * (1 - 2 * shift) ** 2 * first + 2 * (1 - 2 * shift) * shift * second + shift**2 * third
    linear = (1 - 2 * shift) * first + shift * second
    return Rational(3, 2) * b * (b**2 * squared - 2 * b * linear + first)


def noise_to_signal(radius):
    """Second moment of the gradient over the squared slope at m = d^(-1/2)."""
    signal = 3 / d * (1 + radius**2 * (d - 3) / (d - 1)) / (1 + radius**2) ** Rational(3, 2)
    return noise_moment(radius) / signal**2


at = start_at(m)
slope = across(at, Gradient(h3(dot(neighbour(w), point)), w, at=at))
along = Mean(dot(theta, slope))
out = dot(at, point)
rest = dot(point, point) - out**2
closed = psi(out, rest) * dot(theta, across(at, point))
squared = Z**2 + C
noise = Mean((h3(Z) * psi(Q, squared)) ** 2 * squared)
ladder = Ladder(d, (1000, 3000, 10**4, 3 * 10**4, 10**5, 3 * 10**5, 10**6), quick=(1000, 10**4, 10**5, 10**6))
gain3 = (1 + lam**2 * (d - 3) / (d - 1)) * shrink ** Rational(3, 2)
wide = d ** Rational(1, 4)


def below_one(kernel):
    """1 + λ²(d−3)/(d−1) ≤ 1 + λ² ≤ (1+λ²)^(3/2)."""
    top = kernel.scale(kernel.compare(1 + lam**2 * (d - 3) / (d - 1), 1 + lam**2), shrink ** Rational(3, 2))
    return kernel.le(top, kernel.monotone(kernel.monotone(kernel.compare(1, 1 + lam**2), "sqrt"), "inverse"))


claim = Claim(
    "sgd.landscape_smoothing",
    source=source("Complexity of Learning Additive Models", paper="damian2023"),
    domain=Domain(d >= 3, m > -1, m < 1, core=(k <= 5, d >= 4, d <= 12, m >= 0.1, m <= 0.8, lam >= 0.5, lam <= 1.5)),
    parts={
        "main": Part(
            Identity(Mean(dot(theta, neighbour(at)) ** k), smoothed(d - 1), scale=shrink ** (k / 2)),
            says="The mean of ⟨w_λ,θ⟩^k is (1+λ²)^(−k/2) Σ C(k,2j) m^(k−2j) λ^(2j) (1−m²)^j E v_1^(2j) over the sphere across w",
            wrong={"moments_d": {"right": smoothed(d)}, "power_k": {"right": smoothed(d - 1, k)}},
        ),
        "slope_at_the_equator": Part(
            Identity(at_equator(3), 3 * lam**2 / ((d - 1) * (1 + lam**2) ** Rational(3, 2))),
            says="For k = 3 the slope of the mean at m = 0 is 3λ²/((d−1)(1+λ²)^(3/2))",
            proof="derivative",
            wrong={"dimension": {"right": 3 * lam**2 / (d * (1 + lam**2) ** Rational(3, 2))}},
        ),
        "even_degree": Part(
            Identity(at_equator(4), 0, scale=1), says="For k = 4 the equator m = 0 stays critical", proof="derivative"
        ),
        "gradient": Part(
            Identity(along, closed, scale=1 + Abs(closed)),
            says="The gradient of E_v h_3(⟨w_λ,x⟩) at a unit w has the θ-component of ψ(⟨x,w⟩, |P_w x|²) P_w x, on any sample",
            wrong={"without_average": {"right": psi(out, rest, radius=0) * dot(theta, across(at, point))}},
        ),
        "noise": Part(
            Identity(noise, noise_moment(lam)),
            says="With labels h_3(Z), Z = ⟨x,θ⟩ across w, Q = ⟨x,w⟩ and |P_w x|² = Z² + C the mean of |y ψ P_w x|² is rational in λ² and d",
            proof="mean",
        ),
        "signal_falls": Part(
            Inequality(gain3, 1),
            says="For k = 3 smoothing never increases the slope at m = d^(−1/2)",
            proof=below_one,
            wrong={"signal_rises": {"left": 1, "right": gain3}},
        ),
        "signal_k4": Part(
            Limit(gain(4), (1 + 3 * lam**2) * shrink**2, ladder=ladder, expansion=(1 / d, 1 / d**2)),
            says="For k = 4 the gain in slope tends to (1+3λ²)/(1+λ²)², which is above 1 for λ < 1",
        ),
        "signal_k5": Part(
            Limit(
                gain(5), (1 + 6 * lam**2 + 3 * lam**4) * shrink ** Rational(5, 2), ladder=ladder, expansion=(1 / d, 1 / d**2)
            ),
            says="For k = 5 the gain in slope tends to (1+6λ²+3λ⁴)/(1+λ²)^(5/2)",
        ),
        "noise_to_signal": Part(
            Rate(noise_to_signal(wide), 2, ladder=ladder, expansion=(1 / sqrt(d), 1 / d)),
            says="At λ = d^(1/4) the second moment of the gradient over its squared mean at m = d^(−1/2) grows like d²",
            wrong={"d3": {"exponent": 3}},
        ),
        "noise_to_signal_plain": Part(
            Rate(noise_to_signal(Integer(0)), 3, ladder=ladder, expansion=(1 / d, 1 / d**2)),
            says="Without smoothing it grows like d³",
        ),
        "noise_falls": Part(
            Rate(noise_moment(wide), -half, ladder=ladder, expansion=(1 / sqrt(d), 1 / d)),
            says="At λ = d^(1/4) the second moment of the gradient falls like d^(−1/2)",
        ),
    },
    notes="The gain for k = 3, 4, 5 and the noise use the closed forms that the parts main and gradient check in R^d.",
)

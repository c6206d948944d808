"""The W_1 rate n^{−(s+1)/(2s+d')} cannot hold on the line: the mean alone costs n^{−1/2}.

The densities p_± = ½(1 ± θx) on [−1, 1] are polynomials, bounded from below, in every Besov ball; W_1(p_+, p_−) = 2θ/3 and their Bhattacharyya
coefficient is BC = ½∫√(1 − θ²x²)dx. By Le Cam's two points every estimator has an expected W_1 of at least (θ/3)(1 − √(1 − BC^{2n})) at one of them:
with θ = 1/(2√n) at least 0.1195 n^{−1/2} for n ≥ 100. The print's exponent (s + 1 − δ)/(2s + d') exceeds 1/2 at d' = 1 for every δ < 1/2. For d' ≥ 2
it agrees with the orders of diffusion.niles_weed_order. Early stopping of data on a subspace moves the samples by at most √(d − d') σ in the mean, so
that d' and not d stands in the rate; but the chance that they are farther than r from it is at least 1 − √(2/π)r/σ for every r > 0, that of the data
0: in total variation the two laws are at distance 1. Le Cam's inequality is quoted.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.diffusion.notation import at, sigma, sigma2, source

n = Symbol("n", "number of samples", Naturals)
s, delta = Symbol("s", "smoothness", Positive), Symbol("δ", "what is lost of the exponent", Positive)
theta = Symbol("θ", "slope of the two densities", Positive)
e = Symbol("e", "number of directions off the subspace, d − d'", Naturals)
Z = Sampled("Z", Normal(), e)
far = Symbol("ρ", "a distance from the subspace", Positive)
x, y = sp.Symbol("x", real=True), sp.Symbol("y", real=True)


def overlap(slope):
    """BC."""
    return Integral(sqrt(1 - slope**2 * x**2), (x, 0, 1))


def two_points(slope):
    return slope / 3 * (1 - sqrt(1 - overlap(slope) ** (2 * n)))


least = two_points(1 / (2 * sqrt(n)))
printed = n ** (-(s + 1 - delta) / (2 * s + 1))
smooth, lost = Symbol("r", "smoothness, of any size", Positive), Symbol("e'", "what is lost of the exponent there", Positive)
constant, excess = (
    Symbol("C", "constant of the printed bound", Positive),
    Symbol("h", "log of the samples beyond those needed", NonNegative),
)
lead = (Rational(1, 2) - lost) / (2 * smooth + 1)  # the printed exponent beyond 1/2
needed = log(constant / Rational(119, 1000)) / lead + excess  # log n


def any_constant(K):
    """119/1000 is C exp(-lead · log n) with the excess h ≥ 0, and more without."""
    return K.compare(log(constant) - lead * needed, log(Rational(119, 1000)), given=(lost < Rational(1, 2),))


gap = -Integral(theta * y, (y, -1, x))  # F_− − F_+ at x, which is not negative
claim = Claim(
    "diffusion.w1_rate",
    source=source("W1-distance convergence rate", "nilesweed2022"),
    domain=Domain(
        (theta < 1, delta < Rational(1, 2), n >= 100),
        core=(
            (s >= Rational(1, 20), s <= Rational(3, 20), delta >= Rational(1, 100), delta <= Rational(1, 10)),
            (n <= 10**6, at >= Rational(1, 100), at <= 1, e <= 6, smooth >= Rational(1, 10), smooth <= 4),
            (
                lost >= Rational(1, 100),
                lost <= Rational(2, 5),
                constant >= 1,
                constant <= 100,
                excess <= 10,
                far >= 0.001,
                far <= 1,
            ),
        ),
    ),
    parts={
        "main": Part(
            Order(
                least,
                1 / sqrt(n),
                ladder=Ladder(n, (100, 1000, 10**4, 10**5, 10**6)),
                constants=(Rational(119, 1000), Rational(1, 6)),
            ),
            says="On the line no estimator has a W_1 below 0.119/√n at both of the densities ½(1 ± x/(2√n))",
            printed=Print(
                {"scale": printed, "direction": "upper", "constants": None},
                erratum=Erratum.condition_missing(
                    "for d' = 1 and δ < 1/2 the exponent (s + 1 − δ)/(2s + d') exceeds 1/2, which the mean of the law alone forbids: d' ≥ 2 has to be "
                    "asked for; on the line the rate is n^(−1/2)"
                ),
            ),
            wrong={"half_as_fast": {"scale": n ** -Rational(1, 4)}},
        ),
        "bound": Part(
            Inequality(Rational(119, 1000) / sqrt(n), least),
            says="The bound of Le Cam is at least 0.119/√n for n ≥ 100",
            wrong={"eighth": {"left": Rational(1, 8) / sqrt(n)}},
        ),
        "distance": Part(
            Identity(Integral(gap.doit(), (x, -1, 1)), 2 * theta / 3),
            says="as W_1(p_+, p_−) is 2θ/3",
            wrong={"total_variation": {"right": theta / 2}},
        ),
        "exponent": Part(
            Inequality(Rational(1, 2), (s + 1 - delta) / (2 * s + 1)),
            says="At d' = 1 the printed exponent is above 1/2 for δ < 1/2",
            proof="compare",
            wrong={"two_dimensions": {"right": (s + 1 - delta) / (2 * s + 2)}},
        ),
        "any_constant": Part(
            Inequality(log(constant) - lead * needed, log(Rational(119, 1000))),
            when=(lost < Rational(1, 2),),
            says="so that for every s and C, from log n = log(C/0.119)(2s + 1)/(1/2 − δ) on, C times the print is at most 0.119/√n: no constant saves it",
            proof=any_constant,
            wrong={"half_as_many": {"left": log(constant) - lead * needed / 2}},
        ),
        "off_the_subspace": Part(
            Inequality(Mean(norm(sigma * Z)), sqrt(e * sigma2)),
            says="Off the subspace the stopped sampler is at a mean distance of at most √(d − d') σ",
            wrong={"one_direction": {"right": sqrt(sigma2), "when": (e >= 3,)}},
        ),
        "total_variation": Part(
            Inequality(1 - sqrt(2 / pi) * far / sigma, 2 * Phi(-far / sigma)),
            says="and in one direction farther than ρ with probability at least 1 − √(2/π) ρ/σ for every ρ > 0: its total variation from laws on the subspace is 1",
            wrong={"one_side": {"right": Phi(-far / sigma)}, "half_the_density": {"left": 1 - far / sigma / sqrt(2 * pi)}},
        ),
    },
    uses=("diffusion.niles_weed_order", "diffusion.empirical_w1"),
)

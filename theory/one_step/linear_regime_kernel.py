"""In high dimension the matrix of a rotationally invariant kernel is that of a linear one: K ≈ (g(0) + g''(0)/2d) 11' + g'(0) XX' + c I.

For k(x, x') = g(<x, x'>) on the unit sphere and n = ψd points, c = g(1) - g(0) - g'(0): off the diagonal what is left over is g''(0)/2 times
u² - 1/d, u = <x, x'>, of variance 2(d-1)/(d²(d+2)). Its operator norm is of order d^(-1/2), for it is a matrix of n points in d²/2 dimensions with
n ≪ d²: √d times it tends to √2 g''(0)√ψ. Its Frobenius norm does not vanish: the square tends to g''(0)²ψ²/2. So kernel ridge regression in this
regime does what a linear kernel with ridge does (krr.bias_variance), and its floor is ‖P_{>1}f*‖². The term g''(0)/2d counts: |11'| = n.
The statement is that of El Karoui (2010); judged for g = exp at n = d and n = 2d. On Gaussian inputs |x|²/d fluctuates and the order is the same, later.
"""

from lemmata import *
from lemmata.theory.one_step.notation import around, source

y = Symbol("y", "dimension of an input", Positive)
psi = Symbol("ψ", "inputs per dimension", Positive, latex=r"\psi")
distances = Procedure(
    "distances",
    "the matrix of exp(<x, x'>) on uniform points of the unit sphere, less (1 + 1/(2d)) 11' + XX' + (e − 2)I",
    ("d", "n"),
    {
        "distance": "operator norm",
        "frobenius": "square of the Frobenius norm",
        "no bend": "operator norm with 11' in place of (1 + 1/(2d)) 11'",
        "whole diagonal": "operator norm with (e − 1)I in place of (e − 2)I",
    },
)


def drawn(d, n, what="distance"):
    return Mean(distances(d=d, n=n)[what])


def variance(d):
    return 2 * (d - 1) / (d**2 * (d + 2))


def rest(d, psi):
    """The mean square of the Frobenius norm of (u² - 1/d)/2 off the diagonal."""
    return psi * d * (psi * d - 1) * variance(d) / 4


def near_by(value):
    return around(Rational(9, 10), value, Rational(5, 4))


claim = Claim(
    "one_step.linear_regime_kernel",
    source=source("Limitation of RF: the same is true for rotational invariant kernels"),
    domain=Domain(core=(psi >= 0.5, psi <= 2)),
    parts={
        "main": Part(
            Within(drawn(128, 128) / drawn(32, 32), Rational(2, 5), Rational(3, 5)),
            says="For g = exp the mean distance from the linear matrix falls like d^(−1/2) in operator norm: from n = d = 32 to 128 to 0.4 to 0.6 of it",
            wrong={
                "no_bend": {"quantity": drawn(128, 128, "no bend") / drawn(32, 32, "no bend")},
                "whole_diagonal": {"quantity": drawn(128, 128, "whole diagonal") / drawn(32, 32, "whole diagonal")},
                "faster": {"low": Rational(1, 5), "high": Rational(3, 10)},
            },
        ),
        "constant": Part(
            Within(8 * drawn(64, 128), **near_by(2)),
            says="and √d times it is near to √2 g''(0)√(n/d): at d = 64, n = 128, where that is 2, its mean is 0.9 to 1.25 times that",
            wrong={"samples": near_by(2 * sqrt(2)), "half": near_by(sqrt(2))},
        ),
        "bend": Part(
            Inequality(Rational(2, 5), drawn(64, 64, "no bend")),
            says="Without g''(0)/2d in the coefficient of 11' the distance does not vanish: at n = d = 64 its mean is above 2/5",
            wrong={"with_it": {"right": drawn(64, 64)}},
        ),
        "frobenius": Part(
            Within(drawn(64, 64, "frobenius"), **near_by(Rational(1, 2))),
            says="In Frobenius norm it does not vanish either: the mean of the square at n = d = 64 is 0.9 to 1.25 times g''(0)²(n/d)²/2",
            wrong={"whole": near_by(1), "quarter": near_by(Rational(1, 4))},
        ),
        "limit": Part(
            Limit(rest(y, psi), psi**2 / 2, ladder=Ladder(y, (10**2, 10**3, 10**4, 10**5, 10**6)), expansion=(1 / y, y**-2)),
            says="With Var <x, x'>² = 2(d − 1)/(d²(d + 2)) the terms of second order have a Frobenius norm whose mean square tends to (n/d)²/2 for g''(0) = 1",
            wrong={"whole": {"value": psi**2}},
        ),
    },
    procedures=(distances,),
    uses=("krr.bias_variance", "one_step.rf_lower_bound"),
)

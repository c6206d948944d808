"""Which degrees kernel ridge regression learns: the stairs of its error for n = d^ω, ω no integer.

For n = d^ω and fixed λ the equivalent of the error tends to σ² + Σ_{k>⌊ω⌋} F_k², as a_k → 1 for k < ω and a_k → 0 for k > ω, and
Σ N_k a_k²/n → 0: nothing is amplified. Judged for ω = 1/2, 3/2, 5/2 and degrees 0 to 3, where the corrections go down in powers of
d^(-1/2). In general they are of the order d^-min(ω - ⌊ω⌋, ⌈ω⌉ - ω). On points of the sphere in d = 40, where d = 40 and N_2 = 819, the
regression with n = 200 is run; the constants there leave room around the shares of the equivalent.
"""

from lemmata import *
from lemmata.theory.krr.notation import F, c, equivalent, fitted, lam, learned, needed, nu, s2, source
from lemmata.theory.sphere.notation import d

squares = [f**2 for f in F]
half = Rational(1, 2)
ORDERS = (d**-half, 1 / d, d ** -(3 * half))


def far(first):
    """Even powers of ten, so that the samples are whole numbers."""
    return Ladder(d, tuple(10 ** (first + 2 * i) for i in range(5)))


def shares(omega):
    n = d**omega
    return learned(Root(nu, 1 - needed(nu / n) / n) / n)


def error(omega):
    return equivalent(d**omega, squares, shares(omega))


def stair(floor):
    return s2 + sum(squares[floor + 1 :])


def step(floor, says):
    omega = floor + half
    return Part(
        Limit(error(omega), stair(floor), ladder=far(2), expansion=ORDERS),
        says=says,
        wrong={"one_less": {"value": stair(floor - 1)}} | ({"one_more": {"value": stair(floor + 1)}} if floor < 2 else {}),
    )


KERNEL, TARGET = (1, 1, half, half), (half, 1, 1, half)
run = fitted(
    n=Integer(200),
    d=Integer(40),
    **{"λ": Rational(1, 10), "σ²": Rational(1, 10)},
    **{str(e): value for e, value in zip((*c, *F), (*KERNEL, *TARGET), strict=True)},
)

claim = Claim(
    "krr.staircase",
    source=source(),
    uses=("krr.refined",),
    domain=Domain(
        (d >= 3, *(e > 0 for e in c)),
        core=(
            (d <= 40, lam >= 0.01, lam <= 1, s2 >= 0.1, s2 <= 0.5, *(e >= 0.2 for e in c)),
            (*(e <= 1 for e in c), *(f >= 0.5 for f in F), *(f <= 1 for f in F)),
        ),
    ),
    parts={
        "main": step(
            1, "For n = d^(3/2) the equivalent of the error tends to σ² + F_2² + F_3²: degrees 0 and 1 are learned, no other"
        ),
        "first": step(0, "For n = √d it tends to σ² + F_1² + F_2² + F_3²"),
        "third": step(2, "For n = d^(5/2) it tends to σ² + F_3²"),
        "learned": Part(
            Limit(shares(3 * half)[1], 1, ladder=far(2), expansion=ORDERS),
            says="For n = d^(3/2) the share of degree 1 that is learned tends to 1",
            wrong={"half": {"value": half}, "before_d": {"quantity": shares(half)[1]}},
        ),
        "not_learned": Part(
            Limit(shares(3 * half)[2] * sqrt(d), 2 * c[2] / (lam + c[2] + c[3]), ladder=far(2), expansion=ORDERS),
            says="and √d times that of degree 2 to 2c_2/(λ + c_2 + c_3)",
            wrong={"without_factorial": {"value": c[2] / (lam + c[2] + c[3])}, "ridge_alone": {"value": 2 * c[2] / lam}},
        ),
        "run": Part(
            Within(Mean(run["C_1"]) / TARGET[1], Rational(3, 5), 1),
            says="On 200 points in d = 40 the mean fit has 0.6 to 1 of the target's coefficient of degree 1",
            wrong={"second": {"low": Rational(0), "high": Rational(3, 10)}},
        ),
        "run_second": Part(
            Within(Mean(run["C_2"]) / TARGET[2], Rational(1, 20), Rational(3, 10)),
            says="and less than 0.3 of that of degree 2",
            wrong={"first": {"low": Rational(7, 10), "high": Rational(1)}},
        ),
    },
    procedures=(fitted,),
)

"""Ball integrals contain the exact value; kinks are placed exactly; every crossing of a level is found."""

from itertools import pairwise

import mpmath
import pytest
import sympy as sp
from flint import arb, ctx, fmpq

from lemmata.theory.algebra.ball_eval import BallFunction, certified_sign, enclose
from lemmata.theory.algebra.balls import GaussianIntegrals, expectation, hermite_coefficient_ball
from lemmata.theory.algebra.crossings import LevelSets
from lemmata.theory.algebra.hermite import hermite_expr, relu_coefficient
from lemmata.theory.algebra.majorant import majorant
from lemmata.theory.algebra.pieces import parity, split
from lemmata.theory.language.errors import CompileError, LemmataError, NotConverged

z = sp.Symbol("z", real=True)
A = sp.sqrt(2 * sp.log(2))
TWO_VALUED = sp.sign(z) * sp.sign(A - sp.Abs(z))


def contains(ball, expr, digits=60):
    """Whether the ball meets the enclosure of an exact number, at a precision where that is informative."""
    with ctx.workprec(4 * digits):
        return ball.overlaps(enclose(expr, digits).real)


@pytest.mark.parametrize(
    ("f", "k", "exact"),
    [
        (z**2 * sp.exp(-(z**2)), 4, -4 * sp.sqrt(3) / 27),
        (z**2 * sp.exp(-(z**2)), 2, sp.S.Zero),
        (sp.cos(z), 2, -sp.exp(-sp.Rational(1, 2))),
        (sp.cos(z), 20, sp.exp(-sp.Rational(1, 2))),
        (sp.exp(z), 3, sp.exp(sp.Rational(1, 2))),
        (sp.exp(z**2 / 4), 0, sp.sqrt(2)),
        (sp.Abs(z), 0, sp.sqrt(2 / sp.pi)),
        (z**8, 8, sp.Integer(40320)),
        (sp.erf(z), 1, 2 / sp.sqrt(3 * sp.pi)),
        (TWO_VALUED, 1, sp.S.Zero),
        (TWO_VALUED, 3, -2 * sp.sqrt(2) * sp.log(2) / sp.sqrt(sp.pi)),
        *(
            (sp.Max(z + sp.Rational(3, 10), 0), k, relu_coefficient(k, sp.Rational(3, 10)) * sp.sqrt(sp.factorial(k)))
            for k in range(5)
        ),
    ],
)
def test_enclosures_of_known_values(f, k, exact):
    for digits in (15, 40):
        ball = hermite_coefficient_ball(f, z, k, digits)
        assert contains(ball, exact)
        assert float(ball.rad()) < 10.0 ** (2 - digits)


@pytest.mark.parametrize(
    "f",
    [
        sp.tanh(z),
        sp.tanh(3 * z) * z,
        sp.log(1 + sp.exp(z)),
        1 / (1 + sp.exp(-z)),
        sp.sqrt(1 + z**2),
        1 / (1 + z**2),
        sp.exp(-(z**4)),
        sp.atan(z) * sp.erf(z),
        sp.exp(sp.sin(z)),
        sp.Abs(z**2 - 1) * sp.tanh(z),
        sp.exp(-sp.Abs(z)),
        sp.Piecewise((sp.sin(z), z < 1), (z**2, True)),
    ],
    ids=str,
)
@pytest.mark.parametrize("k", [1, 4])
def test_enclosures_against_another_integrator(f, k):
    ball = hermite_coefficient_ball(f, z, k, 20)
    density = sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi)
    integrand = sp.lambdify(z, f * hermite_expr(k, z) * density, "mpmath")
    with mpmath.workdps(25):
        value = mpmath.quad(integrand, [-mpmath.inf, *range(-8, 9), mpmath.inf])
    assert abs(mpmath.mpf(ball.mid().str(30, radius=False)) - value) < mpmath.mpf(10) ** -16


def test_one_object_serves_all_orders():
    integrals = GaussianIntegrals(sp.tanh(z), z)
    assert [integrals.coefficient(k).contains(0) for k in range(6)] == [True, False, True, False, True, False]
    assert expectation(sp.Integer(3) + 0 * z, z).overlaps(arb(3))


@pytest.mark.parametrize(
    ("f", "error"),
    [
        (sp.exp(z**2), NotConverged),
        (sp.exp(z**2 / 2), NotConverged),
        (sp.exp(z**3), CompileError),
        (sp.tan(z), CompileError),
        (1 / z, CompileError),
        (sp.Abs(sp.sin(z)), CompileError),
        (sp.gamma(z), CompileError),
        (z * sp.Symbol("c"), CompileError),
        (sp.Function("f")(z), CompileError),
    ],
    ids=str,
)
def test_what_cannot_be_certified_is_an_error(f, error):
    with pytest.raises(error):
        hermite_coefficient_ball(f, z, 2)


@pytest.mark.parametrize(
    "f",
    [
        z**3 * sp.exp(-(z**2)),
        sp.log(1 + sp.exp(2 * z)),
        sp.exp(sp.sin(z)) * (1 + z**2) ** sp.Rational(3, 2),
        sp.exp(-(z**4) + z**3),
        sp.cosh(z) + 1 / (2 + sp.cosh(z)),
        sp.exp(z * sp.exp(-(z**2))),
    ],
    ids=str,
)
def test_growth_bounds_hold_at_points(f):
    bound = majorant(f, z)
    function = BallFunction(f, [z])
    for x in (1, -1, 1.5, -2.25, 3, -4.5, 7, -10):
        size = arb(abs(x))
        if not size >= bound.start:
            continue
        limit = bound.scale * size ** arb(bound.power) * (bound.linear * size + bound.quadratic * size**2).exp()
        assert not abs(function(arb(x)).real) > limit


def test_break_points_are_exact():
    ends = [(p.left, p.right, p.expr) for p in split(TWO_VALUED, z)]
    assert [e[2] for e in ends] == [1, -1, 1, -1]
    assert [e[1] for e in ends][:3] == [-A, 0, A]
    nested = split(sp.Abs(sp.Abs(z) - 1), z)
    assert [p.right for p in nested] == [-1, 0, 1, sp.oo]
    assert [p.expr.subs(z, 7) for p in nested][-1] == 6
    assert split(sp.Max(0, sp.Min(z, 1)), z)[1].expr == z
    assert split(sp.Abs(sp.exp(z) - 2), z)[0].right == sp.log(2)
    assert split(sp.Abs(z**2 + 1), z)[0].expr == z**2 + 1
    with pytest.raises(CompileError, match="add a last branch"):
        split(sp.Piecewise((1, z > 0)), z)


def test_parity_is_proved():
    even = [sp.Abs(z), z**2 * sp.exp(-(z**2)), sp.cos(z), sp.Max(z, -z), sp.Piecewise((1, z**2 < 2), (0, True))]
    odd = [sp.tanh(z), TWO_VALUED, z * sp.Abs(z), sp.Max(z, 0) - sp.Max(-z, 0)]
    assert [parity(f, z) for f in even] == ["even"] * 5
    assert [parity(f, z) for f in odd] == ["odd"] * 4
    assert parity(sp.Max(z, 0), z) is None
    assert parity(z**2 + sp.Rational(1, 10**30) * z, z) is None


def test_signs_of_numbers():
    assert certified_sign(sp.sqrt(2) - sp.Rational(7, 5)) == 1
    assert certified_sign(sp.exp(sp.pi * sp.sqrt(163)) - 640320**3 - 744) == -1
    assert certified_sign(sp.sqrt(2) * sp.sqrt(3) - sp.sqrt(6)) == 0
    root = sp.CRootOf(z**5 - z - 1, 0)
    assert (enclose(root, 40).real ** 5 - enclose(root, 40).real - 1).contains(0)


@pytest.mark.parametrize(
    ("f", "level", "count"),
    [
        (z**4 - 6 * z**2 + 3, 0, 4),
        (z**4 - 6 * z**2 + 3, 50, 2),
        (z**4 - 6 * z**2 + 3, -7, 0),
        (z**2 * sp.exp(-(z**2)), fmpq(1, 5), 4),
        (sp.sin(5 * z), fmpq(1, 3), 38),
        (sp.tanh(z), fmpq(99, 100), 1),
        (sp.Max(z, 0), fmpq(1, 2), 1),
        (sp.Abs(z), fmpq(1, 2), 2),
    ],
)
def test_every_crossing_is_found(f, level, count):
    crossings = LevelSets(f, z).crossings(fmpq(level))
    assert len(crossings) == count
    for c in crossings:
        assert float(c.at.rad()) < 1e-25
        value = sp.sympify(f).subs(z, sp.Float(c.at.mid().str(40, radius=False), 40))
        assert abs(value - sp.Rational(int(fmpq(level).p), int(fmpq(level).q))) < 1e-24
    assert all(first.direction != second.direction for first, second in pairwise(crossings))


def test_boundary_sums():
    # He_4 at c = 50: t = s = sqrt(3 + sqrt 56), B_2 = 2 t phi(t)
    t = sp.sqrt(3 + sp.sqrt(56))
    ball, intervals = LevelSets(z**4 - 6 * z**2 + 3, z).boundary_sum(2, fmpq(50))
    assert contains(ball, 2 * t * sp.exp(-(t**2) / 2) / sp.sqrt(2 * sp.pi))
    assert abs(float(ball) - 0.0136699) < 1e-7
    assert len(intervals) == 2
    # B_k(c) = E[He_k 1{f > c}] also where f jumps
    for k in range(1, 5):
        ball, _ = LevelSets(TWO_VALUED, z).boundary_sum(k, fmpq(0))
        assert ball.overlaps(hermite_coefficient_ball((TWO_VALUED + 1) / 2, z, k))


def test_levels_that_cannot_be_settled_are_errors():
    with pytest.raises(NotConverged):
        LevelSets(z**2, z).crossings(fmpq(0))  # a double root is no crossing and cannot be isolated
    with pytest.raises(LemmataError):
        LevelSets(sp.Abs(sp.sin(z)), z)
    with pytest.raises(NotConverged, match="not real"):
        LevelSets(sp.sqrt(z), z).crossings(fmpq(1))

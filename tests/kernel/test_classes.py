"""Functions of a declared class: bounds, Lipschitz constants, convexity and smoothness, used and not overstretched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp
from proving import Case, proved, refused

from lemmata.theory.language.arrays import Array
from lemmata.theory.language.calculus import LINKS, SMOOTH, Function, FunctionClass, Gradient, Slope, Z
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.laws import Normal, Student, Uniform
from lemmata.theory.language.operators import Mean
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Naturals, Positive, Reals, Symbol

x, y, t = (Symbol(s, f"the number {s}", Reals) for s in "xyt")
a, n = Symbol("a", "a positive number", Positive), Symbol("n", "a size", Naturals)
X, W, V = Sampled("X", Normal()), Sampled("W", Normal()), Sampled("V", Uniform(-1, 1))
C, T = Sampled("C", Student(1)), Sampled("T", Student(2))
A, B = Array("A", "a matrix", n, n), Array("B", "a direction", n, n)

SQUASHING = FunctionClass(
    "squashing functions",
    {"tanh": sp.tanh(Z), "sine": sp.sin(Z), "erf": sp.erf(Z / 2)},
    open=False,
    smooth=True,
    bound=1,
    lipschitz=1,
)
RAMPS = FunctionClass("ramps", {"relu": sp.Max(Z, 0), "abs": sp.Abs(Z)}, open=False, convex=True, lipschitz=1)
CONVEX = FunctionClass("smooth convex functions", {"square": Z**2, "cosh": sp.cosh(Z / 9)}, smooth=True, convex=True)
BOUNDED = FunctionClass("bounded functions", {"tanh": sp.tanh(Z), "step": sp.sign(Z)}, bound=1)
f, g = Function("f", "a squashing function", of=SQUASHING), Function("g", "a ramp", of=RAMPS)
c, b = Function("c", "a smooth convex function", of=CONVEX), Function("b", "a bounded function", of=BOUNDED)
s, link = Function("s", "a smooth function", of=SMOOTH), Function("σ", "a link", of=LINKS)

FALSE: dict[str, Case] = {}
TRUE: dict[str, Case] = {}


def false(name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any) -> None:
    FALSE[name] = (statement, proof, domain)


def true(name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any) -> None:
    TRUE[name] = (statement, proof, domain)


Abs = sp.Abs
false("a bound of any link", Inequality(Abs(link(x)), 1), lambda k: k.bounded(link, x))
false("a bound of a ramp", Inequality(Abs(g(x)), 1), lambda k: k.bounded(g, x))
false("a smaller bound", Inequality(Abs(f(x)), sp.S.Half), lambda k: k.bounded(f, x))
false("a bound of the slope without smoothness", Inequality(Abs(g.prime(x)), 1), lambda k: k.bounded(g, x, order=1))
false("a bound of the slope of what is bounded", Inequality(Abs(b.prime(x)), 1), lambda k: k.bounded(b, x, order=1))
false("a Lipschitz constant of what is bounded", Inequality(Abs(b(x) - b(y)), Abs(x - y)), lambda k: k.lipschitz(b, x, y))
false("a Lipschitz constant without the distance", Inequality(Abs(f(x) - f(y)), x - y), lambda k: k.lipschitz(f, x, y))
false(
    "convexity of a squashing function",
    Inequality(f((x + y) / 2), (f(x) + f(y)) / 2),
    lambda k: k.convex(f, x, y, sp.S.Half).to((f(x) + f(y)) / 2),
)
false(
    "a convex combination with a weight outside",
    Inequality(c((1 - t) * x + t * y), (1 - t) * c(x) + t * c(y)),
    lambda k: k.convex(c, x, y, t),
)
false("Jensen for a function that is not convex", Inequality(f(Mean(V)), Mean(f(V))), lambda k: k.jensen(f, V))
false(
    "Jensen by a lambda of a function that is not convex",
    Inequality(f(Mean(V)), Mean(f(V))),
    lambda k: k.jensen(sp.Lambda(t, f(t)), V),
)
false(
    "Jensen for a difference of convex functions",
    Inequality(c(Mean(V)) - 2 * Mean(V) ** 2, Mean(c(V) - 2 * V**2)),
    lambda k: k.jensen(sp.Lambda(t, c(t) - 2 * t**2), V),
)
false("Jensen where the mean does not exist", Inequality(g(Mean(C)), Mean(g(C))), lambda k: k.jensen(g, C))
false("Jensen for a convex function of any growth", Inequality(c(Mean(X)), Mean(c(X))), lambda k: k.jensen(c, X))
false(
    "Stein's lemma for a function with a kink", Identity(Mean(X * g(X)), Mean(g.prime(X))), lambda k: k.stein(Mean(X * g(X)), X)
)
false(
    "Stein's lemma for a smooth function of any growth",
    Identity(Mean(X * s(X)), Mean(s.prime(X))),
    lambda k: k.stein(Mean(X * s(X)), X),
)
false(
    "Stein's lemma for what is only bounded", Identity(Mean(X * b(X)), Mean(b.prime(X))), lambda k: k.stein(Mean(X * b(X)), X)
)
false(
    "Stein's lemma twice, with a second slope of any size",
    Identity(Mean(X * f.prime(X)), Mean(link(X))),
    lambda k: k.stein(Mean(X * f.prime(X)), X),
)
false("a slope of a ramp", Identity(Gradient(g(x), x), g.prime(x)), lambda k: k.derivative(Gradient(g(x), x)))
entry = Slope(sp.Trace(g.entrywise(A)), A, along=B)
false(
    "a slope of a ramp of every entry",
    Identity(entry, sp.Trace(sp.HadamardProduct(g.prime(A), B))),
    lambda k: k.derivative(entry),
)
false(
    "linearity with a ramp of what has no mean",
    Identity(Mean(g(C) + X), Mean(g(C)) + Mean(X)),
    lambda k: k.linear(Mean(g(C) + X)),
)
false(
    "the square of a ramp of what has no variance",
    Identity(Mean(g(T) ** 2 + X), Mean(g(T) ** 2) + Mean(X)),
    lambda k: k.linear(Mean(g(T) ** 2 + X)),
)


def renamed(k: Any) -> Any:
    """A function of the name of a link, declared to be bounded by the proof alone."""
    return k.bounded(Function("σ", "a squashing function", of=SQUASHING), x)


false("a class that the proof declares for itself", Inequality(Abs(link(x)), 1), renamed)

true("a bound", Inequality(Abs(f(x)), 1), lambda k: k.bounded(f, x))
true("a bound of the slope", Inequality(Abs(f.prime(x)), 1), lambda k: k.bounded(f, x, order=1))
true("a Lipschitz constant", Inequality(Abs(g(x) - g(y)), Abs(x - y)), lambda k: k.lipschitz(g, x, y))
true("convexity", Inequality(g((1 - t) * x + t * y), (1 - t) * g(x) + t * g(y)), lambda k: k.convex(g, x, y, t), t >= 0, t <= 1)
true("Jensen for a ramp", Inequality(g(Mean(X + a)), Mean(g(X + a))), lambda k: k.jensen(g, X + a))
true(
    "Jensen for a smooth convex function of a bounded number",
    Inequality(Mean(V) ** 2, Mean(V**2)),
    lambda k: k.jensen(sp.Lambda(t, t**2), V),
)
true("Stein's lemma", Identity(Mean(X * f(X)), Mean(f.prime(X))), lambda k: k.stein(Mean(X * f(X)), X))
true(
    "Stein's lemma for a scaled number",
    Identity(Mean(X * f(a * X)), Mean(a * f.prime(a * X))),
    lambda k: k.stein(Mean(X * f(a * X)), X),
)
true("a slope", Identity(Gradient(f(x) ** 2, x), 2 * f(x) * f.prime(x)), lambda k: k.derivative(Gradient(f(x) ** 2, x)))
true("linearity", Identity(Mean(x * g(X) + b(C)), x * Mean(g(X)) + Mean(b(C))), lambda k: k.linear(Mean(x * g(X) + b(C))))
true("the mean of a bounded function", Inequality(Mean(Abs(b(C))), 1), lambda k: k.average(k.bounded(b, C)))
true(
    "how far two means differ",
    Inequality(Mean(Abs(g(X) - g(W))), Mean(Abs(X - W))),
    lambda k: k.average(k.lipschitz(g, X, W)).to(Mean(Abs(X - W))),
)


@pytest.mark.parametrize("name", FALSE)
def test_is_refused(name: str) -> None:
    refused(FALSE[name])


@pytest.mark.parametrize("name", TRUE)
def test_is_proved(name: str) -> None:
    proved(TRUE[name])


@pytest.mark.parametrize(
    ("options", "declared", "why"),
    [
        ({"relu": sp.Max(Z, 0)}, {"smooth": True}, "has a corner"),
        ({"cube": Z**3}, {"bound": 1}, "beyond the bound 1"),
        ({"wave": 5 * sp.sin(3 * sp.pi * Z)}, {"bound": 1}, "beyond the bound 1"),
        ({"wave": sp.cos(6 * sp.pi * Z)}, {"lipschitz": 1}, "times the distance"),
        ({"tanh": 2 * sp.tanh(Z)}, {"lipschitz": 1}, "times the distance"),
        ({"sine": sp.sin(Z)}, {"convex": True}, "above its chord"),
        ({"root": sp.sqrt(Z)}, {"convex": True}, "not a real number everywhere"),
        ({"tanh": sp.tanh(Z)}, {"bound": -1}, "give an exact number"),
        ({"tanh": sp.tanh(Z)}, {"bound": 1.5}, "give an exact number"),
    ],
)
def test_an_option_that_is_not_what_its_class_declares_is_refused(options: Any, declared: Any, why: str) -> None:
    with pytest.raises(ClaimError, match=why):
        FunctionClass("functions of one's own", options, **declared)

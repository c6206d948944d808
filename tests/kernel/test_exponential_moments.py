"""Means of exponentials of normal, uniform, discrete and exponential numbers: that they exist, and where not."""

from typing import Any

import pytest
import sympy as sp
from proving import proved, refused

from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.laws import Bernoulli, Exponential, Normal, Student, Uniform
from lemmata.theory.language.operators import Mean
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Positive, Symbol

m, a, p = Symbol("m", "a mean", Positive), Symbol("a", "a number", Positive), Symbol("p", "a probability", Positive)
y = sp.Symbol("y", real=True)
X, V, B = Sampled("X", Exponential(m)), Sampled("V", Exponential(m)), Sampled("B", Bernoulli(p))
Z, S, U = Sampled("Z", Normal()), Sampled("S", Student(3)), Sampled("U", Uniform(0, 1))


def jensen(t: Any, number: Any, right: Any = None) -> tuple[Any, Any]:
    """exp(t E X) <= E exp(t X), and its proof."""
    left = sp.exp(t * Mean(number))
    closed = right is not None

    def proof(k: Any) -> Any:
        found = k.jensen(sp.Lambda(y, sp.exp(t * y)), number)
        return k.to(k.rewrite(found, by=k.mean(found.right)), right) if closed else found

    return Inequality(left, right if closed else Mean(sp.exp(t * number))), proof


def linear(first: Any, second: Any) -> tuple[Any, Any]:
    """E (X + Y) = E X + E Y."""
    return Identity(Mean(first + second), Mean(first) + Mean(second)), lambda k: k.linear(Mean(first + second))


TRUE: dict[str, tuple[Any, ...]] = {
    "log(1 + m) <= m, before the logarithm": jensen(-1, X, 1 / (1 + m)),
    "exp(m) <= 1/(1 - m) below 1": (*jensen(1, X, 1 / (1 - m)), m < 1),
    "a fair weight of two powers": (*jensen(sp.log(a), B, p * a + 1 - p), p <= 1),
    "a normal number": jensen(a, Z),
    "a uniform number": jensen(a, U),
    "a polynomial beside it": linear(Z**3 * sp.exp(a * Z), Z * U**2 * sp.exp(-Z)),
    "a Student number beside it": linear(S**2 * sp.exp(a * Z), Z),
}
FALSE: dict[str, tuple[Any, ...]] = {
    "exp(m) <= 1/(1 - m) beyond 1": jensen(1, X, 1 / (1 - m)),
    "exp(X) for a mean that may be 1": (*jensen(1, X), m <= 1),
    "the square of an exponential": linear(sp.exp(Z**2), Z),
    "two exponentials whose product has no mean": (*linear((1 + sp.exp(X)) * sp.exp(X), X), m < 1),
    "an exponential of a product": linear(sp.exp(X * V), X),
    "an exponential of a Student number": jensen(a, S),
    "too many moments of a Student number beside it": linear(S**3 * sp.exp(a * Z), Z),
    "an exponential below an exponential": linear(sp.exp(sp.exp(Z)), Z),
}


@pytest.mark.parametrize("name", TRUE)
def test_is_proved(name: str) -> None:
    statement, proof, *domain = TRUE[name]
    proved((statement, proof, tuple(domain)))


@pytest.mark.parametrize("name", FALSE)
def test_is_refused(name: str) -> None:
    statement, proof, *domain = FALSE[name]
    refused((statement, proof, tuple(domain)))

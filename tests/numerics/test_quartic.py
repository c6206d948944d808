"""Roots of many polynomials at once: those that numpy finds one by one, and nothing where two of them meet."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy as sp
import torch

from lemmata import Positive, Reals, Root, Symbol
from lemmata.numerics.formula.literal import Literal
from lemmata.numerics.solve import quartic
from lemmata.theory.language.errors import LemmataError


def real_roots(c: np.ndarray, low: float, high: float) -> list[float]:
    found = np.roots(c[::-1])
    return sorted(float(r.real) for r in found if abs(r.imag) < 1e-9 * max(1, abs(r)) and low < r.real < high)


@pytest.mark.parametrize("degree", [2, 3, 4])
@pytest.mark.parametrize(("low", "high"), [(0.0, math.inf), (-math.inf, math.inf), (-1.5, 0.7)])
def test_it_finds_what_numpy_finds(degree: int, low: float, high: float) -> None:
    drawn = np.random.default_rng(degree).standard_normal((400, degree + 1)) * 10.0 ** np.arange(0, 0.5 * degree + 0.5, 0.5)
    every = [real_roots(c, low, high) for c in drawn]
    for which, pick in (("first", min), ("largest", max), ("only", min)):
        keep = [k for k, roots in enumerate(every) if (len(roots) == 1 if which == "only" else roots)]
        c = [torch.tensor(drawn[keep, k]) for k in range(degree + 1)]
        ends = (torch.full_like(c[0], end) for end in (low, high))
        found = quartic.root(c, *ends, which)
        assert found is not None
        np.testing.assert_allclose(found.numpy(), [pick(every[k]) for k in keep], rtol=1e-7)


def test_a_polynomial_without_a_root_or_with_a_double_one_is_left_to_the_scan() -> None:
    one, far = torch.ones(1, dtype=torch.float64), torch.full((1,), math.inf, dtype=torch.float64)
    assert quartic.root([one, 0 * one, one], -far, far, "first") is None  # 1 + x^2
    assert quartic.root([one, -2 * one, one], -far, far, "first") is None  # (1 - x)^2
    assert quartic.root([2 * one, -3 * one, one], -far, far, "only") is None  # (1 - x)(2 - x)
    assert quartic.root([-one, one, 0 * one], -far, far, "only") is None  # of a lower degree


def test_what_is_such_a_polynomial() -> None:
    x, a = Symbol("x", "unknown", Positive), Symbol("a", "number", Reals)
    assert quartic.coefficients((x + a) ** 2 - 1, x) == [a**2 - 1, 2 * a, 1]
    for other in (sp.exp(x) - a, x**5 - a, 1 / x - a, a * x - 1, sp.sqrt(x) - a):
        assert quartic.coefficients(other, x) is None


def test_a_root_of_many_instances_is_that_of_each() -> None:
    x, a = Symbol("x", "unknown", Positive), Symbol("a", "number", Positive)
    equation = (x - 1) * (x - a) * (x + a) * (x - 3) - sp.Rational(1, 100)
    values = torch.linspace(1.3, 2.7, 50, dtype=torch.float64)
    for which in ("first", "largest"):
        literal = Literal((Root(x, equation, which),), averaged=False)
        together = literal.at({}, varying=("a",))({"a": values}, 50)[0]
        alone = torch.stack([literal({"a": float(v)})[0] for v in values])
        torch.testing.assert_close(together, alone, rtol=1e-13, atol=0)
    with pytest.raises(LemmataError, match="roots in the interval"):
        Literal((Root(x, equation),), averaged=False).at({}, varying=("a",))({"a": values}, 50)

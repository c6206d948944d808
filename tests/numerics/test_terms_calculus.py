"""Gradients, Hessians and slopes agree with finite differences and closed forms; corners and spectra are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula import kinked
from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.formula.literal import Literal
from lemmata.theory.language.arrays import PD, Array
from lemmata.theory.language.calculus import Entrywise, Function, Gradient, Hessian, Slope
from lemmata.theory.language.errors import CompileError, DomainError, NonFinite
from lemmata.theory.language.iteration import Iterate
from lemmata.theory.language.laws import Normal
from lemmata.theory.language.matrices import LogDet
from lemmata.theory.language.operators import Mean
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Index, Naturals, Positive, Symbol
from lemmata.theory.language.words import dot, eigenvalue, hadamard, norm, nuclear_norm, operator_norm, quad, singular_value, sq

n, d, m = (Symbol(k, "size", Naturals) for k in "ndm")
a = Symbol("a", "number", Positive)
W, X, V = Array("W", "weights", d, m), Array("X", "inputs", n, d), Array("V", "direction", d, m)
w, v, c = Array("w", "vector", d), Array("v", "direction", d), Array("c", "coefficients", d)
C = Array("C", "covariance", d, d, kind=PD)
y = Array("y", "labels", n)
sigma = Function("σ", "activation", kink=0)
generator = torch.Generator().manual_seed(11)


def normals(*sizes: int) -> Tensor:
    return torch.randn(*sizes, generator=generator, dtype=torch.float64)


ENV = {"n": 5, "d": 3, "m": 2, "a": 0.7, "W": normals(3, 2), "X": normals(5, 3), "V": normals(3, 2), "w": normals(3),
       "v": normals(3), "c": normals(3), "y": normals(5), "σ": sp.tanh(sp.Symbol("z"))}  # fmt: skip
ENV["C"] = normals(3, 3)
ENV["C"] = ENV["C"] @ ENV["C"].T + torch.eye(3, dtype=torch.float64)
unit = sp.Identity(m)
i = Index("i")
OF_MATRIX = {
    "quadratic": sp.Trace(W.T * C * W),
    "regression": sp.Trace(X * W * (W.T * X.T * X * W + unit).inv() * W.T * X.T),
    "general inverse": sp.Trace((W.T * W + unit + W.T * V).inv()),
    "determinant": LogDet(W.T * C * W + unit),
    "norm": norm(C * W) ** 3,
    "nuclear": nuclear_norm(C * W),
    "operator": operator_norm(C * W),
    "eigenvalue": eigenvalue(W.T * C * W, 2),
    "singular value": singular_value(W, 1),
    "network": sq(sigma.entrywise(X * W) * sp.OneMatrix(m, 1) - y) / n,
    "entrywise": sp.Trace(hadamard(W, W, Entrywise(sp.cos, W)) * V.T),
    "function of a trace": sp.exp(-a * sp.Trace(W.T * W) / 10) * sp.sin(sp.Trace(W.T * V)),
}
OF_VECTOR = {
    "form": quad(C, w),
    "cubic": dot(c, w) ** 3 + dot(w, w) ** 2,
    "sum of entries": sp.Sum(w[i] ** 3 * c[i] + i * w[i], (i, 1, d)),
    "softmax": sp.log(sp.Sum(sp.exp(w[i] * c[i]), (i, 1, d))),
    "norm": norm(w - 2 * c),
    "resolvent": quad((C + w * w.T).inv(), c),
}


def value_of(f: sp.Expr, name: str, point: Tensor) -> float:
    return float(Literal((f,))({**ENV, name: point})[0])


def differences(f: Callable[[float], float], order: int, h: float) -> float:
    """Central differences of fourth accuracy order."""
    if order == 1:
        return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)
    if order == 2:
        return (16 * (f(h) + f(-h)) - (f(2 * h) + f(-2 * h)) - 30 * f(0)) / (12 * h * h)
    if order == 3:
        return (-13 * (f(h) - f(-h)) + 8 * (f(2 * h) - f(-2 * h)) - (f(3 * h) - f(-3 * h))) / (8 * h**3)
    far = -(f(3 * h) + f(-3 * h)) / 6 + 2 * (f(2 * h) + f(-2 * h)) - 6.5 * (f(h) + f(-h)) + 28 / 3 * f(0)
    return far / h**4


@pytest.mark.parametrize("name", OF_MATRIX)
def test_gradient_and_slopes_in_a_matrix(name: str) -> None:
    f = OF_MATRIX[name]
    orders = (1, 2) if name in {"nuclear", "operator", "eigenvalue", "singular value"} else (1, 2, 3, 4)
    gradient, *slopes = Literal((Gradient(f, W), *(Slope(f, W, along=V, order=k) for k in orders)))(ENV)
    for k, slope in zip(orders, slopes, strict=True):
        numeric = differences(lambda t: value_of(f, "W", ENV["W"] + t * ENV["V"]), k, 1e-2 if k > 2 else 2e-3)
        assert float(slope) == pytest.approx(numeric, rel=3e-4 if k > 2 else 1e-6, abs=3e-4 if k > 2 else 1e-7)
    assert gradient.shape == (3, 2)
    assert float((gradient * ENV["V"]).sum()) == pytest.approx(float(slopes[0]), rel=1e-10)


@pytest.mark.parametrize("name", OF_VECTOR)
def test_gradient_and_hessian_in_a_column(name: str) -> None:
    f = OF_VECTOR[name]
    gradient, hessian, second = Literal((Gradient(f, w), Hessian(f, w), Slope(f, w, along=v, order=2)))(ENV)
    assert gradient.shape == (3, 1) and hessian.shape == (3, 3)
    for j in range(3):
        step = torch.eye(3, dtype=torch.float64)[j]
        numeric = differences(lambda t, step=step: value_of(f, "w", ENV["w"] + t * step), 1, 1e-3)
        assert float(gradient[j, 0]) == pytest.approx(numeric, rel=1e-7, abs=1e-8)
    assert float(ENV["v"] @ hessian @ ENV["v"]) == pytest.approx(float(second), rel=1e-9)
    numeric = differences(lambda t: value_of(f, "w", ENV["w"] + t * ENV["v"]), 2, 2e-3)
    assert float(second) == pytest.approx(numeric, rel=1e-6)


def test_a_derivative_at_another_place_and_of_a_derivative() -> None:
    assert float(evaluate(Gradient(a**3, a, at=2 * a), {"a": 0.5})[0]) == pytest.approx(3)
    nested = Gradient(Slope(a**5, a, along=sp.Integer(1), order=2), a)
    assert float(evaluate(nested, {"a": 2.0})[0]) == pytest.approx(240)
    third = Gradient(Gradient(Gradient(sp.exp(a * 2), a), a), a)
    assert float(evaluate(third, {"a": 0.3})[0]) == pytest.approx(8 * torch.e**0.6)


def test_one_derivative_for_every_replicate() -> None:
    x = Sampled("x", Normal(), d)
    f = sp.sin(dot(x, w)) * dot(x, c)
    draws = normals(40, 3)
    gradient, hessian = Literal((Gradient(f, w), Hessian(f, w)))(ENV, {"x": draws}, 40)
    u, scale = draws @ ENV["w"], draws @ ENV["c"]
    assert torch.allclose(gradient[..., 0], (torch.cos(u) * scale)[:, None] * draws)
    assert torch.allclose(hessian, (-torch.sin(u) * scale)[:, None, None] * draws[:, :, None] * draws[:, None, :])


def test_a_hessian_takes_two_backward_passes_and_is_symmetric(monkeypatch: pytest.MonkeyPatch) -> None:
    """All rows at once; of what torch cannot take together one by one, with the same values."""
    f, passes, grad = OF_VECTOR["resolvent"], [], torch.autograd.grad

    def counted(*args, **kinds):
        passes.append(kinds.get("is_grads_batched", False))
        return grad(*args, **kinds)

    def alone(*args, is_grads_batched=False, **kinds):
        if is_grads_batched:
            raise RuntimeError("no batching rule")
        return grad(*args, **kinds)

    monkeypatch.setattr(torch.autograd, "grad", counted)
    together = Literal((Hessian(f, w),))(ENV)[0]
    assert passes[:2] == [False, True] and set(passes) == {False, True}
    monkeypatch.setattr(torch.autograd, "grad", alone)
    assert torch.allclose(Literal((Hessian(f, w),))(ENV)[0], together, atol=1e-13)
    assert bool((together == together.mT).all())


def test_a_hessian_under_another_derivative() -> None:
    """The gradient of Tr Hessian of |w|⁴/4 is that of (d + 2)|w|², d = 3."""
    found = Literal((Gradient(sp.Trace(Hessian(dot(w, w) ** 2 / 4, w)), w),))(ENV)[0]
    assert torch.allclose(found[:, 0], 10 * ENV["w"])


def test_a_derivative_in_a_random_term() -> None:
    z = Sampled("z", Normal())
    t = Symbol("t", "argument")
    draws = normals(30)
    value = Literal((Gradient(t**4 * a, t, at=z),))(ENV, {"z": draws}, 30)[0]
    assert torch.allclose(value, 4 * 0.7 * draws**3)


def test_a_derivative_under_a_sum() -> None:
    f = sp.Sum(Gradient(a**3 * c[i] + a * i, a), (i, 1, d))
    expected = 3 * 0.49 * float(ENV["c"].sum()) + 6
    assert float(Literal((f,))(ENV)[0]) == pytest.approx(expected)


@pytest.mark.parametrize("kink", [0, sp.S.Half, 1])
def test_the_gradient_uses_the_declared_value_at_a_corner(kink: sp.Expr) -> None:
    relu = Function("ρ", "relu", kink=kink)
    env = {**ENV, "ρ": sp.Max(sp.Symbol("z"), 0)}
    f = sp.Trace(relu.entrywise(W) * V.T)
    gradient = Literal((Gradient(f, W),))({**env, "W": torch.zeros(3, 2).double()})[0]
    assert torch.allclose(gradient, float(kink) * ENV["V"])
    moved = Literal((Gradient(f, W),))(env)[0]
    assert torch.allclose(moved, (ENV["W"] > 0) * ENV["V"])


ZERO = torch.zeros(3, 2, dtype=torch.float64)
EQUAL = torch.eye(3, dtype=torch.float64)[:, :2]
REFUSED = {
    "an undeclared corner": (
        sp.Trace(Entrywise(sp.Lambda(sp.Symbol("t"), sp.Max(sp.Symbol("t"), 0)), W) * V.T),
        ZERO,
        NonFinite,
    ),
    "|x| at 0": (sp.Abs(sp.Trace(W.T * V)), ZERO, NonFinite),
    "a zero norm": (norm(W), ZERO, DomainError),
    "a repeated eigenvalue": (eigenvalue(W.T * W, 1), EQUAL, DomainError),
    "a repeated singular value": (operator_norm(W), EQUAL, DomainError),
    "a zero singular value": (nuclear_norm(W), ZERO, DomainError),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_derivative_is_refused(name: str) -> None:
    f, point, kind = REFUSED[name]
    with pytest.raises(kind):
        Literal((Gradient(f, W),))({**ENV, "W": point})


def test_the_derivative_of_a_mean() -> None:
    """Of a mean over one number, through the quadrature and its corners; of any other, the mean of derivatives."""
    Z = Sampled("Z", Normal())
    hinge = Mean(sp.Max(a * Z + 1, 0))
    value, slope = float(evaluate(hinge, ENV)[0]), float(evaluate(Gradient(hinge, a), ENV)[0])
    ends = [float(evaluate(hinge, {**ENV, "a": 0.7 + h})[0]) for h in (1e-4, -1e-4)]
    assert value > 1 and slope == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-6)
    x = Sampled("x", Normal(), d)
    literal = Literal((dot(v, Gradient(Mean(dot(x, w) ** 2, over=(x,)), w)),))
    draws = normals(200_000, 3)
    values = literal(ENV, {literal.random[0].name: draws}, 200_000)[0]
    assert abs(float(values.mean()) - 2 * float(ENV["v"] @ ENV["w"])) < 6 * float(values.std()) / 200_000**0.5
    with pytest.raises(CompileError, match="jumps"):
        Literal((dot(v, Gradient(Mean(sp.sign(dot(x, w)), over=(x,)), w)),))


def test_population_gradient_descent() -> None:
    """E (h(Z w) - h(Z))² with h = tanh, by quadrature inside each step of a path."""
    Z, u = Sampled("Z", Normal()), Symbol("u", "weight")
    loss = Mean((sp.tanh(u * Z) - sp.tanh(Z)) ** 2)
    end = float(evaluate(Iterate(u, u - 3 * Gradient(loss, u), sp.Rational(1, 5), 60).end, {})[0])
    assert end == pytest.approx(1, abs=1e-6)


def test_a_function_with_a_corner_of_an_inner_product() -> None:
    """Its variable stays inside, whatever the argument: <w, ∇ρ(<w, x>)> = ρ'(<w, x>) <w, x>."""
    relu, given = Function("ρ", "relu", kink=0), {"ρ": sp.Max(kinked.Z, 0), "w": torch.tensor([1.0, 2.0]).double()}
    w, x = Array("w", "weights", 2), Array("x", "an input", 2)
    euler = dot(w, Gradient(relu(dot(w, x)), w))
    for signs, value in ((1, 1.75), (-1, 0.0)):
        assert float(evaluate(euler, {**given, "x": signs * torch.tensor([0.25, 0.75]).double()})[0]) == value

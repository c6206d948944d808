"""Roots against 40-digit bisection, with their stated errors; batches, failures and definitions."""

from __future__ import annotations

import math
import time

import mpmath
import pytest
import sympy as sp
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lemmata.numerics.formula import program
from lemmata.numerics.solve.roots import Resolved, resolve, solve, solve_system
from lemmata.theory.first.systems import Root, System
from lemmata.theory.language.errors import ClaimError, DomainError, NonFinite, NotConverged
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.language.matrices import PositiveSemidefinite

n, lam, kappa, a, x, y = sp.symbols("n lam kappa a x y", positive=True)
r = sp.Symbol("r", real=True)
j, d = sp.symbols("j d", integer=True, positive=True)
l, m = sp.IndexedBase("l"), sp.IndexedBase("m")
F64 = torch.float64
RIDGE = Root(kappa, n - n * lam / kappa - sp.Sum(m[j] * l[j] / (l[j] + kappa), (j, 1, d)))


def ridge_by_bisection(size: float, penalty: float, spectrum: list[float], weights: list[float]) -> mpmath.mpf:
    with mpmath.workdps(40):
        values = [(mpmath.mpf(p), mpmath.mpf(q)) for p, q in zip(spectrum, weights, strict=True)]

        def gap(t: mpmath.mpf) -> mpmath.mpf:
            k = mpmath.exp(t)
            return mpmath.mpf(size) * (1 - mpmath.mpf(penalty) / k) - sum(q * p / (p + k) for p, q in values)

        low, high = mpmath.mpf(-80), mpmath.mpf(40)
        for _ in range(150):
            middle = (low + high) / 2
            low, high = (middle, high) if gap(middle) < 0 else (low, middle)
        return mpmath.exp((low + high) / 2)


@pytest.mark.parametrize("penalty", [0.0, 1e-12, 1e-7, 1e-3, 1.0, 1e3])
@pytest.mark.parametrize("power", [0.5, 1.5, 4.0])
@pytest.mark.parametrize("size", [5, 29])
def test_ridge_root_to_forty_digits(penalty: float, power: float, size: int) -> None:
    spectrum, weights = [float(k) ** -power for k in range(1, 31)], [1.0 + k % 3 for k in range(30)]
    value, error = solve(RIDGE, {"n": size, "lam": penalty, "l": spectrum, "m": weights})
    truth = ridge_by_bisection(size, penalty, spectrum, weights)
    gap = abs(mpmath.mpf(float(value)) - truth)
    assert gap <= float(error)
    assert float(error) <= 1e-12 * float(value)


def test_the_error_encloses_the_root_for_random_spectra_of_every_scale() -> None:
    generator = torch.Generator().manual_seed(3)
    batch, size = 400, 30
    spectrum = torch.rand(batch, size, dtype=F64, generator=generator).pow(6) + 1e-12
    spectrum = spectrum * torch.logspace(-8, 8, batch, dtype=F64)[:, None]
    samples = torch.randint(1, size, (batch,), generator=generator).double()
    penalties = 10 ** (torch.rand(batch, dtype=F64, generator=generator) * 16 - 14)
    value, error = solve(RIDGE, {"n": samples, "lam": penalties, "l": spectrum, "m": torch.ones(size, dtype=F64)})
    assert (error < 1e-9 * value).all()
    with mpmath.workdps(40):
        for k in range(0, batch, 8):
            ends = [mpmath.mpf(float(value[k])) + sign * mpmath.mpf(float(error[k])) for sign in (-1, 1)]
            sizes = [mpmath.mpf(s) for s in spectrum[k].tolist()]
            low, high = (
                samples[k].item() * (1 - mpmath.mpf(penalties[k].item()) / e) - sum(s / (s + e) for s in sizes) for e in ends
            )
            assert low < 0 < high


def test_batch_equals_loop_and_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    penalties = torch.logspace(-12, 2, 15, dtype=F64)[:, None]
    sizes = torch.tensor([3.0, 8.0, 17.0], dtype=F64)
    env = {"lam": penalties, "n": sizes, "l": torch.arange(1, 21, dtype=F64) ** -2.0, "m": torch.ones(20, dtype=F64)}
    value, error = solve(RIDGE, env)
    assert value.shape == error.shape == (15, 3)
    for p in (0, 7, 14):
        for q in range(3):
            single, slack = solve(RIDGE, {**env, "lam": float(penalties[p]), "n": float(sizes[q])})
            assert abs(float(single - value[p, q])) <= float(slack + error[p, q])
    monkeypatch.setattr(program, "BUDGET", 200)
    again, _ = solve(RIDGE, env)
    assert torch.allclose(again, value, rtol=1e-14)


@settings(max_examples=60, deadline=None)
@given(st.floats(-250, 250), st.floats(-3, 3).filter(lambda p: abs(p) > 0.05), st.booleans())
def test_monotone_power_equations_at_any_scale(exponent: float, power: float, guessed: bool) -> None:
    target = math.exp(exponent)
    truth = mpmath.mpf(target) ** (1 / mpmath.mpf(power))
    assume(1e-290 < truth < 1e290 and 1e-290 < truth ** (power - 1) < 1e290)  # a slope that is a normal number
    p = sp.Symbol("p", real=True)
    root = Root(kappa, kappa**p - x, guess=1 / x if guessed else None)
    value, error = solve(root, {"p": power, "x": target})
    assert abs(mpmath.mpf(float(value)) - truth) <= float(error) * 1.01
    assert float(error) <= 1e-10 * float(value)


@pytest.mark.parametrize(
    ("root", "env", "truth"),
    [
        (Root(r, sp.tanh(r) + r - a, (-5, 5), log=False), {"a": 0.0}, 0.0),
        (Root(r, sp.exp(r) - a, (-sp.oo, sp.oo), log=False, guess=0), {"a": 1e-9}, math.log(1e-9)),
        (Root(r, r**3 - a, (-10, 10), log=False), {"a": -8.0}, -2.0),
        (Root(kappa, sp.Eq(kappa * sp.exp(kappa), a), (0, sp.oo)), {"a": math.e}, 1.0),
        (Root(kappa, sp.log(kappa) - a, (lam, 10 * lam)), {"a": math.log(0.3), "lam": 0.1}, 0.3),
        (Root(kappa, GaussMean(sp.Max(0, kappa * r) ** 2, r) - a), {"a": 2.0}, 2.0),
        (Root(kappa, sp.erfc(kappa) - a, (0, sp.oo)), {"a": math.erfc(3.0)}, 3.0),
    ],
)
def test_other_equations(root: Root, env: dict[str, float], truth: float) -> None:
    value, error = solve(root, env)
    assert abs(float(value) - truth) <= max(float(error), 4e-16 * abs(truth))
    assert float(error) < 1e-12 * max(1, abs(truth))


def test_a_matrix_equation_uses_automatic_slopes() -> None:
    S = PositiveSemidefinite("S", d)
    root = Root(kappa, n - n * lam / kappa - sp.Trace(S * (S + kappa * sp.Identity(d)).I))
    spectrum = torch.tensor([2.0, 1.0, 0.5, 0.1], dtype=F64)
    q = torch.linalg.qr(torch.randn(4, 4, dtype=F64, generator=torch.Generator().manual_seed(1)))[0]
    value, error = solve(root, {"n": 3, "lam": torch.tensor([0.01, 1.0], dtype=F64), "S": q @ torch.diag(spectrum) @ q.T})
    for k, penalty in enumerate((0.01, 1.0)):
        truth = ridge_by_bisection(3, penalty, spectrum.tolist(), [1.0] * 4)
        assert abs(float(value[k]) - float(truth)) < 1e-12 * float(truth) + float(error[k])


@pytest.mark.parametrize(
    ("root", "env", "error", "words"),
    [
        (RIDGE, {"n": 30.0, "lam": 0.0, "l": [1.0, 0.5], "m": [1.0, 1.0]}, NotConverged, "no root in the bracket.*lam = 0"),
        (Root(r, r**2 + a, (-1, 2), log=False), {"a": 1.0}, NotConverged, "a = 1"),
        (
            Root(kappa, sp.log(kappa - a), (0, sp.oo)),
            {"a": 5.0},
            NonFinite,
            "not a number: solving for kappa at kappa = 1, with a = 5",
        ),
        (Root(kappa, kappa - a, (x, y)), {"a": 1.0, "x": 3.0, "y": 2.0}, DomainError, r"bracket \(3, 2\) of kappa is empty"),
        (Root(kappa, kappa - a, guess=-a), {"a": 1.0}, DomainError, "start -1 of kappa is not inside"),
        (Root(kappa, kappa - a, (1, 2)), {"a": torch.tensor([1.5, 7.0])}, NotConverged, "a = 7"),
    ],
)
def test_failures_name_the_point(root: Root, env: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        solve(root, env)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Root(kappa, lam - n), "does not contain kappa"),
        (lambda: Root(kappa, kappa - n, (2, 1)), "empty; give lo < hi"),
        (lambda: Root(kappa, kappa - n, (-1, 1)), "use log=False"),
        (lambda: Root(kappa, kappa - n, (kappa, 1)), "contains the unknown"),
        (lambda: Root("kappa", kappa - n), "must be a sympy Symbol"),
        (lambda: Root(kappa, kappa < n), "must be an expression"),
        (lambda: Root(r, r - n, (-sp.oo, sp.oo), log=False), "needs guess"),
        (lambda: System((x, y), (x - 1,)), "1 equations for 2 unknowns"),
        (lambda: System((x, y), (x - 1, x - 2)), "no equation contains y"),
        (lambda: System((x, x), (x - 1, x - 2)), "distinct"),
        (lambda: System((x, y), (x - y, x - 2), {x: 1}), "start lacks y"),
        (lambda: System((x, y), (x - y, x - 2), (1, -1)), "not positive"),
    ],
)
def test_a_malformed_definition_is_refused_when_it_is_made(build: object, words: str) -> None:
    with pytest.raises(ClaimError, match=words):
        build()  # type: ignore[operator]


def test_systems_batched_with_their_errors() -> None:
    system = System((x, y), (sp.Eq(x * y, a), sp.Eq(x + y, lam)), start={x: lam, y: a / lam})
    products = torch.tensor([1e-9, 0.3, 2.0], dtype=F64)
    values, errors = solve_system(system, {"a": products, "lam": 3.0})
    for k, product in enumerate(products.tolist()):
        small = (3 - mpmath.sqrt(9 - 4 * mpmath.mpf(product))) / 2
        with mpmath.workdps(30):
            small = (3 - mpmath.sqrt(9 - 4 * mpmath.mpf(product))) / 2
        assert abs(float(values["y"][k]) - float(small)) <= float(errors["y"][k])
        assert float(errors["y"][k]) < 1e-12
    with pytest.raises(NotConverged, match="a = 3"):
        solve_system(system, {"a": torch.tensor([1.0, 3.0], dtype=F64), "lam": 3.0})


def test_definitions_are_resolved_in_order_with_errors() -> None:
    gamma = sp.Symbol("gamma")
    definitions = {
        kappa: RIDGE,
        gamma: sp.Sum(m[j] * (l[j] / (l[j] + kappa)) ** 2, (j, 1, d)) / n,
        (x, y): System((x, y), (x - gamma * y, y - kappa), (1, 1)),
    }
    spectrum, weights = [float(k) ** -1.5 for k in range(1, 41)], [1.0] * 40
    resolved = resolve(definitions, {"n": 10, "lam": 1e-3, "l": spectrum, "m": weights})
    assert isinstance(resolved, Resolved)
    assert resolved["n"] == 10
    assert set(resolved.errors) == {"kappa", "gamma", "x", "y"}
    with mpmath.workdps(30):
        truth = ridge_by_bisection(10, 1e-3, spectrum, weights)
        second = sum((mpmath.mpf(s) / (s + truth)) ** 2 for s in spectrum) / 10
    assert abs(float(resolved["gamma"]) - float(second)) <= float(resolved.errors["gamma"]) < 1e-13
    assert float(resolved["x"]) == pytest.approx(float(second * truth), rel=1e-12)


def test_long_spectra_are_resolved_without_a_loop() -> None:
    gamma = sp.Symbol("gamma")
    definitions = {kappa: RIDGE, gamma: sp.Sum(m[j] * (l[j] / (l[j] + kappa)) ** 2, (j, 1, d)) / n}
    size = 100_000
    env = {"n": 1000, "lam": 1e-3, "l": torch.arange(1, size + 1, dtype=F64) ** -1.5, "m": torch.ones(size, dtype=F64)}
    resolve(definitions, env)
    begin = time.process_time()
    resolved = resolve(definitions, env)
    assert time.process_time() - begin < 0.2
    assert float(resolved.errors["gamma"]) < 1e-12


def test_the_error_of_a_parameter_reaches_the_root() -> None:
    definitions = {a: Root(a, a**2 - 2), kappa: Root(kappa, kappa - 1000 * a**4)}
    resolved = resolve(definitions, {})
    assert abs(float(resolved["kappa"]) - 4000) <= float(resolved.errors["kappa"])


def test_a_spectrum_of_length_1e5_is_vectorised() -> None:
    size = 100_000
    env = {"n": 1000, "lam": 1e-3, "l": torch.arange(1, size + 1, dtype=F64) ** -1.5, "m": torch.ones(size, dtype=F64)}
    value, error = solve(RIDGE, env)
    begin = time.process_time()
    for _ in range(5):
        solve(RIDGE, env)
    # about 3 ms each; a python loop over the spectrum would take more than a second
    assert (time.process_time() - begin) / 5 < 0.1
    assert float(error) < 1e-12 * float(value)
    with mpmath.workdps(30):
        residual = 1000 - mpmath.mpf(1) / float(value) - mpmath.fsum(s / (s + float(value)) for s in env["l"].tolist())
        slope = mpmath.fsum(s / (s + float(value)) ** 2 for s in env["l"].tolist())
    assert abs(residual) / slope < float(error) + 1e-15 * float(value)

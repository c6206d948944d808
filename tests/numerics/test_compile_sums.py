"""Indexed sums and products, batches, chunks, sizes, messages, and the fake device."""

from __future__ import annotations

import math

import pytest
import sympy as sp
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.numerics.devices.fake import run_on_fake_cuda
from lemmata.numerics.formula import program
from lemmata.numerics.formula.balls import ball, mp
from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.formula.compile import compile_expr
from lemmata.theory.language.errors import CompileError, DomainError, NonFinite
from lemmata.theory.language.functions import Coefficients, GaussMean, h

i, j, k, N, d = sp.symbols("i j k N d", integer=True)
z = sp.Symbol("z", real=True)
kappa, s, t = sp.symbols("kappa s t", positive=True)
lam, m, b = sp.IndexedBase("lam"), sp.IndexedBase("m"), sp.IndexedBase("b")
c, A = Coefficients("c"), sp.IndexedBase("A")
F64 = torch.float64


def spectrum(size: int, batch: tuple[int, ...] = (), power: float = 1.5) -> torch.Tensor:
    values = torch.arange(1, size + 1, dtype=F64) ** -power
    scale = 1 + torch.arange(math.prod(batch), dtype=F64).reshape(*batch, 1) / 7
    return values * scale if batch else values


SUMS = [
    sp.Sum(lam[j] / (lam[j] + kappa), (j, 1, N)),
    sp.Sum(m[j] * lam[j] ** 2 / (lam[j] + kappa) ** 2, (j, 1, N)) / (1 + kappa),
    sp.Sum(lam[j] * sp.Sum(lam[i] / (lam[i] + lam[j] + kappa), (i, 1, N)), (j, 1, N)),
    sp.Sum(lam[i] * m[j], (i, 1, j), (j, 1, N)),
    sp.Sum(sp.Sum(lam[i], (i, j + 1, N)) * m[j], (j, 1, N - 1)),
    sp.Sum((lam[j] - lam[j + 1]) ** 2, (j, 1, N - 1)),
    sp.Sum(lam[2 * j], (j, 1, sp.floor(N / 2))),
    sp.Sum(lam[N + 1 - j] * j, (j, 1, N)),
    sp.Product(1 + kappa * lam[j], (j, 1, N)),
    sp.Sum(sp.Product(lam[i], (i, 1, j)), (j, 1, N)),
    sp.Sum(kappa, (j, 1, N)) + sp.Sum(1, (j, 3, 2)),
    sp.Sum(j**2 * sp.exp(-kappa * j), (j, 1, 30)),
    sp.Sum(sp.binomial(30, j) * kappa**j, (j, 0, 30)),
    sp.Sum(lam[j], (j, 1, N)) * sp.Sum(lam[j], (j, 1, N)) - sp.Sum(lam[j] ** 2, (j, 1, N)),
    sp.Sum(lam[1] * lam[j] + lam[N], (j, 2, N)),
    sp.Sum(sp.Piecewise((lam[j], lam[j] > kappa / 9), (0, True)), (j, 1, N)),
    sp.Sum(i * j * kappa, (j, 1, i**2 % 5), (i, 1, 6)),
]


@pytest.mark.parametrize("expr", SUMS, ids=str)
def test_sums_agree_with_multiprecision_and_balls_and_batch_equals_loop(expr: sp.Expr) -> None:
    size = 7
    batch = {
        "lam": spectrum(size, (3,)),
        "m": spectrum(size, power=-0.5),
        "kappa": torch.tensor([[0.1], [0.7]], dtype=F64),
        "N": size,
    }
    used = {name: batch[name] for name in compile_expr(expr).names}
    values = compile_expr(expr)(used)
    full = torch.broadcast_shapes((2, 1) if "kappa" in used else (), (3,) if "lam" in used else ())
    assert values.shape == full
    for r in range(2):
        for q in range(3):
            point = {"lam": batch["lam"][q].tolist(), "m": batch["m"].tolist(), "kappa": float(batch["kappa"][r]), "N": size}
            value = float(values.expand(2, 3)[r, q])
            exact, _ = mp(expr, point)
            assert value == pytest.approx(float(exact), rel=1e-13)
            assert float(compile_expr(expr)(point)) == pytest.approx(value, rel=1e-14)
            if (r, q) == (1, 2):
                assert float(ball(expr, point).mid()) == pytest.approx(value, rel=1e-13)


def test_limits_that_vary_over_the_batch_are_masked() -> None:
    values = torch.arange(1.0, 6.0, dtype=F64)
    tails = compile_expr(sp.Sum(lam[i], (i, k + 1, d)))({"lam": values, "k": torch.tensor([0, 1, 2, 5])})
    assert tails.tolist() == [15, 14, 12, 0]
    heads = compile_expr(sp.Product(lam[i], (i, 1, k)))({"lam": values, "k": torch.tensor([0, 1, 3, 5])})
    assert heads.tolist() == [1, 1, 6, 120]
    free = compile_expr(sp.Sum(i, (i, 1, k)))({"k": torch.tensor([0, 4, 100])})
    assert free.tolist() == [0, 10, 5050]


def test_sizes_come_from_the_arrays() -> None:
    norm = compile_expr(sp.Sum(lam[j], (j, 1, N)) / N)
    assert float(norm({"lam": [1.0, 2.0, 6.0]})) == 3
    assert float(norm({"lam": [1.0, 2.0, 6.0], "N": 2})) == 1.5
    series = compile_expr(sp.Sum(c[k] * h(k, t), (k, 0, N)))
    assert float(series({"c": [1.0, 2.0, 3.0], "t": 0.5})) == pytest.approx(1 + 1 + 3 * (0.25 - 1) / math.sqrt(2))
    with pytest.raises(DomainError, match="disagree"):
        compile_expr(sp.Sum(lam[j], (j, 1, N)) + sp.Sum(m[j], (j, 1, N)))({"lam": [1.0, 2.0], "m": [1.0]})
    sized = sp.IndexedBase("v", shape=(d,))
    with pytest.raises(DomainError, match="d = 4"):
        compile_expr(sp.Sum(sized[j], (j, 1, d)))({"v": [1.0, 2.0], "d": 4})


def test_two_indices() -> None:
    matrix = torch.arange(6.0, dtype=F64).reshape(2, 3)
    env = {"A": matrix, "lam": [1.0, 2.0], "m": [1.0, 10.0, 100.0]}
    both = sp.Sum(A[i, j] * lam[i] * m[j], (i, 1, 2), (j, 1, 3))
    assert float(compile_expr(both)(env)) == float(
        torch.tensor([1.0, 2.0]).double() @ matrix @ torch.tensor([1.0, 10.0, 100.0]).double()
    )
    assert float(compile_expr(sp.Sum(A[i, i], (i, 1, 2)))(env)) == 4
    assert float(compile_expr(A[2, 3] + A[1, k])({**env, "k": 2})) == 6


def test_indices_as_batched_parameters() -> None:
    assert compile_expr(lam[k])({"lam": [5.0, 6.0, 7.0], "k": torch.tensor([[1], [3]])}).tolist() == [[5], [7]]


def test_infinite_sums_by_closed_form_or_not_at_all() -> None:
    assert float(compile_expr(sp.Sum(1 / j**2, (j, 1, sp.oo)))({})) == pytest.approx(math.pi**2 / 6, rel=1e-14)
    geometric = compile_expr(sp.Sum(j**-s, (j, 1, sp.oo)))
    assert float(geometric({"s": 3.0})) == pytest.approx(1.2020569031595942, rel=1e-14)
    with pytest.raises(CompileError, match="finite upper limit"):
        compile_expr(sp.Sum(lam[j], (j, 1, sp.oo)))
    with pytest.raises(CompileError, match="finite upper limit"):
        compile_expr(sp.Sum(sp.sin(t * j) / (j**3 + s), (j, 1, sp.oo)))


def test_chunks_give_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    expr = sp.Sum(lam[j] / (lam[j] + kappa), (j, 1, N)) + GaussMean(sp.tanh(kappa * z), z) + kappa**2
    env = {"lam": spectrum(50), "kappa": torch.linspace(0.1, 2, 40, dtype=F64).reshape(8, 5)}
    whole = compile_expr(expr)(env)
    monkeypatch.setattr(program, "BUDGET", 3000)
    assert torch.equal(compile_expr(expr)(env), whole)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 6), st.integers(0, 6), st.integers(-3, 3))
def test_any_window(low: int, span: int, shift: int) -> None:
    high = low + span
    expr = sp.Sum(c[j] * (j + shift), (j, low, k))
    values = [1.0 + v for v in range(high + 1)]
    assert float(compile_expr(expr)({"c": values, "k": high})) == sum(values[q] * (q + shift) for q in range(low, high + 1))


@pytest.mark.parametrize(
    ("expr", "env", "error", "words"),
    [
        (sp.Sum(lam[j], (j, 0, N)), {"lam": [1.0, 2.0]}, DomainError, "elements 1 to 2 of lam"),
        (sp.Sum(lam[j], (j, 1, N)), {"lam": [1.0, 2.0], "N": 3}, DomainError, "1..3 leaves"),
        (sp.Sum(lam[j], (j, 1, N)), {"lam": 1.0}, DomainError, "lam must be a vector"),
        (lam[4], {"lam": [1.0, 2.0]}, DomainError, "indices 1 to 2, not 4"),
        (kappa * s, {"kappa": 1.0}, DomainError, "needs a value of s; the environment gives kappa"),
        (kappa + s, {"kappa": "one", "s": 1}, DomainError, "kappa = 'one'"),
        (kappa + s, {"kappa": torch.ones(2), "s": torch.ones(3)}, DomainError, "do not broadcast"),
        (1 / sp.log(kappa), {"kappa": torch.tensor([2.0, 1.0], dtype=F64)}, NonFinite, "is inf at kappa = 1"),
        (sp.sqrt(s - kappa), {"s": 1.0, "kappa": 2.5}, NonFinite, "is nan at kappa = 2.5, s = 1"),
        (sp.Sum(sp.log(lam[j]), (j, 1, N)), {"lam": [1.0, 0.0]}, NonFinite, r"lam = \[1, 0\] of shape \(2,\)"),
    ],
)
def test_messages(expr: sp.Expr, env: dict[str, object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        compile_expr(expr)(env)


def test_unchecked_values_pass_through() -> None:
    assert torch.isinf(compile_expr(1 / kappa)({"kappa": 0.0}, check=False))


FAKE = [
    sp.Sum(m[j] * lam[j] / (lam[j] + kappa), (j, 1, N)),
    sp.Sum(lam[i], (i, k + 1, N)),
    sp.Sum(lam[i] * m[j], (i, 1, j), (j, 1, N)),
    GaussMean(sp.Max(0, kappa * z), z),
    sp.Integral(sp.exp(-kappa * t), (t, 0, sp.oo)),
    sp.uppergamma(kappa, 2),
    sp.LambertW(kappa),
    sp.Sum(c[j] * h(j, kappa), (j, 0, d)),
    sp.Piecewise((kappa, kappa > 1), (sp.zeta(kappa + 2), True)),
    kappa < 3,
    lam[3] + sp.pi,
]


@pytest.mark.parametrize("expr", FAKE, ids=str)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_runs_on_a_fake_cuda_device(expr: sp.Basic, dtype: torch.dtype) -> None:
    compiled = compile_expr(expr, dtype=dtype)
    env = {"lam": torch.ones(3, 9), "m": torch.ones(9), "c": torch.ones(9), "kappa": torch.ones(3), "k": torch.ones(3)}
    used = {name: v for name, v in env.items() if name in compiled.names}
    outputs = run_on_fake_cuda(lambda point, draw: compiled(point), used)
    assert outputs["value"].device == "cuda:0"
    assert outputs["value"].dtype in (dtype, torch.bool)


def test_one_vector_operation_per_term_not_a_loop() -> None:
    expr = sp.Sum(m[j] * lam[j] / (lam[j] + kappa), (j, 1, N))
    assert len(compile_expr(expr).program.nodes) < 25


def test_an_integrand_that_overflows_everywhere_has_no_integral():
    """u³⁹⁹e^(−u) overflows at every node: nothing is known to have died out."""
    from lemmata import Integral, Naturals, Symbol, evaluate, exp, gamma, log, sqrt
    from lemmata.theory.language.errors import NonFinite

    n, u = Symbol("n", "a size", Naturals), sp.Symbol("u", positive=True)
    share = Integral(exp((n - 1) * log(u) - u), (u, n - sqrt(n), n + sqrt(n)))
    value, error = evaluate(share / gamma(n), n=100)
    assert abs(value - 0.6835003407534772) < 1e-12 + error
    with pytest.raises(NonFinite):
        evaluate(share, n=400)


def test_a_sum_inside_an_integral_is_not_made_outside_of_it() -> None:
    """Of a variable that the integral binds there is no value outside, even where one of the same name is given."""
    x, i, k = (
        sp.Symbol("x", real=True),
        sp.Symbol("i", integer=True, positive=True),
        sp.Symbol("k", integer=True, positive=True),
    )
    m = sp.Symbol("m", integer=True, positive=True)
    inner = sp.Sum(sp.Max(x - k, 0) ** 2, (k, 1, m))
    whole = sp.Sum(sp.Integral(inner, (x, i - 1, i)), (i, 1, 3))
    for env in ({"m": 2}, {"m": 2, "x": 0.3}):
        assert float(evaluate(whole, env)[0]) == pytest.approx(3, rel=1e-12)
    both = sp.Sum(sp.Integral(inner, (x, 0, 3)) + i * inner, (i, 1, 2))
    assert float(evaluate(both, {"m": 2, "x": 2.5})[0]) == pytest.approx(2 * 3 + 3 * 2.5, rel=1e-12)

"""Literals: values, batches, sharing, refusals; compared with torch written by hand."""

from __future__ import annotations

import math
import pickle

import pytest
import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.devices.fake import run_on_fake_cuda
from lemmata.numerics.formula.certain import evaluate, evaluate_high
from lemmata.numerics.formula.literal import Literal
from lemmata.numerics.formula.matrix_terms import normal
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.terms import draw_terms
from lemmata.theory.language.arrays import PSD, Array
from lemmata.theory.language.calculus import Entrywise, Function, Gradient
from lemmata.theory.language.definitions import Definition
from lemmata.theory.language.errors import CompileError, DomainError, NonFinite, SimulatorError
from lemmata.theory.language.functions import He
from lemmata.theory.language.iteration import Iterate
from lemmata.theory.language.laws import Bernoulli, Exponential, Normal, Rademacher, Uniform, Wishart
from lemmata.theory.language.operators import Mean, Probability, Quantile, Variance
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Index, Naturals, Positive, Symbol
from lemmata.theory.language.words import diag, dot, eigenvalue, hadamard, norm, nuclear_norm, offdiag, operator_norm, quad, sq

a = Symbol("a", "frequency", Positive)
n, d, m = (Symbol(k, "size", Naturals) for k in "ndm")
lam, s = Symbol("λ", "ridge", Positive), Symbol("s", "width", Positive)
K, y, X = Array("K", "kernel", n, n, kind=PSD), Array("y", "labels", n), Array("X", "design", n, d)
S, b = Array("S", "covariance", d, d, kind=PSD), Array("b", "target", d)
Z, eps = Sampled("Z", Normal()), Sampled("ε", Uniform(-s, s), n)
M = (K + n * lam * sp.Identity(n)).inv()
B = 64
generator = torch.Generator().manual_seed(3)


def normals(*sizes: int) -> Tensor:
    return torch.randn(*sizes, generator=generator, dtype=torch.float64)


Kt, yt, Xt, bt, epst = normals(5, 5), normals(5), normals(5, 3), normals(3), normals(B, 5)
Kt = Kt @ Kt.T
St = Xt.T @ Xt
ENV = {"n": 5, "d": 3, "λ": 0.2, "s": 1.0, "K": Kt, "y": yt, "X": Xt, "S": St, "b": bt, "a": 1.3}
Mt = torch.linalg.inv(Kt + 5 * 0.2 * torch.eye(5, dtype=torch.float64))
e = epst.unsqueeze(-1)
col = yt[:, None]
fit = Kt @ Mt @ (col + e)
ridge = X.T * (X * X.T + n * lam * sp.Identity(n)).inv()
ridget = Xt.T @ torch.linalg.inv(Xt @ Xt.T + 5 * 0.2 * torch.eye(5, dtype=torch.float64))
ONE = {
    "quadratic form": (quad(M, eps), (e.mT @ Mt @ e)[:, 0, 0]),
    "square of a fit": (sq(y - K * M * (y + eps)), (col - fit).square().sum((1, 2))),
    "definition": (Definition("f", "fit", dot(y, K * M * (y + eps))), (col.mT @ fit)[:, 0, 0]),
    "outer product under a trace": (sp.Trace(M * eps * eps.T * K), (e.mT @ Kt @ Mt @ e)[:, 0, 0]),
    "ridge": (quad(S, ridge * (X * b + eps) - b), None),
    "column": (K * M * eps, Kt @ Mt @ e),
    "row": (eps.T * M, e.mT @ Mt),
    "outer product": (eps * y.T, e @ col.T),
    "no draw": (sp.Trace(K * M), torch.trace(Kt @ Mt).expand(B)),
    "entry": (y[2] * eps[3], yt[1] * epst[:, 2]),
    "sum of entries": (sp.Sum(y[Index("i")] * eps[Index("i")], (Index("i"), 1, n)), epst @ yt),
    "norm": (norm(eps - y), (epst - yt).norm(dim=1)),
    "nuclear": (nuclear_norm(eps * y.T + K), torch.linalg.svdvals(e @ col.T + Kt).sum(-1)),
    "operator": (operator_norm(eps * y.T), epst.norm(dim=1) * yt.norm()),
    "eigenvalue": (eigenvalue(K + eps * eps.T, 2), torch.linalg.eigvalsh(Kt + e @ e.mT)[:, -2]),
    "entrywise": (dot(y, Entrywise(sp.cos, eps)), torch.cos(epst) @ yt),
    "hadamard": (sp.Trace(hadamard(K, eps * eps.T)), (Kt.diagonal() * epst.square()).sum(1)),
    "diagonals": (sp.Trace(diag(eps) * offdiag(K + y * y.T) * K), None),
    "square of a sum": ((1 + dot(y, eps)) ** 2 * sp.exp(-a * dot(y, eps)), None),
}
u = epst @ yt
ONE["square of a sum"] = (ONE["square of a sum"][0], (1 + u) ** 2 * torch.exp(-1.3 * u))
gap = ridget @ (Xt @ bt[:, None] + e) - bt[:, None]
ONE["ridge"] = (ONE["ridge"][0], (gap.mT @ St @ gap)[:, 0, 0])
off = Kt + col @ col.T
off = off - torch.diag(off.diagonal())
ONE["diagonals"] = (ONE["diagonals"][0], torch.einsum("bi,ij,ji->b", epst, off, Kt))


@pytest.mark.parametrize("name", ONE)
def test_a_literal_is_what_torch_says(name: str) -> None:
    expr, expected = ONE[name]
    value = Literal((expr,))(ENV, {"ε": epst}, B)[0]
    assert value.shape == expected.shape
    assert torch.allclose(value, expected, rtol=1e-10, atol=1e-11)


def test_columns_are_taken_in_either_shape_and_sizes_from_the_arrays() -> None:
    literal = Literal((quad(M, y + eps),))
    plain = literal(ENV, {"ε": epst}, B)[0]
    env = {"λ": 0.2, "K": Kt, "y": yt[:, None]}
    assert torch.equal(plain, literal(env, {"ε": epst[..., None]}, B)[0])
    assert literal.names == {"λ", "K", "y", "n", "s"} and [t.name for t in literal.random] == ["ε"]


def test_a_changed_instance_is_seen() -> None:
    literal, env = Literal((sp.Trace(K * M) + dot(y, eps),)), {**ENV, "K": Kt.clone()}
    first = literal(env, {"ε": epst}, B)[0]
    env["K"].mul_(2)
    second = literal(env, {"ε": epst}, B)[0]
    assert not torch.allclose(first, second)
    assert torch.allclose(second, Literal((sp.Trace(K * M) + dot(y, eps),))(env, {"ε": epst}, B)[0])


def test_a_long_batch_is_cut_and_gives_the_same_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    literal = Literal((sq(K * M * (y + eps)), eps * y.T))
    whole = literal(ENV, {"ε": epst}, B)
    monkeypatch.setattr("lemmata.numerics.formula.instance.at_once", lambda device: 4000)
    cut = literal.at(ENV)({"ε": epst}, B)
    assert all(torch.allclose(x, z, rtol=1e-13) for x, z in zip(whole, cut, strict=True))


def test_random_matrices_and_wishart() -> None:
    G, W = Sampled("G", Normal(), n, d), Sampled("W", Wishart(7), d, d)
    Gt, Wt = normals(B, 5, 3), normals(B, 3, 3)
    Wt = Wt @ Wt.mT
    literal = Literal((sp.Trace(G.T * K * G * S), sp.Trace((W + lam * sp.Identity(d)).inv() * S), G[0, 1] * y[1]))
    one, two, three = literal(ENV, {"G": Gt, "W": Wt}, B)
    assert torch.allclose(one, torch.einsum("bia,ij,bjc,ca->b", Gt, Kt, Gt, St))
    inverse = torch.linalg.inv(Wt + 0.2 * torch.eye(3, dtype=torch.float64))
    assert torch.allclose(two, torch.einsum("bij,ji->b", inverse, St))
    assert torch.allclose(three, Gt[:, 0, 1] * yt[0])


MEANS = {
    "gaussian": (Mean(sp.cos(a * Z)), math.exp(-(1.3**2) / 2)),
    "under a function": (sp.log(Mean(sp.exp(a * Z))), 1.3**2 / 2),
    "kink": (Mean(sp.Max(Z, 0)), 1 / math.sqrt(2 * math.pi)),
    "scaled": (Mean(Sampled("g", Normal(a)) ** 4), 3 * 1.3**2),
    "uniform": (Mean(Sampled("u", Uniform(-s, s)) ** 2), 1 / 3),
    "exponential": (Mean(sp.exp(-Sampled("t", Exponential(a)))), 1 / 2.3),
    "signs": (Mean(sp.cosh(Sampled("r", Rademacher()))), math.cosh(1)),
    "coin": (Mean(sp.exp(Sampled("c", Bernoulli(sp.Rational(1, 4))))), (3 + math.e) / 4),
    "two numbers": (Mean(sp.Max(Z, 0) * sp.exp(Sampled("r", Rademacher()))), math.cosh(1) / math.sqrt(2 * math.pi)),
    "variance": (Variance(Z**2), 2.0),
    "probability": (Probability(Z > a), 0.5 * math.erfc(1.3 / math.sqrt(2))),
    "hermite": (Mean(He(3, Z) * Z**3), 6.0),
}


@pytest.mark.parametrize("name", MEANS)
def test_means_over_numbers_are_integrals_with_an_error(name: str) -> None:
    expr, expected = MEANS[name]
    value, error = evaluate(expr, ENV)
    assert abs(float(value) - expected) <= float(error) + 1e-15 * abs(expected)
    assert float(error) < 1e-9


def test_a_conditional_mean_moves_out_by_copies() -> None:
    """E[(E_ε y'ε)² | K] over copies: the square takes two, and their average is right."""
    x, w = Sampled("x", Normal(), n), Sampled("w", Normal(), n)
    literal = Literal((Mean(dot(w, x) + 1, over=(x,)) ** 2 * dot(w, w),))
    assert len(literal.random) == 3
    draw = Draw(Key(5, "copies"), 200_000)
    value = literal(ENV, draw_terms(literal.random, ENV, draw), draw.replicates)[0]
    # E (w'x + 1)(w'x' + 1) w'w = E w'w = n
    assert abs(float(value.mean()) - 5) < 6 * float(value.std()) / math.sqrt(draw.replicates)


REFUSED = {
    "nonlinear mean": (lambda: Literal((sp.exp(Mean(dot(y, eps), over=(eps,))),)), CompileError, "nonlinear"),
    "mean where nothing is averaged": (lambda: Literal((Mean(dot(y, eps)),), averaged=False), CompileError, "nonlinear"),
    "quantile inside": (lambda: Literal((1 + Quantile(Z, sp.S.Half),)), CompileError, "quantile"),
    "free random term": (lambda: evaluate(Z + 1, {}), CompileError, "random"),
    "no draws": (lambda: Literal((Z,))({}, {}, 3), SimulatorError, "draws of Z"),
    "no value": (lambda: Literal((a * Z,))({}, {"Z": normals(3)}, 3), DomainError, "a value of a"),
    "no function": (lambda: Literal((Function("σ", "link")(Z),))({}, {"Z": normals(3)}, 3), DomainError, "the function σ"),
    "wrong count": (lambda: Literal((Z,))({}, {"Z": normals(3)}, 4), SimulatorError, "not 4"),
    "not finite": (lambda: Literal((sp.log(Z),))({}, {"Z": -normals(3).abs()}, 3), NonFinite, "log"),
    "two laws of one name": (lambda: Literal((Z + Sampled("Z", Uniform(0, 1)),)), CompileError, "two random terms"),
    "a batch of instances": (lambda: Literal((sq(y),))({"y": normals(2, 3, 5)}), DomainError, "no batch"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_evaluated_is_refused_in_a_sentence(name: str) -> None:
    make, kind, words = REFUSED[name]
    with pytest.raises(kind, match=words):
        make()


FUNCTIONS = {
    "relu": (sp.Lambda(sp.Symbol("x"), sp.Max(sp.Symbol("x"), 0)), torch.relu),
    "tanh": (sp.tanh(sp.Symbol("z")), torch.tanh),
    "square": (sp.Symbol("z", real=True) ** 2, torch.square),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_come_from_the_environment(name: str) -> None:
    formula, by_torch = FUNCTIONS[name]
    sigma = Function("σ", "activation", kink=0)
    literal = Literal((dot(y, sigma.entrywise(K * eps)), sigma(dot(y, eps))))
    one, two = literal({**ENV, "σ": formula}, {"ε": epst}, B)
    assert torch.allclose(one, by_torch(epst @ Kt) @ yt) and torch.allclose(two, by_torch(epst @ yt))


def test_the_declared_value_at_a_kink_is_used() -> None:
    relu = sp.Lambda(sp.Symbol("x"), sp.Max(sp.Symbol("x"), 0))
    for kink in (0, sp.S.Half, 1):
        sigma = Function("σ", "activation", kink=kink)
        value, _ = evaluate(sp.Trace(sigma.prime(S) * sp.OneMatrix(d, d)), {"S": torch.zeros(3, 3).double(), "d": 3, "σ": relu})
        assert float(value) == float(9 * kink)
    bare = Function("σ", "activation")
    with pytest.raises(DomainError, match="corner"):
        evaluate(bare.prime(a - a), {"σ": relu})
    with pytest.raises(NonFinite):
        evaluate(bare.prime(S), {"S": torch.zeros(3, 3).double(), "d": 3, "σ": relu})


HIGH = {
    "ridge": (lam * quad(M, y), lambda: 0.2 * yt @ Mt @ yt),
    "trace": (sp.Trace(K * M) - n + n * lam * sp.Trace(M) * n / n, None),
    "determinant": (sp.Determinant(K + sp.Identity(n)), lambda: torch.linalg.det(Kt + torch.eye(5).double())),
    "norm": (norm(K * y), lambda: (Kt @ yt).norm()),
    "nuclear": (nuclear_norm(X), lambda: torch.linalg.svdvals(Xt).sum()),
    "eigenvalue": (eigenvalue(K, 2), lambda: torch.linalg.eigvalsh(Kt)[-2]),
    "entrywise": (dot(y, Entrywise(sp.tanh, K * y)), lambda: torch.tanh(Kt @ yt) @ yt),
    "mean": (Mean(sp.exp(a * Z)), lambda: torch.tensor(math.exp(1.3**2 / 2), dtype=torch.float64)),
}


@pytest.mark.parametrize("name", HIGH)
def test_many_digits_agree_with_float64_within_its_error(name: str) -> None:
    expr, by_hand = HIGH[name]
    precise, slack = evaluate_high(expr, ENV, 60)
    value, error = evaluate(expr, ENV)
    assert float(slack) < 1e-45 * max(1.0, abs(float(precise)))
    assert abs(float(precise) - float(value)) <= float(error) + 1e-15 * abs(float(value))
    if by_hand is not None:
        assert abs(float(precise) - float(by_hand())) < 1e-11 * max(1.0, abs(float(precise)))
    else:
        assert abs(float(precise)) < 1e-50  # K M + n λ M is the unit


def test_the_error_of_a_large_matrix_formula_covers_its_rounding() -> None:
    A = normals(40, 40)
    K40 = A @ A.T
    expr = sp.Trace(K * M) + n * lam * sp.Trace(M) - n
    value, error = evaluate(expr, {"K": K40, "n": 40, "λ": 1e-6})
    assert abs(float(value)) <= float(error) < 1e-3


def test_on_a_fake_device() -> None:
    literal = Literal((quad(M, y + eps), K * eps))

    def simulate(env: dict, draw: Draw) -> dict:
        values = literal(env, draw_terms(literal.random, env, draw), draw.replicates, draw=draw)
        return {"form": values[0], "column": values[1]}

    outputs = run_on_fake_cuda(simulate, ENV)
    assert outputs["form"].shape == (3,) and outputs["column"].shape == (3, 5, 1)


def test_what_else_varies_comes_with_the_draws() -> None:
    u = sp.Symbol("u", real=True)
    value = Literal((u * dot(y, eps),))(ENV, {"ε": epst, "u": epst[:, 0]}, B)[0]
    assert torch.allclose(value, epst[:, 0] * (epst @ yt))


def test_a_random_term_that_the_environment_gives_is_part_of_the_instance() -> None:
    literal = Literal((dot(eps, y) * Z,))
    value = literal({**ENV, "ε": epst[0]}, {"Z": epst[:, 1]}, B)[0]
    assert torch.allclose(value, (epst[0] @ yt) * epst[:, 1])
    assert float(evaluate(dot(eps, y), {**ENV, "ε": epst[0][:, None]})[0]) == pytest.approx(float(epst[0] @ yt))


def test_copies_follow_the_law_that_speaks_of_another_term() -> None:
    V = Sampled("V", Uniform(1, 2))
    x = Sampled("x", Normal(V))
    literal = Literal(
        (Mean(dot(y, eps) * 0 + x * x * V + sp.Abs(Sampled("w", Normal(), n)[1]) * 0 + Sampled("t", Normal(), n)[1]) ** 2,)
    )
    copies = {term.name: term for term in literal.random}
    pairs = [t for t in copies.values() if t.name.startswith("x")]
    assert len(pairs) == 2
    for copy in pairs:
        (inner,) = copy.law.atoms(type(V))
        assert inner.name == "V" + copy.name[1:] and inner.name in copies


def test_an_inverse_under_a_sum_and_in_a_closure() -> None:
    j = Index("j")
    value = Literal((sp.Sum(quad(M, y) * j + j * dot(y, M * eps), (j, 1, 3)),))(ENV, {"ε": epst}, B)[0]
    assert torch.allclose(value, 6 * (yt @ Mt @ yt + epst @ Mt @ yt))


def test_events() -> None:
    assert torch.equal(Literal((Z > a,))({"a": 0.1}, {"Z": epst[:, 0]}, B)[0], epst[:, 0] > 0.1)


@pytest.mark.parametrize(
    "expr", [sp.Trace(X.T * X * b * b.T), sp.Trace(S * ridge * eps * eps.T * ridge.T), sp.Trace(eps * y.T * K)]
)
def test_no_outer_product_is_formed(expr: sp.Expr) -> None:
    """A replicate needs a few columns of memory, far fewer numbers than a matrix has."""
    size, count = 60, 50
    env = {"n": size, "d": size, "λ": 0.2, "X": normals(size, size), "S": torch.eye(size).double(), "b": normals(size),
           "K": torch.eye(size).double(), "y": normals(size)}  # fmt: skip
    draws = normals(count, size)
    instance = Literal((expr + Z,)).at(env)
    value = instance({"ε": draws, "Z": draws[:, 0]} if expr.has(eps) else {"Z": draws[:, 0]}, count)[0]
    assert value.shape == (count,)
    assert instance.bytes_per_replicate({}) < size * size * 8 / 3


@pytest.mark.parametrize("top", [1, 3])
def test_matrices_that_depend_on_an_index_or_on_a_variable_of_integration(top: int) -> None:
    j, t = Index("j"), sp.Symbol("t", positive=True)
    resolvent = (K + j * lam * sp.Identity(n)).inv()
    one = sp.Sum(quad(resolvent, eps) + sp.Trace(resolvent * K * resolvent), (j, 1, top))
    two = sp.Integral(sp.exp(-t) * quad((K + (1 + t) * sp.Identity(n)).inv(), y), (t, 0, sp.oo))
    values = Literal((one, two))(ENV, {"ε": epst}, B)
    expected = torch.zeros(B).double()
    for k in range(1, top + 1):
        R = torch.linalg.inv(Kt + 0.2 * k * torch.eye(5, dtype=torch.float64))
        expected += torch.einsum("bi,ij,bj->b", epst, R, epst) + torch.trace(R @ Kt @ R)
    assert torch.allclose(values[0], expected)
    spectrum, vectors = torch.linalg.eigh(Kt)
    weights = (vectors.T @ yt).square()
    grid = torch.linspace(0, 40, 400_001, dtype=torch.float64)
    inside = torch.exp(-grid) * (weights[:, None] / (spectrum[:, None] + 1 + grid)).sum(0)
    assert torch.allclose(values[1], torch.trapezoid(inside, grid), rtol=1e-7)


NESTED = {
    "a mean of a mean": (Mean(Mean(Z * a) + a), 1.3),
    "a mean inside a mean": (Mean(sp.exp(Mean(Z**2) * Z)), math.exp(0.5)),
    "of a conditional mean": (Mean(Mean(Z * Sampled("f", Normal()) ** 2, over=(Sampled("f", Normal()),)) ** 2), 1.0),
    "of a path": (Mean(Iterate(sp.Symbol("q"), sp.Symbol("q") / 2 + Z, 0, 3).end ** 2), 1.75**2),
    "of a gradient": (Mean(Gradient(sp.sin(a * Z), a) ** 2), (1 + math.exp(-2 * 1.69) * (1 - 4 * 1.69)) / 2),
}


@pytest.mark.parametrize("name", NESTED)
def test_means_inside_means(name: str) -> None:
    expr, expected = NESTED[name]
    value, error = evaluate(expr, ENV)
    assert float(value) == pytest.approx(expected, rel=1e-10) and float(error) < 1e-9


SHAPES = {
    "two arrays": (lambda: Literal((quad(K, y),))({"K": Kt, "y": yt[:3]}), DomainError, "disagree|size"),
    "a draw": (lambda: Literal((dot(y, eps),))(ENV, {"ε": epst[:, :3]}, B), SimulatorError, "sizes"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_that_do_not_fit_are_named(name: str) -> None:
    make, kind, words = SHAPES[name]
    with pytest.raises(kind, match=words):
        make()


def test_long_sums_over_many_replicates_are_cut_and_not_refused() -> None:
    long, count, i = 3000, 3000, Index("i")
    literal = Literal((sp.Sum(y[i] * eps[i] ** 2, (i, 1, n)),))
    weights, draws = normals(long), normals(count, long)
    value = literal({"n": long, "s": 1.0, "y": weights}, {"ε": draws}, count)[0]
    assert torch.allclose(value, draws.square() @ weights)


def test_a_matrix_that_holds_no_numbers_is_an_error_with_a_sentence() -> None:
    with pytest.raises(NonFinite):
        Literal((nuclear_norm(sp.log(a - 2) * K + eps * eps.T),))({**ENV, "a": 1.0}, {"ε": epst}, B)


def test_a_literal_travels() -> None:
    literal = pickle.loads(pickle.dumps(Literal((quad(M, eps),))))
    assert torch.allclose(literal(ENV, {"ε": epst}, B)[0], ONE["quadratic form"][1])


def test_no_sign_is_looked_for_inside_matrices() -> None:
    """|Tr x| of a long product: sympy's own Abs multiplies everything out before it gives up."""
    calls: list[int] = []

    class Counted(sp.Abs):
        @classmethod
        def eval(cls, arg: sp.Basic) -> None:
            calls.append(1)

    sums = [sp.MatAdd(*pair, evaluate=False) for pair in ((K, M), (M, K))]
    inner = next(t for t in map(sp.Trace, sums) if normal(t) != t)
    assert normal(Counted(inner, evaluate=False)).args[0] == normal(inner)
    assert not calls
    value, size = Literal([-inner, sp.Abs(-inner, evaluate=False)])({"n": 3, "λ": 0.5, "K": torch.eye(3)})
    assert float(size) == -float(value)


def test_one_less_the_exponential_of_a_number() -> None:
    """The difference that would cancel has a form of its own; of a number alone it is a number."""
    x = Symbol("x", "a small number", Positive)
    value, error = evaluate(1 - sp.exp(-sp.Rational(1, 5)) + x, {"x": 0.0})
    assert abs(float(value) - 0.18126924692201815) <= float(error) + 1e-16
    literal = Literal((Z**2 / (1 - sp.exp(-sp.Rational(1, 5))),), averaged=False)
    drawn = literal({}, {"Z": torch.tensor([0.0, 1.0], dtype=torch.float64)})[0]
    assert drawn.tolist() == pytest.approx([0.0, 1 / 0.18126924692201815], rel=1e-14)

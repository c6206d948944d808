"""The compiled statement against a simulator written by hand: one replicate costs at most 1.5x, of an iteration 3x.

A conditional mean is held against 96 Gauss-Hermite nodes, chosen for the integrand, that err by 1e-12; the compiled one errs by 1e-15.
Both draw the same numbers and return the mean of the replicates, so the answers agree to rounding.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata.bench.measure import Answer, Bound, Job, Run, cpu_seconds


@dataclass(frozen=True)
class Case:
    """A statement's literal, its instance, and the same experiment by hand: draws by name -> values."""

    question: str
    expr: Any
    env: dict[str, Any]
    replicates: int
    by_hand: Callable[[dict[str, Any]], Any]


def characteristic(small: bool) -> Case:
    """E cos(a Z)."""
    import sympy as sp
    import torch

    from lemmata.theory.language.laws import Normal
    from lemmata.theory.language.sampled import Sampled
    from lemmata.theory.language.symbols import Positive, Symbol

    a = Symbol("a", "frequency", Positive)
    expr = sp.cos(a * Sampled("Z", Normal()))
    replicates = 1000 if small else 100_000
    return Case(f"E cos(aZ), {replicates} replicates", expr, {"a": 1.3}, replicates, lambda draws: torch.cos(1.3 * draws["Z"]))


def bv_exact(small: bool) -> Case:
    """The excess risk of ridge regression with noisy labels, one design."""
    import sympy as sp
    import torch

    from lemmata.theory.language.arrays import PSD, Array
    from lemmata.theory.language.laws import Normal
    from lemmata.theory.language.sampled import Sampled
    from lemmata.theory.language.words import quad

    n, d, lam, s2 = _sizes()
    X, S = Array("X", "design", n, d), Array("S", "covariance", d, d, kind=PSD)
    beta, eps = Array("β", "target", d), Sampled("ε", Normal(), n)
    A = X.T * (X * X.T + n * lam * sp.Identity(n)).inv()
    gap = A * (X * beta + sp.sqrt(s2) * eps) - beta
    rows, columns, replicates = (4, 6, 100) if small else (20, 40, 8192)
    g = torch.Generator().manual_seed(0)
    design, root, target = (
        torch.randn(*s, dtype=torch.float64, generator=g) for s in ((rows, columns), (columns, columns), (columns,))
    )
    covariance = root @ root.T / columns
    env = {"n": rows, "d": columns, "λ": 0.1, "σ2": 0.5, "X": design, "S": covariance, "β": target}

    def by_hand(draws: dict[str, Any]) -> Any:
        gram = design @ design.T + rows * 0.1 * torch.eye(rows, dtype=torch.float64)
        labels = (design @ target)[:, None] + 0.5**0.5 * draws["ε"].reshape(-1, rows).T
        missed = design.T @ torch.cholesky_solve(labels, torch.linalg.cholesky(gram)) - target[:, None]
        return (missed * (covariance @ missed)).sum(0)

    return Case(
        f"ridge risk over the noise, n = {rows}, d = {columns}, {replicates} replicates", quad(S, gap), env, replicates, by_hand
    )


def _sizes() -> tuple[Any, Any, Any, Any]:
    from lemmata.theory.language.symbols import Naturals, Positive, Symbol

    sizes = [Symbol(k, "size", Naturals) for k in "nd"]
    return sizes[0], sizes[1], Symbol("λ", "ridge", Positive), Symbol("σ2", "variance of the noise", Positive)


def label_noise(rows: int, small: bool) -> Case:
    """The objective on clean labels at the head fitted to noisy ones: the mean given the kernel."""
    import sympy as sp
    import torch

    from lemmata.theory.language.arrays import PSD, Array
    from lemmata.theory.language.laws import Uniform
    from lemmata.theory.language.sampled import Sampled
    from lemmata.theory.language.words import quad, sq

    n, _, lam, _ = _sizes()
    K, y, eps = Array("K", "kernel matrix", n, n, kind=PSD), Array("y", "labels", n), Sampled("ε", Uniform(-1, 1), n)
    M = (K + n * lam * sp.Identity(n)).inv()
    expr = sq(y - K * M * (y + eps)) / n + lam * quad(M * K * M, y + eps)
    replicates = 100 if small else 8192
    g = torch.Generator().manual_seed(0)
    root, labels = (torch.randn(*k, dtype=torch.float64, generator=g) for k in ((rows, rows), (rows,)))
    kernel = root @ root.T

    def by_hand(draws: dict[str, Any]) -> Any:
        factor = torch.linalg.cholesky(kernel + rows * 0.1 * torch.eye(rows, dtype=torch.float64))
        head = torch.cholesky_solve((labels + draws["ε"].reshape(-1, rows)).T, factor)
        fit = kernel @ head
        return (labels[:, None] - fit).square().sum(0) / rows + 0.1 * (head * fit).sum(0)

    env = {"n": rows, "λ": 0.1, "K": kernel, "y": labels}
    return Case(f"label noise given the kernel, n = {rows}, {replicates} replicates", expr, env, replicates, by_hand)


def conditional(small: bool) -> Case:
    """cos of a conditional mean, E cos(E[tanh(aX + Z) | X]): by hand a Gauss-Hermite rule chosen for this function."""
    import sympy as sp
    import torch

    from lemmata.numerics.integrate.quadrature import gauss_hermite
    from lemmata.theory.language.laws import Normal
    from lemmata.theory.language.operators import Mean
    from lemmata.theory.language.sampled import Sampled
    from lemmata.theory.language.symbols import Positive, Symbol

    a, x, z = Symbol("a", "slope", Positive), Sampled("X", Normal()), Sampled("Z", Normal())
    expr = sp.cos(Mean(sp.tanh(a * x + z), over=(z,)))
    replicates = 100 if small else 8192

    def by_hand(draws: dict[str, Any]) -> Any:
        nodes, weights = (torch.from_numpy(t) for t in gauss_hermite(96))
        return torch.cos(torch.tanh(1.3 * draws["X"].reshape(-1, 1) + nodes) @ weights)

    return Case(f"E cos(E[tanh(aX + Z) | X]), {replicates} replicates", expr, {"a": 1.3}, replicates, by_hand)


def sgd(small: bool) -> Case:
    """One run of spherical gradient descent on fresh samples, in R^d."""
    import sympy as sp
    import torch

    from lemmata.numerics.random.terms import draw_terms
    from lemmata.theory.language.arrays import Array
    from lemmata.theory.language.calculus import Gradient
    from lemmata.theory.language.iteration import Iterate
    from lemmata.theory.language.laws import Normal
    from lemmata.theory.language.sampled import Sampled
    from lemmata.theory.language.words import dot, norm

    d = _sizes()[1]
    w, theta, start, x = Array("w", "weights", d), Array("θ", "target", d), Array("w0", "start", d), Sampled("x", Normal(), d)

    def h3(u: Any) -> Any:
        return (u**3 - 3 * u) / sp.sqrt(6)

    g = Gradient(-h3(dot(x, theta)) * h3(dot(x, w)), w)
    moved = w - (g - w * dot(w, g)) / d
    columns, steps, runs = (8, 10, 16) if small else (64, 200, 256)
    first = torch.randn(columns, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    first, axis = first / first.norm(), torch.eye(columns, dtype=torch.float64)[0]
    env = {"d": columns, "n": columns, "T": steps, "w0": first, "θ": axis}
    path = Iterate(w, moved / norm(moved), start, steps, fresh=(x,))

    def by_hand(draws: dict[str, Any]) -> Any:
        here = first.expand(runs, columns)
        for step in range(steps):
            sample = draw_terms((x,), env, draws["draw"], step=step)["x"][..., 0]
            u, v = sample @ axis, (sample * here).sum(1)
            slope = -((u**3 - 3 * u) * (3 * v**2 - 3) / 6)[:, None] * sample
            here = here - (slope - here * (here * slope).sum(1, keepdim=True)) / columns
            here = here / here.norm(dim=1, keepdim=True)
        return here @ axis

    return Case(f"gradient descent in R^{columns}, {steps} steps, {runs} runs", dot(theta, path.end), env, runs, by_hand)


def _answer(values: Any) -> Answer:
    return Answer([float(values.mean())], 1e-9 * float(values.abs().max()))


def _setting(case: Case) -> tuple[Any, Callable[[], Any], Callable[[Any], dict[str, Any]]]:
    """The literal, a new draw from the same key, and the draws of the literal's terms."""
    from lemmata.numerics.formula.literal import Literal
    from lemmata.numerics.random.draw import Draw
    from lemmata.numerics.random.keys import Key
    from lemmata.numerics.random.terms import draw_terms

    literal = Literal((case.expr,))
    return (
        literal,
        lambda: Draw(Key(0, "bench"), case.replicates),
        lambda draw: dict(draw_terms(literal.random, case.env, draw)),
    )


def ours(case: Case) -> Run:
    literal, new, draws = _setting(case)

    def run() -> Answer:
        draw = new()
        return _answer(literal(case.env, draws(draw), case.replicates, draw=draw)[0])

    return run


def hand(case: Case) -> Run:
    _, new, draws = _setting(case)

    def run() -> Answer:
        draw = new()
        return _answer(case.by_hand({**draws(draw), "draw": draw}))

    return run


def bound(case: Case) -> Bound:
    """What the replicates' numbers cost, which both have to draw."""
    import torch

    literal, new, draws = _setting(case)
    if literal.random:
        return Bound(cpu_seconds(lambda: draws(new())), "drawing the random terms")
    count = case.replicates * int(case.env["d"]) * int(case.env["T"])
    return Bound(
        cpu_seconds(lambda: torch.empty(count, dtype=torch.float64).normal_()), "drawing the samples of all steps at once"
    )


CASES: dict[str, Callable[[bool], Case]] = {
    "characteristic": characteristic,
    "bv_exact": bv_exact,
    "label_noise_5": lambda small: label_noise(5, small),
    "label_noise_30": lambda small: label_noise(30, small),
    "conditional": conditional,
    "sgd": sgd,
}


def _job(name: str) -> Callable[[bool], Job]:
    def job(small: bool = False) -> Job:
        case = CASES[name](small)
        return Job(
            name=f"literal_{name}",
            question=f"Compiled from the statement: {case.question}",
            ours=lambda: ours(case),
            peers={"torch by hand": lambda: hand(case)},
            bound=lambda: bound(case),
        )

    return job


JOBS = {f"literal_{name}": _job(name) for name in CASES}

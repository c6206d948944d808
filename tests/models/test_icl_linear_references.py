"""Numbers of linear attention in context that were computed independently of this code, to the digits given."""

from __future__ import annotations

import pytest
import sympy as sp
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.icl_linear import attention_reduction, bayes_bound, memorisation, moments, sample_scale
from lemmata.theory.icl_linear import notation as N
from lemmata.theory.icl_linear.task_diversity_transition import many


def curve(tau: float, alpha: float, kappa: float, rho: float, ridge: float) -> tuple[float, float, float]:
    """e_ICL, e_IDG and ξ at the largest root."""
    at = {N.tau: tau, N.alpha: alpha, N.kappa: kappa, N.rho: rho}
    balance = sp.Poly(sp.numer(sp.together((N.penalty - ridge).subs({k: sp.nsimplify(v) for k, v in at.items()}))), N.M)
    level = min(float(sp.re(z)) for z in balance.nroots() if abs(sp.im(z)) < 1e-9 and sp.re(z) > 0)
    return tuple(float(f.subs({**at, N.M: level})) for f in (*N.with_ridge, N.xi))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("point", "values"),
    [
        ((0.5, 1, 0.5, 0.1, 0.2), (1.3168690251, 0.8986507526, 2.1258157545)),
        ((1, 5, 1, 0.1, 0.2), (0.7814150869, 0.4751281075, 0.5083403666)),
        ((2.5, 2, 3, 0.25, 1), (0.9018219753, 0.8038690691, 1.2775239705)),
    ],
)
def test_curve_with_ridge(point: tuple[float, ...], values: tuple[float, ...]) -> None:
    assert curve(*point) == pytest.approx(values, abs=2e-9)


def test_curve_without_ridge() -> None:
    for tau, alpha, kappa, rho, icl in ((1.5, 2, 0.5, 0.1, 1.8744692446), (3, 10, 2, 0.25, 0.6622545400)):
        x = (1 + rho) / alpha
        found = N.above(x, float(N.resolvent(x, kappa)), tau).subs({N.kappa: kappa, N.rho: rho})
        assert float(found) == pytest.approx(icl, abs=1e-9)
    for tau, alpha, kappa, rho, icl in ((0.5, 1, 0.5, 0.1, 1.4829442825), (0.8, 0.4, 1, 0.01, 3.4170828518)):
        x = (1 + rho) / alpha
        found = N.below(x, x * float(N.resolvent(x, kappa / tau)), tau).subs(N.rho, rho)
        assert float(found) == pytest.approx(icl, abs=1e-9)
    for kappa, alpha, excess in ((0.3, 1e2, 0.70327856), (1.0, 1e4, 0.00535225), (1.5, 1e2, 0.01280531)):
        x = 1.1 / alpha
        found = many(x, float(N.resolvent(x, kappa))).subs({N.kappa: kappa, N.rho: 0.1})
        assert float(found) - 0.1 == pytest.approx(excess, abs=2e-8)


def test_floors() -> None:
    for alpha, rho, bayes, attention in (
        (1, 0.1, 0.3701562119, 0.6238095238),
        (2, 0.25, 0.4253905297, 0.6346153846),
        (10, 0.01, 0.0111097412, 0.1017347866),
    ):
        assert float(bayes_bound.bayes(sp.Float(alpha), rho)) == pytest.approx(bayes, abs=1e-10)
        assert float(bayes_bound.floor((1 + N.rho) / alpha).subs(N.rho, rho)) == pytest.approx(attention, abs=1e-10)


def test_slopes_at_few_contexts() -> None:
    for alpha, kappa, rho, icl, idg in (
        (2, 1.5, 0.1, -0.190322581, -0.745300035),
        (0.5, 0.7, 0.3, 0.744444444, 0.094091711),
        (1, 3, 0.8, 1.085714286, 0.924149660),
    ):
        at = {N.alpha: alpha, N.kappa: kappa, N.rho: rho}
        assert float(sample_scale.slope.subs(at)) == pytest.approx(icl, abs=1e-9)
        assert float(sample_scale.own_slope().subs(at)) == pytest.approx(idg, abs=1e-9)


def test_risk_of_given_coefficients() -> None:
    """d = 2, ℓ = 4, ρ = 0.1, Γ = [1/2 | 0] on the tasks ±(√2, 0): 0.55."""
    u, v = (torch.tensor([[s], [0.0]], dtype=torch.float64) for s in (1.0, -1.0))
    known = {
        "d": 2,
        "ℓ": 4,
        "ρ": 0.1,
        "u": u,
        "v": v,
        "G": torch.eye(2, dtype=torch.float64) / 2,
        "g": torch.zeros(2, 1, dtype=torch.float64),
    }
    found, _ = evaluate(moments.of_pair(), known)
    assert float(found) == pytest.approx(0.55, abs=1e-12)


def test_one_task_and_orthogonal_tasks() -> None:
    for length, value in ((3, 1.798347107), (10, 2.108815427), (100, 2.304488738)):
        assert float(memorisation.recalled.subs({N.d: 5, N.l: length, N.rho: 0.1})) - 0.1 == pytest.approx(value, abs=1e-9)
    assert float(memorisation.in_words.subs({N.d: 8, N.k: 4, N.rho: 0.1})) - 0.1 == pytest.approx(0.9266528926, abs=1e-10)


def test_layer_by_hand() -> None:
    """d = 1, ℓ = 2: Z = [[1, 2, 3], [1, -1, 0]], M = [[1, 1/2], [-1/2, 1/5]], V = [[3/10, 1/10], [v, 2]]."""
    made = {
        "Z": [[1, 2, 3], [1, -1, 0]],
        "X": [[1], [2]],
        "y": [[1], [-1]],
        "x": [[3]],
        "E": [[1], [0]],
        "e": [[0], [1]],
        "f": [[0], [0], [1]],
    }
    for v, value in ((0.0, -6.0), (0.7, 9.225)):
        rows = {**made, "K": [[1, 0], [0, 1]], "Q": [[1, 0.5], [-0.5, 0.2]], "V": [[0.3, 0.1], [v, 2]]}
        known = {"d": 1, "ℓ": 2, **{name: torch.tensor(row, dtype=torch.float64) for name, row in rows.items()}}
        for formula in (attention_reduction.predicted(), attention_reduction.terms()):
            found, _ = evaluate(formula, known)
            assert float(found) == pytest.approx(value, abs=1e-12)

"""Numbers of the training strategies that were computed independently of this code."""

from __future__ import annotations

import pytest
import sympy as sp
import torch

from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.language.definitions import expand
from lemmata.theory.opt import adam_algorithm, adam_is_sign, lngd_signal_rate, lngd_update, sam_flat, sam_update
from lemmata.theory.opt.notation import eta


def value(term: object, **known: object) -> float:
    return float(evaluate(expand(term), known)[0])


@pytest.mark.parametrize(
    ("first", "second", "t", "bound"),
    [(0.9, 0.999, 1, 3.1622776602), (0.9, 0.999, 2, 4.2553622770), (0.9, 0.999, 5, 5.8595707103), (0.9, 0.7, 40, 8.5191818903)],
)
def test_largest_step_of_adam(first: float, second: float, t: int, bound: float) -> None:
    assert value(adam_algorithm.bound(), **{"β_1": first, "β_2": second, "t": t}) ** 0.5 == pytest.approx(bound, abs=1e-9)


@pytest.mark.parametrize(("t", "steps"), [(1, 3.1622776602), (2, 4.2495916880), (10, 6.5278807046)])
def test_step_of_a_constant_gradient(t: int, steps: float) -> None:
    assert value(adam_algorithm.c2, **{"β_1": 0.9, "β_2": 0.999, "t": t}) ** 0.5 == pytest.approx(steps, abs=1e-9)


def test_softened_sign() -> None:
    known = {"m₀": 0.3, "v₀": 0.2, "g": 1e-3}
    assert value(adam_is_sign.free, ε=1e-2, **known) == pytest.approx(1 / 11, abs=1e-9)


def test_gradient_after_the_ascent_step() -> None:
    """L = (4w_1² + w_2²)/2 at (1, 1) with τ = 1/10."""
    known = {"d": 2, "τ": 0.1, "H": torch.diag(torch.tensor([4.0, 1.0]).double()), "w": torch.ones(2).double()}
    found = evaluate(expand(sam_update.sam()), known)[0].flatten()
    assert found.tolist() == pytest.approx([4.3880570001, 1.0242535625], abs=1e-9)


def test_loss_averaged_over_flips() -> None:
    assert value(lngd_update.penalised(), z=0.8, p=0.15) == pytest.approx(0.4911006659478, abs=1e-11)
    assert value(lngd_update.penalised(), z=-2.0, p=0.15) == pytest.approx(1.8269280110430, abs=1e-11)


@pytest.mark.parametrize(("rate", "flips", "drift"), [(0.1, 0.2, 0.0173740617410), (0.05, 0.1, 0.00475417957996)])
def test_drift_that_keeps_the_noise(rate: float, flips: float, drift: float) -> None:
    assert value(lngd_signal_rate.drift(), a=2 * rate, p=flips) == pytest.approx(drift, abs=1e-11)


@pytest.mark.parametrize("share", [sp.Rational(1, 3), sp.Rational(3, 4)])
def test_starts_that_lead_to_zero(share: sp.Rational) -> None:
    """From τ((1 − ηa)^(−k) − 1) SAM on aw²/2 is at 0 after k steps and not before; from beside it, never."""
    known = {eta: share, sam_flat.a: sp.Integer(1), sam_flat.tau: sp.Rational(1, 10)}
    for k in range(1, 6):
        begun = ((1 - share) ** (-k) - 1) / 10
        path = [begun]
        for _ in range(k):
            path.append(sam_flat.step(path[-1]).xreplace(known))
        assert path[-1] == 0 and all(w > 0 for w in path[:-1])
        assert float(sam_flat.returns.xreplace({**known, sam_flat.w0: -begun})) == pytest.approx(-k, abs=1e-12)
        beside = begun * sp.Rational(101, 100)
        for _ in range(k + 6):
            beside = sam_flat.step(beside).xreplace(known)
            assert beside != 0

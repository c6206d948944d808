"""Numbers of mean-field Langevin dynamics that were computed independently of this code, to the digits given."""

from __future__ import annotations

import pytest

from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.mfld import (
    gaussian_oracle,
    iteration_complexity,
    mean_field_limit,
    objective_wgf_sde,
    one_step_update,
    propagation_of_chaos,
    space_term_accumulates,
    uniform_lsi,
)

ORACLE = {"a": 1.0, "b": 2.0, "λ_2": 0.3}


def value(formula, **known):
    return float(evaluate(formula, known)[0])


def test_decrease() -> None:
    found = value(objective_wgf_sde.lam**2 * objective_wgf_sde.fisher, **ORACLE, c=1.5, m=1.0, s=0.8)
    assert found == pytest.approx(0.3125, abs=1e-12)


def test_constants_of_the_particle_system() -> None:
    assert value(uniform_lsi.C, **ORACLE) == pytest.approx(0.164791843, abs=1e-9)
    for N, expected in ((5, 0.0329584), (20, 0.00823959), (80, 0.00205990)):
        assert value(gaussian_oracle.extra, **ORACLE, N=N, d=1) == pytest.approx(expected, abs=1e-7)


def test_space_term() -> None:
    known = {**ORACLE, "η": 0.1, "v_0": 1.0, "d": 1, "N": 7}
    for k, expected in ((0, 1.0), (10, 0.160325807091)):
        assert value(7 * space_term_accumulates.excess, **known, k=k) == pytest.approx(expected, abs=1e-11)


def test_chaos() -> None:
    known = {**ORACLE, "d": 1, "N": 10}
    assert value(propagation_of_chaos.total, **known) == pytest.approx(0.215972811, abs=1e-9)
    assert value(propagation_of_chaos.between, **known) == pytest.approx(-0.02, abs=1e-14)
    assert value(propagation_of_chaos.single, **known) == pytest.approx(0.00116310241, abs=1e-11)


def test_constant_of_the_one_step_bound() -> None:
    assert value(one_step_update.C, **ORACLE) == 0.5


@pytest.mark.parametrize(
    ("alpha", "lam", "eps", "n", "best", "ratio"),
    [(1.0, 0.1, 1e-3, 1000, 95.00995316, 1.0014479926), (1.0, 1e-3, 0.1, 10**4, 30.15401278, 1.81137077)],
)
def test_batches(alpha: float, lam: float, eps: float, n: int, best: float, ratio: float) -> None:
    known = {"α": alpha, "λ_2": lam, "ε": eps, "n": n}
    claimed = iteration_complexity
    assert value(claimed.best, **known) == pytest.approx(best, abs=1e-7)
    assert value(claimed.cost(claimed.printed) / claimed.cost(claimed.best), **known) == pytest.approx(ratio, abs=1e-8)


def test_variance_of_a_neuron() -> None:
    known = {"ρ": 0.5, "ω": 0.7, "z": 0.8}
    assert value(mean_field_limit.limit, **known) == pytest.approx(0.184242, abs=1e-6)
    assert value(mean_field_limit.variance, **known) == pytest.approx(0.458463, abs=1e-6)

"""Fitted heads, risks of correlated designs and descent over W, against the closed forms of `linear_net`."""

from __future__ import annotations

import math

import pytest
import scipy.stats as st
import torch

from lemmata.numerics.models.linear_net import linear_net
from lemmata.numerics.models.linear_net.linear_net_training import (
    FIRST_LAYERS,
    bayes_risk_of_designs,
    descended,
    first_layer,
    fitted_heads,
)
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key, canonical
from lemmata.theory.language.errors import DomainError

KEY = Key(0, "tests.linear_net_training")


def test_fitted_heads_have_the_law_of_the_criterion() -> None:
    """The definition, head by head, against R(W) through the energies of the eigendirections of K."""
    draw, count = Draw(KEY, 3000), 3000
    x, w, tasks = draw.normal(6, 5)[0], draw.normal(4, 5)[0], draw.normal(5, 3)[0]
    eye = torch.eye(5, dtype=torch.float64)
    found = fitted_heads(x, w, tasks, eye, 0.2, 0.7, 1.9, draw)
    other = Draw(KEY.child(chunk=1), count)
    energies = linear_net.criterion_after_noise(x @ w.mT @ w @ x.mT, x @ tasks, 0.2, 0.7, 1.9, other)
    assert st.ks_2samp(found["criterion"].numpy(), energies.numpy()).pvalue > 1e-6


def test_without_noise_the_risk_is_that_of_the_shrunk_coefficients() -> None:
    draw = Draw(KEY, 2)
    x, w, tasks = draw.normal(6, 4)[0], draw.normal(4, 4)[0], draw.normal(4, 3)[0]
    covariance = torch.diag(torch.arange(1.0, 5.0, dtype=torch.float64))
    found = fitted_heads(x, w, tasks, covariance, 0.2, 0.0, 0.0, draw)
    metric = torch.linalg.inv(w.mT @ w)  # ridge on x in the metric of W
    coefficients = torch.linalg.solve(x.mT @ x + 6 * 0.2 * metric, x.mT @ x @ tasks)
    gap = coefficients - tasks
    expected = (gap * (covariance @ gap)).sum() / 3
    torch.testing.assert_close(found["risk"], expected.expand(2), rtol=1e-9, atol=1e-12)


def test_bayes_risk_of_correlated_designs_is_that_of_their_spectrum() -> None:
    """Sigma and T diagonal in different orders: only the products of their entries matter."""
    count, n, s2 = 4000, 5, 0.6
    inputs = torch.tensor([2.0, 1.0, 0.5, 0.1], dtype=torch.float64)
    tasks = torch.tensor([0.2, 1.0, 0.3, 2.0], dtype=torch.float64)
    direct = bayes_risk_of_designs(torch.diag(inputs.sqrt()), torch.diag(tasks), n, s2, Draw(KEY, count))
    by_spectrum = linear_net.bayes_risk(inputs * tasks, n, s2, Draw(KEY.child(chunk=1), count))
    assert st.ks_2samp(direct.numpy(), by_spectrum.numpy()).pvalue > 1e-6


@pytest.mark.parametrize(("n", "d"), [(5, 8), (8, 5)])
def test_descent_over_w_approaches_the_closed_form_from_above(n: int, d: int) -> None:
    draw = Draw(KEY.child(stage=f"{n},{d}"), 1)
    x, labels = draw.normal(n, d)[0], draw.normal(n, 12)[0]
    second, level = labels @ labels.mT / 12, 1.0
    infimum = float(linear_net.infimum(second, level, x))
    reached = descended(x, second, 0.3, level, draw.normal(2, d, d)[0])
    assert float(reached.min()) >= infimum - 1e-12
    assert float(reached.min()) <= 1.01 * infimum


@pytest.mark.parametrize("shape", FIRST_LAYERS)
def test_first_layers_have_their_rank(shape: str) -> None:
    w, rank = first_layer(shape, 5, Draw(KEY, 4))
    assert torch.linalg.matrix_rank(w).tolist() == [rank] * 4


def test_an_unknown_first_layer_is_refused() -> None:
    with pytest.raises(DomainError, match="no first layer 'round'"):
        first_layer("round", 3, Draw(KEY, 1))


def test_a_draw_free_of_a_parameter_does_not_see_it() -> None:
    """One instance for all rungs of a ladder, which still depends on everything else."""
    keys = [Key(0, "tests", canonical({"c": c, "n": n})) for c, n in ((1, 2), (7, 2), (1, 3))]
    a, b, other = (Draw(key, 2).free_of("c").normal(3) for key in keys)
    assert torch.equal(a, b)
    assert not torch.equal(a, other)
    assert not torch.equal(a, Draw(keys[0], 2).normal(3))
    assert math.isclose(float(Draw(keys[0], 2).free_of().normal(1)[0]), float(Draw(keys[0], 2).normal(1)[0]))

"""The search finds what exists, misses what cannot exist, and its table is certified before it is written."""

from __future__ import annotations

import math

import numpy as np
import pytest

from numerics.superorthogonal_problem import Problem, hermite_functions
from numerics.superorthogonal_search import TARGETS, find_entry, regenerate, scan, search
from theory.algebra.superorthogonal import (
    NotCertified,
    load_certificates,
    lower_bound,
    minimal_degree,
    verify_kantorovich,
    verify_krawczyk,
)


def test_hermite_functions_are_orthonormal() -> None:
    z = np.linspace(-30, 30, 1201)
    psi = hermite_functions(z, 60)
    np.testing.assert_allclose((psi * (z[1] - z[0])) @ psi.T, np.eye(61), atol=1e-13)


@pytest.mark.parametrize(("I", "K", "degree"), [(2, 2, 20), (3, 3, 25), (4, 3, 22), (5, 1, 9)])
def test_jacobian_is_the_derivative(I: int, K: int, degree: int) -> None:
    problem = Problem(I, K, degree)
    rng = np.random.default_rng(5)
    u, move = rng.standard_normal((2, 3, problem.null.shape[1]))
    step = 1e-5
    difference = (problem.residuals(u + step * move)[0] - problem.residuals(u - step * move)[0]) / (2 * step)
    np.testing.assert_allclose(np.einsum("sen,sn->se", problem.residuals(u)[1], move), difference, rtol=1e-6, atol=1e-7)


def test_residuals_are_the_moments() -> None:
    """g = He_4 in the wide basis (s = 1 for I = 2): E[g^2 h_2]/E g^2 = 8/sqrt 2."""
    problem = Problem(2, 2, 8)
    u = np.eye(len(problem.indices))[problem.indices.index(4)] @ problem.null
    r, _ = problem.residuals(u[None])
    assert r[0, 0] == pytest.approx(8 / math.sqrt(2), rel=1e-12)


@pytest.mark.parametrize("K", [2, 3, 4, 5])
def test_search_agrees_with_the_minimal_degrees(K: int) -> None:
    proof = minimal_degree(K)
    for degree in (proof.even, proof.odd):
        assert search(2, K, degree, seed=3, starts=64).solved
        missed = search(2, K, degree - 2, seed=3, starts=64, iterations=200)
        assert missed.residual > 1e-4


def test_search_is_a_function_of_its_seed() -> None:
    first, again = (search(3, 2, 19, seed=11, starts=32) for _ in range(2))
    assert first == again
    assert search(3, 2, 19, seed=12, starts=32) != first


def test_scan_stops_at_the_first_root() -> None:
    lines: list[str] = []
    found = scan(3, 2, 1, seed=2, first=15, last=23, starts=64, iterations=200, log=lines.append)
    assert found is not None
    assert found.degree == 19
    assert len(lines) == 3
    assert scan(3, 2, 1, seed=2, first=13, last=15, starts=32, iterations=50, log=lines.append) is None


def test_no_entry_where_none_exists() -> None:
    with pytest.raises(NotCertified, match="best residual"):
        find_entry(2, 2, 18, seed=1, starts=32, iterations=100)


def test_table_is_regenerated_and_certified(tmp_path) -> None:
    path = tmp_path / "table.json"
    targets = {key: TARGETS[key] for key in [(2, 2), (3, 4), (4, 3)]}
    lines: list[str] = []
    entries = regenerate(path, seed=2, targets=targets, log=lines.append)
    assert load_certificates(path) == sorted(entries, key=lambda e: (e.I, e.K, e.degree))
    assert len(lines) == len(entries) == 6
    assert all(verify_krawczyk(e) and verify_kantorovich(e) for e in entries)


def test_failed_target_leaves_the_file_alone(tmp_path, monkeypatch) -> None:
    path = tmp_path / "table.json"
    path.write_text("old")
    monkeypatch.setattr("numerics.superorthogonal_search.find_entry", lambda *a, **k: find_entry(*a, **{**k, "starts": 32}))
    with pytest.raises(NotCertified):
        regenerate(path, targets={(2, 2): (18,)}, log=lambda line: None)
    assert path.read_text() == "old"


def test_targets_are_the_committed_table() -> None:
    table = {(e.I, e.K, e.degree) for e in load_certificates()}
    assert table == {(I, K, d) for (I, K), degrees in TARGETS.items() for d in degrees}
    for I, K, degree in table:
        assert degree >= lower_bound(I, K, "odd" if degree % 2 else "even")

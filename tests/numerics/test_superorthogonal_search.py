"""The search finds what exists, misses what cannot exist, and its table is certified before it is written."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lemmata.numerics.superorthogonal.descent import change_of_width, descend, lift, lower_top, roots
from lemmata.numerics.superorthogonal.problem import FOUND, Problem, hermite_functions
from lemmata.numerics.superorthogonal.search import scan, search
from lemmata.numerics.superorthogonal.table import TARGETS, Target, regenerate, search_entry
from lemmata.theory.algebra.superorthogonal import (
    NotCertified,
    load_certificates,
    lower_bound,
    minimal_degree,
    verify_kantorovich,
    verify_krawczyk,
)


def silent(line: str) -> None:
    """A log that keeps nothing."""


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


def test_walk_lowers_the_top_coefficient_on_the_solution_set() -> None:
    """At the smallest odd degree for (2,2) the top coefficient cannot vanish; two degrees higher it can."""
    rng = np.random.default_rng(4)
    for degree, vanishes in ((17, False), (19, True)):
        problem = Problem(2, 2, degree)
        first = roots(problem, 8, 256, 300, rng)
        walked = lower_top(problem, first)
        top = np.abs(walked @ problem.null[-1])
        assert top.max() <= np.abs(first @ problem.null[-1]).max()
        assert np.linalg.norm(problem.residuals(walked)[0], axis=1).max() < 1e-8
        assert (top.min() < 1e-12) == vanishes


@pytest.mark.parametrize(("I", "K", "start", "degree"), [(2, 2, 21, 17), (2, 3, 24, 20), (2, 4, 29, 25), (3, 2, 24, 22)])
def test_descent_stops_at_the_smallest_degree(I: int, K: int, start: int, degree: int) -> None:
    found = descend(I, K, start, seed=6, log=silent)
    assert found is not None
    assert found.degree == degree
    assert found.residual_below > 1e-4
    early = descend(I, K, start, seed=6, last=start - 2, log=silent)
    assert early is not None
    assert early.degree == start - 2


@pytest.mark.parametrize("ratio", [1.25, 2.0])
def test_change_of_width_keeps_the_polynomial(ratio: float) -> None:
    indices = list(range(1, 12, 2))
    c = np.linspace(-1, 1, len(indices)) + 0.05
    z = np.linspace(-3, 3, 41)

    def value(coefficients: np.ndarray, width: float) -> np.ndarray:
        series = np.zeros(12)
        series[indices] = coefficients / [math.sqrt(math.factorial(n)) for n in indices]
        return np.polynomial.hermite_e.hermeval(z / width, series)

    np.testing.assert_allclose(value(change_of_width(indices, ratio) @ c, math.sqrt(ratio)), value(c, 1.0), atol=1e-11)


def test_lift_gives_roots_of_the_larger_system() -> None:
    problem = Problem(4, 2, 40)
    u = lift(problem, 16, 256, 400, np.random.default_rng(9))
    assert len(u)
    assert np.linalg.norm(problem.residuals(u)[0], axis=1).max() < 10 * FOUND


@pytest.mark.parametrize("route", ["search", "descend", "lift"])
def test_no_entry_where_none_is_found(route: str) -> None:
    with pytest.raises(NotCertified, match="no root"):
        search_entry(Target(4, 2, 3, route, 3), seed=1, attempts=1, starts=32)


def test_table_is_regenerated_and_certified(tmp_path) -> None:
    path = tmp_path / "table.json"
    targets = [t for t in TARGETS if (t.I, t.K) in {(2, 2), (3, 4), (4, 3)}]
    lines: list[str] = []
    entries = regenerate(path, seed=2, targets=targets, log=lines.append)
    assert load_certificates(path) == sorted(entries, key=lambda e: (e.I, e.K, e.degree))
    assert len(lines) == len(entries) == 6
    assert all(verify_krawczyk(e) and verify_kantorovich(e) for e in entries)


def test_failed_target_leaves_the_file_alone(tmp_path) -> None:
    path = tmp_path / "table.json"
    path.write_text("old")
    with pytest.raises(NotCertified):
        regenerate(path, targets=[Target(4, 2, 3, "descend", 3)], attempts=1, starts=32, log=silent)
    assert path.read_text() == "old"


def test_targets_are_the_committed_table() -> None:
    table = {(e.I, e.K, e.degree) for e in load_certificates()}
    assert table == {(t.I, t.K, t.degree) for t in TARGETS}
    for I, K, degree in table:
        assert degree >= lower_bound(I, K, "odd" if degree % 2 else "even")

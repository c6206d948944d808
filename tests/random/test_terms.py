"""Random terms: every law and every wrong world against its distribution, and the substreams they are drawn from.

A chi-square test rejects a correct sampler with probability 1e-6 (at least 1000 expected counts in a cell); a binomial test is exact,
of size 1e-6 as well. All keys are fixed and were not chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.stats as st
import sympy as sp
import torch
from torch import Tensor

from lemmata import (
    PD,
    Array,
    Bernoulli,
    ChiSquare,
    Exponential,
    Haar,
    Naturals,
    Normal,
    Positive,
    Procedure,
    Rademacher,
    Sampled,
    Sphere,
    Student,
    Symbol,
    Uniform,
    Wishart,
)
from lemmata.numerics.devices.fake import run_on_fake_cuda
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.terms import draw_terms
from lemmata.numerics.random.worlds import World, worlds
from lemmata.theory.language.errors import DomainError, UsageError

SIZE = 1e-6
N = 1 << 16
CELLS = 64
KEY = Key(0, "tests.terms")
n, d, s = Symbol("n", "rows", Naturals), Symbol("d", "columns", Naturals), Symbol("s", "scale", Positive)
S = Array("S", "covariance", d, d, kind=PD)
COV = torch.tensor([[2.0, 0.8], [0.8, 0.5]], dtype=torch.float64)
ENV = {"n": 3, "d": 2, "s": 1.5, "S": COV}


def sample(term: Any, change: str = "", count: int = N, **env: Any) -> Tensor:
    world = World(term.name, change) if change else None
    return draw_terms([term], {**ENV, **env}, Draw(KEY.child(stage=change), count), world)[term.name]


def fits(values: Tensor, law: Any) -> bool:
    """Chi-square test on equally likely cells of a continuous law."""
    u = torch.from_numpy(law.cdf(values.flatten().numpy()))
    counts = torch.bincount((u * CELLS).long().clamp(0, CELLS - 1), minlength=CELLS).numpy()
    return bool(st.chisquare(counts).pvalue > SIZE)


def share(hits: Tensor, p: float) -> bool:
    """Exact binomial test of a probability."""
    return bool(st.binomtest(int(hits.sum()), hits.numel(), p).pvalue > SIZE)


CONTINUOUS: dict[str, tuple[Any, Any]] = {
    "normal": (Normal(s), st.norm(0, 1.5**0.5)),
    "uniform": (Uniform(-s, 2 * s), st.uniform(-1.5, 4.5)),
    "exponential": (Exponential(s), st.expon(0, 1.5)),
    "chi-square": (ChiSquare(n), st.chi2(3)),
    "chi-square of 5/2": (ChiSquare(s + 1), st.chi2(2.5)),
    "student": (Student(s), st.t(1.5)),
    "student of 3": (Student(n), st.t(3)),
}


@pytest.mark.parametrize("name", CONTINUOUS)
@pytest.mark.parametrize("sizes", [(), (n,), (n, d)])
def test_law_and_shape(name: str, sizes: tuple[Any, ...]) -> None:
    law, expected = CONTINUOUS[name]
    values = sample(Sampled("x", law, *sizes))
    shape = {0: (), 1: (3, 1), 2: (3, 2)}[len(sizes)]
    assert values.shape == (N, *shape) and values.dtype == torch.float64
    flat = values.reshape(N, -1)
    for k in range(flat.shape[1]):
        assert fits(flat[:, k], expected)
    if flat.shape[1] > 1:  # entries are independent: both are above their medians in a quarter of the draws
        high = flat > expected.median()
        assert share(high[:, 0] & high[:, -1], 0.25)


def test_signs_and_events() -> None:
    signs = sample(Sampled("r", Rademacher(), n))
    assert set(signs.unique().tolist()) == {-1.0, 1.0} and share(signs[:, 0] > 0, 0.5)
    assert share((signs[:, 0] > 0) & (signs[:, 1] > 0), 0.25)
    events = sample(Sampled("b", Bernoulli(s / 5), n, d))
    assert set(events.unique().tolist()) == {0.0, 1.0} and share(events[:, 0, 0], 0.3) and share(events[:, 2, 1], 0.3)
    assert not sample(Sampled("b", Bernoulli(0), n)).any() and sample(Sampled("b", Bernoulli(1), n)).all()


def test_covariance_of_a_column_and_of_the_rows_of_a_matrix() -> None:
    column = sample(Sampled("g", Normal(S), d))
    rows = sample(Sampled("G", Normal(S), n, d))
    whitened = np.linalg.inv(np.linalg.cholesky(COV.numpy()))
    for points in (column[:, :, 0], rows[:, 0], rows[:, 2]):
        white = points @ torch.from_numpy(whitened.T)
        assert fits(white[:, 0], st.norm()) and fits(white[:, 1], st.norm())
        assert share((white[:, 0] > 0) & (white[:, 1] > 0), 0.25)
    assert share((rows[:, 0, 0] > 0) & (rows[:, 1, 0] > 0), 0.25)  # rows are independent


def test_singular_covariance_is_allowed_and_a_negative_one_refused() -> None:
    singular = torch.tensor([[1.0, 1.0], [1.0, 1.0]], dtype=torch.float64)
    points = sample(Sampled("g", Normal(S), d), S=singular)
    assert float((points[:, 0] - points[:, 1]).abs().max()) < 1e-12 and fits(points[:, 0], st.norm())
    assert not sample(Sampled("g", Normal(S), d), S=0 * singular).any()
    with pytest.raises(DomainError, match=r"the covariance of g has the eigenvalue -0\.1"):
        sample(Sampled("g", Normal(S), d), S=torch.diag(torch.tensor([1.0, -0.1], dtype=torch.float64)))
    with pytest.raises(DomainError, match="is not symmetric"):
        sample(Sampled("g", Normal(S), d), S=torch.tensor([[1.0, 0.5], [0.4, 1.0]], dtype=torch.float64))
    with pytest.raises(DomainError, match="is 2 x 2, but its vectors have 3 entries"):
        sample(Sampled("g", Normal(S), n), count=2)


def test_sphere() -> None:
    column, rows = sample(Sampled("u", Sphere(s), n)), sample(Sampled("U", Sphere(), n, 3))
    assert float((column.square().sum(1) - 2.25).abs().max()) < 1e-12
    assert float((rows.square().sum(2) - 1).abs().max()) < 1e-12
    assert fits(column[:, 1, 0], st.uniform(-1.5, 3))  # Archimedes
    assert fits(rows[:, 2, 0], st.uniform(-1, 2))
    assert share((rows[:, 0, 0] > 0) & (rows[:, 1, 0] > 0), 0.25)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 2), (4, 4), (5, 2)])
def test_haar(rows: int, columns: int) -> None:
    q = sample(Sampled("Q", Haar(), rows, columns))
    gap = q.mT @ q - torch.eye(columns, dtype=torch.float64)
    assert float(gap.abs().max()) < 1e-12
    assert share(q[:, 0, 0] > 0, 0.5) and share(q[:, rows - 1, columns - 1] > 0, 0.5)  # QR without the sign fix fails here
    if rows > 1:
        assert fits(q[:, 0, 0].square(), st.beta(0.5, (rows - 1) / 2))
        assert fits(q[:, -1, -1].square(), st.beta(0.5, (rows - 1) / 2))
    if rows == columns:
        assert share(torch.linalg.det(q) > 0, 0.5)
    if rows == columns == 4:  # invariance: a fixed rotation of a Haar matrix has the same law
        turned = (q @ torch.ones(4, dtype=torch.float64) / 2)[:, 1]
        assert fits(turned.square(), st.beta(0.5, 1.5))


def test_haar_with_more_columns_than_rows_is_refused() -> None:
    with pytest.raises(DomainError, match="take the transpose"):
        sample(Sampled("Q", Haar(), d, n))


@pytest.mark.parametrize("df", [1, 2, 5])
def test_wishart(df: int) -> None:
    w = sample(Sampled("W", Wishart(df, S), d, d))
    assert torch.equal(w, w.mT)
    assert fits(df * w[:, 0, 0] / 2.0, st.chi2(df)) and fits(df * w[:, 1, 1] / 0.5, st.chi2(df))
    if df == 1:
        assert float(torch.linalg.det(w).abs().max()) < 1e-10
    else:  # |W| / |S| is a product of independent chi-squares, whose logarithm is compared by a z test of size 1e-6
        log = torch.log(torch.linalg.det(w) / float(torch.linalg.det(COV)) * df**2)
        mean = sum(2 * 0.0 + np.log(2) + float(sp.digamma(sp.Rational(df - k, 2))) for k in (0, 1))
        assert abs(float(log.mean()) - mean) < 4.9 * float(log.std()) / N**0.5
    with pytest.raises(DomainError, match="give a positive integer"):
        sample(Sampled("W", Wishart(s, S), d, d))


# -- parameters ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "words"),
    [
        (Uniform(s, 1), r"a - b = 0\.5 is empty"),
        (Bernoulli(s), r"the probability is 1\.5: give one between 0 and 1"),
        (Bernoulli(-s), r"the probability is -1\.5"),
        (Normal(-s), r"the variance is -1\.5: give one >= 0"),
        (Exponential(-s), r"the mean of an exponential law is -1\.5"),
        (ChiSquare(-s), r"the degrees of freedom are -1\.5"),
        (Student(s - s**2), r"the degrees of freedom are -0\.75"),
        (Normal(1 / (s - sp.Rational(3, 2))), "the law of x is zoo"),
        (Normal(sp.log(s - 2)), "give a finite real number"),
    ],
)
def test_parameters_outside_their_range_are_sentences(law: Any, words: str) -> None:
    with pytest.raises(DomainError, match=words):
        sample(Sampled("x", law), count=2)


@pytest.mark.parametrize(("value", "words"), [(2.5, r"is 5/2: sizes are positive integers"), (0, "is 0: give at least 1")])
def test_sizes_are_positive_integers(value: float, words: str) -> None:
    with pytest.raises(DomainError, match=words):
        sample(Sampled("x", Normal(), n), count=2, n=value)


def test_a_parameter_for_each_replicate_and_one_that_is_random() -> None:
    widths = torch.linspace(0.5, 2, N, dtype=torch.float64)
    values = sample(Sampled("x", Uniform(-s, s), n), s=widths)
    assert fits(values[:, 1, 0] / widths, st.uniform(-1, 2))
    with pytest.raises(DomainError, match=r"the variance is -1: give one >= 0"):
        sample(Sampled("x", Normal(s)), count=3, s=torch.tensor([1.0, -1.0, 2.0], dtype=torch.float64))
    v = Sampled("v", Exponential())
    mixed = draw_terms([Sampled("x", Normal(v)), v], {}, Draw(KEY, N))
    assert fits(mixed["x"] / mixed["v"].sqrt(), st.norm()) and fits(mixed["v"], st.expon())
    assert fits(mixed["x"], st.laplace(0, 0.5**0.5))


def test_procedures_are_not_sampled() -> None:
    loss = Procedure("train", "a run", parameters=("n",), outputs={"loss": "its loss"})(n=n)["loss"]
    with pytest.raises(UsageError, match="is run and not sampled"):
        sample(loss, count=2)


# -- substreams ----------------------------------------------------------------------------------------------------

ALL = [
    Sampled("Z", Normal()),
    Sampled("U", Uniform(-s, s), n),
    Sampled("R", Rademacher(), n),
    Sampled("B", Bernoulli(s / 5), n),
    Sampled("E", Exponential(s), n, d),
    Sampled("C", ChiSquare(n), n),
    Sampled("T", Student(5), n),
    Sampled("P", Sphere(), n, d),
    Sampled("Q", Haar(), n, d),
    Sampled("W", Wishart(n, S), d, d),
    Sampled("G", Normal(S), n, d),
]


def test_a_term_depends_on_its_name_and_on_no_other_term() -> None:
    together = draw_terms(ALL, ENV, Draw(KEY, 50))
    for term in ALL:
        assert torch.equal(draw_terms([term], ENV, Draw(KEY, 50))[term.name], together[term.name])
    z, y = (draw_terms([Sampled(name, Normal())], {}, Draw(KEY, N))[name] for name in ("Z", "Y"))
    assert share((z > 0) == (y > 0), 0.5)
    again = Draw(KEY, 50)
    again.normal(3)  # what was drawn before does not matter
    assert torch.equal(draw_terms(ALL, ENV, again)["G"], together["G"])


def test_steps_are_drawn_anew() -> None:
    draw = Draw(KEY, N)
    first, second = (draw_terms([ALL[0]], ENV, draw, step=k)["Z"] for k in (0, 1))
    assert share((first > 0) == (second > 0), 0.5)
    assert torch.equal(first, draw_terms([ALL[0]], ENV, draw, step=0)["Z"])


def test_names_cannot_collide() -> None:
    draw = Draw(KEY, 8)
    assert not torch.equal(draw.named("a", "b").normal(), draw.named('a","b').normal())
    assert not torch.equal(draw.named("a").normal(), draw.normal())
    with pytest.raises(DomainError, match="two different random terms are called Z"):
        draw_terms([Sampled("Z", Normal()), Sampled("Z", Uniform())], {}, draw)


@pytest.mark.parametrize("rng", ["torch", "philox"])
def test_every_world_changes_its_term_and_no_other(rng: str) -> None:
    true = draw_terms(ALL, ENV, Draw(KEY, 200, rng=rng))
    for term in ALL:
        made = worlds(term, ALL)
        assert made and len({w.name for w in made}) == len(made)
        for world in made:
            wrong = draw_terms(ALL, ENV, Draw(KEY, 200, rng=rng), world)
            assert [name for name in true if not torch.equal(true[name], wrong[name])] == [term.name], world
            assert wrong[term.name].shape == true[term.name].shape and bool(wrong[term.name].isfinite().all())


def test_everything_runs_on_a_fake_device() -> None:
    for world in [None, *(w for term in ALL for w in worlds(term, ALL))]:
        env = {"n": 3, "d": 2, "s": 1.5}

        def simulate(draw: Draw, world: World | None = world, env: dict[str, Any] = env) -> dict[str, Tensor]:
            return draw_terms(ALL, {**env, "S": draw.tensor([2.0, 0.8, 0.8, 0.5]).reshape(2, 2)}, draw, world)

        outputs = run_on_fake_cuda(simulate)
        assert {o.device.split(":")[0] for o in outputs.values()} == {"cuda"}


# -- wrong worlds --------------------------------------------------------------------------------------------------

MADE: dict[tuple[str, str], tuple[Any, Callable[[Tensor], Tensor], Any]] = {
    # (law, change): the term, what is looked at, and its law in the wrong world
    ("Normal", "scale x 1.1"): (Sampled("x", Normal(), n), lambda x: x[:, 0], st.norm(0, 1.1)),
    ("Normal", "shift"): (Sampled("x", Normal(4), n), lambda x: x[:, 0], st.norm(0.6, 2)),
    ("Normal", "fourth moment"): (Sampled("x", Normal(), n), lambda x: x[:, 0], st.laplace(0, 0.5**0.5)),
    ("Normal", "dependence"): (Sampled("x", Normal(), n), lambda x: x.sum(1), st.norm(0, (3 + 6 * 0.3) ** 0.5)),
    ("Uniform", "scale x 1.1"): (Sampled("x", Uniform(-1, 1), n), lambda x: x[:, 0], st.uniform(-1.1, 2.2)),
    ("Rademacher", "fourth moment"): (Sampled("x", Rademacher(), n), lambda x: x[:, 0], st.norm()),
    ("Exponential", "shift"): (Sampled("x", Exponential(2), n), lambda x: x[:, 0], st.expon(0.6, 2)),
    ("Exponential", "scale x 1.1"): (Sampled("x", Exponential(2), n), lambda x: x[:, 0], st.expon(0, 2.2)),
    ("Exponential", "dependence"): (Sampled("x", Exponential(2), n), lambda x: x[:, 1], st.expon(0, 2)),
    ("ChiSquare", "shift"): (Sampled("x", ChiSquare(8), n), lambda x: x[:, 0], st.chi2(8, 1.2)),
    ("Student", "shift"): (Sampled("x", Student(4), n), lambda x: x[:, 0], st.t(4, 0.3 * 2**0.5)),
    ("Student", "fourth moment"): (Sampled("x", Student(4), n), lambda x: x[:, 0], st.norm(0, 2**0.5)),
    ("Bernoulli", "law"): (Sampled("x", Bernoulli(0.3), n), lambda x: x[:, 0], st.uniform(0, 0.6)),
    ("Sphere", "scale x 1.1"): (Sampled("x", Sphere(), n, 3), lambda x: x[:, 0, 0], st.uniform(-1.1, 2.2)),
    ("Sphere", "dependence"): (Sampled("x", Sphere(), n, 3), lambda x: x[:, 1, 0], st.uniform(-1, 2)),
    ("Haar", "scale x 1.1"): (Sampled("x", Haar(), 3, 3), lambda x: x[:, 0, 0], st.uniform(-1.1, 2.2)),
    ("Wishart", "scale x 1.1"): (Sampled("x", Wishart(4), d, d), lambda x: 4 * x[:, 0, 0] / 1.1, st.chi2(4)),
}


@pytest.mark.parametrize("case", MADE, ids="-".join)
def test_world_has_the_law_that_it_says(case: tuple[str, str]) -> None:
    term, look, law = MADE[case]
    assert fits(look(sample(term, case[1])), law)
    assert not fits(look(sample(term)), law) or case[1] == "dependence"


@pytest.mark.parametrize("law", [Rademacher(), Uniform(), Exponential(), Student(3), Bernoulli(0.5), Normal()], ids=str)
def test_dependence_keeps_every_entry_and_ties_pairs(law: Any) -> None:
    values = sample(Sampled("x", law, n), "dependence")[:, :, 0]
    middle = {"Exponential": np.log(2), "Uniform": 0.5, "Bernoulli": 0.5}.get(law.word, 0.0)
    high = values > middle
    # a common draw with probability 0.3: 0.3/2 + 0.7/4; normal entries: 1/4 + arcsin(0.3)/(2 pi)
    both = 0.25 + np.arcsin(0.3) / (2 * np.pi) if law.word == "Normal" else 0.325
    for i in range(3):
        assert share(high[:, i], 0.5) and share(high[:, i] & high[:, (i + 1) % 3], float(both))


def test_two_numbers_can_be_tied() -> None:
    for law in (Normal(4), Uniform(), Exponential()):
        x, y = Sampled("x", law), Sampled("y", law)
        assert [w for w in worlds(x) if w.change == "dependence"] == []
        (world,) = [w for w in worlds(x, [x, y]) if w.change == "dependence"]
        drawn = draw_terms([x, y], {}, Draw(KEY, N), world)
        middle = {"Normal": 0.0, "Uniform": 0.5}.get(law.word, float(np.log(2)))
        a, b = drawn["x"] > middle, drawn["y"] > middle
        both = 0.25 + np.arcsin(0.3) / (2 * np.pi) if law.word == "Normal" else 0.325
        assert share(a, 0.5) and share(b, 0.5) and share(a & b, float(both))


def test_two_point_worlds_have_the_mean_and_the_variance_of_the_law() -> None:
    for term, mean, sd, low in (
        (Sampled("x", Exponential(2), n), 2.0, 2.0, 0.5),
        (Sampled("x", ChiSquare(8), n), 8.0, 4.0, 4.0),
        (Sampled("x", ChiSquare(1), n), 1.0, 2**0.5, 0.25),
        (Sampled("x", Uniform(1, 4), n), 2.5, 0.75**0.5, 2.5 - 0.75**0.5),
    ):
        values = sample(term, "fourth moment")
        points = values.unique()
        assert points.numel() == 2 and float(points[0]) == pytest.approx(low) and float(points[0]) > 0
        a, b = points.tolist()
        p = (b - mean) / (b - a)  # of the lower point, from the mean
        assert p * a**2 + (1 - p) * b**2 - mean**2 == pytest.approx(sd**2)
        assert share(values[:, 0] == a, p) and share(values[:, 2] == a, p)


def test_biased_signs_uniforms_and_events() -> None:
    assert share(sample(Sampled("x", Rademacher(), n), "shift")[:, 0] > 0, 0.65)
    tilted = sample(Sampled("x", Uniform(-1, 1), n), "shift")[:, 0]
    k = 1 / (0.5 + 0.3 / 12**0.5) - 1
    assert float(tilted.abs().max()) <= 1 and share(tilted < 0, 0.5 ** (1 / k))
    assert 2 / (k + 1) - 1 == pytest.approx(0.3 / 3**0.5)  # the mean is off by 0.3 standard deviations
    assert share(sample(Sampled("x", Bernoulli(0.4), n), "scale x 1.1")[:, 0], 0.44)
    assert share(sample(Sampled("x", Bernoulli(0.95), n), "scale x 1.1")[:, 0], 0.95 / 1.1)


def test_orthogonal_and_spherical_worlds_stay_where_they_are() -> None:
    for change in ("shift", "fourth moment"):
        q = sample(Sampled("x", Haar(), 4, 3), change)
        assert float((q.mT @ q - torch.eye(3, dtype=torch.float64)).abs().max()) < 1e-12
        u = sample(Sampled("x", Sphere(s), n, 4), change)
        assert float((u.square().sum(-1) - 2.25).abs().max()) < 1e-12
    assert share(sample(Sampled("x", Haar(), 4, 3), "shift")[:, 0, 1] > 0, 0.5 + 0.5 * 0.3 * (np.pi / 2) ** 0.5)
    assert share(sample(Sampled("x", Haar(), 4, 3), "fourth moment")[:, 2, 1] != 0, 0.25)
    assert share(sample(Sampled("x", Sphere(), n, 4), "fourth moment")[:, 1, 1] > 0, 0.5)
    moved = sample(Sampled("x", Sphere(), n, 4), "shift")[:, 0, 0]
    assert share(moved > 0, float(st.norm.cdf(0.3)))


def test_wishart_worlds_keep_the_mean_where_they_should() -> None:
    w = sample(Sampled("W", Wishart(6, S), d, d), "fourth moment")[:, 0, 0]
    assert abs(float(w.mean()) - 2) < 4.9 * float(w.std()) / N**0.5
    # the fourth moment of its columns is 6 v^2 in place of 3 v^2: variance v^2 (6 - 1)/6 along an axis of a diagonal C
    u = sample(Sampled("W", Wishart(6), d, d), "fourth moment")[:, 0, 0]
    spread = (u - 1).square()
    assert abs(float(spread.mean()) - 5 / 6) < 4.9 * float(spread.std()) / N**0.5
    tied = sample(Sampled("W", Wishart(2), d, d), "dependence")[
        :, 0, 0
    ]  # two columns of correlation 0.3: 1.3 and 0.7 times chi2_1 / 2
    spread = (tied - 1).square()
    assert abs(float(spread.mean()) - 2 * (1.3**2 + 0.7**2) / 4) < 4.9 * float(spread.std()) / N**0.5


def test_worlds_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UsageError, match="no wrong world 'heavier'"):
        World("Z", "heavier")
    with pytest.raises(UsageError, match="changes Y, which is not among the terms Z"):
        draw_terms([ALL[0]], ENV, Draw(KEY, 2), World("Y", "shift"))
    assert not [w for w in worlds(Sampled("u", Sphere(), n)) if w.change == "dependence"]
    assert worlds(ALL[0])[0].name == "Z.scale" and "1.1 times" in worlds(ALL[0])[0].says

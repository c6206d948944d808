"""The benchmark compares answers before it compares times."""

import json
import math

import pytest

from lemmata.bench.__main__ import main as command
from lemmata.bench.jobs import JOBS, bounded_mean, langevin
from lemmata.bench.measure import Answer, Bound, Job, Run, cpu_seconds, disagreement
from lemmata.bench.run import SCHEMA, document, run, table

EXACT = Answer([1.0, 20.0], 0.0)


def job_with(peer: Run) -> Job:
    return Job(
        name="toy", question="1 and 20", ours=lambda: lambda: EXACT, peers={"peer": lambda: peer},
        bound=lambda: Bound(1e-9, "nothing"), repeat=1,
    )  # fmt: skip


@pytest.mark.parametrize(
    "theirs",
    [
        Answer([1.0, 20.0], 0.0),
        Answer([1.0, 20.0 * (1 + 2e-16)], 0.0),  # the last bit
        Answer([1.0, 20.1], [0.0, 0.11]),
        Answer([1.04, 20.04], 0.01, "standard error"),  # within SIGMAS standard errors
        Answer([1.2, 20.2], 0.5, "interval"),
    ],
)
def test_a_ratio_where_the_answers_agree(theirs: Answer) -> None:
    _, peer = run([job_with(lambda: theirs)])
    assert peer.ratio is not None
    assert peer.ratio > 0
    assert peer.note == ""


@pytest.mark.parametrize(
    ("theirs", "reason"),
    [
        (Answer([1.0, 20.1], 0.01), "differs by 0.1 where the stated errors allow 0.01"),
        (Answer([1.06, 20.0], 0.01, "standard error"), "differs by 0.06 where the stated errors allow 0.05"),
        (Answer([2.0, 20.0], 0.5, "interval"), "differs by 1 where the stated errors allow 0.5"),
        (Answer([1.0], 0.0), "1 numbers where 2 were asked for"),
    ],
)
def test_no_ratio_where_they_do_not(theirs: Answer, reason: str) -> None:
    rows = run([job_with(lambda: theirs)])
    assert rows[1].ratio is None
    assert rows[1].note == f"no ratio: {reason}"
    assert reason in table(rows)


def test_a_peer_that_is_not_installed_is_named() -> None:
    def factory() -> Run:
        raise ModuleNotFoundError("No module named 'orthopy'", name="orthopy")

    job = Job("toy", "?", lambda: lambda: EXACT, lambda: Bound(1e-9, "nothing"), {"orthopy": factory}, repeat=1)
    _, peer = run([job])
    assert peer.seconds is None
    assert peer.ratio is None
    assert "orthopy is not installed" in peer.note


def test_an_answer_must_be_finite() -> None:
    with pytest.raises(ValueError, match="not finite"):
        run([job_with(lambda: Answer([math.nan, 20.0], 0.0))])


def test_cpu_seconds_is_of_one_call() -> None:
    def work(size: int) -> float:
        return cpu_seconds(lambda: sum(range(size)))

    # the work is linear: ten times as much of it takes between 3 and 30 times as long
    assert 3 < work(200_000) / work(20_000) < 30


@pytest.mark.parametrize("name", JOBS)
def test_every_way_of_doing_a_job_gives_one_answer(name: str) -> None:
    job = JOBS[name](small=True)
    rows = run([Job(job.name, job.question, job.ours, job.bound, job.peers, repeat=1)])
    assert [row.who for row in rows] == ["lemmata", *job.peers]
    assert not [row.note for row in rows if row.ratio is None and "is not installed" not in row.note]
    assert all(row.bound_seconds > 0 for row in rows)


def test_langevin_has_the_second_moment_of_the_recursion() -> None:
    particles, dimension, steps = 100, 50, 30
    exact = Answer([langevin.truth(steps)], 0.0)
    for way in (langevin.ours, langevin.numpy_loop):
        assert disagreement(exact, way(particles, dimension, steps)()) is None


def test_both_confidence_intervals_hold_the_mean() -> None:
    for way in (bounded_mean.ours, bounded_mean.numpy_grid, bounded_mean.numpy_bernstein):
        assert disagreement(Answer([2 / 7], 0.0), way(2000)()) is None


def test_json_is_the_table() -> None:
    read = json.loads(json.dumps(document(run([job_with(lambda: EXACT)]))))
    assert read["schema"] == SCHEMA
    assert [row["who"] for row in read["rows"]] == ["lemmata", "peer"]
    assert read["rows"][0]["value"] == [1.0, 20.0]
    assert read["rows"][1]["ratio"] > 0
    assert set(read["machine"]) == {"processor", "python", "torch", "numpy"}


def test_an_unknown_job_gets_the_nearest_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["hermit"]) == 2
    assert capsys.readouterr().err == "There is no benchmark job 'hermit'; the nearest is 'hermite'.\n"

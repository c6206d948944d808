"""What is shown of a claim is what its present code was found to be, for what was last asked for; no clock decides."""

from __future__ import annotations

import itertools
import time

import pytest

from lemmata.theory.language.errors import StoreError
from lemmata.verify.engine.content import of_the_library
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.merging import merge
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.shown import code_now
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.upkeep import prune, summary


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "store.sqlite")


@pytest.fixture
def state(campaign):
    """Writes a text of the file by which the mean is one (true) or 1.5 (refuted)."""

    def write(true: bool):
        path = campaign.write(points=1)
        if not true:
            path.write_text(path.read_text().replace("Mean(C), 1)", "Mean(C), 1.5)"))
        return path

    return write


def run(path, store, **options):
    return Run(load_file(path)[:1], device="cpu", store=store, **options).all()


def shown(store):
    return [(record.verdict, record.seed) for record in store.records()]


def test_a_then_b_then_a_again(state, store):
    run(state(False), store)
    assert shown(store) == [("refuted", 0)]
    path = state(True)
    assert shown(store) == [], "of this text nothing is known yet"
    assert store.superseded() == ["slow.first"]
    run(path, store)
    assert shown(store) == [("corroborated", 0)]
    assert store.superseded() == []
    state(False)
    assert shown(store) == [("refuted", 0)], "the text is the first one again, and so is what is shown"
    state(True)
    assert shown(store) == [("corroborated", 0)]


def test_the_setting_that_was_last_asked_for(state, store):
    path = state(True)
    for seed in (0, 1, 0):
        run(path, store, seed=seed)
        assert shown(store) == [("corroborated", seed)]
    run(path, store, profile="full")
    assert [record.profile for record in store.records()] == ["full"]
    run(path, store, seed=1)
    assert [(record.profile, record.seed) for record in store.records()] == [("quick", 1)]


def test_a_clock_that_is_set_back_decides_nothing(state, store, monkeypatch):
    moments = itertools.count(2e9, -86400)
    monkeypatch.setattr(time, "time", lambda: next(moments))
    for true, seed in ((False, 0), (True, 1), (True, 2), (False, 3)):
        run(state(true), store, seed=seed)
        assert shown(store) == [("corroborated" if true else "refuted", seed)]
    prune(store)
    assert shown(store) == [("refuted", 3)]
    assert {seed for _, seed in summary(store).runs} == {0, 3}, "other seeds of this text stay, the other text goes"


def test_a_shorter_run_that_comes_later_is_what_was_asked_for(campaign, store):
    path = campaign.write(pause=0.01, points=8)
    run(path, store)
    assert shown(store) == [("corroborated", 0)]
    run(path, store, budget=1e-3, fresh=True)
    assert shown(store) == [("undecided", 0)]


def test_a_file_that_was_moved_leaves_its_last_record(state, store, tmp_path):
    path = state(False)
    run(path, store)
    run(path, store, seed=5)
    path.rename(tmp_path / "elsewhere.py")
    assert shown(store) == [("refuted", 5)]
    assert store.superseded() == []


def test_code_that_cannot_be_parsed_is_other_code(state, store):
    path = state(True)
    run(path, store)
    path.write_text("this is no Python (")
    assert shown(store) == []


def test_code_of_the_library_is_its_own_whatever_file_a_store_names(tmp_path):
    other = tmp_path / "other.py"
    other.write_text("")
    assert code_now("mean_field.label_noise", str(other)) == code_now("mean_field.label_noise", "") is not None
    for name in ("../../etc.passwd", "mean_field", "mean_field.", "mean_field.no_such", "a.b.c", "mean_field.label_noise\n"):
        assert not of_the_library(name)


def test_the_code_is_the_same_wherever_the_file_lies(campaign, tmp_path):
    from lemmata.verify.engine.content import code_of

    path = campaign.write()
    for folder in ("a", "zz"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / path.name).write_text(path.read_text())
    assert len({code_of("slow.first", str(p)) for p in (path, tmp_path / "a" / path.name, tmp_path / "zz" / path.name)}) == 1


class TestMerge:
    def stores(self, state, tmp_path):
        """Three stores: the last request of each is of another seed."""
        path, made = state(True), []
        for name, seeds in (("one", (0, 1)), ("two", (2,)), ("three", (3, 0, 2))):
            made.append(tmp_path / f"{name}.sqlite")
            for seed in seeds:
                run(path, Store(made[-1]), seed=seed)
        return made

    def test_the_order_decides_nothing(self, state, tmp_path):
        found = set()
        for number, order in enumerate(itertools.permutations(self.stores(state, tmp_path))):
            joined = Store(tmp_path / f"joined{number}.sqlite")
            for other in order:
                merge(joined, other)
            found.add(tuple(shown(joined)))
        assert len(found) == 1
        assert found.pop()[0][1] in {1, 2}, "the last request of one of them"

    def test_what_was_asked_for_here_goes_before(self, state, store, tmp_path):
        one, two, three = self.stores(state, tmp_path)
        run(state(True), store, seed=7)
        for other in (three, one, two):
            merge(store, other)
        assert shown(store) == [("corroborated", 7)]
        run(state(True), store, seed=3)
        assert shown(store) == [("corroborated", 3)]

    def test_results_that_differ_are_refused_and_nothing_is_merged(self, state, store, tmp_path):
        path, place = state(True), tmp_path / "other.sqlite"
        other = Store(place)
        run(path, store)
        run(path, other)
        run(path, other, seed=1)
        assert merge(store, place) > 0
        run(path, other, seed=2)
        other.db.execute("update units set evidence = replace(evidence, '\"holds\"', '\"fails\"') where rowid = 1")
        (before,) = store.rows("select count(*) from units")
        for one, two, name in ((store, place, place), (other, store.path, store.path)):
            with pytest.raises(
                StoreError, match=r"hold different results under one key \(units [0-9a-f]+ of slow.first\).*nothing was merged"
            ):
                merge(one, two)
            assert str(name)
        assert store.rows("select count(*) from units") == [before]

    def test_time_and_place_are_no_difference(self, state, store, tmp_path, monkeypatch):
        path = state(True)
        run(path, store)
        (tmp_path / "folder").mkdir()
        monkeypatch.chdir(tmp_path / "folder")
        other = Store("other.sqlite")
        run(path, other)
        assert other.rows("select record from claims") != store.rows("select record from claims")
        assert merge(store, "other.sqlite") == 0

    def test_with_itself(self, store, tmp_path):
        (tmp_path / "link.sqlite").symlink_to(store.path)
        began = time.monotonic()
        for name in (store.path, tmp_path / "link.sqlite"):
            with pytest.raises(StoreError, match="cannot be merged into itself"):
                merge(store, name)
        assert time.monotonic() - began < 2

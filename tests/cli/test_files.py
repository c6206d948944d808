"""What commands write: ordinary files, whole or not at all; no device, no link, no empty store after a wrong word."""

from __future__ import annotations

import os
import resource
import shutil
import signal
from pathlib import Path

import pytest

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.files import write, written

CHEAP = "mean_field.label_noise"


@pytest.fixture(scope="module")
def store(tmp_path_factory, own_claim):
    """A store with one record; tests work on copies."""
    from lemmata.verify.cli.verifying import verify

    folder = tmp_path_factory.mktemp("kept")
    options = {"budget": None, "device": "cpu", "workers": 1, "rng": "torch", "seed": 0, "fresh": False, "json": None}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("mine.py").write_text(own_claim)
        assert verify(["mine.py"], profile="quick", store=Path("s.sqlite"), **options) == 0
    return folder


@pytest.fixture
def kept(lemmata, store, tmp_path):
    shutil.copytree(store, tmp_path, dirs_exist_ok=True)
    return lemmata


WRITERS = {
    "report": ["report", "--store", "s.sqlite", "--out"],
    "readme": ["report", "--store", "s.sqlite", "--readme"],
    "export": ["store", "export", "--store", "s.sqlite", "--out"],
    "verify": ["verify", "mine.py", "--json"],
    "calibrate": ["calibrate", "mine.py", "--seeds", "1", "--json"],
    "page": ["calibrate", "mine.py", "--seeds", "1", "--out"],
    "new": ["new", "my.own", "--out"],
}


@pytest.mark.parametrize("name", WRITERS)
class TestTargets:
    def test_a_device_is_refused(self, kept, name):
        before = os.stat("/dev/null")
        answer = kept(*WRITERS[name], "/dev/null")
        assert answer.code == 2
        assert (
            "/dev/null is a device or a pipe: name a file" in answer.err or "/dev/null: a claim is a Python file" in answer.err
        )
        assert os.stat("/dev/null").st_rdev == before.st_rdev
        assert not Path(".lemmata").exists()

    def test_a_pipe_is_refused_and_not_waited_for(self, kept, name):
        os.mkfifo("pipe.py")
        answer = kept(*WRITERS[name], "pipe.py")
        assert answer.code == 2
        assert "pipe.py is a device or a pipe: name a file" in answer.err
        assert Path("pipe.py").is_fifo()

    @pytest.mark.parametrize("there", [True, False])
    def test_a_symbolic_link_is_refused_and_stays(self, kept, name, there):
        Path("kept.py").write_text("what was there")
        os.symlink("kept.py" if there else "nowhere.py", "link.py")
        answer = kept(*WRITERS[name], "link.py")
        assert answer.code == 2
        assert "link.py is a symbolic link, which would be replaced and not followed: name the file itself" in answer.err
        assert Path("link.py").is_symlink()
        assert Path("kept.py").read_text() == "what was there"
        assert not Path("nowhere.py").exists()
        assert not Path(".lemmata").exists()


class TestWhole:
    def test_a_full_disk_leaves_what_was_there(self, tmp_path):
        """The kernel refuses to let a file grow: a real failing write, in the middle of the text."""
        path = tmp_path / "page.txt"
        path.write_text("before")
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
        try:
            with pytest.raises(UsageError, match=r"page.txt cannot be written: File too large; nothing was left there"):
                write(path, "x" * 1_000_000, "--out")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert [p.name for p in tmp_path.iterdir()] == ["page.txt"]
        assert path.read_text() == "before"

    def test_an_export_that_breaks_off_leaves_nothing(self, kept, monkeypatch):
        from lemmata.verify.engine import upkeep

        whole = upkeep.lines

        def full(store):
            yield from list(whole(store))[:2]
            raise OSError(28, os.strerror(28))

        monkeypatch.setattr(upkeep, "lines", full)
        before = sorted(os.listdir())
        answer = kept("store", "export", "--store", "s.sqlite", "--out", "lines.json")
        assert answer.code == 2
        assert answer.err == (
            "lemmata: --out lines.json cannot be written: No space left on device; nothing was left there, name another file\n"
        )
        assert answer.out == ""
        assert sorted(set(os.listdir()) - {"s.sqlite-shm", "s.sqlite-wal"}) == sorted(
            set(before) - {"s.sqlite-shm", "s.sqlite-wal"}
        )

    def test_an_interrupt_leaves_nothing(self, tmp_path):
        path = tmp_path / "page.txt"

        def interrupted():
            with written(path, "--out") as handle:
                handle.write("half")
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert not list(tmp_path.iterdir())

    def test_a_file_that_is_replaced_keeps_its_permissions(self, tmp_path):
        path = tmp_path / "page.txt"
        path.write_text("before")
        path.chmod(0o640)
        write(path, "after", "--out")
        assert path.read_text() == "after"
        assert path.stat().st_mode & 0o777 == 0o640
        assert len(list(tmp_path.iterdir())) == 1

    def test_a_readme_without_its_marks_is_left_as_it_was(self, kept):
        Path("read.md").write_text("no marks\n")
        answer = kept("report", "--store", "s.sqlite", "--readme", "read.md")
        assert answer.code == 2
        assert "lemmata: read.md has no lines " in answer.err
        assert Path("read.md").read_text() == "no marks\n"
        assert not list(Path().glob(".read*"))


class TestNoEmptyStore:
    @pytest.mark.parametrize(
        ("words", "text"),
        [
            ("verify mine.py --device tpu", "there is no device 'tpu'"),
            ("verify mine.py --rng mersenne", "unknown generator 'mersenne'"),
            ("verify mine.py --budget 0", "--budget 0.0: the budget is a positive number of seconds"),
            ("verify mine.py --limit nan", "--limit nan: the limit is a positive number of seconds"),
            ("verify mine.py --workers 0", "--workers 0: at least one worker is needed"),
            ("verify mine.py --seed 99999999999999999999", "a root key is an integer of 64 bits"),
            ("verify mine.py --dask tcp://127.0.0.1:1", "--dask tcp://127.0.0.1:1: no scheduler answers there"),
            ("verify mine.py --json nowhere/x.json", "--json nowhere/x.json: its folder does not exist; make it first"),
            ("calibrate mine.py --device tpu", "there is no device 'tpu'"),
            ("calibrate mine.py --rng mersenne", "unknown generator 'mersenne'"),
            ("calibrate mine.py --seeds 1000000", "--seeds 1000000: at most 100000 root keys are tried at once"),
            ("merge nowhere.sqlite", "there is no store nowhere.sqlite to merge"),
            ("merge mine.py", "cannot be used"),
            ("mutants", "there is no store .lemmata/store.sqlite"),
            ("show mine.mean --store typo.sqlite", "there is no store typo.sqlite"),
        ],
    )
    def test_a_wrong_word_makes_no_store(self, kept, words, text):
        before = sorted(os.listdir())
        answer = kept(*words.split())
        assert answer.code == 2
        assert text in answer.err
        assert answer.out == ""
        assert sorted(os.listdir()) == before

    def test_a_store_is_not_merged_with_itself(self, kept):
        os.symlink("s.sqlite", "same.sqlite")
        for other in ("s.sqlite", "./s.sqlite", "same.sqlite"):
            answer = kept("merge", other, "--store", "s.sqlite")
            assert answer.code == 2
            assert f"the store {Path(other)} is the one that --store s.sqlite names: there is nothing to merge" in answer.err

    def test_a_store_is_not_exported_over_itself(self, kept):
        answer = kept("store", "export", "--store", "s.sqlite", "--out", "s.sqlite")
        assert "--out s.sqlite is the store itself: name another file" in answer.err
        assert kept("store", "--store", "s.sqlite").code == 0

    @pytest.mark.parametrize("place", ["/dev/null", "/dev/zero", "pipe"])
    def test_a_device_is_no_store(self, kept, place):
        os.mkfifo("pipe")
        for words in (["mutants"], ["verify", "mine.py"], ["store"], ["show", CHEAP]):
            answer = kept(*words, "--store", place)
            assert answer.code == 2
            assert answer.err == f"lemmata: --store {place} is a device or a pipe: name a file\n"


class TestNew:
    @pytest.mark.parametrize(
        ("identity", "text"),
        [
            ("class.def", "'class.def' is no claim id: 'class' is a keyword of Python; choose another word"),
            ("mine.import", "'mine.import' is no claim id: 'import' is a keyword of Python; choose another word"),
            ("mine.claim", "'mine.claim': the file itself uses the name 'claim'; choose another slug"),
            ("mine.random", "random.py would hide Python's own module random; choose another file with --out"),
            (CHEAP, f"{CHEAP} is a claim of the library; choose another id"),
            ("mine." + "x" * 81, "write family.slug in small letters, digits and underscores, at most 80 each"),
        ],
    )
    def test_an_id_that_cannot_work_is_refused(self, lemmata, identity, text):
        answer = lemmata("new", identity)
        assert answer.code == 2
        assert text in answer.err
        assert answer.err.count("\n") == 1
        assert not os.listdir()

    def test_a_file_that_would_not_be_found_as_one(self, lemmata):
        answer = lemmata("new", "mine.own", "--out", "notes.txt")
        assert answer.err == "lemmata: --out notes.txt: a claim is a Python file; name it notes.py\n"


def test_show_of_a_family_lists_it(lemmata):
    answer = lemmata("show", "hermite")
    assert answer.code == 0
    assert answer.out == lemmata("list", "--family", "hermite").out
    assert "hermite.expansion" in answer.out


def test_what_a_terminal_cannot_show_is_escaped(lemmata):
    answer = lemmata("verify", "\x1b[31mred\nline\udcff")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert answer.err.strip().isprintable()
    long = lemmata("verify", "x" * 9000)
    assert len(long.err) < 1100


def test_the_bench_names_the_job_that_it_does_not_know(shell):
    answer = shell("bench", "hermit")
    assert answer.returncode == 2
    assert answer.stderr == "There is no benchmark job 'hermit'; the nearest is 'hermite'.\n"

"""pytest collects every file that binds a claim: one item per law.

A binding file is any file under ``verify/<family>/``, and any file that imports lemmata and states or binds a claim at its
module level, which its syntax tree tells (`binding_files`): no other file is imported or run. A claim is verified once, when
its first item runs; with ``-n`` the items of a file stay on one worker. With ``--claim-workers`` the claims of the session are one
run of so many workers, which is quicker for more than a few: each is given what is next, and none reads what it does not need.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.binding_files import binds, has_tests

VERIFY = Path(__file__).resolve().parent.parent
OURS = tuple(VERIFY.parent / name for name in ("verify", "theory", "numerics", "bench"))
NOT_FAMILIES = {"check", "cli", "engine", "report", "__pycache__"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lemmata")
    group.addoption("--claim-profile", default="quick", help="profile of the verification: quick, full or fuzz")
    group.addoption("--claim-seed", type=int, default=0, help="root of every random number")
    group.addoption("--claim-workers", type=int, default=1, help="processes that verify the claims of the session side by side")


def pytest_configure(config: pytest.Config) -> None:
    workers, profile = config.getoption("--claim-workers"), config.getoption("--claim-profile")
    if profile != "quick":
        from lemmata.verify.engine.profiles import profile as find_profile

        try:
            find_profile(profile)
        except LemmataError as error:
            raise pytest.UsageError(f"--claim-profile: {error}") from None
    if workers < 1:
        raise pytest.UsageError(f"--claim-workers {workers}: at least one worker is needed")
    if workers > 1 and (config.getoption("numprocesses", None) or hasattr(config, "workerinput")):
        raise pytest.UsageError(f"--claim-workers {workers} and -n: each would start workers of its own, give one of the two")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".py" and _binds(file_path):
        return Binding.from_parent(parent, path=file_path)
    return None


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """A file named on the command line is a test module to pytest: one that only binds claims is not imported twice."""
    if _binds(module_path) and not has_tests(module_path):
        return NoTests.from_parent(parent, path=module_path)
    return None


class NoTests(pytest.Module):
    """The module of a binding file: its items are those of `Binding`."""

    def collect(self) -> list[pytest.Item]:
        return []


def _binds(path: Path) -> bool:
    if path.name.startswith(("_", "conftest", "test_")) or path.name.endswith("_test.py"):
        return False
    path = path.absolute()
    if path.parent.parent == VERIFY:
        return path.parent.name not in NOT_FAMILIES
    if any(folder in path.parents for folder in OURS):
        return False
    return binds(path)


class Binding(pytest.File):
    """A file that binds claims."""

    def collect(self) -> Iterator[pytest.Item]:
        from lemmata.verify.engine.loading import load_file

        try:
            experiments = load_file(self.path)
        except LemmataError as error:
            raise self.CollectError(str(error)) from None
        for experiment in experiments:
            for law in experiment.claim.laws():
                name = law.name if len(experiments) == 1 else f"{experiment.claim.id}:{law.name}"
                item = LawItem.from_parent(self, name=name)
                item.experiment, item.law = experiment, law
                yield item


class LawItem(pytest.Item):
    """One law of a claim."""

    experiment: Any
    law: Any

    def runtest(self) -> None:
        record = _records(self.config).of(self.experiment)
        law = next(item for item in record.laws if item.name == self.law.name)
        self.user_properties += [("verdict", law.verdict), ("resolution", law.resolution), ("samples", law.samples)]
        if law.open and law.role != "truth":
            pytest.skip(f"not judged, for its part is open: {law.open}")
        if law.verdict == "open":
            pytest.xfail(law.open)
        if not law.as_expected:
            from lemmata.verify.engine.messages import failure

            raise LawFailed(failure(record, law))
        if law.name == "truth" and record.verdict == "error":
            raise LawFailed(f"{record.id}: {record.laws[0].detail}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, LawFailed | LemmataError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.experiment.claim.id} {self.law.name}"


class LawFailed(Exception):
    """A law did not meet its expectation; the message is for the reader."""


class Records:
    """The records of a session, each made once: alone when a law of its claim is asked for, or in one run of several workers."""

    def __init__(self, config: pytest.Config) -> None:
        self.options = {
            "profile": config.getoption("--claim-profile"),
            "seed": config.getoption("--claim-seed"),
            "device": "auto",
        }
        self.workers = config.getoption("--claim-workers")
        self.found: dict[tuple[str, str], Any] = {}
        self.together: dict[str, Any] = {}  # of two claims of one id, which would be one in a run, the first
        self.run: Iterator[Any] | None = None

    def collected(self, experiments: Iterable[Any]) -> None:
        """What the session will ask for, in this order."""
        for experiment in experiments if self.workers > 1 else ():
            self.together.setdefault(experiment.claim.id, experiment)

    def of(self, experiment: Any) -> Any:
        """The record of a claim."""
        key = experiment.claim.id, experiment.file
        if self.together.get(key[0]) is experiment:
            self.run = self.run or iter(self._run(list(self.together.values()), workers=self.workers, in_order=True))
            while key not in self.found and (record := next(self.run, None)) is not None:
                self.found[record.id, self.together[record.id].file] = record
        if key not in self.found:
            self.found[key] = self._run([experiment]).all()[0]
        return self.found[key]

    def close(self) -> None:
        """End the run, wherever it is."""
        if isinstance(self.run, Generator):
            self.run.close()

    def _run(self, experiments: list[Any], **options: Any) -> Any:
        from lemmata.verify.engine.runner import Run

        return Run(experiments, **self.options, **options)


_RECORDS = pytest.StashKey[Records]()


def _records(config: pytest.Config) -> Records:
    if _RECORDS not in config.stash:
        config.stash[_RECORDS] = Records(config)
    return config.stash[_RECORDS]


def pytest_collection_finish(session: pytest.Session) -> None:
    laws = [item for item in session.items if isinstance(item, LawItem)]
    if laws and not session.config.getoption("--collect-only"):
        _records(session.config).collected(item.experiment for item in laws)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _RECORDS in session.config.stash:  # a session that was cut short leaves no worker behind
        session.config.stash[_RECORDS].close()


_LAW = re.compile(r"::(?:[a-z0-9_]+\.[a-z0-9_]+:)?(?:truth|as-printed|truth:.*|mutant:.*)$")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With pytest-xdist the laws of a file stay on one worker, so that a claim is verified once; other tests are free."""
    if config.getvalue("dist") != "load":
        return None
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = lambda nodeid: nodeid.rsplit("::", 1)[0] if _LAW.search(nodeid) else nodeid
    return scheduler

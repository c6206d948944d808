"""Workers that are forked from a process which has read what they need: nothing is lost, nothing is read twice, nothing stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from processes import NAP, alive, wait_until

from lemmata.verify.engine.engines.errors import Lost, NoWorkers
from lemmata.verify.engine.engines.stem import Silent
from lemmata.verify.engine.engines.supervised import Supervised

PID, PARENT = "__import__('os').getpid()", "__import__('os').getppid()"


def note(path, what) -> str:
    """An expression that leaves a line with the process that it was read in."""
    return f"open({str(path)!r}, 'a').write(str({PID}) + ' {what}' + chr(10))"


def kept(name) -> str:
    """An expression that says what reading has left in the process."""
    return f"__import__('builtins').__dict__.get({name!r})"


def keep(name, value="1") -> str:
    return f"__import__('builtins').__dict__.setdefault({name!r}, {value})"


class TestReading:
    def test_what_is_foreseen_is_read_once_for_all_workers(self, tmp_path):
        read = tmp_path / "read"
        with Supervised(2, forked=True, share=1) as pool:
            for place in "abc":
                pool.foresee(place, eval, f"[{keep(place)}, {note(read, place)}]")
            futures = [pool.submit_near(place, eval, f"({PID}, {kept(place)})") for place in "abc" * 4]
            found = [future.result(60) for future in futures]
        assert [value for _, value in found] == [1] * 12
        assert len({pid for pid, _ in found}) == 12, "one task each"
        lines = [line.split() for line in read.read_text().splitlines()]
        assert [place for _, place in lines] == list("abc")
        assert len({pid for pid, _ in lines}) == 1

    def test_a_worker_that_lacks_a_place_makes_way_for_one_that_has_read_it(self):
        with Supervised(1, forked=True) as pool:
            pool.foresee("a", eval, keep("a"))
            first = pool.submit_near("a", eval, PID).result(60)
            pool.foresee("b", eval, keep("b"))
            time.sleep(1)
            second = pool.submit_near("b", eval, f"({PID}, {kept('b')})").result(60)
            assert second[0] != first
            assert second[1] == 1
            assert pool.submit_near("a", eval, PID).result(60) == second[0], "which has read both"

    @pytest.mark.parametrize("ends", ["1 / 0", "__import__('sys').exit(3)", "__import__('os').fork() and 1", "nonsense"])
    def test_what_cannot_be_read_is_the_affair_of_whoever_needs_it(self, ends):
        with Supervised(1, forked=True) as pool:
            pool.foresee("bad", eval, ends)
            pool.foresee("good", eval, keep("good"))
            assert pool.submit_near("bad", eval, "3").result(60) == 3
            time.sleep(0.2)
            assert pool.submit_near("good", eval, kept("good")).result(60) == 1

    def test_what_reading_gives_is_told_or_why_there_is_nothing(self):
        with Supervised(1, forked=True) as pool:
            good, bad = pool.foresee("good", eval, "6 * 7"), pool.foresee("bad", eval, "1 / 0")
            unsent = pool.foresee("unsent", eval, "lambda: 0")
            assert good.result(60) == 42
            assert isinstance(bad.exception(60), ZeroDivisionError)
            assert unsent.exception(60) is not None
        assert pool.foresee("late", eval, "1") is None
        with Supervised(1) as pool:
            assert pool.foresee("place", eval, "1") is None, "nobody reads ahead of workers that are spawned"

    def test_one_pool_that_forks_and_one_that_does_not_have_the_same_answers(self):
        tasks = [
            f"[{i} ** 2, __import__('os').environ['OMP_NUM_THREADS'], __import__('signal').getsignal(2).name]" for i in range(9)
        ]
        answers = []
        for forked in (False, True):
            with Supervised(2, forked=forked) as pool:
                answers.append([future.result(60) for future in [pool.submit(eval, task) for task in tasks]])
        assert answers[0] == answers[1]


class TestEnds:
    def test_the_stem_is_killed_and_all_tasks_are_done(self):
        with Supervised(2, forked=True) as pool:
            stem = pool.submit(eval, PARENT).result(60)
            assert stem != os.getpid()
            os.kill(stem, signal.SIGKILL)
            futures = [pool.submit(eval, NAP.format(0.02, PID)) for _ in range(30)]
            for pid in pool.pids():
                os.kill(pid, signal.SIGKILL)
            assert all(future.result(60) > 0 for future in futures)
            wait_until(lambda: not alive(stem))
            assert pool.submit(eval, PARENT).result(60) != stem

    def test_a_stem_that_no_longer_answers_is_done_without(self, monkeypatch):
        monkeypatch.setattr("lemmata.verify.engine.engines.stem.PATIENCE", 0.5)
        with Supervised(1, forked=True) as pool:
            pool.foresee("endless", eval, "[None for _ in iter(int, 1)]")
            assert pool.submit(eval, PARENT).result(60) == os.getpid()

    def test_nobody_waits_for_what_a_stem_that_is_gone_was_to_read(self):
        with Supervised(1, forked=True) as pool:
            read = [pool.foresee(place, eval, f"__import__('os').kill({PID}, 9)") for place in "abc"]
            assert all(isinstance(future.exception(60), Silent) for future in read)
            assert isinstance(pool.foresee("d", eval, "1").exception(60), Silent)
            assert pool.submit(abs, -3).result(60) == 3

    def test_nobody_waits_for_it_when_the_pool_is_left(self):
        with Supervised(1, forked=True) as pool:
            read = [pool.foresee(place, eval, "[None for _ in iter(int, 1)]") for place in "ab"]
        assert all(isinstance(future.exception(60), Silent) for future in read)

    def test_how_a_worker_ended_is_told(self):
        with Supervised(2, forked=True) as pool:
            killed = pool.submit(eval, f"__import__('os').kill({PID}, 9)")
            left = pool.submit(eval, "__import__('os')._exit(7)")
            good = [pool.submit(abs, -i) for i in range(10)]
            assert [f.result(60) for f in good] == list(range(10))
            with pytest.raises(Lost, match=r"died 2 times on this unit \(it was killed by SIGKILL\)"):
                killed.result(60)
            with pytest.raises(Lost, match=r"died 2 times on this unit \(it left with code 7\)"):
                left.result(60)

    def test_a_task_past_its_time_is_stopped_with_all_that_it_has_started(self, tmp_path):
        pids = tmp_path / "pids"
        task = f"open({str(pids)!r}, 'w').write(str(__import__('subprocess').Popen(['sleep', '600']).pid)) and {NAP.format(600, 0)}"
        with Supervised(1, forked=True, limit=0.5) as pool:
            slow = pool.submit(eval, task)
            with pytest.raises(Lost, match="time limit"):
                slow.result(60)
            wait_until(lambda: not alive(int(pids.read_text())))
            assert pool.submit(abs, -1).result(60) == 1

    def test_workers_that_cannot_begin_are_not_forked_for_ever(self):
        with Supervised(2, forked=True, initializer=os.abort) as pool:
            with pytest.raises(NoWorkers, match="killed by SIGABRT"):
                pool.submit(abs, -1).result(60)

    def test_a_task_that_comes_back_twice_has_one_answer(self):
        with Supervised(1, forked=True) as pool:
            assert pool.submit(eval, "__import__('os').fork() and 7").result(60) == 7
            assert [pool.submit(abs, -i).result(60) for i in range(5)] == list(range(5))

    def test_nothing_stays_behind(self):
        with Supervised(2, forked=True, share=2) as pool:
            futures = [pool.submit(eval, f"({PID}, {PARENT}, {NAP.format(0.01, 0)})") for _ in range(12)]
            pids = {pid for future in futures for pid in future.result(60)[:2]}
        assert len(pids) >= 7
        assert os.getpid() not in pids
        assert not any(alive(pid) for pid in pids)

    @pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
    def test_all_end_with_a_parent_that_is_killed(self, number):
        program = (
            "import time\nfrom lemmata.verify.engine.engines.supervised import Supervised\n"
            f"pool = Supervised(2, forked=True)\nstem = pool.submit(eval, {PARENT!r}).result()\n"
            "futures = [pool.submit(eval, '10 ** 10 ** 9') for _ in range(2)]\n"
            "while not all(f.running() for f in futures): time.sleep(0.01)\n"
            "pool.foresee('endless', eval, '[None for _ in iter(int, 1)]')\ntime.sleep(1.5)\n"
            "print(stem, *pool.pids(), flush=True)\ntime.sleep(600)\n"
        )
        parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        time.sleep(0.2)
        parent.send_signal(number)
        parent.communicate()
        assert len(pids) >= 2
        wait_until(lambda: not any(alive(pid) for pid in pids), 10.0)

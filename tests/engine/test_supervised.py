"""The supervised pool: no task is lost, none hangs, and the workers are those one would want."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest
from processes import NAP, alive, members, wait_until

from lemmata.verify.engine.engines.errors import Lost, NoWorkers, TimeUp
from lemmata.verify.engine.engines.supervised import ATTEMPTS, Supervised


class TestNothingIsLost:
    def test_a_worker_is_killed_and_all_forty_tasks_are_done(self):
        with Supervised(2) as pool:
            futures = [pool.submit(eval, NAP.format(0.02, i)) for i in range(40)]
            wait_until(lambda: sum(f.done() for f in futures) > 5)
            os.kill(pool.pids()[0], signal.SIGKILL)
            assert [f.result(60) for f in futures] == list(range(40))

    def test_a_task_whose_worker_died_once_is_done_and_nobody_else_hears_of_it(self, tmp_path):
        flag = tmp_path / "died"
        once = f"__import__('os')._exit(9) if __import__('os').path.exists({str(flag)!r}) is False and open({str(flag)!r}, 'w') else 7"
        with Supervised(2) as pool:
            others = [pool.submit(eval, NAP.format(0.01, i)) for i in range(10)]
            assert pool.submit(eval, once).result(30) == 7
            assert [f.result(30) for f in others] == list(range(10))
        assert flag.exists()

    def test_a_task_that_kills_its_worker_twice_is_given_up(self):
        with Supervised(2) as pool:
            bad = pool.submit(eval, "__import__('os').kill(__import__('os').getpid(), 9)")
            good = [pool.submit(abs, -i) for i in range(20)]
            assert [f.result(30) for f in good] == list(range(20))
            with pytest.raises(Lost, match=rf"the worker died {ATTEMPTS} times on this unit \(it was killed by SIGKILL\)"):
                bad.result(30)

    def test_a_task_past_its_time_is_stopped_and_the_others_go_on(self):
        with Supervised(1, limit=0.3) as pool:
            slow, quick = pool.submit(eval, NAP.format(600, 0)), pool.submit(abs, -1)
            with pytest.raises(Lost, match=r"it ran past its time limit of 0\.3 s and was killed"):
                slow.result(30)
            assert quick.result(30) == 1

    def test_when_the_time_of_a_run_is_up_what_is_under_way_is_given_up(self):
        with Supervised(1) as pool:
            slow = pool.submit(eval, NAP.format(600, 0))
            pool.until = time.monotonic() + 0.3
            with pytest.raises(TimeUp, match="the run's time was up before it was done"):
                slow.result(30)
            pool.until = None
            assert pool.submit(abs, -1).result(30) == 1

    def test_whatever_a_task_raises_is_its_own_affair(self):
        with Supervised(1) as pool:
            with pytest.raises(ZeroDivisionError):
                pool.submit(eval, "1 / 0").result(30)
            with pytest.raises(RuntimeError, match="SystemExit: 4"):
                pool.submit(sys.exit, 4).result(30)
            with pytest.raises(Exception, match="pickle"):
                pool.submit(eval, "lambda: 0").result(30)
            with pytest.raises((pickle.PicklingError, AttributeError)):
                pool.submit(lambda: 0).result(30)
            assert pool.submit(abs, -1).result(30) == 1

    def test_workers_that_cannot_be_started_are_not_started_for_ever(self):
        with Supervised(2, initializer=os.abort) as pool:
            futures = [pool.submit(abs, -1) for _ in range(5)]
            for future in futures:
                with pytest.raises(NoWorkers, match=r"no worker process can be started \(it was killed by SIGABRT\)"):
                    future.result(30)
            with pytest.raises(NoWorkers):
                pool.submit(abs, 1)


class TestWorkers:
    def test_they_stay_warm_and_there_are_no_more_than_asked_for(self):
        with Supervised(2) as pool:
            pids = [pool.submit(eval, "__import__('os').getpid()").result(30) for _ in range(5)]
            assert len(set(pids)) == 1, "one is enough where there is one task at a time"
            futures = [pool.submit(eval, NAP.format(0.02, "__import__('os').getpid()")) for _ in range(20)]
            assert len({f.result(30) for f in futures}) <= 2

    def test_each_is_replaced_after_its_share_of_tasks_and_none_is_lost(self):
        task = "(__import__('time').sleep(0.01), __import__('os').getpid(), {})"
        with Supervised(2, share=5) as pool:
            done = [f.result(60) for f in [pool.submit(eval, task.format(i)) for i in range(40)]]
            assert len(pool.pids()) <= 2
        assert [number for _, _, number in done] == list(range(40))
        counts = Counter(pid for _, pid, _ in done)
        assert max(counts.values()) <= 5
        assert len(counts) >= 8

    def test_memory_that_tasks_keep_does_not_grow_with_the_campaign(self):
        """Each keeps 8 MB for ever; a worker has three of them at most."""
        keep = "__import__('builtins').__dict__.setdefault('kept', []).append(bytearray(8_000_000))"
        size = "int(open('/proc/self/statm').read().split()[1]) * __import__('resource').getpagesize()"
        with Supervised(1, share=3) as pool:
            sizes = [pool.submit(eval, f"({keep}, {size})[1]").result(60) for _ in range(15)]
        assert max(sizes) - min(sizes) < 3 * 8_000_000
        assert sizes[1] - sizes[0] > 7_000_000

    def test_each_leads_a_group_that_ends_with_it(self):
        with Supervised(1) as pool:
            started = pool.submit(eval, "__import__('subprocess').Popen(['sleep', '600']).pid").result(30)
            assert alive(started)
        wait_until(lambda: not alive(started))

    def test_what_a_worker_started_ends_with_a_parent_that_is_killed(self, tmp_path):
        note = tmp_path / "pid"
        task = f"__import__('subprocess').run(['sh', '-c', 'echo $$ > {note}; exec sleep 600'])"
        program = (
            f"from lemmata.verify.engine.engines.supervised import Supervised\nSupervised(1).submit(eval, {task!r}).result()\n"
        )
        parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
        wait_until(lambda: note.exists() and note.read_text().strip())
        parent.kill()
        parent.communicate()
        wait_until(lambda: not alive(int(note.read_text())))

    @pytest.mark.parametrize("signals", [[signal.SIGKILL], [signal.SIGTERM], [signal.SIGSTOP, signal.SIGKILL]])
    def test_one_that_is_inside_a_long_power_ends_with_a_parent_that_is_killed(self, tmp_path, signals):
        """No other thread of the worker runs in the meantime: the power holds the lock of the interpreter."""
        note = tmp_path / "pids"
        task = (
            "[__import__('subprocess').Popen(['sleep', '600']).pid, __import__('os').getpid(), "
            f"open({str(note)!r}, 'w').write('x'), 10 ** 10 ** 9]"
        )
        program = (
            "from lemmata.verify.engine.engines.supervised import Supervised\nimport time\n"
            f"pool = Supervised(2)\nfuture = pool.submit(eval, {task!r})\n"
            f"import os\nwhile not os.path.exists({str(note)!r}): time.sleep(0.01)\n"
            "print(*pool.pids(), flush=True)\nfuture.result()\n"
        )
        parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert parent.stdout is not None
        (worker,) = map(int, parent.stdout.readline().split())
        time.sleep(0.3)
        group = members(worker)
        assert len(group) == 3, "the worker, its guard, and what the task has started"
        for number in signals:
            parent.send_signal(number)
        parent.wait(30)
        wait_until(lambda: not any(alive(pid) for pid in group), 5.0)
        parent.stdout.close()

    def test_no_more_than_a_few_processes_may_be_started(self):
        """Those that are up do the work; where there is none, the run ends in a sentence."""
        program = (
            "import resource\nfrom lemmata.verify.engine.engines.errors import NoWorkers\n"
            "from lemmata.verify.engine.engines.supervised import Supervised\n"
            "files = {}\nresource.setrlimit(resource.RLIMIT_NOFILE, (files, files))\n"
            "try:\n    with Supervised(4) as pool:\n"
            "        print(sum(f.result() for f in [pool.submit(abs, -1) for _ in range(20)]))\n"
            "except NoWorkers as error:\n    print(error)\n"
        )
        found = []
        for files in (8, 16, 64):
            command = [sys.executable, "-c", program.format(files, files=files)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
            assert (done.returncode, done.stderr) == (0, "")
            found.append(done.stdout.strip())
        assert "no worker process can be started" in found[0]
        assert found[1:] == ["20", "20"]

    def test_a_task_that_comes_back_twice_has_one_answer(self):
        with Supervised(1) as pool:
            assert pool.submit(eval, "__import__('os').fork() and 7").result(30) == 7
            assert [pool.submit(abs, -i).result(30) for i in range(5)] == list(range(5))

    def test_each_has_one_thread(self):
        with Supervised(1) as pool:
            for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
                assert pool.submit(os.getenv, name).result(30) == "1"

    def test_each_has_its_own_environment(self):
        environments = [{"CUDA_VISIBLE_DEVICES": name} for name in ("3", "5")]
        with Supervised(2, environments=environments) as pool:
            task = "__import__('time').sleep(0.05) or __import__('os').environ['CUDA_VISIBLE_DEVICES']"
            futures = [pool.submit(eval, task) for _ in range(12)]
            assert {f.result(30) for f in futures} == {"3", "5"}

    def test_two_work_at_the_same_time(self):
        """Naps in place of work: the test is about the pool, and other processes may have the cores."""
        clock = "__import__('time').monotonic()"
        task = f"({clock}, __import__('time').sleep(0.3), {clock})"
        with Supervised(2) as pool:
            for future in [pool.submit(eval, task) for _ in range(2)]:
                future.result(30)
            best = 0.0
            for _ in range(3):
                naps = [future.result(30) for future in [pool.submit(eval, task) for _ in range(6)]]
                wall = max(end for _, _, end in naps) - min(begin for begin, _, _ in naps)
                best = max(best, sum(end - begin for begin, _, end in naps) / wall)
                if best > 1.7:
                    break
            assert best > 1.7

    def test_they_end_with_the_pool(self):
        with Supervised(2) as pool:
            pool.submit(abs, 1).result(30)
            pids = pool.pids()
        assert not any(alive(pid) for pid in pids)

    def test_an_error_of_the_run_waits_for_nobody(self):
        began, pool = time.monotonic(), Supervised(1)
        future = pool.submit(eval, NAP.format(600, 0))
        wait_until(future.running)
        pool.__exit__(KeyError, KeyError(), None)
        assert time.monotonic() - began < 30
        with pytest.raises(Lost, match="the run was ended"):
            future.result()
        with pytest.raises(RuntimeError, match="after shutdown"):
            pool.submit(abs, 1)

    def test_they_end_with_a_parent_that_is_killed(self):
        program = (
            "import time\nfrom lemmata.verify.engine.engines.supervised import Supervised\n"
            "pool = Supervised(2)\nfutures = [pool.submit(time.sleep, 600) for _ in range(2)]\n"
            "while not all(f.running() for f in futures): time.sleep(0.01)\n"
            "print(*pool.pids(), flush=True)\ntime.sleep(600)\n"
        )
        parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        assert parent.stdout is not None
        pids = [int(word) for word in parent.stdout.readline().split()]
        parent.kill()
        parent.communicate()
        assert len(pids) == 2
        wait_until(lambda: not any(alive(pid) for pid in pids))

    def test_a_future_that_is_cancelled_is_not_begun(self):
        with Supervised(1) as pool:
            first = pool.submit(eval, NAP.format(0.2, 1))
            second, third = pool.submit(eval, NAP.format(600, 2)), pool.submit(abs, -3)
            assert second.cancel()
            assert (first.result(30), third.result(30)) == (1, 3)

"""Threads, and pools of them: their work is done when it is handed in, and costs what it costs real ones."""

from __future__ import annotations

import math

import pytest

from perfcast.trial import NAMES, Trials
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.workload import parse
from tests.unit.trial.interpreting import interpreted, run

_IMPORTS = """
import threading
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, ThreadPoolExecutor, as_completed, wait
def double(x):
    return 2 * x
def root(x):
    return x ** 0.5 if x >= 0 else int("none")
"""


@pytest.mark.parametrize(
    "body",
    [
        """
with ThreadPoolExecutor(max_workers=3) as pool:
    found = list(pool.map(double, range(7)))
""",
        """
with ThreadPoolExecutor() as pool:
    found = list(pool.map(lambda a, b: a + b, [1, 2, 3], [4, 5]))
""",
        """
with ThreadPoolExecutor(2) as pool:
    jobs = {pool.submit(double, x): x for x in (3, 1)}
    found = sorted((jobs[job], job.result(), job.done()) for job in as_completed(jobs))
""",
        """
pool = ThreadPoolExecutor(2)
found = []
job = pool.submit(root, -1)
try:
    job.result()
except ValueError as error:
    found.append(str(error))
found.append(type(job.exception()).__name__)
other = pool.submit(double, x=4)
other.add_done_callback(lambda one: found.append(one.result()))
done, left = wait([job, other])
found += [len(done), len(left)]
pool.shutdown(wait=True)
try:
    pool.submit(double, 1)
except RuntimeError as error:
    found.append("after shutdown" in str(error))
""",
        """
found = []
results = []
with ThreadPoolExecutor() as pool:
    try:
        for value in pool.map(root, [4, -1, 9]):
            results.append(value)
    except ValueError:
        found = results
""",
        """
found = []
lock = threading.Lock()
def note(x, *, times=1):
    with lock:
        found.append(x * times)
threads = [threading.Thread(target=note, args=(i,), kwargs={"times": 3}) for i in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
found.append([thread.is_alive() for thread in threads])
found.sort(key=str)
""",
        """
found = []
thread = threading.Thread(target=lambda: found.append(threading.current_thread().name), name="other")
thread.start()
found += [threading.current_thread().name, threading.main_thread().name]
with ThreadPoolExecutor(1) as pool:
    job = pool.submit(double, 2)
    found.append([one.result() for one in as_completed([job, job])])
""",
        """
class Worker(threading.Thread):
    def __init__(self, xs):
        super().__init__(daemon=True)
        self.xs, self.total = xs, 0
    def run(self):
        self.total = sum(self.xs)
worker = Worker([1, 2, 3])
worker.start()
worker.join(timeout=1)
found = [worker.total]
try:
    worker.start()
except RuntimeError as error:
    found.append(str(error))
""",
    ],
)
def test_pools_and_threads_do_what_real_ones_do(body: str) -> None:
    assert interpreted(_IMPORTS + body) == run(_IMPORTS + body)


@pytest.mark.parametrize(
    "body",
    [
        "with ProcessPoolExecutor() as pool:\n    found = list(pool.map(double, [1]))\n",
        "thread = threading.Thread(target=root, args=(-1,))\nfound = thread.start()\n",
        "ThreadPoolExecutor().submit(double, 1).add_done_callback(int)\nfound = 0\n",
        "event = threading.Event()\nthread = threading.Thread(target=event.wait)\nfound = thread.start()\n",
    ],
)
def test_what_waits_for_others_or_fails_in_silence_is_not_known(body: str) -> None:
    with pytest.raises(Unsupported):
        interpreted(_IMPORTS + body)


#: Bytes and nanoseconds of a call with a thousand elements, as measured on one core.
@pytest.mark.parametrize(
    ("body", "nbytes", "time"),
    [
        ("    with ThreadPoolExecutor(4) as pool:\n        return list(pool.map(double, xs))\n", 1.7e6, 7.4e6),
        (
            "    with ThreadPoolExecutor(max_workers=4) as pool:\n"
            "        jobs = [pool.submit(double, x) for x in xs]\n"
            "        return [job.result() for job in as_completed(jobs)]\n",
            1.85e6,
            8.6e6,
        ),
        (
            "    threads = [threading.Thread(target=double, args=(x,)) for x in xs]\n"
            "    for thread in threads:\n        thread.start()\n"
            "    for thread in threads:\n        thread.join()\n",
            2.14e6,
            5.9e7,
        ),
    ],
)
def test_their_costs_are_near_to_what_was_measured(body: str, nbytes: float, time: float) -> None:
    imports = "import threading\nfrom concurrent.futures import ThreadPoolExecutor, as_completed\n"
    source = f"def f(xs):\n{body}\n{imports}\ndef double(x):\n    return 2 * x\n"
    found = dict(zip(NAMES, Trials(source).estimate(parse("xs: list[int] * 1000")), strict=True))
    assert found["trial_peak"] == pytest.approx(math.log2(nbytes), abs=0.35)
    assert found["trial_time"] == pytest.approx(math.log2(time), abs=0.5)

"""Coroutines, tasks and queues give what they give in Python, and cost what an event loop takes."""

import pytest
from interpreting import interpreted, run, soon

from perfcast.trial import NAMES, Trials
from perfcast.trial.stops import OutOfSteps, Unsupported
from perfcast.workload import parse

_QUEUE = """
import asyncio
async def produce(queue, n):
    for i in range(n):
        await queue.put(i)
    await queue.put(None)
async def consume(queue, out):
    while True:
        item = await queue.get()
        if item is None:
            return len(out)
        out.append(item)
"""
_CASES = {
    "what_is_not_awaited_does_not_run": """
        async def g(): out.append(1)
        async def f():
            g().close()
            await g()
            return out
        out = []""",
    "gathered": """
        async def g(x):
            await asyncio.sleep(0)
            if x == 2: raise KeyError(x)
            return x * x
        async def f():
            some = await asyncio.gather(*[g(x) for x in range(4)], return_exceptions=True)
            return [str(one) for one in some]""",
    "an_error_of_a_task": """
        async def g(): raise ValueError('no')
        async def f():
            task = asyncio.create_task(g())
            try: await task
            except ValueError as error: return str(error), task.done()""",
    "consumer_first": """
        async def f():
            queue, out = asyncio.Queue(), []
            task = asyncio.create_task(consume(queue, out))
            await produce(queue, 5)
            return await task, out""",
    "consumer_gathered_first": """
        async def f():
            queue, out = asyncio.Queue(maxsize=2), []
            return await asyncio.gather(consume(queue, out), produce(queue, 5))""",
    "workers": """
        async def work(queue, out):
            while True:
                out.append(await queue.get())
                queue.task_done()
        async def f():
            queue, out = asyncio.Queue(), []
            tasks = [asyncio.create_task(work(queue, out)) for _ in range(3)]
            for i in range(9): queue.put_nowait(i)
            await queue.join()
            for task in tasks: task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
            return sorted(out), len(ends), queue.empty()""",
    "in_other_orders": """
        async def f():
            least, last = asyncio.PriorityQueue(), asyncio.LifoQueue()
            for i in (3, 1, 2):
                await least.put(i)
                last.put_nowait(i)
            try: asyncio.Queue().get_nowait()
            except asyncio.QueueEmpty: pass
            return await least.get(), await last.get(), least.qsize()""",
    "guarded": """
        async def f():
            limit, lock, event = asyncio.Semaphore(2), asyncio.Lock(), asyncio.Event()
            async def g(x):
                async with limit, lock: return x
            async def h():
                event.set()
            task = asyncio.create_task(h())
            await event.wait()
            async with asyncio.timeout(5): first = await asyncio.wait_for(g(1), timeout=1)
            done, pending = await asyncio.wait([asyncio.create_task(g(2))])
            return first, [task.result() for task in done], pending, event.is_set()""",
    "a_group": """
        async def g(x): return x
        async def f():
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(g(x)) for x in range(3)]
            return [task.result() for task in tasks]""",
    "elsewhere": """
        async def f():
            loop = asyncio.get_running_loop()
            one = await loop.run_in_executor(None, len, 'abc')
            return one, await asyncio.to_thread(str.upper, 'abc'), [await x for x in asyncio.as_completed([g()])]
        async def g(): return 1""",
    "by_their_names": """
        async def g(): return 1
        async def f():
            await asyncio.sleep(delay=0)
            async with asyncio.timeout(delay=5): first = await asyncio.wait_for(fut=g(), timeout=1)
            async with asyncio.TaskGroup() as group: second = group.create_task(coro=g(), name='second')
            done, _ = await asyncio.wait(fs=[asyncio.create_task(coro=g())], return_when=asyncio.FIRST_COMPLETED)
            others = [await one for one in asyncio.as_completed(fs=[asyncio.ensure_future(coro_or_future=g())])]
            return first, second.result(), [task.result() for task in done], others""",
    "told_apart": """
        async def g(): return 1
        async def f():
            made = g()
            kinds = asyncio.iscoroutine(made), asyncio.iscoroutine(1), asyncio.iscoroutinefunction(g)
            return kinds, await made""",
    "asynchronous_generators": """
        async def g(n):
            for i in range(n):
                await asyncio.sleep(0)
                yield i
        async def f(): return [x async for x in g(3)]""",
}


@pytest.mark.parametrize("name", _CASES)
def test_asynchronous_functions_give_what_they_give_in_python(name):
    import textwrap

    source = f"{_QUEUE}{textwrap.dedent(_CASES[name])}\nfound = asyncio.run(f())\n"
    assert interpreted(source) == run(source)


def test_waiting_for_what_does_not_come_is_not_supported():
    source = "import asyncio\nasync def f(): await asyncio.Queue().get()\nfound = asyncio.run(f())"
    with pytest.raises(Unsupported):
        interpreted(source)


@pytest.mark.parametrize(
    "endless",
    [
        "await asyncio.wait(itertools.count())",
        "asyncio.as_completed(itertools.repeat(1))",
        "while True: asyncio.create_task(asyncio.sleep(1))",
    ],
)
def test_tasks_without_an_end_are_paid_for(endless):
    source = f"import asyncio, itertools\nasync def f():\n    {endless}\nfound = asyncio.run(f())"
    with soon(), pytest.raises(OutOfSteps):
        interpreted(source, limit=1e6)


def test_tasks_cost_what_an_event_loop_takes():
    source = """import asyncio
async def f(n):
    return await asyncio.gather(*[g(i) for i in range(n)])
async def g(i):
    await asyncio.sleep(0)
    return i
"""
    found = dict(zip(NAMES, Trials(source).estimate(parse("n: int = 1000")), strict=True))
    assert 4e6 < 2 ** found["trial_time"] < 16e6
    assert 2 ** found["trial_peak"] > 500_000


def test_sleeping_takes_no_time_of_the_processor():
    source = "import asyncio\nasync def f():\n    await asyncio.sleep(60)\n"
    found = dict(zip(NAMES, Trials(source).estimate(parse("")), strict=True))
    assert 2 ** found["trial_time"] < 1e5

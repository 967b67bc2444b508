"""What stacks of contexts and event loops hold while they are there: figures are memray's of CPython 3.11."""

from __future__ import annotations

import pytest

from tests.unit.trial.interpreting import peak_of

_IMPORTS = "\n\nimport asyncio\nfrom contextlib import ExitStack, contextmanager\n"
_OPENED = "\n\n@contextmanager\ndef opened(x):\n    yield x\n"
_RUN = "\n    return asyncio.run(main())"


@pytest.mark.parametrize(
    ("body", "workload", "measured"),
    [
        ("with ExitStack():\n        return n", "n: int = 1", 1_176),
        (
            "with ExitStack() as s:\n        for i in range(n): s.callback(abs, i)\n    return n",
            "n: int = 20",
            16_528,
        ),
        (
            "with ExitStack() as s:\n        return sum(s.enter_context(opened(i)) for i in range(n))",
            "n: int = 20",
            10_024,
        ),
        # A loop; what waits for its first turn takes less than what has been held up.
        (f"async def main(): return n{_RUN}", "n: int = 3", 7_585),
        (
            "async def work(i): return i\n"
            f"    async def main(): return sum(await asyncio.gather(*[work(i) for i in range(n)])){_RUN}",
            "n: int = 20",
            24_477,
        ),
        (
            "async def work(i):\n        await asyncio.sleep(0)\n        return i\n"
            f"    async def main(): return sum(await asyncio.gather(*[work(i) for i in range(n)])){_RUN}",
            "n: int = 40",
            57_969,
        ),
    ],
)
def test_what_is_held_beside_the_units_own_values_counts(body: str, workload: str, measured: int) -> None:
    source = f"def f(n):\n    {body}\n{_OPENED}{_IMPORTS}"
    assert peak_of(source, workload) == pytest.approx(measured, rel=0.08, abs=300)


def test_what_a_stack_and_a_loop_held_is_gone_after_them() -> None:
    after = "\n    return len([n] * 5000)"
    stack = "with ExitStack() as s: s.callback(print)"
    loop = "async def main(): return n\n    asyncio.run(main())"
    least = peak_of(f"def f(n):\n    pass{after}\n", "n: int = 1")
    for body in (stack, loop):
        assert peak_of(f"def f(n):\n    {body}{after}\n{_IMPORTS}", "n: int = 1") == pytest.approx(least, abs=600)


def test_what_a_stack_held_is_gone_where_leaving_it_raises() -> None:
    source = (
        "def f(n):\n    for i in range(n):\n        try:\n            with ExitStack() as s: s.callback(bad)\n"
        f"        except ValueError: pass\n    return n\n\ndef bad(): raise ValueError\n{_IMPORTS}"
    )
    assert peak_of(source, "n: int = 300") < 1.1 * peak_of(source, "n: int = 3")


def test_a_cache_that_is_emptied_holds_nothing() -> None:
    source = "def f(n):\n    for i in range(n):\n        g(i)\n        g.cache_clear()\n    return n\n"
    source += "\n@functools.lru_cache(maxsize=10_000)\ndef g(x): return -1\n\nimport functools\n"
    assert peak_of(source, "n: int = 200") < 100 + peak_of(source, "n: int = 2")

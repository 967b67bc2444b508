"""What can be wrong around a server: its model, its disk, its store. It says so, once, and lives on."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from pygls.exceptions import JsonRpcException

from perfcast.rlm.bundle import FILES
from perfcast.rlm.bundle import PACKAGED as BUNDLE
from tests.e2e.session import Session, plain, session
from tests.endurance.report import Row
from tests.endurance.servers import PACKAGED

URI = "file:///project/code.py"
SOURCE = "".join(f"def f{i}(nums: list[int]):\n    return sorted(nums)[{i}:]\n\n" for i in range(20))


async def faults(folder: Path) -> AsyncIterator[Row]:
    """Each fault once; `folder` is empty and may be written to."""
    yield await _bundle(folder / "missing", "a missing bundle")
    damaged = folder / "damaged"
    shutil.copytree(BUNDLE, damaged)
    (damaged / FILES[0]).write_bytes(b"damaged")
    yield await _bundle(damaged, "a damaged bundle")
    full = ["bash", "-c", 'ulimit -f 0; exec "$@"', "bash", *PACKAGED]
    yield await _disk(full, str(folder / "full"), "a disk on which no file can grow")
    (folder / "file").touch()
    yield await _disk(PACKAGED, str(folder / "file" / "home"), "a home that cannot be written")
    yield await _locked(folder / "locked")
    yield await _two_servers(folder / "shared")


async def _bundle(path: Path, what: str) -> Row:
    async with session(command=PACKAGED, settings={"modelPath": str(path)}) as editor:
        editor.open(URI, SOURCE)
        await editor.until(lambda: editor.client.messages)
        await editor.ready()
        hints, state = await editor.hints(URI), editor.statuses[-1]["state"]
        [message] = editor.client.messages
        return Row(what, f"'{message.message.partition(': ')[2]}'", (hints, state) == ([], "error"))


async def _disk(command: Sequence[str], state: str, what: str) -> Row:
    environment = {"XDG_STATE_HOME": state, "XDG_CACHE_HOME": state, "HOME": state}
    async with session(command=list(command), environment=environment) as editor:
        hints = await _hints(editor)
        said = await _measure(editor, "f0")
        alive = len(await editor.hints(URI)) == hints
        return Row(what, f"{hints} hints; measuring: {said}", hints == 20 and alive)


async def _locked(state: Path) -> Row:
    environment = {"XDG_STATE_HOME": str(state)}
    async with session(command=PACKAGED, environment=environment) as editor:
        editor.open(URI, SOURCE)
        await editor.until(lambda: editor.refreshes)
        first = await _measure(editor, "f0")
        store = state / "perfcast" / "measurements.sqlite"
        with closing(sqlite3.connect(store)) as lock:
            lock.execute("BEGIN EXCLUSIVE")
            editor.edit(URI, SOURCE.replace("sorted(nums)", "sorted(nums, key=abs)"))
            editor.save(URI)
            await editor.ready()
            hints = len(await editor.hints(URI))
            second = await _measure(editor, "f1")
        third = await _measure(editor, "f2")
        kept = _rows(store)
        found = (
            f"{hints} hints while locked; measuring before: {first}; while: {second}; after: {third}; {kept} rows kept"
        )
        return Row("a store that another process has locked", found, (hints, kept) == (20, 4) and "not kept" in second)


async def _two_servers(state: Path) -> Row:
    environment = {"XDG_STATE_HOME": str(state)}
    async with (
        session(command=PACKAGED, environment=environment) as one,
        session(command=PACKAGED, environment=environment) as other,
    ):
        for editor in (one, other):
            await _hints(editor)
        names = {one: ("f0", "f1"), other: ("f2", "f3")}
        for turn in range(2):
            said = await asyncio.gather(*(_measure(editor, functions[turn]) for editor, functions in names.items()))
            assert said == ["done", "done"], said
        ticks = []
        for editor in (one, other):
            # A server reads the store when it measures.
            assert await _measure(editor, "f0") == "done"
            await editor.ready()
            ticks.append(sum("✓" in text for _, _, text in await editor.places(URI)))
        kept = _rows(state / "perfcast" / "measurements.sqlite")
        found = f"{kept} rows kept of four functions; measured hints shown: {ticks[0]} and {ticks[1]}"
        return Row("two servers that measure into one store", found, (kept, ticks) == (8, [4, 4]))


async def _hints(editor: Session) -> int:
    editor.open(URI, SOURCE)
    await editor.ready()
    return len(await editor.hints(URI))


async def _measure(editor: Session, name: str) -> str:
    """What measuring a function comes to, in words."""
    try:
        answer: Any = plain(await editor.command("perfcast.server.measure", {"uri": URI, "name": name}))
    except JsonRpcException as error:
        return f"'{error.message}'"
    return "done, but not kept" if answer.get("note") else "done"


def _rows(store: Path) -> int:
    with closing(sqlite3.connect(store)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM measurement").fetchone()
    return int(count)

"""The model that the package brings, through the command line and the server."""

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from lsprotocol import types

from perfcast.measure import device_name
from perfcast.rlm.bundle import FILES, MANIFEST, PACKAGED
from tests.e2e.session import ENVIRONMENT, SECONDS, session

SOURCE = "def total(nums: list[int]) -> int:\n    return sum(nums)\n\ntotal(list(range(1000)))\n"
URI = "file:///project/code.py"


@pytest.fixture(autouse=True)
def no_measurements(tmp_path, monkeypatch):
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setitem(ENVIRONMENT, name, str(tmp_path / "state"))


def perfcast(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "perfcast", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=3 * SECONDS, check=False)


@pytest.mark.parametrize("module", ["heapq", "bisect", "textwrap"])
def test_files_of_the_standard_library(module):
    path = __import__(module).__file__
    done = perfcast("predict", path, "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert len(answer["model"]["sha256"]) == 64
    assert answer["units"]
    for unit in answer["units"]:
        for forecast in unit["forecasts"].values():
            assert 0 < forecast["p10"] <= forecast["p50"] <= forecast["p90"]
    *lines, device = perfcast("predict", path).stdout.splitlines()
    assert len(lines) == len(answer["units"])
    assert device == f"CPU times hold for {answer['units'][0]['device']}."


def test_the_same_question_has_the_same_answer(tmp_path):
    path = tmp_path / "code.py"
    path.write_text(SOURCE)
    assert perfcast("predict", path, "--json").stdout == perfcast("predict", path, "--json").stdout


def test_many_rows_are_spread_over_processes_and_gathered_in_order(tmp_path):
    rows = [{"id": i, "source": f"def f(n):\n    return list(range(n * {1 + i % 9}))\n"} for i in range(120)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = []
    for options in (("--jobs", 1), ("--jobs", 2), ("--jobs", 2, "--ray", "local")):
        done = perfcast("batch", tmp_path / "in.jsonl", tmp_path / "out.jsonl", *options)
        assert done.returncode == 0, done.stderr
        found.append([json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()])
    for others in found[1:]:
        assert [row["id"] for row in others] == list(range(120))
        for one, other in zip(found[0], others, strict=True):
            assert other["forecasts"]["cpu_time"]["p50"] == pytest.approx(one["forecasts"]["cpu_time"]["p50"], rel=1e-3)


def test_the_api():
    import perfcast as api

    assert api.describe([3, 1, 2], k=6) == "list[int] * 3 in 1..3; k: int = 6"
    forecasts = api.load().forecast(SOURCE, "total", "nums: list[int] * 1000")
    assert {name: forecast.unit for name, forecast in forecasts.items()} == {"peak_memory": "B", "cpu_time": "s"}
    time = forecasts["cpu_time"]
    assert 0 < time.quantile(0.1) <= time.quantile(0.5) <= time.quantile(0.9)
    assert time.samples(100, seed=3).shape == (100,)


async def test_what_an_editor_was_told_is_kept_for_commands_and_the_next_editor(tmp_path):
    path, command = tmp_path / "code.py", [sys.executable, "-m", "perfcast", "serve", "--stdio"]
    path.write_text(SOURCE)
    kept, told = tmp_path / "state" / "perfcast" / "answers.sqlite", []
    for _ in range(2):
        async with session(command=command) as editor:
            editor.open(path.as_uri(), SOURCE)
            told.append(await editor.hints_after_refresh(path.as_uri()))
            await editor.ready()
            await editor.until(lambda: answers(kept))
    # How fast the machine is, each server finds out anew.
    memory = [[(line, column, text.partition(" · ")[0]) for line, column, text in hints] for hints in told]
    assert memory[0] == memory[1]
    before = answers(kept)
    assert perfcast("predict", path).stdout.startswith("def total")
    assert answers(kept) == before, "nothing was found anew"


def answers(path: Path) -> list[tuple[str, bytes]]:
    """What is kept in a file; nothing of one that is just being made."""
    if not path.exists():
        return []
    with closing(sqlite3.connect(path)) as kept:
        if not kept.execute("SELECT name FROM sqlite_schema WHERE name = 'answer'").fetchall():
            return []
        return kept.execute("SELECT key, value FROM answer ORDER BY key").fetchall()


async def test_hints_in_an_editor():
    async with session(command=[sys.executable, "-m", "perfcast", "serve", "--stdio"]) as editor:
        editor.open(URI, SOURCE)
        [(line, column, text)] = await editor.hints_after_refresh(URI)
        assert (line, column) == (0, 34)
        assert 0 < len(text) <= 25
        await editor.ready()
        assert editor.statuses[-1]["model"]["name"]


def test_nothing_is_noted_about_its_use(tmp_path, monkeypatch):
    """ONNX Runtime would begin a database of events, to be uploaded later."""
    path = tmp_path / "code.py"
    path.write_text(SOURCE)
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setitem(ENVIRONMENT, name, str(home))
    monkeypatch.delitem(ENVIRONMENT, "ORT_DISABLE_TELEMETRY", raising=False)
    assert perfcast("predict", path).returncode == 0
    assert [one.name for one in home.rglob("*") if one.is_file()] == ["answers.sqlite"], "its own forecasts alone"


def damaged(folder: Path, name: str, content: bytes | None) -> Path:
    shutil.copytree(PACKAGED, folder)
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        *((name, None, name) for name in (*FILES, MANIFEST)),
        (FILES[0], b"other", "SHA-256"),
        (MANIFEST, b"{not json", MANIFEST),
        (MANIFEST, b'{"format": 999}', "format 999"),
    ],
)
def test_bundles_that_cannot_be_used(tmp_path, name, content, reason):
    folder = damaged(tmp_path / "bundle", name, content)
    path = tmp_path / "code.py"
    path.write_text(SOURCE)
    done = perfcast("predict", path, "--model", folder)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("perfcast: model: ") and reason in line


async def test_the_server_lives_on_without_a_model(tmp_path):
    folder = damaged(tmp_path / "bundle", FILES[0], b"other")
    command = [sys.executable, "-m", "perfcast", "serve"]
    async with session(command=command, settings={"modelPath": str(folder)}) as editor:
        editor.open(URI, SOURCE)
        await editor.until(lambda: editor.client.messages)
        assert "SHA-256" in editor.client.messages[0].message
        assert await editor.places(URI) == []
        await editor.ready()
        assert editor.statuses[-1]["state"] == "error"


def test_no_socket_to_the_network_is_opened(tmp_path):
    """With the network forbidden, forecasts are made all the same; its own processes may speak with each other."""
    path = tmp_path / "code.py"
    path.write_text(SOURCE)
    program = f"""
import socket, sys
def forbidden(*_, **__): raise AssertionError("a socket was opened")
class Local(socket.socket):
    def __init__(self, family=-1, *args, **kwargs):
        if family != socket.AF_UNIX: forbidden()
        super().__init__(family, *args, **kwargs)
    connect = bind = forbidden
socket.socket, socket.create_connection = Local, forbidden
from perfcast.cli.app import app
sys.argv = ["perfcast", "predict", {str(path)!r}]
app()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=ENVIRONMENT, timeout=SECONDS, check=False
    )
    assert (done.returncode, done.stdout[:9]) == (0, "def total"), done.stderr


def test_costs_grow_on_where_nothing_was_measured():
    """No call of the corpus took longer than a quarter of a second; an estimate of an hour is believed."""
    import perfcast as api
    from perfcast.source import SourceFile
    from perfcast.workload import parse

    predictor = api.load()
    file = SourceFile.parse("def pairs(nums):\n    return [(a, b) for a in nums for b in nums if a < b]\n")
    workloads = [parse(f"nums: list[int] * {10**power} in 0..1000000") for power in range(2, 8)]
    found = predictor.sweep(file, file.unit("pairs"), workloads, predictor.devices.named(None))
    for metric in ("peak_memory", "cpu_time"):
        medians = [forecasts[metric].p50 for forecasts in found]
        assert medians == sorted(medians)
        assert medians[-1] > 1e6 * medians[1]
        widths = [forecasts[metric].p90 / forecasts[metric].p10 for forecasts in found]
        assert widths[-1] > widths[0]


async def test_the_server_finds_out_how_fast_this_machine_is_and_commands_know_then(tmp_path):
    path = tmp_path / "code.py"
    path.write_text(SOURCE)
    [before] = json.loads(perfcast("predict", path, "--json").stdout)["units"]
    # A machine that is too busy to tell is asked again by the next server.
    for _ in range(5):
        async with session(command=[sys.executable, "-m", "perfcast", "serve", "--stdio"]) as editor:
            editor.open(URI, SOURCE)
            await editor.hints_after_refresh(URI)
            text = await editor.hover(URI, 0, 5)
        found = re.search(rf"On {re.escape(device_name())}, .* as the model's {re.escape(before['device'])};", text)
        if found:
            break
    assert found, text
    [after] = json.loads(perfcast("predict", path, "--json").stdout)["units"]
    assert after["device"] == device_name() != before["device"]
    assert after["forecasts"]["peak_memory"] == before["forecasts"]["peak_memory"]
    ratio = after["forecasts"]["cpu_time"]["p50"] / before["forecasts"]["cpu_time"]["p50"]
    assert 0.05 < ratio < 20
    assert ratio != 1.0


async def test_what_a_function_sleeps_is_said_not_to_be_counted():
    async with session(command=[sys.executable, "-m", "perfcast", "serve"]) as editor:
        editor.open(URI, "import time\n\ndef wait(): time.sleep(5)\n")
        await editor.ready()
        [hint] = await editor.hints(URI)
        assert hint.label.replace(" ", "").endswith("+sleep")
        resolved = await editor.client.inlay_hint_resolve_async(hint)
        assert "What it sleeps is not counted  \n" in resolved.tooltip.value
        assert "\n\nWhat it sleeps is not counted.\n\n" in await editor.hover(URI, 2, 5)


def test_commands_tell_what_sleeps(tmp_path):
    path = tmp_path / "naps.py"
    path.write_text("import time\n\ndef nap(): time.sleep(5)\n\ndef work(): return [1]\n")
    nap, work, _ = perfcast("predict", path).stdout.splitlines()
    assert "] + sleep  (" in nap and "sleep" not in work
    told = json.loads(perfcast("predict", path, "--json").stdout)["units"]
    assert [one.get("sleeps") for one in told] == [True, None]


NAPS = """\
import time

# perfcast: time < 1 h, peak < 1 GiB
def nap(): time.sleep(60)

# perfcast: peak < 1 GiB
def still(): time.sleep(60)

# perfcast: time < 1 h
def awake(): return 1
"""
LEFT_OUT = "'time < 1 h' is of CPU time: what it sleeps is not counted"


def test_checks_of_time_say_that_they_leave_sleep_out(tmp_path):
    path = tmp_path / "naps.py"
    path.write_text(NAPS)
    note, _ = perfcast("check", path).stdout.splitlines()
    assert note == f"{path}:4: note: nap: {LEFT_OUT}"
    report = json.loads(perfcast("check", path, "--json").stdout)
    assert report["sleeping"] == [{"path": str(path), "line": 4, "name": "nap", "budgets": ["time < 1 h"]}]
    [result] = json.loads(perfcast("check", path, "--format", "sarif").stdout)["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("budget/sleep", "note")


async def test_budgets_of_time_are_said_to_leave_sleep_out():
    async with session(command=[sys.executable, "-m", "perfcast", "serve"]) as editor:
        editor.open(URI, NAPS)
        await editor.ready()
        report = await editor.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(types.TextDocumentIdentifier(URI))
        )
        [found] = report.items
        assert (found.range.start.line, found.code, found.message) == (3, "budget/sleep", LEFT_OUT)

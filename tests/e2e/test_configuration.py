"""Settings: given at the start, asked for, and changed while running."""

import pytest
from lsprotocol import types

from tests.e2e.session import STAND_IN, session
from tests.unit.triton.sources import SOFTMAX

URI = "file:///project/a/code.py"
OTHER = "file:///project/b/code.py"
TOTAL = "def total(nums: list[int]) -> int:\n    return sum(nums)\n"


def changed(editor, settings: object) -> None:
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings=settings))


@pytest.mark.parametrize("profile", ["vscode", "neovim"])
async def test_settings_at_the_start(profile):
    async with session(profile=profile, settings={"hints": {"style": "point", "memory": False}}) as editor:
        editor.open(URI, TOTAL)
        await editor.until(lambda: editor.refreshes)
        await editor.until(lambda: editor.local.server.configuration.general.hints_style == "point")
        assert [place[2] for place in await editor.places(URI)] == ["≈10 µs @1k"]


async def test_a_change_shows_at_once():
    async with session() as editor:
        editor.open(URI, TOTAL)
        before = await editor.hints_after_refresh(URI)
        await editor.ready()
        editor.client.set_configuration({"defaultSize": 50}, section="perfcast")
        changed(editor, None)
        after = await editor.hints_after_refresh(URI)
        assert before[0][2].endswith("@1k") and after[0][2].endswith("@50")
        assert after[0][2].startswith("240–670B")


async def test_clients_that_cannot_be_asked_send_their_settings():
    async with session(profile="bare") as editor:
        editor.open(URI, TOTAL)
        changed(editor, {"perfcast": {"hints.time": False, "defaultSize": 50}})
        assert [place[2] for place in await editor.places(URI)] == ["240–670 B @50"]
        changed(editor, None)
        assert [place[2] for place in await editor.places(URI)] == ["240–670 B @50"], "none are no settings"


async def test_folders_have_settings_of_their_own():
    scopes = {
        "": {"perfcast": {}},
        "file:///project/a": {"perfcast": {"hints": {"time": False}}},
        "file:///project/b": {"perfcast": {"enable": False}},
    }
    async with session(configuration=scopes, folders=["file:///project/a", "file:///project/b"]) as editor:
        await editor.until(lambda: len(editor.local.server.configuration._of_folder) == 2)
        for uri in (URI, OTHER, "file:///project/abc.py"):
            editor.open(uri, TOTAL)
        await editor.ready()
        assert [place[2] for place in await editor.places(URI)] == ["4.6–13 KiB @1k"]
        assert await editor.places(OTHER) == []
        assert "µs" in (await editor.places("file:///project/abc.py"))[0][2]


async def test_wrong_values_give_one_message_each_and_the_default():
    settings = {"interval": 7, "hints": {"style": "pie"}, "maxUnits": "many", "device": "Abacus", "unheard": 1}
    async with session(settings=settings) as editor:
        editor.open(URI, TOTAL)
        editor.open(OTHER, TOTAL)
        changed(editor, None)
        await editor.ready()
        assert len(await editor.places(URI)) == 1
        messages = sorted(message.message for message in editor.client.messages)
        assert messages == [
            "perfcast.device: no device named 'Abacus'; the model knows 'Test CPU', 'Other CPU'",
            'perfcast.hints.style: one of range, point is expected, not "pie"; the default is used',
            "perfcast.interval: 0.95 or less is expected, not 7; the default is used",
            'perfcast.maxUnits: a whole number is expected, not "many"; the default is used',
        ]


async def test_another_device():
    async with session(settings={"device": "Other CPU", "hints": {"style": "point"}}) as editor:
        editor.open(URI, TOTAL)
        assert (await editor.hints_after_refresh(URI))[0][2] == "≈7.8 KiB · 30 µs @1k"
        await editor.ready()
        assert editor.statuses[-1]["device"] == "Other CPU"


@pytest.mark.parametrize(("gpu", "shown"), [("", "12–34 µs"), ("t4", "≥20 µs T4"), ("H200", "≥3.2 µs H200")])
async def test_kernels_are_forecast_for_the_gpu_of_the_settings(gpu, shown):
    async with session(settings={"gpu": gpu, "hints": {"memory": False}}) as editor:
        editor.open(URI, SOFTMAX)
        assert (await editor.hints_after_refresh(URI))[0][2].startswith(shown)
        assert editor.client.messages == []


async def test_an_unknown_gpu_gives_one_message_and_the_default():
    async with session(settings={"gpu": "H300", "hints": {"memory": False}}) as editor:
        editor.open(URI, SOFTMAX)
        editor.open(OTHER, SOFTMAX)
        await editor.ready()
        assert (await editor.places(URI))[0][2] == "12–34 µs A100"
        [message] = editor.client.messages
        assert message.message.startswith("perfcast.gpu: unknown device 'H300'; the nearest known is 'H200'")


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/nowhere", "/nowhere: config.json is missing; install perfcast again"),
        ("~nobody-of-this-name/model", "the model does not load: Could not determine home directory."),
    ],
)
async def test_a_bundle_that_cannot_be_used_gives_one_message_and_the_server_lives_on(path, problem):
    async with session(settings={"modelPath": path}) as editor:
        editor.open(URI, TOTAL)
        await editor.until(lambda: editor.client.messages)
        assert [message.message for message in editor.client.messages] == [f"Perfcast: {problem}"]
        assert await editor.places(URI) == []
        assert editor.statuses[-1] == {"state": "error", "message": problem}
        # Once the setting is right, all is well without a restart.
        editor.client.set_configuration({"modelPath": ""}, section="perfcast")
        changed(editor, None)
        assert len(await editor.hints_after_refresh(URI)) == 1
        assert len(editor.client.messages) == 1


async def test_the_status_tells_what_is_there():
    async with session() as editor:
        editor.open(URI, TOTAL)
        await editor.ready()
        assert editor.statuses[0] == {"state": "loading", "message": "Loading the model"}
        assert editor.statuses[-1] == {
            "state": "ready",
            "message": "Ready",
            "model": {"name": "stand-in", "version": "1"},
            "device": "Test CPU",
            "units": 1,
        }
        assert all(left != right for left, right in zip(editor.statuses, editor.statuses[1:], strict=False))


async def test_other_clients_are_not_sent_what_they_do_not_know():
    async with session(profile="neovim") as editor:
        editor.open(URI, TOTAL)
        await editor.until(lambda: editor.refreshes)
        assert editor.statuses == []


async def test_clients_without_a_status_are_shown_progress(tmp_path):
    gate = tmp_path / "loads"
    async with session(profile="neovim", command=[*STAND_IN, "--loads-once", str(gate)]) as editor:
        await editor.until(lambda: any(editor.client.progress_reports.values()))
        gate.touch()
        await editor.until(lambda: [len(reports) for reports in editor.client.progress_reports.values()] == [2])
        [(begin, _)] = editor.client.progress_reports.values()
        assert begin.title == "Loading the forecasting model"


async def test_nothing_is_tried_out_in_an_untrusted_workspace():
    async with session(trusted=False) as editor:
        await editor.until(editor.local.server.loaded.is_set)
        assert not editor.local.server.engine.predictor._model.trials.enabled


async def test_trial_runs_are_turned_off_and_on():
    async with session(settings={"trialRuns": False}) as editor:
        await editor.until(editor.local.server.loaded.is_set)
        assert not editor.local.server.engine.predictor._model.trials.enabled
        editor.client.set_configuration({"trialRuns": True}, section="perfcast")
        changed(editor, None)
        await editor.until(lambda: editor.local.server.engine.predictor._model.trials.enabled)

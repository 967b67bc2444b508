"""The table of settings."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from perfcast.lsp.configuration.settings import Settings, read_settings, settings_table

PACKAGE = Path(__file__).parents[3] / "client-vscode" / "package.json"


def test_nested_and_dotted_names_are_the_same():
    nested, _ = read_settings({"hints": {"style": "point", "minimumTime": 1}, "maxUnits": 5.0, "exclude": ["a"]})
    dotted, _ = read_settings({"hints.style": "point", "hints.minimumTime": 1, "maxUnits": 5, "exclude": ["a"]})
    assert nested == dotted
    assert (nested.hints_style, nested.hints_minimum_time, nested.max_units) == ("point", 1.0, 5)
    assert nested.exclude == ("a",)


@pytest.mark.parametrize("raw", [None, {}, {"unheard": 1}, {"hints": None}, {"interval": None}])
def test_what_is_missing_is_the_default(raw):
    assert read_settings(raw) == (Settings(), [])


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ({"enable": 1}, "enable: a boolean is expected, not 1"),
        ({"modelPath": 5}, "modelPath: a string is expected, not 5"),
        ({"maxUnits": True}, "maxUnits: a whole number is expected, not true"),
        ({"maxUnits": 1.5}, "maxUnits: a whole number is expected, not 1.5"),
        ({"maxUnits": 0}, "maxUnits: 1 or more is expected, not 0"),
        ({"defaultSize": 10**9}, "defaultSize: 1e+07 or less is expected, not 1000000000"),
        ({"interval": float("nan")}, "interval: 0.5 or more is expected, not NaN"),
        ({"exclude": "x"}, 'exclude: a list of texts is expected, not "x"'),
        ({"exclude": [1]}, "exclude: a list of texts is expected, not [1]"),
        ({"hints": {"style": ["range"]}}, 'hints.style: a string is expected, not ["range"]'),
        ({"maxFileSize": float("inf")}, "maxFileSize: a whole number is expected, not Infinity"),
    ],
)
def test_wrong_values(raw, message):
    assert read_settings(raw) == (Settings(), [f"perfcast.{message}; the default is used"])


def test_what_is_no_object():
    assert read_settings([1]) == (Settings(), ["perfcast: an object is expected, not [1]"])


def test_one_wrong_value_spoils_no_other():
    settings, problems = read_settings({"interval": 3, "defaultSize": 7})
    assert (settings.interval, settings.default_size, len(problems)) == (0.8, 7, 1)


def test_the_table_can_be_printed():
    done = subprocess.run(
        [sys.executable, "-m", "perfcast.lsp.configuration.settings"], capture_output=True, text=True, check=True
    )
    table = json.loads(done.stdout)
    assert table == json.loads(json.dumps(settings_table()))
    assert [row["name"] for row in table][:3] == ["enable", "modelPath", "hints.memory"]
    assert all(row["help"].endswith(".") for row in table)


def test_the_extension_has_the_same_table():
    contributed = json.loads(PACKAGE.read_text(encoding="utf-8"))["contributes"]["configuration"]["properties"]
    theirs = {
        name.removeprefix("perfcast."): (
            f"{row['items']['type']}[]" if row["type"] == "array" else row["type"],
            row["default"],
            row.get("minimum"),
            row.get("maximum"),
            row.get("enum"),
        )
        for name, row in contributed.items()
    }
    ours = {
        row["name"]: (row["type"], row["default"], row.get("minimum"), row.get("maximum"), row.get("choices"))
        for row in json.loads(json.dumps(settings_table()))
    }
    assert ours == theirs

"""The extension contributes the settings that the server reads, and no others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from perfcast.lsp.configuration.settings import SECTION, settings_table

MANIFEST = Path(__file__).parents[2] / "client-vscode" / "package.json"


def contributed() -> dict[str, dict[str, Any]]:
    contributes = json.loads(MANIFEST.read_text("utf-8"))["contributes"]
    properties: dict[str, dict[str, Any]] = contributes["configuration"]["properties"]
    return {name.removeprefix(f"{SECTION}."): about for name, about in properties.items()}


def test_names_are_the_same() -> None:
    assert {row["name"] for row in settings_table()} == contributed().keys()


def test_types_defaults_bounds_and_choices_are_the_same() -> None:
    for row in settings_table():
        about = contributed()[row["name"]]
        kind = f"{about['items']['type']}[]" if about["type"] == "array" else about["type"]
        assert kind == row["type"], row["name"]
        default = list(row["default"]) if isinstance(row["default"], tuple) else row["default"]
        assert about["default"] == default, row["name"]
        assert about.get("minimum") == row.get("minimum"), row["name"]
        assert about.get("maximum") == row.get("maximum"), row["name"]
        assert about.get("enum", []) == list(row.get("choices", ())), row["name"]


def test_each_is_explained_in_the_same_words() -> None:
    for row in settings_table():
        about = contributed()[row["name"]]
        assert about.get("description", about.get("markdownDescription")) == row["help"], row["name"]

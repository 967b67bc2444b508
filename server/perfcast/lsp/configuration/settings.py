"""The settings, in one table: names, types, defaults, bounds and help.

``python -m perfcast.lsp.configuration.settings`` prints it as JSON; the editor extension's settings are tested against
that."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any

from perfcast.lsp.configuration.file_budgets import FileBudget, read_file_budget
from perfcast.source.locations.python_files import EXCLUDED

SECTION = "perfcast"


def _setting(
    name: str,
    default: Any,
    help: str,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    choices: tuple[str, ...] = (),
    item: Callable[[Any], Any] | None = None,
    client_only: bool = False,
) -> Any:
    about = {
        "name": name,
        "help": help,
        "minimum": minimum,
        "maximum": maximum,
        "choices": choices,
        "item": item,
        "client_only": client_only,
    }
    return field(default=default, metadata=about)


@dataclass(frozen=True)
class Settings:
    """All settings as one value.

    A float stands for any number, an int for a whole one, a tuple for a list of texts, or of whatever `item` reads.
    """

    enable: bool = _setting("enable", True, "Forecast the cost of functions and show it in the editor.")
    model_path: str = _setting(
        "modelPath", "", "The folder of a model bundle. Empty: the model that comes with the package."
    )
    hints_memory: bool = _setting("hints.memory", True, "Show the peak memory in hints.")
    hints_time: bool = _setting("hints.time", True, "Show the time in hints.")
    hints_style: str = _setting("hints.style", "range", "What a hint says of a forecast.", choices=("range", "point"))
    hints_minimum_memory: float = _setting(
        "hints.minimumMemory", 0.0, "The peak memory, in bytes, below which a hint leaves it out.", minimum=0
    )
    hints_minimum_time: float = _setting(
        "hints.minimumTime", 0.0, "The time, in seconds, below which a hint leaves it out.", minimum=0
    )
    hover_pictures: bool = _setting(
        "hover.pictures", False, "Show the range in the hover as a picture, in editors that show images."
    )
    code_lens: bool = _setting(
        "codeLens",
        False,
        "Lenses above functions: compare with another one, measure; above Triton kernels: compare with another one, "
        "rank their configurations.",
    )
    budgets: tuple[FileBudget, ...] = _setting(
        "budgets",
        (),
        "Budgets of files by glob, for functions without a budget comment of their own.",
        item=read_file_budget,
    )
    trial_runs: bool = _setting(
        "trialRuns",
        True,
        "Try functions out on small made-up inputs, and on those of the project's tests, in an interpreter that "
        "reaches nothing outside of them but the source of what they import. Forecasts are less exact without it; it "
        "is never done in workspaces that are not trusted.",
    )
    default_size: int = _setting(
        "defaultSize",
        1000,
        "The size assumed for arguments of which nothing in the file says how large they are.",
        minimum=1,
        maximum=10**7,
    )
    interval: float = _setting("interval", 0.8, "How much of the forecast a range covers.", minimum=0.5, maximum=0.95)
    device: str = _setting(
        "device",
        "",
        "The device that times hold for, by one of the names that the model knows. Empty: this machine, as fast as "
        "some probes of the server find it.",
    )
    gpu: str = _setting(
        "gpu",
        "",
        "The GPU that Triton kernels run on, such as H100 or A100-80GB, or one by its figures. Empty: the model's own "
        "choice.",
    )
    exclude: tuple[str, ...] = _setting(
        "exclude",
        EXCLUDED,
        "Glob patterns of files that are not forecast.",
    )
    max_file_size: int = _setting(
        "maxFileSize", 1_000_000, "The size, in bytes, above which a file is not forecast.", minimum=1
    )
    max_units: int = _setting(
        "maxUnits",
        2000,
        "The most functions of one file that are forecast for hints and problems; hovers tell of the others, too.",
        minimum=1,
    )
    decorations_enable: bool = _setting(
        "decorations.enable",
        False,
        "Mark functions that may cost more than they should, behind their def lines: than their budget, or where they "
        "have none, than the thresholds below.",
        client_only=True,
    )
    decorations_memory: float = _setting(
        "decorations.memory",
        100 * 2.0**20,
        "The peak memory, in bytes, above which a function without a budget is marked; 0 for none.",
        minimum=0,
        client_only=True,
    )
    decorations_time: float = _setting(
        "decorations.time",
        1.0,
        "The time, in seconds, above which a function without a budget is marked; 0 for none.",
        minimum=0,
        client_only=True,
    )
    interpreter: tuple[str, ...] = _setting(
        "interpreter",
        (),
        "The command that starts the Python which runs the server, with its arguments; that Python needs the package "
        "`perfcast`. `${workspaceFolder}`, `${userHome}` and `${env:NAME}` are replaced. Empty: the Python selected in "
        "the Python extension, then Perfcast's private environment, then `python3`.",
        client_only=True,
    )
    trace_server: str = _setting(
        "trace.server",
        "off",
        "What of the messages between editor and server goes to the log. They are written at the level *Trace*, which "
        "*Developer: Set Log Level…* turns on for Perfcast.",
        choices=("off", "messages", "verbose"),
        client_only=True,
    )


def read_settings(raw: object) -> tuple[Settings, list[str]]:
    """Settings from what a client sent, nested or with dotted names.

    Returns:
        The settings, with the default for whatever is missing or wrong, and a message for each wrong value.
    """
    if raw is None:
        return Settings(), []
    if not isinstance(raw, Mapping):
        return Settings(), [f"{SECTION}: an object is expected, not {json.dumps(raw, default=str)}"]
    problems = []
    given: dict[str, Any] = {}
    for known in fields(Settings):
        value = _find(raw, known.metadata["name"])
        if value is None:
            continue
        reason = _wrong(known, value)
        if reason:
            shown = json.dumps(value, default=str)
            problems.append(f"{SECTION}.{known.metadata['name']}: {reason}, not {shown}; the default is used")
        else:
            item = known.metadata["item"]
            given[known.name] = tuple(map(item, value)) if item else _CONVERSIONS[_kind(known)](value)
    return replace(Settings(), **given), problems


def settings_table() -> list[dict[str, Any]]:
    """The table as JSON values, in order."""
    rows = []
    for known in fields(Settings):
        row = {"name": known.metadata["name"], "type": _kind(known), "default": known.default}
        row |= {name: known.metadata[name] for name in ("minimum", "maximum") if known.metadata[name] is not None}
        if known.metadata["choices"]:
            row["choices"] = known.metadata["choices"]
        rows.append(row | {"clientOnly": known.metadata["client_only"], "help": known.metadata["help"]})
    return rows


# JSON has one kind of number and no tuples.
_CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "boolean": bool,
    "integer": int,
    "number": float,
    "string": str,
    "string[]": tuple,
}

_EXPECTED = {
    "integer": "a whole number is expected",
    "string[]": "a list of texts is expected",
    "object[]": "a list of objects is expected",
}


def _find(raw: Mapping[str, Any], name: str) -> Any:
    if name in raw:
        return raw[name]
    value: Any = raw
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _kind(known: Field[Any]) -> str:
    if known.metadata["item"]:
        return "object[]"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", tuple: "string[]"}
    return names[type(known.default)]


def _wrong(known: Field[Any], value: Any) -> str:
    """What would be right; empty where the value is."""
    kind = _kind(known)
    is_right = {
        "boolean": isinstance(value, bool),
        "integer": isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1,
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "string": isinstance(value, str),
        "string[]": isinstance(value, list | tuple) and all(isinstance(item, str) for item in value),
        "object[]": isinstance(value, list | tuple),
    }[kind]
    if not is_right:
        return _EXPECTED.get(kind, f"a {kind} is expected")
    about = known.metadata
    if about["item"]:
        return _wrong_item(about["item"], value)
    if about["choices"] and value not in about["choices"]:
        return f"one of {', '.join(about['choices'])} is expected"
    if about["minimum"] is not None and not value >= about["minimum"]:
        return f"{about['minimum']:g} or more is expected"
    if about["maximum"] is not None and not value <= about["maximum"]:
        return f"{about['maximum']:g} or less is expected"
    return ""


def _wrong_item(read: Callable[[Any], Any], items: Sequence[Any]) -> str:
    for number, item in enumerate(items, 1):
        try:
            read(item)
        except ValueError as error:
            return f"number {number}: {error}"
    return ""


if __name__ == "__main__":
    json.dump(settings_table(), sys.stdout, indent=2)
    sys.stdout.write("\n")

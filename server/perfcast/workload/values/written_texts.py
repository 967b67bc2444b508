"""Texts that say values: rows, JSON, moments."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from perfcast.workload.language.toml_and_ini import as_ini, as_toml
from perfcast.workload.language.workload import RECORD, TypeExpression
from perfcast.workload.language.xml import as_xml

#: Texts that say one value each.
SAYING_ONE: Final[Mapping[str, Callable[[Any], str]]] = {
    "json": partial(json.dumps, default=str),
    "toml": as_toml,
    "ini": as_ini,
    "xml": as_xml,
}


def as_rows(said: TypeExpression, rows: list[Any], delimiter: str) -> str:
    """A line of each with delimiters between its values, below one of its keys where it has some."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", delimiter=delimiter)
    if said.name == RECORD:
        writer.writerows([said.keys, *(row.values() for row in rows)])
    else:
        writer.writerows(row if isinstance(row, tuple | list) else (row,) for row in rows)
    return text.getvalue().removesuffix("\n")


def written_moments(moments: list[datetime], format_: str) -> list[str]:
    """As the format says; of what has a zone in it, a moment of that of no hours, for there is no text of none."""
    has_zone = "%z" in format_ or "%Z" in format_
    return [(one.replace(tzinfo=UTC) if has_zone else one).strftime(format_) for one in moments]

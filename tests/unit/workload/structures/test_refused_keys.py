"""Records are made up such that guards let them pass: without some keys, and with certain values."""

from __future__ import annotations

from typing import Any

import pytest

from perfcast.workload import build, parse
from tests.unit.workload.made_up import default

OPTIONAL = """
def f(doc):
    if doc.get("error"):
        raise ValueError(doc["error"]["message"])
    return [place["name"] for place in doc["places"]]
"""
NAMED = """
def f(doc):
    error = doc.get("error")
    if error is not None:
        message = "failed: %s" % doc["error"]["message"]
        if error.get("code") in ["MissingKey", "InvalidKey"]:
            raise PermissionError(message)
        raise ValueError(message)
    return [place["title"] for place in doc["places"]]
"""
CONTAINED = """
def f(doc):
    if "error" in doc:
        raise ValueError(doc["error"])
    return [row["id"] for row in doc["rows"]]
"""
SEVERAL = """
def f(doc):
    if doc.get("error") or doc.get("fault"):
        raise ValueError(doc)
    return [row["id"] for row in doc["rows"]]
"""
BY_DEFAULT = """
def f(doc):
    status = doc.get("status_code", 200)
    if status != 200:
        details = doc.get("details", "")
        if status == 401:
            raise PermissionError(details)
        else:
            raise ValueError(details)
    return [view["weight"] for view in doc["views"]]
"""
ONE_TEXT = """
def f(doc):
    if doc["status"] != "OK":
        raise ValueError(doc.get("message", "unknown"))
    return [one["address"] for one in doc["results"]]
"""
ANY_OF_TEXTS = """
def f(doc):
    if doc["status"] not in ("OK", "DONE"):
        return None
    return [one["address"] for one in doc["results"]]
"""
NOTHING = """
def f(doc):
    if doc["error"]:
        raise ValueError(doc["error"])
    return [one["address"] for one in doc["results"]]
"""
FAILED = """
def f(jobs):
    for job in jobs:
        if job["state"] == "failed":
            raise ValueError(job["name"])
    return [job["name"] for job in jobs]
"""
LEFT_OUT = """
def f(rows):
    found = []
    for row in rows:
        if row.get("deleted"):
            continue
        found.append(row["name"])
    return found
"""


@pytest.mark.parametrize(
    "source",
    [OPTIONAL, NAMED, CONTAINED, SEVERAL, BY_DEFAULT, ONE_TEXT, ANY_OF_TEXTS, NOTHING, FAILED, LEFT_OUT],
)
def test_code_goes_on_with_what_is_made_up(source: str) -> None:
    names: dict[str, Any] = {}
    exec(source, names)
    for seed in range(5):
        _, given = build(parse(default(source, 10)), seed)
        assert names["f"](**given)


USED = """
def f(doc):
    if doc.get("kind"):
        raise ValueError("kind")
    return [doc["kind"]]
"""
OTHER_WAYS = """
def f(event):
    if event["kind"] == "opened":
        return 1
    if event["kind"] == "closed":
        return 2
    raise ValueError(event["kind"])
"""


def test_what_other_code_asks_for_is_there() -> None:
    assert default(USED, 10).startswith("doc: {kind: ")


def test_what_is_told_apart_is_turned_down_by_no_guard() -> None:
    assert default(OTHER_WAYS, 10).startswith("event: {kind: 'opened' | 'closed' | ")


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        (
            """
def f(rows):
    total = 0.0
    for row in rows:
        if row.get("discount"):
            total += row["price"] * (1.0 - row["discount"])
            continue
        total += row["price"]
    return total
""",
            "rows: list[{discount: float, price: float}] * 10",
        ),
        (
            """
def f(event):
    if event["parent"]:
        print(event["parent"])
        return
    print(event["id"])
""",
            "event: {parent: ",
        ),
        (
            """
def f(rows):
    skipped = 0
    for row in rows:
        if row.get("deleted"):
            skipped += 1
            continue
        print(row["price"])
    return skipped
""",
            "rows: list[{price: float}] * 10",
        ),
    ],
)
def test_a_guard_that_makes_something_of_a_record_turns_nothing_down(source: str, workload: str) -> None:
    assert default(source, 10).startswith(workload)


@pytest.mark.parametrize(
    ("guards", "kind"),
    [
        ('if doc["kind"] == "a":\n        return doc["x"]\n    elif doc["kind"] != "b":', "'b' | 'a'"),
        ('if doc["kind"] != "a" and doc["x"]:\n        return 1\n    if doc["kind"] != "b":', "'b' | 'a'"),
        ('if doc["kind"] not in ("a", "b"):', "'a' | 'b'"),
    ],
)
def test_texts_told_apart_before_a_guard_are_left(guards: str, kind: str) -> None:
    source = f'\ndef f(doc):\n    {guards}\n        raise ValueError\n    return doc["y"]\n'
    assert f"kind: {kind}" in default(source, 10)


@pytest.mark.parametrize(
    ("source", "workload"),
    [
        ('if text[0] != "{": raise ValueError\n return [c for c in text if c not in "{}"]', "text: str * 10 in 'abcde"),
        ('for c in text:\n  if c not in "ACGT": raise ValueError\n return text', "text: str * 10 in 'ACGT'"),
    ],
)
def test_one_of_several_says_nothing_of_the_others(source: str, workload: str) -> None:
    assert default(f"def f(text):\n {source}", 10).startswith(workload)

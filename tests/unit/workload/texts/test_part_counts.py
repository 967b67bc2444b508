"""Lines that are passed over where they have too few parts, or others."""

from __future__ import annotations

import pytest

from tests.unit.workload.made_up import default

LOOP = """
def f(lines: list[str]):
    found = []
    for line in lines:
        parts = line.split(",")
        {}
    return found
"""


@pytest.mark.parametrize(
    ("body", "like"),
    [
        ("if len(parts) < 4:\n            continue\n        found.append(parts[2])", "aaaaaa,aaaaaa,aaaaaa,aaaaaa"),
        (
            "if len(parts) != 3 or not parts[0]:\n            continue\n        found.append(parts[0])",
            "aaaaaa,aaaaaa,aaaaaa",
        ),
        ("if len(parts) <= 2:\n            continue\n        found.append(int(parts[1]))", "aaaaaa,000,aaaaaa"),
        ("if len(parts) >= 3 and parts[0]:\n            found.append(parts[1])", "aaaaaa,aaaaaa,aaaaaa"),
        ("if len(parts) > 2:\n            found.append(parts)", "aaaaaa,aaaaaa,aaaaaa"),
        ("if parts[1] != 'ERROR':\n            continue\n        found.append(parts[2])", "aaaaaa,`ERROR`,aaaaaa"),
        (
            "if parts[1] != 'ERROR':\n            skipped += 1\n            continue\n        found.append(parts[2])",
            "aaaaaa,`ERROR`,aaaaaa",
        ),
        # What has another text is not passed over.
        (
            "if parts[1] != 'sum':\n            found.append(parts[2])\n            continue\n        found.clear()",
            "aaaaaa,aaaaaa,aaaaaa",
        ),
        # What has more is refused.
        ("if len(parts) > 4:\n            return -1\n        found.append(parts[1])", "aaaaaa,aaaaaa"),
        ("if len(parts) > 4:\n            return set()\n        found.append(parts[1])", "aaaaaa,aaaaaa"),
        ("if len(parts) > 4:\n            return False, 'long'\n        found.append(parts[1])", "aaaaaa,aaaaaa"),
        ("if len(parts) > 4:\n            raise ValueError(line)\n        found.append(parts[1])", "aaaaaa,aaaaaa"),
        # Nothing is passed over.
        ("if len(parts) > 20:\n            parts = parts[:20]\n        found.append(parts[1])", "aaaaaa,aaaaaa"),
        ("if len(parts) < 4:\n            parts.append('')\n        found.append(parts[1])", "aaaaaa,aaaaaa"),
    ],
)
def test_no_line_is_passed_over(body: str, like: str) -> None:
    assert default(LOOP.format(body)).endswith(f"like '{like}'")


def test_an_empty_answer_is_for_what_has_other_parts() -> None:
    source = """
def f(pair: str):
    parts = pair.split(":")
    if len(parts) == 4:
        return None
    return int(parts[0]), int(parts[1])
"""
    assert default(source).endswith("like '000:000'")

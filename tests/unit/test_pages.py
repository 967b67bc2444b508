"""The pages of the repository lead where they say."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
_LINK = re.compile(r"\]\((?!https?:|#|mailto:|command:)([^)#\s]+)")


def _pages() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=_ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.split()


@pytest.mark.parametrize("page", _pages())
def test_links_lead_to_files(page: str) -> None:
    path = _ROOT / page
    missing = [
        link for link in _LINK.findall(_CODE.sub("", path.read_text())) if not (path.parent / link).resolve().exists()
    ]
    assert missing == []

"""Glob patterns of the `exclude` setting."""

import pytest

from perfcast.source.locations.globs import matches


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("**/.venv/**", "/home/me/.venv/lib/x.py", True),
        ("**/.venv/**", "/home/me/venv/lib/x.py", False),
        ("**/*.py", "/a/b/c.py", True),
        ("**/*.py", "c.py", True),
        ("*.py", "/a/c.py", False),
        ("/a/*/c.py", "/a/b/c.py", True),
        ("/a/*/c.py", "/a/b/b/c.py", False),
        ("**/test_?.py", "/a/test_1.py", True),
        ("**/test_?.py", "/a/test_12.py", False),
        ("**/{a,b}*.py", "/x/b1.py", True),
        ("**/{a,b}*.py", "/x/c1.py", False),
        ("**/[ab].py", "/x/b.py", True),
        ("**/[!ab].py", "/x/b.py", False),
        ("**/a+(b).py", "/x/a+(b).py", True),
        ("**/[z-a].py", "**/[z-a].py", True),
        ("", "/x", False),
    ],
)
def test_matches(pattern, path, expected):
    assert matches(pattern, path) is expected

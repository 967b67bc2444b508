"""Random edits with random characters, after which hints equal those of a fresh open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from tests.e2e.random_typing import RandomTyping
from tests.e2e.session import session
from tests.endurance.report import Row

URI, FRESH = "file:///project/typed.py", "file:///project/fresh.py"
_BETWEEN = 500
_ENCODINGS = {"vscode": "UTF-16", "neovim": "UTF-8", "emacs": "UTF-32"}


async def edits(server: Sequence[str], count: int) -> AsyncIterator[Row]:
    """So many edits for each encoding, compared with a fresh document every 500."""
    for profile, encoding in _ENCODINGS.items():
        async with session(profile=profile, command=list(server), with_status=True) as editor:
            typing = RandomTyping(editor, URI, profile)
            comparisons = hints = 0
            for start in range(0, count, _BETWEEN):
                typing.type(min(_BETWEEN, count - start))
                hints += await typing.compare_with_fresh_open(FRESH)
                comparisons += 1
        yield Row(f"{count:,} random edits, {encoding}", f"{hints} hints in {comparisons} comparisons, all equal", True)

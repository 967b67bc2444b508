"""Edits as no user makes them: anywhere, of anything, in the columns of the client's encoding."""

from __future__ import annotations

import random

from tests.e2e.session import Session

START = "def a(nums): return sum(nums) # 漢😀\n\nclass B:\n    def c(self, s):\n        return s.lower()\n\nx = 1\n"
ALPHABET = [
    *"def f(nums):\n return 1 \t\"'#@()[]",
    "def g(s): return s\n",
    "\r\n",
    "\r",
    "\x0c",
    "\u2028",
    "😀",
    "漢",
    "é",
    "\ufeff",
]
_ENCODINGS = {"vscode": ("utf-16-le", 2), "neovim": ("utf-8", 1), "emacs": ("utf-32-le", 4)}


class RandomTyping:
    """One document under random edits, in a session that is told the status.

    Attributes:
        text: that the document must have by now.
    """

    def __init__(self, editor: Session, uri: str, profile: str, text: str = START) -> None:
        self.text = text
        self._editor = editor
        self._uri = uri
        self._encoding, self._width = _ENCODINGS[profile]
        self._random = random.Random(profile)
        editor.open(uri, text)

    def type(self, count: int) -> None:
        """Send so many edits."""
        for _ in range(count):
            start, end = sorted(self._random.randint(0, len(self.text)) for _ in range(2))
            end = min(end, start + self._random.choice([0, 0, 1, 5, 30]))
            start, end = self._between_characters(start), self._between_characters(end)
            new = "".join(self._random.choices(ALPHABET, k=self._random.randint(0, 4)))
            span = (*self._position(start), *self._position(end))
            self.text = self.text[:start] + new + self.text[end:]
            self._editor.edit(self._uri, (span, new))

    async def compare_with_fresh_open(self, other: str) -> int:
        """Save, and see that a fresh document of the same text has the same hints. Returns how many."""
        # Whatever the text has come to, there is something in it that parses.
        self.text = START + self.text
        self._editor.edit(self._uri, ((0, 0, 0, 0), START))
        self._editor.save(self._uri)
        self._editor.open(other, self.text)
        await self._editor.ready()
        hints = await self._editor.places(self._uri)
        assert hints == await self._editor.places(other)
        assert len(hints) >= START.count("def ")
        self._editor.close(other)
        return len(hints)

    def _between_characters(self, offset: int) -> int:
        """No editor puts the cursor between the halves of a line break."""
        return offset - 1 if self.text[offset - 1 : offset + 1] == "\r\n" else offset

    def _position(self, offset: int) -> tuple[int, int]:
        before = self.text[:offset].replace("\r\n", "\n").replace("\r", "\n")
        column = before.rpartition("\n")[2]
        return before.count("\n"), len(column.encode(self._encoding)) // self._width

"""Text that is nearly Python: fragments of real syntax glued, cut, indented anyhow, arbitrary characters between."""

from __future__ import annotations

from tests.fuzzing.provider import Provider, cut, pick

FRAGMENTS = (
    "def f(nums: list[int], k=3):\n",
    "async def g(*args, key: 'Shape' = None, **kwargs) -> dict[str, int]:\n",
    "    def inner(self, /, x, *, y: int = 1): return x\n",
    "class C(Base, metaclass=M):\n",
    "    def method(self, n):\n",
    "    @property\n",
    "@decorator(\n    1,\n)\n",
    "@triton.jit\n",
    "def kernel(x_ptr, n, BLOCK: tl.constexpr):\n",
    "    x = tl.load(x_ptr + tl.arange(0, BLOCK), mask=None)\n",
    "import triton, numpy as np\n",
    "from triton import language as tl, jit as *\n",
    "from . import (a, b as c)\n",
    "LIMIT: int = 10\n",
    "a, *b = 1, [2], f'{LIMIT!r:>{a}}'\n",
    "    return [x for x in nums if (y := x) > k]\n",
    "    yield from inner(x)\n",
    "    for i in range(len(nums)):\n",
    "    while x: x -= 1\n",
    "    with open(p) as q, r: pass\n",
    "    try:\n        pass\n    except* E as e:\n        raise\n    finally: del x\n",
    "    match x:\n        case {'a': [1, *_], **rest} | C(y=2) if rest: pass\n",
    "    if x:\n",
    "    elif x:\n",
    "    else:\n",
    "    global LIMIT; nonlocal x\n",
    '    """Doc.\n\n    >>> f([1, 2], k=10)\n    """\n',
    "# perfcast: nums: list[int] * 1e6 in 0..9 sorted; k: int = 3\n",
    "  # perfcast: peak < 10 MB, time < 1 ms\n",
    "# perfcast: ignore\n",
    "f(list(range(10**6)), k=len('ab' * 100))\n",
    "    x = lambda *a, b=1: self.method(b)\n",
    "    self.x: np.ndarray = np.zeros((100, 3))\n",
    "f(np.random.rand(5, 5), **{'k': [0] * n})\n",
    "f([10**400, 1e308 * 10], k=-(2**70))\n",
    "f(range(10**20), k=random.randint(9, 1))\n",
    "f(bytes(-1), k=random.uniform(9, 1))\n",
    "if __name__ == '__main__':\n",
    "x = '''\n",
    '"""\n',
    "(",
    ")]}",
    "[{",
    "\\\n",
    ":",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\r",
    "\f",
    "\ufeff",
    "\u2028",
    "é漢😀",
    "\ud83d",
    "\0",
    "0x" + "f" * 30,
    "not " * 30,
    "((" * 60,
    "await ",
    "# comment",
    "type X[T: int] = list[T]\n",
)
_LONGEST = 4000


def python_text(data: Provider) -> str:
    """A text of the fragments and of whatever the bytes hold, edited here and there."""
    parts = []
    for _ in range(data.ConsumeIntInRange(0, 30)):
        if data.ConsumeIntInRange(0, 9):
            parts.append(pick(data, FRAGMENTS))
        else:
            parts.append(data.ConsumeUnicode(data.ConsumeIntInRange(0, 12)))
    text = "".join(parts)
    for _ in range(data.ConsumeIntInRange(0, 5)):
        text = edited(data, text)
    return text[:_LONGEST]


def edited(data: Provider, text: str) -> str:
    """The text with a piece of it cut out, doubled, indented or replaced."""
    start, end = cut(data, text)
    piece = text[start:end]
    news = ("", piece * 2, " " * data.ConsumeIntInRange(0, 8) + piece, piece.replace("\n", "\r\n"), piece[::-1])
    new = pick(data, (*news, pick(data, FRAGMENTS)))
    return text[:start] + new + text[end:]

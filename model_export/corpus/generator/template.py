"""Program templates: Python text with choices in it.

`«a¦b¦c»`      one of the alternatives, nestable, possibly of several lines or empty: a matter of spelling
`«x@a¦b»`      the same index wherever the label `x` occurs in this template
`«X@a¦b»`      an upper-case label: the choice belongs to the task, so all spellings of a task agree on it
`«#2..9»`      an integer of the range (`«N@#2..9»`: of the task)
`«INPLACE:y;x»`  the statements that compute `«ARR:x»` into `y` in place
`«INT:v»`      a random expression over `v` (see `expressions`), the same throughout a task; `INT2` is another
"""

import re

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.expressions import GRAMMARS
from model_export.corpus.generator.inplace import in_place

_LABEL = re.compile(r"([A-Za-z]\w?)@(?! )")
_GRAMMAR = re.compile(r"([A-Z]{2,})(\d?):(.+)", re.DOTALL)
_INTEGER = re.compile(r"#(-?\d+)\.\.(-?\d+)$")


def expand(text: str, dice: Dice) -> str:
    """The text with all its choices taken."""
    return _Expansion(dice).expand(text)


class _Expansion:
    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.taken: dict[str, int] = {}

    def expand(self, text: str) -> str:
        pieces: list[str] = []
        at = 0
        while (start := text.find("«", at)) >= 0:
            end = _closing(text, start)
            pieces += (text[at:start], self._choice(text[start + 1 : end]))
            at = end + 1
        pieces.append(text[at:])
        return "".join(pieces)

    def _choice(self, body: str) -> str:
        if grammar := _GRAMMAR.fullmatch(body):
            kind, number, variables = grammar.groups()
            source = self.dice.of_task(kind + number)
            names = [name.strip() for name in self.expand(variables).split(";")]
            if kind == "INPLACE":
                return in_place(GRAMMARS["ARR"](self.dice.of_task("ARR" + number), names[1:]), names[0])
            return f"({GRAMMARS[kind](source, names)})"
        label = ""
        if match := _LABEL.match(body):
            label, body = match.group(1), body[match.end() :]
        if integer := _INTEGER.fullmatch(body):
            low, high = int(integer.group(1)), int(integer.group(2))
            return str(low + self._index(label, high - low + 1))
        options = _alternatives(body)
        return self.expand(options[self._index(label, len(options)) % len(options)])

    def _index(self, label: str, count: int) -> int:
        if not label:
            return self.dice.spelling.randrange(count)
        if label not in self.taken:
            source = self.dice.of_task(label) if label[0].isupper() else self.dice.spelling
            self.taken[label] = source.randrange(count)
        return self.taken[label]


def _closing(text: str, start: int) -> int:
    depth = 0
    for at in range(start, len(text)):
        if text[at] == "«":
            depth += 1
        elif text[at] == "»":
            depth -= 1
            if depth == 0:
                return at
    raise ValueError(f"« without » in {text[start : start + 60]!r}")


def _alternatives(body: str) -> list[str]:
    options, depth, start = [], 0, 0
    for at, character in enumerate(body):
        if character == "«":
            depth += 1
        elif character == "»":
            depth -= 1
        elif character == "¦" and depth == 0:
            options.append(body[start:at])
            start = at + 1
    return [*options, body[start:]]

"""Reading the template files of stages, families and operations.

A file of stages or families is a list of entries. An entry starts with a line `### name | signature | arguments |
flags` and holds one or more spellings, parted by lines `---`: texts that compute the same thing by different means.

Stages:    signature `ints -> groups` or `ints, ints -> ints`; the text reads IN (and IN2) and binds OUT.
           Flags: `grows` (the result has more elements than the input), `slow` (more than linear by far).
Families:  signature is the annotation of the result; the text is a module whose last function (or last class's last
           method) is the unit; arguments is the workload. Flags: `kind=ints` names what the result is to stages.
Operations stand one a line below a line `### ints, small -> ints`: an expression of IN and IN2, or statements that
           bind OUT, parted by `; ` or, where their indentation matters, by `↵`. What follows the arrow is a kind or,
           for what no operation goes on with, an annotation.
"""

import hashlib
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Entry:
    theme: str
    name: str
    signature: str
    arguments: str
    flags: frozenset[str]
    spellings: tuple[str, ...]


@dataclass(frozen=True)
class Stage:
    """One step of a pipeline, from one or two kinds to a kind."""

    name: str
    theme: str
    sources: tuple[str, ...]
    target: str
    arguments: str
    flags: frozenset[str] = field(default_factory=frozenset)
    spellings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Family:
    """A problem that people solve in a function of its own."""

    name: str
    theme: str
    returns: str
    workload: str
    flags: frozenset[str] = field(default_factory=frozenset)
    spellings: tuple[str, ...] = ()


def library_of(theme: str) -> str:
    """What the code of a file of that name is for: numpy, pandas, torch or python alone."""
    head = theme.partition("_")[0]
    return head if head in ("numpy", "pandas", "torch") else "python"


def _entries(path: Path) -> list[Entry]:
    entries = []
    for block in ("\n" + path.read_text(encoding="utf-8")).split("\n### ")[1:]:
        header, _, text = block.partition("\n")
        fields = [*(part.strip() for part in header.split("|")), "", "", ""]
        spellings = tuple(part.strip("\n") + "\n" for part in ("\n" + text).split("\n---\n"))
        entries.append(Entry(path.stem, fields[0], fields[1], fields[2], frozenset(fields[3].split()), spellings))
    return entries


@cache
def stages() -> tuple[Stage, ...]:
    found = []
    for path in sorted((HERE / "stages").glob("*.txt")):
        for entry in _entries(path):
            sources, _, target = entry.signature.partition("->")
            kinds = tuple(part.strip() for part in sources.split(","))
            found.append(
                Stage(entry.name, entry.theme, kinds, target.strip(), entry.arguments, entry.flags, entry.spellings)
            )
    return tuple(found)


@cache
def families() -> tuple[Family, ...]:
    return tuple(
        Family(entry.name, entry.theme, entry.signature, entry.arguments, entry.flags, entry.spellings)
        for path in sorted((HERE / "families").glob("*.txt"))
        for entry in _entries(path)
    )


@cache
def operations() -> tuple[Stage, ...]:
    """Operations as stages of one spelling, named by what they call and a digest of their text."""
    found = []
    for path in sorted((HERE / "operations").glob("*.txt")):
        for block in ("\n" + path.read_text(encoding="utf-8")).split("\n### ")[1:]:
            header, *lines = block.splitlines()
            sources, _, target = header.partition("->")
            kinds = tuple(part.strip() for part in sources.split(","))
            for line in filter(None, lines):
                text = line.replace("↵", "\n") if re.search(r"\bOUT\b", line) else f"OUT = {line}"
                name = f"{_called(line)}_{hashlib.sha256(f'{kinds}{line}'.encode()).hexdigest()[:6]}"
                found.append(Stage(name, path.stem, kinds, target.strip(), "", frozenset(), (text + "\n",)))
    return tuple(found)


# Of operations that call nothing.
NAMELESS = "expression"
_TELL_NOTHING = frozenset(("for", "in", "if", "else", "and", "or", "not", "lambda", "while", "is", "IN", "IN2", "OUT"))


def _called(text: str) -> str:
    """The first word of the operation that tells what it does."""
    words = re.findall(r"(?<![\w'\"])[A-Za-z_]{2,}(?=\()|(?<=\.)[a-z_]{2,}", text)
    return next((word for word in words if word not in _TELL_NOTHING), NAMELESS).lower()

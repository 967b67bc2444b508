"""Reading the template files of stages and families.

A file is a list of entries. An entry starts with a line `### name | signature | arguments | flags` and holds one or
more spellings, parted by lines `---`: texts that compute the same thing by different means.

Stages:    signature `ints -> groups` or `ints, ints -> ints`; the text reads IN (and IN2) and binds OUT.
           Flags: `grows` (the result has more elements than the input), `slow` (more than linear by far).
Families:  signature is the annotation of the result; the text is a module whose last function (or last class's last
           method) is the unit; arguments is the workload. Flags: `kind=ints` names what the result is to stages.
"""

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

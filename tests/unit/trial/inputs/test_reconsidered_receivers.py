"""What a method's receiver is made of: what annotations mean in other modules, and what the method's errors tell."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from perfcast.source import SourceFile
from perfcast.source.locations.place import Place
from perfcast.trial import NAMES, Trials
from perfcast.trial.inputs import constructor_changes
from perfcast.trial.runs.workload_correction import corrected
from perfcast.workload import parse

_CARDS = """
    from pathlib import Path

    class Card:
        def __init__(self, rank: int, suit: str):
            self.rank, self.suit = rank, suit

        def worth(self):
            return self.rank * 2

        def beats(self, other):
            return self.rank > other.rank

    class Folder:
        def __init__(self, place: Path):
            self.place = place
    """
_PLAY = """
    from __future__ import annotations
    from typing import TYPE_CHECKING
    import numpy as np
    from package import cards
    if TYPE_CHECKING:
        from package.cards import Card

    TABLE = {f"k{n}": n for n in range(10)}

    class Deck:
        def __init__(self, top: cards.Card, low: Card):
            self.top, self.low = top, low

        def total(self):
            return self.top.worth() + self.low.worth()

    class Hand:
        def __init__(self, first, count):
            self.first, self.room = first, np.zeros((4, count))

        def taken(self):
            return self.first.worth() + self.room.size

    class Strict:
        def __init__(self, start):
            if type(start).__name__ != "Card":
                raise TypeError("start should be a Card")
            self.start = start

        def begun(self):
            return self.start.worth()

    class Grid:
        def __init__(self, dimensions: list):
            self.cells = np.zeros(dimensions)

        def filled(self):
            return self.cells + 1

    class Kept(cards.Folder):
        def named(self):
            return self.place.joinpath("a.txt").name

    class Lacking:
        def __init__(self, first):
            self.first = first

        def asked(self):
            return self.first.nobody_has_it()

    class Endless:
        def __init__(self, first):
            self.first = first

        def walked(self):
            found = self.first.worth()
            while True:
                found += 1

    def won(one, other):
        return one.beats(other) and one.worth()

    def placed(kind: int, scale: float = 1.0):
        return [1.0, 2.0][kind] * scale

    def outlined(points: list):
        return np.array(points)[:, 0].sum()
    def looked(key):
        try:
            return TABLE[key] + 1
        except KeyError:
            raise LookupError("no such key") from None
    """


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> SourceFile:
    folder = tmp_path_factory.mktemp("project") / "package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    for name, text in (("cards.py", _CARDS), ("play.py", _PLAY)):
        (folder / name).write_text(textwrap.dedent(text))
    path = Path(folder, "play.py")
    return SourceFile.parse_tolerant(path.read_text(), home=Place.of(path))


def _trials(file: SourceFile, unit: str) -> Trials:
    return Trials(file.normal_form(file.unit(unit)), file.home)


def _ended(trials: Trials) -> bool:
    told = dict(zip(NAMES, trials.estimate(parse("")), strict=True))
    return bool(told["trial_runs"] > 0 and not told["trial_raised"])


@pytest.mark.parametrize(
    ("unit", "receiver"),
    [
        ("Deck.total", ""),
        ("Kept.named", ""),
        ("Hand.taken", "Hand made up"),
        ("Strict.begun", "Strict made up"),
        ("Grid.filled", "Grid made up"),
    ],
)
def test_methods_come_to_their_end(play: SourceFile, unit: str, receiver: str) -> None:
    trials = _trials(play, unit)
    assert _ended(trials)
    assert trials.receiver == receiver


def test_what_no_class_has_is_not_made_up(play: SourceFile) -> None:
    trials = _trials(play, "Lacking.asked")
    assert not _ended(trials)
    assert trials.stopped_at == ".nobody_has_it of an unknown value"
    assert not trials.receiver


def test_the_search_ends_in_time(play: SourceFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constructor_changes, "_SECONDS", -1.0)
    assert not _ended(_trials(play, "Strict.begun"))


@pytest.mark.parametrize(
    ("unit", "workload", "found"),
    [
        ("won", "one: object; other: object", "one: package.cards.Card; other: package.cards.Card"),
        ("looked", "key: str * 10", "key: 'k0' | 'k1' | 'k2' | 'k3'"),
        ("placed", "kind: int = 10; scale: float = 1.0", "kind: int in 0..1; scale: float = 1.0"),
        ("outlined", "points: list[int] * 9 in 0..9", "points: list[tuple[int, int]] * 9 in 0..9"),
    ],
)
def test_parameters_are_what_the_project_has(play: SourceFile, unit: str, workload: str, found: str) -> None:
    text, given = play.normal_form(play.unit(unit)), parse(workload)
    free = {one.name for one in given.arguments if unit not in {"placed", "outlined"}}
    told = corrected(text, _trials(play, unit), given, free)
    assert told is not None
    assert str(told.workload) == found


def test_what_is_tried_in_vain_tells_nothing(play: SourceFile) -> None:
    trials = _trials(play, "Endless.walked")
    assert trials.estimate(parse(""))[NAMES.index("trial_runs")] <= 0
    assert trials.stopped_at == ".worth of an unknown value"

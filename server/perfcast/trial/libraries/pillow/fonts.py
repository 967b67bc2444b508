"""``ImageFont``: the font that Pillow brings with it. Others are files."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.guarded_functions import Guarded

#: Bytes of one, with what it is read from.
_OBJECT: Final = 50_000
#: Nanoseconds of reading it; of a letter that is written, whose box is asked for, and whose length is; of a call.
_READ: Final = 75_000.0
_WRITTEN: Final = 5_900.0
_BOXED: Final = 2_600.0
_MEASURED: Final = 1_260.0
_CALL: Final = 2_000.0
#: Of the size of the letters: how wide one is on average, by which share it begins below the top, and how far lines
#: are apart.
_WIDE: Final = 0.52
_ABOVE: Final = 0.2
_LINE: Final = 1.4
_SIZE: Final = 10.0
_NARROW: Final = frozenset("iljtf.,:;'!|()[] I")
_BROAD: Final = frozenset("mwMWGOQ@%")


class Font(Foreign):
    """As ``PIL.ImageFont.FreeTypeFont``.

    Attributes:
        size: of the letters.
    """

    def __init__(self, machine: Machine, size: float) -> None:
        super().__init__({"size": size}, _OBJECT)
        self.machine, self.size = machine, size

    def member(self, name: str) -> Any:
        methods: dict[str, Any] = {
            "getbbox": lambda text, *_, **__: self.box(text),
            "getlength": lambda text, *_, **__: self.length(text),
        }
        return Guarded(methods[name]) if name in methods else super().member(name)

    def written(self, text: str) -> tuple[float, float]:
        """How wide and high a text is that is written."""
        # Letters of a larger size cover more places.
        self.machine.schedules(_CALL + _WRITTEN * len(text) * max(1.0, 0.6 + 0.04 * self.size))
        return self._extent(text)

    def box(self, text: str) -> tuple[float, float, float, float]:
        self.machine.schedules(_CALL + _BOXED * len(text))
        width, height = self._extent(text)
        return 0.0, float(round(_ABOVE * self.size)), width, height

    def length(self, text: str) -> float:
        self.machine.schedules(_CALL + _MEASURED * len(text))
        return self._extent(text)[0]

    def _extent(self, text: str) -> tuple[float, float]:
        lines = str(text).split("\n")
        widths = [sum(0.6 if one in _NARROW else 1.6 if one in _BROAD else 1.0 for one in line) for line in lines]
        return float(round(max(widths) * _WIDE * self.size)), float(round(self.size * (1 + _LINE * (len(lines) - 1))))


def default(machine: Machine, size: Any = None) -> Font:
    """As ``PIL.ImageFont.load_default``."""
    machine.schedules(_READ)
    machine.briefly(_OBJECT)
    return machine.made(Font(machine, _SIZE if size is None else float(size)))  # type: ignore[no-any-return]

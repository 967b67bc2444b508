"""Values written as JSON and read from it: the module ``json``."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.heap_walk import Walk
from perfcast.trial.interpreter.accounting.limits import check_length
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.nested_containers import check_nesting, text_length
from perfcast.trial.interpreter.accounting.prices import (
    DUMPED,
    DUMPED_BY_OPTIONS,
    DUMPED_IN_LINES,
    DUMPED_TEXT,
    LOADED,
    WRITTEN,
    WRITTEN_CHARACTER,
)
from perfcast.trial.interpreter.builtin_functions import fed, guarded, noted
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.functions import Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.formats import io_and_csv
from perfcast.trial.stdlib.formats.json_memory import kept_in_lines, kept_of_one_line
from perfcast.trial.stdlib.formats.json_times import reading, writing

#: Of the generators of the JSON writer that lays out in lines; and of what a line begins with.
_LINES: Final = 2_400
_INDENTED: Final = 4
#: Characters that a line of JSON begins with for each level, at most.
_FARTHEST_INDENTED: Final = 8
#: How often as long JSON takes that is laid out in lines.
_IN_LINES: Final = 4
#: Bytes of the writer.
_WRITER: Final = 900
#: The same of what is read back: of a search, of what was found, and of the names met so far.
_READER: Final = 1_382
#: The class that encoders extend, and what they are not followed in.
_ENCODER: Final = "JSONEncoder"
_WRITING: Final = frozenset({"__init__", "encode", "iterencode"})
#: What makes something else of what a text says.
_JSON_HOOKS: Final = frozenset({"object_hook", "object_pairs_hook", "parse_float", "parse_int"})


def members(machine: Machine) -> dict[str, Any]:
    """What the module holds."""
    texts = _Texts(machine)
    return {
        "JSONDecodeError": json.JSONDecodeError,
        "dumps": Guarded(texts.dumped),
        "loads": Guarded(texts.loaded),
        "dump": Guarded(texts.dumped_into),
        "load": Guarded(lambda file, **hooks: texts.loaded(_buffer(file).read(), **hooks)),
    }


class _Texts:
    """What writes and reads them."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def dumped(self, value: Any, **options: Any) -> Any:
        in_lines = options.get("indent") is not None
        instead: list[Any] = []
        kept, objects = self._told_to_write(value, options, instead, by_generators=in_lines)
        # Here no lines are made.
        text = json.dumps(value, **kept)
        # The parts are kept until they are joined; a text alone is its only one.
        if isinstance(value, str):
            held = 0
        elif in_lines:
            held = _LINES + kept_in_lines(value) + _INDENTED * objects + 2 * len(text)
        else:
            held = kept_of_one_line([value, *instead] if instead else value, len(text), self._machine.growth)
        self._machine.briefly(_WRITER + held)
        return noted(self._machine, text)

    def dumped_into(self, obj: Any, fp: Any, **options: Any) -> None:
        """Each part is written as it is made, as those of lines are."""
        kept, _ = self._told_to_write(obj, options, [], by_generators=True)
        buffer, indent = _buffer(fp), options.get("indent")
        if isinstance(indent, int):
            indent = min(int(indent), _FARTHEST_INDENTED)
        elif isinstance(indent, str):
            indent = indent[:_FARTHEST_INDENTED]
        elif indent is not None:
            raise Unsupported("JSON written by other options")
        self._machine.briefly(_WRITER + _LINES)
        for part in json.JSONEncoder(indent=indent, **kept).iterencode(obj):
            buffer.write(part)

    def _told_to_write(
        self, value: Any, options: dict[str, Any], instead: list[Any], *, by_generators: bool
    ) -> tuple[dict[str, Any], int]:
        """Pays for a value as JSON; gives what the encoder is told of how to write it, and how many objects it is.

        Args:
            instead: takes what is written in the place of what cannot be.
        """
        check_nesting(value)
        check_length(text_length(value))
        objects = _plain(value)
        self._machine.pass_over(objects)
        is_text = isinstance(value, str) and not options
        plain = DUMPED_BY_OPTIONS if options else DUMPED_TEXT if is_text else DUMPED
        self._machine.counts.native += DUMPED_IN_LINES if by_generators else plain
        kept = {name: option for name, option in options.items() if name == "sort_keys"}
        own = _default_of(options.get("cls"))
        default = options.get("default") or own
        if default is not None:
            kept["default"] = self._told_instead(guarded(self._machine, default), instead)
        time = writing(value, in_lines=by_generators, in_order=bool(kept.get("sort_keys")))
        self._machine.counts.native += time
        self._machine.allows(time / _IN_LINES if by_generators else time)
        return kept, objects

    def _told_instead(self, default: Callable[[Any], Any], instead: list[Any]) -> Callable[[Any], Any]:
        """What gives something that can be written for what cannot, each paid for, and bounded together."""
        length = 0

        def told(value: Any) -> Any:
            nonlocal length
            found = default(value)
            check_nesting(found)
            more = text_length(found)
            length += more
            check_length(length)
            instead.append(found)
            self._machine.pay(WRITTEN * _plain(found) + WRITTEN_CHARACTER * more)
            return found

        return told

    def loaded(self, text: Any, **hooks: Any) -> Any:
        if not hooks.keys() <= _JSON_HOOKS:
            raise Unsupported("JSON read by other options")
        self._machine.counts.native += LOADED
        calls = {name: guarded(self._machine, hook) for name, hook in hooks.items() if hook is not None}
        found = json.loads(fed(self._machine, text), **calls)
        if calls:
            # Hooks may give the same part again and again, or one that leads back to itself.
            check_nesting(found)
        self._machine.pay(reading(found))
        noted(self._machine, found)
        # It is looked for what stands behind.
        self._machine.gathered_beside(_READER, found)
        return found


def _default_of(kind: Any) -> Any:
    """What an encoder of the unit's own writes in the place of what cannot be written; None for that of ``json``.

    Raises:
        Unsupported: it does more than that.
    """
    if kind is None:
        return None
    if not isinstance(kind, Class) or kind.order[-1].name != _ENCODER:
        raise Unsupported("JSON written by an encoder of another kind")
    written = {name for one in kind.order[:-1] for name in one.attributes}
    if written & _WRITING:
        raise Unsupported("JSON written by an encoder's own methods")
    return Method(kind.find("default"), Instance(kind)) if "default" in written else None


def _buffer(file: Any) -> io_and_csv.TextBuffer:
    if not isinstance(file, io_and_csv.TextBuffer):
        raise Unsupported("a file")
    return file


def _plain(value: Any) -> int:
    """Objects in a value, if it is plain data through and through."""
    walk = Walk()
    walk.add(value)
    return walk.objects

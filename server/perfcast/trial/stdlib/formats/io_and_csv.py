"""Texts and bytes that are written and read like files, and rows: ``io`` and ``csv``, within memory alone."""

from __future__ import annotations

import csv
import io
import sys
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.generators import alive_with
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.object_sizes import RAW
from perfcast.trial.interpreter.accounting.prices import (
    FLOAT_SHOWN,
    PRINTED,
    PRINTED_OUT,
    ROW_READ,
    ROW_WRITTEN,
    VALUE_READ,
    VALUE_WRITTEN,
)
from perfcast.trial.interpreter.builtin_functions import called, fed, noted
from perfcast.trial.interpreter.objects.context_managers import Opening
from perfcast.trial.interpreter.objects.functions import Function
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import OutOfSteps, Unsupported
from perfcast.trial.libraries.torch.library import Type
from perfcast.trial.stdlib.text.formatting_times import shown

_LONGEST: Final = 1_000_000
#: Bytes of an empty buffer.
_EMPTY: Final = 200
#: Of what writes rows, with its place for one; of what reads them.
_WRITER: Final = 131_300
_READER: Final = 17_000
#: What rows are read from, which their reader holds; no code can ask it for that.
_FROM: Final = "read from"
#: What a buffer does or tells that takes no content.
_TOLD: Final = ("readable", "writable", "seekable", "isatty", "flush")
#: What a place is reckoned from.
_STARTS: Final = ("SEEK_SET", "SEEK_CUR", "SEEK_END")
_OPTIONS: Final = frozenset({"delimiter", "quotechar", "lineterminator", "quoting", "escapechar", "skipinitialspace"})
_DIALECTS: Final = frozenset({"excel", "excel-tab", "unix"})
_LONGEST_OPTION: Final = 4
#: Characters of a line that are read for what the row costs; what each one more takes of the allowance.
_LINE: Final = 2_000
_CHARACTER: Final = 5.0
#: Bytes of a character of a text that is read from or written into, of a place in a list that grows; how often a text
#: is referred to that nobody else has.
_WIDE: Final = 4
_PIECE: Final = 9
_ONLY_WRITTEN: Final = 6
#: Whether what is written is kept as it is. Since 3.12 its characters are copied, with room for an eighth more of them.
_KEEPS_PIECES: Final = sys.version_info < (3, 12)
#: Bytes that hold each of several values that are printed at once.
_PRINTED_BYTES: Final = 24
#: Of a text that waits for the end of its line, besides its characters.
_SHOWN: Final = 181
#: Of a line with more values than a few: bytes of each character that waits, and characters that wait at most; those of
#: a number, which needs no text beside itself, and from where on one is long.
_FEW: Final = 8
_WAITING: Final = 3
_BUFFERED: Final = 8_192
_OF_NUMBER: Final = 25
_LARGE: Final = 10**20
#: Types of values that are written as the bytes that they are.
_WITH_BYTES: Final = (*RAW, array)
#: Types of values whose texts CPython makes by itself.
_WRITTEN: Final = frozenset({str, int, float, bool, type(None)})


class Buffer(Opening):
    """What is written and read like a file; it cannot be left longer than what was written."""

    __slots__ = ("_content", "_machine")

    #: What is written into it: texts, or what has bytes.
    kinds: tuple[type[Any], ...] = (str,)
    #: Bytes of each of what it is made with.
    begun_with = 1

    def __init__(self, machine: Machine, content: Any, *_: Any) -> None:
        if not isinstance(content, self.kinds):
            raise TypeError("another content is expected")
        functions = (self.write, self.read, self.readline, self.readlines, self.seek, self.writelines, self.truncate)
        attributes: dict[str, Any] = {function.__name__: Guarded(function) for function in functions}
        attributes |= {"getvalue": Guarded(self.value), "tell": Guarded(self._tell), "fileno": Guarded(self._number)}
        # Of one that is closed they raise an error.
        attributes |= {name: Guarded(partial(self._told, name)) for name in _TOLD}
        attributes |= {"close": Guarded(self.close), "closed": False}
        # They are but made when they are asked for.
        machine.outside.add(list(attributes.values()))
        super().__init__(nothing, attributes, nbytes=_EMPTY + self.begun_with * len(content))
        self._machine = machine
        self._content: Any = self._made(content)

    def __sizeof__(self) -> int:
        return self.nbytes

    def _made(self, content: Any) -> Any:
        raise NotImplementedError

    def _told(self, name: str) -> Any:
        return getattr(self._content, name)()

    def enter(self) -> Any:
        self._told("readable")
        return self

    def leave(self, error: Exception | None = None) -> bool:
        self.close()
        return False

    def close(self) -> None:
        """What it holds is gone; nothing is written or read any more."""
        self._content.close()
        self.nbytes = _EMPTY
        self.attributes = {**self.attributes, "closed": True}

    def write(self, content: Any) -> int:
        if not isinstance(content, self.kinds):
            raise TypeError("another content is expected")
        room = self._room(content, sys.getrefcount(content))
        # One that was handed on counts for what it has grown by; what is written is there beside it.
        self._machine.changes(self)
        self.nbytes += room
        self._machine.grown(content, room)
        if self.nbytes > _LONGEST:
            raise OutOfSteps
        return int(self._content.write(content))

    def _room(self, content: Any, references: int) -> int:
        """Bytes that it takes to keep what is written, which so many refer to here and elsewhere."""
        return len(content)

    def writelines(self, texts: Any) -> None:
        for text in self._machine.counted(texts):
            self.write(text)

    def value(self) -> Any:
        return self._copied(self._content.getvalue())

    def read(self, size: Any = -1) -> Any:
        return self._copied(self._content.read(-1 if size is None else int(size)))

    def _copied(self, found: Any) -> Any:
        self._machine.copies(found)
        return self._machine.made(found)

    def rest(self) -> Any:
        """What is left to be read, for what takes it a piece at a time and pays for that."""
        return self._content.read()

    def readline(self) -> Any:
        return noted(self._machine, self._content.readline())

    def readlines(self) -> Any:
        found = list(self)
        # One that is made for this alone is there until all are read.
        self._machine.gathered(found, gone=(self,), size=sum(map(sys.getsizeof, (found, *found))))
        return noted(self._machine, found)

    def seek(self, place: Any, start: Any = 0) -> int:
        """Raises Unsupported far behind the end, where writing would fill what is between."""
        if not (isinstance(place, int) and isinstance(start, int)) or (start and place > 0):
            raise Unsupported("a place behind the end")
        if place > self.nbytes and place > _EMPTY + _WIDE * self._end():
            raise Unsupported("a place behind the end")
        return int(self._content.seek(place, start))

    def truncate(self, size: Any = None) -> int:
        return int(self._content.truncate(None if size is None else int(size)))

    def _end(self) -> int:
        """How many characters or bytes there are."""
        place = self._tell()
        end = int(self._content.seek(0, io.SEEK_END))
        self._content.seek(place)
        return end

    def _number(self) -> int:
        """As ``fileno``. Raises io.UnsupportedOperation."""
        return int(self._content.fileno())

    def _tell(self) -> int:
        return int(self._content.tell())

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line


class TextBuffer(Buffer):
    """``io.StringIO``: what was written, or a list of it, until a part is read or replaced; then wide characters."""

    __slots__ = ("_is_list", "_newline")
    begun_with = 4

    def __init__(self, machine: Machine, content: Any = "", newline: Any = "\n") -> None:
        self._newline = newline
        super().__init__(machine, "" if content is None else content)
        self._is_list = not content

    def _made(self, content: Any) -> io.StringIO:
        return io.StringIO(content, newline=self._newline)

    def _room(self, content: Any, references: int) -> int:
        if self._is_list and self._tell() != self._end():
            self._widen()
        if not self._is_list:
            return _WIDE * len(content)
        if not _KEEPS_PIECES:
            return (sys.getsizeof(content) - sys.getsizeof(content[:0])) * 9 // 8
        is_own = references <= _ONLY_WRITTEN + self._machine.references(content)
        return _PIECE + (sys.getsizeof(content) if is_own else 0)

    def value(self) -> Any:
        return self._given_away(super().value())

    def _given_away(self, whole: Any) -> Any:
        if self._is_list:
            # It keeps but the whole from now on, which it gives away.
            self.nbytes = _EMPTY
        return whole

    def read(self, size: Any = -1) -> Any:
        count = -1 if size is None else int(size)
        if self._tell() or 0 <= count < self._end():
            self._widen()
        return self._given_away(super().read(count))

    def rest(self) -> Any:
        self._widen()
        return super().rest()

    def readline(self) -> Any:
        self._widen()
        return super().readline()

    def truncate(self, size: Any = None) -> int:
        if (self._tell() if size is None else int(size)) < self._end():
            self._widen()
        return super().truncate(size)

    def _widen(self) -> None:
        if self._is_list:
            self._is_list = False
            before, self.nbytes = self.nbytes, _EMPTY + _WIDE * self._end()
            if self.nbytes > before:
                self._machine.grown(self, self.nbytes - before)


class ByteBuffer(Buffer):
    """``io.BytesIO``."""

    __slots__ = ()
    kinds = _WITH_BYTES
    #: They are those that it was given, until something is written.
    begun_with = 0

    def __init__(self, machine: Machine, content: Any = b"") -> None:
        is_copied = isinstance(content, self.kinds) and not isinstance(content, bytes)
        super().__init__(machine, bytes(content) if is_copied else b"" if content is None else content)
        self.nbytes += self._end() if is_copied else 0

    def _made(self, content: Any) -> io.BytesIO:
        return io.BytesIO(content)

    def _room(self, content: Any, references: int) -> int:
        return memoryview(content).nbytes + (self._end() if content and self.nbytes == _EMPTY else 0)

    def value(self) -> Any:
        # The bytes are given away as they are, as long as nothing more is written.
        found = self._content.getvalue()
        self.nbytes = _EMPTY
        return found


def printer(machine: Machine, standard_output: Callable[[], Any]) -> Guarded:
    """``print``: into what is written like a file, or the standard output, which nobody reads unless code has put
    something else in its place."""

    def put(*values: Any, sep: Any = None, end: Any = None, file: Any = None, flush: Any = False) -> None:
        write = _writing(standard_output() if file is None else file)
        if write is None:
            machine.pass_over(10 * len(values))
            # Each is encoded, and waits with the others for the end of the line.
            lengths = [_length(machine, value) for value in values]
            longest = max(lengths, default=0)
            waiting = _WAITING * min(_BUFFERED, sum(lengths) - longest + len(values) - 1) if len(values) > _FEW else 0
            machine.briefly(_SHOWN + longest + waiting if longest > _OF_NUMBER else waiting)
            machine.schedules(PRINTED_OUT * 2 * max(1, len(values)))
            return
        between, last = (" " if sep is None else sep), ("\n" if end is None else end)
        machine.briefly(_PRINTED_BYTES * len(values))
        for place, value in enumerate(values):
            if place:
                write(between)
            write(value if type(value) is str else called(machine, str, (value,), {}))
        write(last)
        machine.pay(PRINTED * (1 + 2 * max(1, len(values))))

    return Guarded(put)


def _length(machine: Machine, value: Any) -> int:
    """Characters of what is printed, which is written down for it; 0 of what has no text here."""
    if type(value) is str:
        return len(value)
    if value is None or isinstance(value, int | float):
        machine.pay(shown(value) if type(value) is int else 0.0)
        return len(str(value)) if type(value) is not int or abs(value) < _LARGE else _OF_NUMBER
    try:
        return len(called(machine, str, (value,), {}))
    except Unsupported:
        return 0


def _writing(file: Any) -> Callable[[str], Any] | None:
    """What writes into a buffer, or an instance that has a method for it; None of anything else."""
    if isinstance(file, Buffer):
        return file.write
    own = file.of.find("write") if isinstance(file, Instance) else None
    return partial(own, file) if isinstance(own, Function) else None


def rows(machine: Machine) -> dict[str, Any]:
    """What the module ``csv`` holds of rows that are lists."""

    def writer(buffer: Any, *dialect: Any, **options: Any) -> Any:
        if type(buffer) is not TextBuffer:
            raise Unsupported("rows written elsewhere")
        chosen = _options(dialect, options)

        def in_plain_form(value: Any) -> Any:
            """A value of which a row's text can be made; of others the text that they are shown by."""
            if type(value) in _WRITTEN:
                return value
            if chosen.get("quoting") == csv.QUOTE_NONNUMERIC:
                raise Unsupported("a row of other values")
            return called(machine, str, (value,), {})

        def write_row(row: Any) -> int:
            values = [in_plain_form(value) for value in machine.counted(row)]
            if sum(len(value) for value in values if type(value) is str) > _LONGEST:
                raise OutOfSteps
            line = io.StringIO(newline="")
            floats = sum(type(value) is float for value in values)
            machine.pay(ROW_WRITTEN + VALUE_WRITTEN * len(values) + FLOAT_SHOWN * floats)
            csv.writer(line, *dialect, **chosen).writerow(values)
            return buffer.write(line.getvalue())

        def write_rows(many: Any) -> None:
            for row in machine.counted(many):
                write_row(row)

        functions = {"writerow": Guarded(write_row), "writerows": Guarded(write_rows)}
        return machine.grown(Guarded(nothing, functions, nbytes=_WRITER), _WRITER)

    def reader(lines: Any, *dialect: Any, **options: Any) -> _Reader:
        texts = csv.reader(_not_long(machine, lines), *dialect, **_options(dialect, options))

        def read() -> Iterator[Any]:
            for row in texts:
                machine.pay(ROW_READ + VALUE_READ * len(row))
                yield noted(machine, row)

        return _Reader(alive_with(machine, _READER, read()), lines)

    quoting = {name: getattr(csv, name) for name in ("QUOTE_ALL", "QUOTE_MINIMAL", "QUOTE_NONE", "QUOTE_NONNUMERIC")}
    return {"writer": Guarded(writer), "reader": Guarded(reader), "Error": csv.Error} | quoting


class _Reader(Guarded):
    """Gives rows, and says how many it has given."""

    __slots__ = ("_rows",)

    def __init__(self, rows: Iterator[Any], lines: Any) -> None:
        super().__init__(nothing, {"line_num": 0, _FROM: lines})
        self._rows = rows

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        row = next(self._rows)
        self.attributes = {**self.attributes, "line_num": self.attributes["line_num"] + 1}
        return row


def _not_long(machine: Machine, lines: Any) -> Iterator[Any]:
    """Lines to be read as rows; long ones take of the allowance."""
    for line in machine.counted(lines):
        if isinstance(line, str) and len(line) > _LINE:
            machine.allows(_CHARACTER * (len(line) - _LINE))
        yield line


def _options(dialect: tuple[Any, ...], options: dict[str, Any]) -> dict[str, Any]:
    """Raises Unsupported for options that are not a sign or two."""
    is_known = options.keys() <= _OPTIONS and all(type(name) is str and name in _DIALECTS for name in dialect)
    if not is_known or any(isinstance(value, str) and len(value) > _LONGEST_OPTION for value in options.values()):
        raise Unsupported("rows of another form")
    return options


def members(machine: Machine) -> dict[str, Any]:
    """What the module ``io`` holds."""

    def maker(kind: type[TextBuffer | ByteBuffer]) -> Type:
        def make(*given: Any, **named: Any) -> Any:
            taken = [value if isinstance(value, (str, *_WITH_BYTES)) else fed(machine, value) for value in given]
            buffer = kind(machine, *taken, **named)
            return machine.grown(buffer, buffer.nbytes)

        return Type(make, kind)

    abstract = {"IOBase": Buffer, "TextIOBase": TextBuffer, "BufferedIOBase": ByteBuffer}
    asked = {name: Type(_not_made, kind) for name, kind in abstract.items()}
    named = {"text_encoding": Guarded(_text_encoding)}
    told = {"UnsupportedOperation": io.UnsupportedOperation, **{name: getattr(io, name) for name in _STARTS}}
    return {"StringIO": maker(TextBuffer), "BytesIO": maker(ByteBuffer), **asked, **named, **told}


def _text_encoding(encoding: Any = None, stacklevel: int = 2) -> Any:
    """By which name files are opened where none is said."""
    return "locale" if encoding is None else encoding


def _not_made(*_: Any, **__: Any) -> Any:
    raise Unsupported("an open file of another kind")

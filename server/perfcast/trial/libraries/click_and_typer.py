"""``click`` and ``typer`` in the closed world: a command is the function below its decorators, which is called as any
other, and what it tells the terminal, nobody sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.builtin_functions import ALLOWED, OWN, called
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, nothing
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.formats.io_and_csv import Buffer
from perfcast.trial.stdlib.system.platform_facts import ignored

#: Nanoseconds of a text that is told, of one that is coloured, and of colouring it alone.
_TOLD: Final = 3_200.0
_COLOURED: Final = 480.0
#: Of ``style``: what begins a colour of the text, and of what is behind it, and other properties.
_NAMED: Final = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_COLOURS: Final = {
    **{name: 30 + place for place, name in enumerate(_NAMED)},
    "reset": 39,
    **{f"bright_{name}": 90 + place for place, name in enumerate(_NAMED)},
}
_BEHIND: Final = 10
_PROPERTIES: Final = {"bold": (1, 22), "dim": (2, 22), "underline": (4, 24), "italic": (3, 23), "blink": (5, 25)}
_END: Final = "\033[0m"
_TYPES: Final = ("Choice", "Path", "File", "IntRange", "FloatRange", "DateTime", "Tuple")
_CONSTANTS: Final = ("INT", "FLOAT", "STRING", "BOOL", "UUID", "UNPROCESSED")
#: Decorators that leave a function what it is.
_LEAVING: Final = ("option", "argument", "version_option", "help_option", "confirmation_option", "password_option")


class ClickException(Exception):
    """As click's, and those below: what they are told by name is no part of their message."""

    def __init__(self, *args: Any, **_: Any) -> None:
        super().__init__(*args)


class UsageError(ClickException):
    pass


class BadParameter(UsageError):
    pass


class BadOptionUsage(UsageError):
    pass


class BadArgumentUsage(UsageError):
    pass


class FileError(ClickException):
    pass


class Abort(RuntimeError):
    pass


class Exit(RuntimeError):
    def __init__(self, code: int = 0) -> None:
        super().__init__(code)


_ERRORS: Final[dict[str, type[Exception]]] = {
    kind.__name__: kind
    for kind in (ClickException, UsageError, BadParameter, BadOptionUsage, BadArgumentUsage, FileError, Abort, Exit)
}
ALLOWED.update(_ERRORS.values())


def click(machine: Machine) -> dict[str, Any]:
    """What the module ``click`` holds."""
    return {
        **_telling(machine),
        "command": Guarded(_decorating),
        "group": Guarded(partial(_decorating, make=_group)),
        **dict.fromkeys(_LEAVING, Guarded(_decorating)),
        **dict.fromkeys((*_TYPES, *_CONSTANTS), Guarded(nothing)),
        **{name: error for name, error in _ERRORS.items() if name != "Exit"},
    }


def typer(machine: Machine) -> dict[str, Any]:
    """What the module ``typer`` holds."""
    return {
        **_telling(machine),
        "Typer": Guarded(lambda *_, **__: _group(_uncalled)),
        **dict.fromkeys(("Option", "Argument"), Guarded(_default)),
        **{name: _ERRORS[name] for name in ("Exit", "Abort", "BadParameter")},
        "colors": Guarded(nothing, {name.upper(): name for name in _COLOURS}),
    }


def _telling(machine: Machine) -> dict[str, Any]:
    def echo(message: Any = None, file: Any = None, nl: Any = True, err: Any = False, color: Any = None) -> None:
        machine.counts.native += _TOLD
        machine.allows()
        told = "" if message is None else _shown(machine, message)
        if isinstance(file, Buffer):
            file.write(told + "\n" * bool(nl))

    def styled(text: Any, fg: Any = None, bg: Any = None, **properties: Any) -> Any:
        machine.counts.native += _COLOURED
        return machine.made(_coloured(_shown(machine, text), fg, bg, properties))

    def told_styled(message: Any = None, file: Any = None, nl: Any = True, err: Any = False, **styles: Any) -> None:
        styles.pop("color", None)
        echo(None if message is None else styled(message, **styles), file, nl, err)

    return {"echo": Guarded(echo), "style": Guarded(styled), "secho": Guarded(told_styled)}


def _shown(machine: Machine, value: Any) -> str:
    return value if isinstance(value, str) else str(called(machine, str, (value,), {}))


def _coloured(text: str, front: Any, back: Any, properties: dict[str, Any]) -> str:
    """Raises Unsupported for other properties."""
    ends = properties.pop("reset", True)
    begun = [_code_of(colour, more) for colour, more in ((front, 0), (back, _BEHIND)) if colour]
    for name, value in properties.items():
        if name not in _PROPERTIES:
            raise Unsupported("a text of another style")
        if value is not None:
            begun.append(str(_PROPERTIES[name][not value]))
    return "".join(f"\033[{number}m" for number in begun) + text + _END * bool(ends)


def _code_of(colour: Any, more: int) -> str:
    """Of a colour by its name, by its number in the palette, or by red, green and blue."""
    if type(colour) is str and colour in _COLOURS:
        return str(_COLOURS[colour] + more)
    if type(colour) is int:
        return f"{38 + more};5;{colour}"
    if type(colour) in (tuple, list) and len(colour) == 3 and all(type(part) is int for part in colour):
        return f"{38 + more};2;{';'.join(map(str, colour))}"
    raise Unsupported("a text of another colour")


def _decorating(*args: Any, make: Callable[[Any], Any] | None = None, **_: Any) -> Any:
    """A decorator with or without arguments, which leaves a function what it is, or makes something of it."""
    made = make or _same
    if len(args) == 1 and isinstance(args[0], OWN):
        return made(args[0])
    return Guarded(made)


def _same(function: Any) -> Any:
    return function


def _group(run: Any) -> Guarded:
    """What holds commands, and is called as its own function."""
    return Guarded(
        run,
        {
            "command": Guarded(_decorating),
            "group": Guarded(partial(_decorating, make=_group)),
            "callback": Guarded(_decorating),
            **dict.fromkeys(("add_command", "add_typer"), Guarded(ignored)),
        },
    )


def _default(default: Any = ..., *_: Any, **__: Any) -> Any:
    """What a parameter is where nobody gives it."""
    return default


def _uncalled(*_: Any, **__: Any) -> Any:
    raise Unsupported("a program that reads its own arguments")

"""``argparse``: a script's options have their defaults.

Its source is interpreted where that is at hand; a model of less stands in for it where it is not.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Bindable, Guarded, Unbound
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.system.platform_facts import ignored

#: What options that are lists, or numbers, have where nothing is said.
_SWITCHES: Final = {"store_true": False, "store_false": True, "count": 0}
#: Bytes of a parser and of each option; of making the first one, and of parsing.
_PARSER_BYTES: Final = 5_100
_OPTION_BYTES: Final = 900
_MADE_BYTES: Final = 1_000
_PARSING_BYTES: Final = 1_900
#: Nanoseconds of a parser, of an option that is told, and of the parsed ones.
_MADE: Final = 60_000.0
_TOLD: Final = 10_000.0
_PARSED: Final = 10_000.0


class _Parser:
    """What one has been told."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._values: dict[str, Any] = {}

    def told(
        self,
        *flags: Any,
        dest: Any = None,
        default: Any = None,
        action: Any = None,
        type: Any = None,
        const: Any = None,
        **_: Any,
    ) -> None:
        """As ``add_argument``."""
        self._machine.pay(_TOLD)
        self._machine.hold_aside(_OPTION_BYTES)
        if not isinstance(action, str | None):
            raise Unsupported("an option's own action")
        named = [flag for flag in flags if isinstance(flag, str)]
        name = dest or next((flag for flag in named if flag.startswith("--")), named[0] if named else None)
        if not isinstance(name, str):
            raise TypeError("add_argument() needs a name")
        value = _SWITCHES.get(action or "") if default is None else default
        if type is not None and isinstance(value, str):
            value = type(value)
        self._values[name.lstrip("-").replace("-", "_")] = value

    def parsed(self, args: Any = None, namespace: Any = None) -> Instance:
        """As ``parse_args``. Raises Unsupported for words that are not those of the command line."""
        if args or namespace is not None:
            raise Unsupported("the words that a parser is given")
        self._machine.pay(_PARSED * len(self._values))
        self._machine.briefly(_PARSING_BYTES)
        found = Instance(Class("Namespace", [], None))
        found.attributes.update(self._values)
        return self._machine.made(found)  # type: ignore[no-any-return]

    def defaults(self, **values: Any) -> None:
        """As ``set_defaults``."""
        self._values.update(values)


def members(machine: Machine, source: Module | None = None) -> dict[str, Any]:
    """What the module ``argparse`` holds, besides what its source does where that is at hand."""
    return _modelled(machine) if source is None else {"ArgumentParser": _needing_nothing(source.get("ArgumentParser"))}


def _needing_nothing(parsers: Class) -> Class:
    """The class that is interpreted, whose parsers do without required options where the command line is parsed:
    nobody gives any."""
    parse = parsers.attributes["parse_known_args"]

    def parse_leniently(parser: Instance, args: Any = None, namespace: Any = None) -> Any:
        if args is None:
            held = parser.attributes
            for required in (*held["_actions"], *held["_mutually_exclusive_groups"]):
                required.attributes["required"] = False
        return parse(parser, args, namespace)

    parsers.attributes["parse_known_args"] = Bindable(parse_leniently)
    return parsers


def _modelled(machine: Machine) -> dict[str, Any]:

    def chosen(parser: _Parser, *, dest: Any = None, **_: Any) -> Guarded:
        """Commands, of which nobody gives any."""
        if dest is not None:
            parser.defaults(**{dest: None})
        return Guarded(_uncalled, {"add_parser": Guarded(make)})

    def make(*_: Any, **__: Any) -> Unbound:
        parser = _Parser(machine)
        machine.pay(_MADE)
        machine.hold_aside(_PARSER_BYTES)
        machine.briefly(_MADE_BYTES)
        methods: dict[str, Any] = {
            "add_argument": Guarded(parser.told),
            "parse_args": Guarded(parser.parsed),
            "parse_known_args": Guarded(lambda *args, **named: (parser.parsed(*args, **named), [])),
            "set_defaults": Guarded(parser.defaults),
            "add_subparsers": Guarded(partial(chosen, parser)),
            **dict.fromkeys(("print_help", "print_usage"), Guarded(ignored)),
        }
        found = Unbound(_uncalled, methods)
        methods |= dict.fromkeys(
            ("add_argument_group", "add_mutually_exclusive_group"), Guarded(lambda *_, **__: found)
        )
        return found

    return {
        "ArgumentParser": Guarded(make),
        "Namespace": Class("Namespace", [], None),
        **dict.fromkeys(("ArgumentDefaultsHelpFormatter", "RawTextHelpFormatter", "HelpFormatter"), Guarded(_uncalled)),
    }


def _uncalled(*_: Any, **__: Any) -> Any:
    raise Unsupported("calling a parser")

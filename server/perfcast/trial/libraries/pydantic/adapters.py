"""``TypeAdapter``: checks values of any type that fields may have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perfcast.trial.interpreter.accounting.compiled_code import pay
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.class_decorators import AsWritten
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.libraries.pydantic.containers import Checked
from perfcast.trial.libraries.pydantic.dumping import Dump
from perfcast.trial.libraries.pydantic.hints import Annotations
from perfcast.trial.libraries.pydantic.prices import ADAPTED, BY_ADAPTER, WRITTEN_BY_ADAPTER
from perfcast.trial.libraries.pydantic.text_parsing import read
from perfcast.trial.libraries.pydantic.validation_errors import Invalid, ValidationError


def adapters(machine: Machine) -> AsWritten:
    """The class of them; what is written of the type tells more than what it is evaluated to."""
    return AsWritten(lambda node, evaluate: _adapter(machine, Annotations(machine, evaluate).of_node(node)))


def _adapter(machine: Machine, checked: Checked) -> Guarded:
    pay(machine, ADAPTED)

    def asked(price: float, give: Callable[[], Any]) -> Any:
        pay(machine, price)
        try:
            return checked.check(give(), ())
        except Invalid as error:
            found = error.found
        raise ValidationError(machine, checked.name, found)

    def dump(value: Any, *, mode: str = "python", by_alias: bool = False) -> Any:
        pay(machine, BY_ADAPTER)
        return Dump(machine, as_json=mode == "json", by_alias=by_alias).told(value)

    def dump_text(value: Any, *, indent: int | None = None, by_alias: bool = False) -> bytes:
        pay(machine, WRITTEN_BY_ADAPTER)
        how = Dump(machine, as_json=True, is_text=True, by_alias=by_alias)
        made: bytes = machine.made(how.text(how.told(value), indent).encode())
        return made

    return Guarded(
        _uncalled,
        {
            "validate_python": Guarded(lambda value: asked(BY_ADAPTER, lambda: value)),
            "validate_json": Guarded(lambda text: asked(BY_ADAPTER, lambda: read(machine, text))),
            "dump_python": Guarded(dump),
            "dump_json": Guarded(dump_text),
        },
    )


def _uncalled(*_: Any, **__: Any) -> Any:
    raise TypeError("'TypeAdapter' object is not callable")

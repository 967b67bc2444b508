"""``type`` itself, and the types of values, which it gives."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Extendable
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.metaclasses import TYPE_CLASS, class_of
from perfcast.trial.interpreter.objects.told_types import told
from perfcast.trial.interpreter.objects.unknown import Unknown
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.stdlib.testing.mocks import Mock


def type_of(value: Any, *made_of: Any) -> Any:
    """As ``type``: of a value, or the class of that name that is made of bases and attributes."""
    if made_of:
        return class_of(value, *made_of)
    check_known(value)
    if isinstance(value, type | Class):
        return TYPE if isinstance(value, type) else metaclass_of(value)
    return value.of if isinstance(value, Instance | Valued) else told(type(value))


def metaclass_of(of: Class) -> Any:
    """As ``type(of)`` says."""
    return TYPE if of.meta is None or of.meta is TYPE_CLASS else of.meta


def check_known(value: Any) -> None:
    """Raises Unsupported for a value of which a question is asked that nobody can answer."""
    if type(value) is Unknown or (isinstance(value, Mock) and value.is_like):
        raise Unsupported("the type of an unknown value")


_NAMES: Final = {"__name__": "type", "__qualname__": "type", "__module__": "builtins"}
#: What stands behind the name ``type``.
TYPE: Final = Extendable(
    type_of, TYPE_CLASS.attributes | _NAMES | {"__new__": TYPE_CLASS.attributes["__new__"].function}
)
TYPE.as_class = lambda: TYPE_CLASS

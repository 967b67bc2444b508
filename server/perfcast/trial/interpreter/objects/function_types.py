"""The types of functions and methods, as code learns of them by ``type`` or ``__class__``."""

from __future__ import annotations

from typing import Any, Final

from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Kind
from perfcast.trial.interpreter.stops import Unsupported


def _refused(*_: Any, **__: Any) -> Any:
    raise Unsupported("what is made of code")


def _named(name: str, *kinds: type) -> Kind:
    return Kind(kinds, _refused, {"__name__": name, "__qualname__": name, "__module__": "builtins"})


#: By the interpreter's own types.
OF_FUNCTIONS: Final[dict[type, Kind]] = {
    **dict.fromkeys((Function, Guarded), _named("function", Function, Guarded)),
    Method: _named("method", Method),
}

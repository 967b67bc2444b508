"""``sklearn.pipeline``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.attributes import attribute
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.properties import Property
from perfcast.trial.interpreter.syntax.calls import invoke
from perfcast.trial.libraries.sklearn.function_calls import Call, while_there
from perfcast.trial.libraries.sklearn.models import Model, classes, learned
from perfcast.trial.libraries.sklearn.nested_parameters import inner_params, put_params

_GIVEN: Final = {"steps": None, "transform_input": None, "memory": None, "verbose": False}
#: Methods of the last step that are called with what those before it make of a table.
_OF_LAST: Final = ("predict", "predict_proba", "predict_log_proba", "decision_function", "transform", "score_samples")
_PASSED: Final = "passthrough"


def members(machine: Machine, bases: dict[str, Any]) -> dict[str, Any]:
    """What the module holds.

    Args:
        bases: what ``sklearn.base`` holds.
    """
    found = classes(machine, {"Pipeline": _PIPELINE}, bases)
    pipeline = found["Pipeline"]
    pipeline.attributes["named_steps"] = Property(Guarded(lambda own: _named(machine, own)))

    def make(*steps: Any, memory: Any = None, verbose: Any = False) -> Any:
        call = Call(machine)
        call.pays("make_pipeline", 1)
        return pipeline(machine.made(_with_names(steps)), memory=memory, verbose=verbose)

    return {**found, "make_pipeline": Guarded(make)}


def _with_names(steps: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """Steps named after their classes, with a number where there are several of one."""
    names = [one.lower() if isinstance(one, str) else one.of.name.lower() for one in steps]
    counts, seen = Counter(names), Counter[str]()
    found = []
    for name, step in zip(names, steps, strict=True):
        seen[name] += 1
        found.append((f"{name}-{seen[name]}" if counts[name] > 1 else name, step))
    return found


def _named(machine: Machine, own: Instance) -> Any:
    return machine.made(dict(own.attributes["steps"]))


def _is_used(step: Any) -> bool:
    return step is not None and step != _PASSED


def _transformers(own: Instance) -> list[Any]:
    """All steps but the last one, which leave nothing as it is."""
    return [step for _, step in own.attributes["steps"][:-1] if _is_used(step)]


def _last(own: Instance) -> Any:
    return own.attributes["steps"][-1][1]


def _called(call: Call, step: Any, name: str, *args: Any, **named: Any) -> Any:
    """Calls a method of a step, while what it is given is there."""
    machine = call.machine
    return while_there(machine, args, lambda: invoke(machine, attribute(machine, step, name), args, named))


def _fit_before(call: Call, own: Instance, X: Any, y: Any) -> Any:
    """What the steps before the last one make of a table that they are fitted with."""
    call.pays("Pipeline.fit", 1, len(own.attributes["steps"]))
    for step in _transformers(own):
        targets = () if y is None else (y,)
        if step.of.find("fit_transform") is not MISSING:
            X = _called(call, step, "fit_transform", X, *targets)
        else:
            X = _called(call, _called(call, step, "fit", X, *targets), "transform", X)
    return X


def _fit(call: Call, own: Instance, X: Any, y: Any = None) -> Instance:
    table = _fit_before(call, own, X, y)
    if _is_used(_last(own)):
        _called(call, _last(own), "fit", *((table,) if y is None else (table, y)))
    return learned(call, own, is_fitted_=True)


def _fit_at_once(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    """As ``fit_transform``."""
    table = _fit_before(call, own, X, y)
    learned(call, own, is_fitted_=True)
    if not _is_used(_last(own)):
        return table
    return _called(call, _last(own), "fit_transform", *((table,) if y is None else (table, y)))


def _fit_predicting(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    """As ``fit_predict``."""
    table = _fit_before(call, own, X, y)
    learned(call, own, is_fitted_=True)
    return _called(call, _last(own), "fit_predict", *((table,) if y is None else (table, y)))


def _transformed(call: Call, own: Instance, X: Any) -> Any:
    call.pays("Pipeline.predict", 1)
    for step in _transformers(own):
        X = _called(call, step, "transform", X)
    return X


def _by_last(name: str) -> Callable[..., Any]:
    def run(call: Call, own: Instance, X: Any) -> Any:
        table = _transformed(call, own, X)
        return _called(call, _last(own), name, table) if _is_used(_last(own)) else table

    return run


def _score(call: Call, own: Instance, X: Any, y: Any = None) -> Any:
    return _called(call, _last(own), "score", _transformed(call, own, X), y)


def _inverse(call: Call, own: Instance, X: Any) -> Any:
    call.pays("Pipeline.predict", 1)
    for step in reversed([*_transformers(own), _last(own)]):
        X = _called(call, step, "inverse_transform", X)
    return X


def _step(call: Call, own: Instance, place: Any) -> Any:
    """As ``__getitem__``."""
    steps = own.attributes["steps"]
    if isinstance(place, slice):
        return own.of(call.machine.made(steps[place]))
    return dict(steps)[place] if isinstance(place, str) else steps[place][1]


def _params(call: Call, own: Instance, deep: Any = True) -> Any:
    return inner_params(call, own, _GIVEN, own.attributes["steps"] if deep else ())


def _set_params(call: Call, own: Instance, **params: Any) -> Instance:
    def replace(name: str, value: Any) -> bool:
        steps = own.attributes["steps"]
        if name not in dict(steps):
            return False
        own.attributes["steps"] = [(one, value if one == name else step) for one, step in steps]
        return True

    return put_params(call, own, dict(own.attributes["steps"]), params, replace)


def _length(_: Call, own: Instance) -> int:
    return len(own.attributes["steps"])


_PIPELINE: Final = Model(
    (),
    _GIVEN,
    {
        "fit": _fit,
        "fit_transform": _fit_at_once,
        "fit_predict": _fit_predicting,
        **{name: _by_last(name) for name in _OF_LAST},
        "inverse_transform": _inverse,
        "score": _score,
        "get_params": _params,
        "set_params": _set_params,
        "__getitem__": _step,
        "__len__": _length,
    },
    frozenset({"steps", "memory"}),
)

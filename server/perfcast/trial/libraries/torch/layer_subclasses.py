"""Interpreted classes that extend layers: ``class Norm(nn.LayerNorm)``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.guarded_functions import Guarded
from perfcast.trial.interpreter.objects.instances import Instance
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.torch.modules import Layer, LayerKind

#: Where an instance keeps the layer that it is.
_LAYER: Final = "_layer"


def layer_class(machine: Machine, kind: LayerKind, module: Class) -> Class:
    """A class of layers as one that is written in Python.

    Args:
        module: ``nn.Module``.
    """
    found = Class(kind.name, [module], None)

    def begin(instance: Instance, *args: Any, **kwargs: Any) -> None:
        module.attributes["__init__"](instance)
        layer = kind(*args, **kwargs)
        instance.attributes[_LAYER] = layer
        nothing = {"bias": None} if "weight" in layer.parameters else {}
        for held in (nothing, layer.options, layer.parameters, layer.layers):
            instance.attributes.update(held)

    def forward(instance: Instance, *args: Any, **kwargs: Any) -> Any:
        return _layer(instance)(*args, **kwargs)

    def parts(instance: Instance) -> Iterator[Any]:
        return iter(_layer(instance))

    found.attributes = {
        "__init__": Guarded(begin),
        "forward": Guarded(forward),
        "__iter__": Guarded(parts),
        "__len__": Guarded(lambda instance: len(_layer(instance))),
        "__getitem__": Guarded(lambda instance, place: _layer(instance)[place]),
        "append": Guarded(lambda instance, part: _layer(instance).append(part)),
        "reset_parameters": Guarded(lambda instance: _layer(instance).draw_anew()),
    }
    return found


def _layer(instance: Instance) -> Layer:
    found = instance.attributes.get(_LAYER)
    if not isinstance(found, Layer):
        raise Unsupported("a layer that has not begun")
    return found

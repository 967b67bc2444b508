"""Attributes that are assigned and deleted, of every type of value."""

from __future__ import annotations

from decimal import Context
from typing import Any, Final

import numpy as np

from perfcast.trial.interpreter.accounting.heap_walk import KEYS, TABLE
from perfcast.trial.interpreter.accounting.instance_dicts import extends, widens
from perfcast.trial.interpreter.accounting.machine import Machine
from perfcast.trial.interpreter.accounting.prices import ATTRIBUTES_BEGUN, TABLE_PUT
from perfcast.trial.interpreter.builtin_functions import guarded
from perfcast.trial.interpreter.errors.chains import assign_chain
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.foreign import Foreign
from perfcast.trial.interpreter.objects.functions import Function, Method
from perfcast.trial.interpreter.objects.guarded_functions import Guarded, Settable
from perfcast.trial.interpreter.objects.instances import CONTAINER, Instance, OwnTable
from perfcast.trial.interpreter.objects.metaclasses import TYPE_CLASS
from perfcast.trial.interpreter.objects.missing import MISSING
from perfcast.trial.interpreter.objects.modules import Module
from perfcast.trial.interpreter.objects.properties import CachedProperty, Property, StaticMethod
from perfcast.trial.interpreter.objects.told_types import DATA
from perfcast.trial.interpreter.objects.value_subclasses import Valued
from perfcast.trial.interpreter.stops import Unsupported
from perfcast.trial.libraries.numpy.assigned_attributes import put_attribute as put_of_array
from perfcast.trial.libraries.pandas.attributes import named_anew
from perfcast.trial.libraries.pandas.values import Tabular
from perfcast.trial.libraries.torch.attributes import put_attribute, put_part
from perfcast.trial.libraries.torch.modules import OF_MODULE, Layer
from perfcast.trial.libraries.torch.prices import SET_IN_MODULE, SET_IN_MODULE_BYTES
from perfcast.trial.libraries.torch.values import Storage, Tensor
from perfcast.trial.stdlib.numbers import decimals
from perfcast.trial.stdlib.testing.mocks import Mock

#: What has a documentation that normal forms are without.
DOCUMENTED: Final = (Function, Method, Guarded, Property, StaticMethod)


def special(machine: Machine, name: str, value: Any) -> Any:
    """A class's attribute; operators call special methods by themselves."""
    return guarded(machine, value) if name.startswith("__") else value


def assign_attribute(machine: Machine, value: Any, name: str, found: Any) -> None:
    """Of instances and classes of the unit's own, and of functions."""
    if isinstance(value, Instance | Valued) and value.of.setting is not MISSING:
        value.of.setting(value, name, found)
    else:
        assign_as_object(machine, value, name, found)


def assign_as_object(machine: Machine, value: Any, name: str, found: Any) -> None:  # noqa: PLR0912
    """The same, whatever the class of an instance would do."""
    if isinstance(value, Instance | Valued):
        of = value.of.find(name)
        if isinstance(of, Property) and not isinstance(of, CachedProperty):
            if of.setting is None:
                raise AttributeError(name)
            of.setting(value, found)
        elif type(of) is Instance and of.of.find("__set__") is not MISSING:
            of.special("__set__", value, found)
        elif type(of) is Instance and of.of.find("__delete__") is not MISSING:
            raise AttributeError("__set__")
        elif value.of.places is not None and name not in value.of.places:
            raise AttributeError(f"'{value.of.name}' object has no attribute '{name}'")
        elif name == "__dict__":
            _put_table(machine, value, found)
        elif not (isinstance(value, Instance) and value.of.exception and assign_chain(value, name, found)):
            if value.of.exception is not None:
                named = len(value.attributes) - ("args" in value.attributes)
                if not named:
                    machine.passes(TABLE, KEYS)
                elif name not in value.attributes and machine.outside.holds(value):
                    widens(machine, named)
            elif value.of.container is not None:
                _note_beside_container(machine, value)
            elif isinstance(value.attributes.get(OF_MODULE), Storage):
                machine.array(0, SET_IN_MODULE, 0.0)
                machine.briefly(SET_IN_MODULE_BYTES)
            value.attributes[name] = found
    elif isinstance(value, Class) and value is not TYPE_CLASS:
        value.attributes[name] = special(machine, name, found)
        value.changed()
    elif isinstance(value, Function):
        value.attributes[name] = found
    elif isinstance(value, Module):
        # Another one in each world.
        value.members[name] = found
    elif isinstance(value, Context):
        decimals.put_setting(value, name, found)
    elif isinstance(value, Mock | Settable):
        value.put(name, found)
    elif (isinstance(value, DOCUMENTED) and name == "__doc__") or (
        isinstance(value, Exception) and assign_chain(value, name, found)
    ):
        return
    elif isinstance(value, Foreign):
        value.assign(name, found)
    else:
        _assign_to_value(machine, value, name, found)


def _put_table(machine: Machine, value: Instance | Valued, table: Any) -> None:
    """Puts a dictionary into the place of that of an instance's attributes: from then on it is both. Raises
    Unsupported where the instance extends something of Python's own."""
    extends_other = value.of.container is not None or value.of.exception is not None
    if table is value and value.of.container is dict:
        machine.pay(TABLE_PUT)
        value.attributes = OwnTable(value.attributes[CONTAINER])
        return
    if isinstance(value, Valued) or extends_other or type(table) is not dict:
        raise Unsupported(f"assigning to {value.of.name}.__dict__")
    machine.pay(TABLE_PUT)
    machine.changes(value)
    value.attributes = table
    value.shows_table = value.owns_table = True


def _assign_to_value(machine: Machine, value: Any, name: str, found: Any) -> None:
    """Of what libraries make. Raises Unsupported for what else there is, AttributeError for what has no such thing."""
    if isinstance(value, Tabular):
        named_anew(value, name, found)
    elif isinstance(value, Tensor):
        put_attribute(value, name, found)
    elif isinstance(value, np.ndarray):
        put_of_array(machine, value, name, found)
    elif isinstance(value, Layer):
        put_part(value, name, found)
    elif type(value) in DATA or (isinstance(value, tuple) and hasattr(value, "_fields")):
        raise AttributeError(name)
    else:
        raise Unsupported(f"assigning to {type(value).__name__}.{name}")


def _note_beside_container(machine: Machine, value: Instance | Valued) -> None:
    """That an instance of a class that extends one of Python's own is given an attribute."""
    if isinstance(value, Valued):
        if not value.attributes:
            machine.pay(ATTRIBUTES_BEGUN)
    elif machine.outside.holds(value):
        extends(machine, value)


def remove_attribute(value: Any, name: str) -> None:
    """Raises AttributeError where there is none."""
    own: Any = value.of.find("__delattr__") if isinstance(value, Instance) else MISSING
    if own is MISSING:
        remove_as_object(value, name)
    else:
        own(value, name)


def remove_as_object(value: Any, name: str) -> None:
    """The same, whatever the class of an instance would do."""
    if isinstance(value, Function):
        if name not in value.attributes:
            raise AttributeError(name)
        del value.attributes[name]
        return
    if not isinstance(value, Instance):
        raise Unsupported("deleting an attribute")
    of = value.of.find(name)
    if isinstance(of, Property) and of.removing is not None:
        of.removing(value)
        return
    if type(of) is Instance and of.of.find("__delete__") is not MISSING:
        of.special("__delete__", value)
        return
    if name not in value.attributes:
        raise AttributeError(name)
    del value.attributes[name]

"""Types of the interpreter's objects: frames, functions, classes, instances, modules.

Each is told in a file of its own; who works on them finds all of them here.
"""

from perfcast.trial.interpreter.objects.classes import Class, Either, mangled, stand_in
from perfcast.trial.interpreter.objects.frames import Frame, Names
from perfcast.trial.interpreter.objects.functions import FUNCTION_BYTES, Function, Method, Parameter, Parts
from perfcast.trial.interpreter.objects.instances import CONTAINER, Instance, contained
from perfcast.trial.interpreter.objects.modules import Members, Module, inner_modules
from perfcast.trial.interpreter.objects.properties import (
    CachedProperty,
    ClassMethod,
    Property,
    StaticMethod,
    left_out_getter,
)
from perfcast.trial.interpreter.objects.unknown import Unknown

__all__ = [
    "CONTAINER",
    "FUNCTION_BYTES",
    "CachedProperty",
    "Class",
    "ClassMethod",
    "Either",
    "Frame",
    "Function",
    "Instance",
    "Members",
    "Method",
    "Module",
    "Names",
    "Parameter",
    "Parts",
    "Property",
    "StaticMethod",
    "Unknown",
    "contained",
    "inner_modules",
    "left_out_getter",
    "mangled",
    "stand_in",
]

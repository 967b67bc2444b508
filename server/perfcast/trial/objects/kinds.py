"""What the unit's own code is made of while it is interpreted: frames, functions, classes, instances, modules.

Each is told in a file of its own; who works on them finds all of them here.
"""

from perfcast.trial.objects.classes import Class, Either, mangled, stand_in
from perfcast.trial.objects.frames import Frame, Names
from perfcast.trial.objects.functions import FUNCTION_BYTES, Function, Method, Parameter, Parts
from perfcast.trial.objects.instances import CONTAINER, Instance, contained
from perfcast.trial.objects.modules import Members, Module, inner_modules
from perfcast.trial.objects.properties import CachedProperty, ClassMethod, Property, StaticMethod, left_out_getter
from perfcast.trial.objects.unknown import Unknown

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

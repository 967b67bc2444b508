"""Objects that have attributes, and nothing else that code here asks for."""

from __future__ import annotations

from typing import Any

from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.instances import Instance


def plain(name: str, /, **attributes: Any) -> Instance:
    """One of a class of that name, which may have more in reality."""
    made = Instance(partial_class(name))
    made.attributes.update(attributes)
    return made


def partial_class(name: str) -> Class:
    """A class that has more in reality than is known of it here."""
    made = Class(name, [], None)
    made.is_partial = True
    return made

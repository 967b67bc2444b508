"""Room that the only instance of a class in a result has for attributes."""

from __future__ import annotations

from perfcast.trial.interpreter.accounting.heap_walk import Walk
from perfcast.trial.interpreter.accounting.spare_attribute_capacity import spare_room
from perfcast.trial.interpreter.objects.classes import Class
from perfcast.trial.interpreter.objects.instances import Instance


def test_only_the_one_instance_of_a_class_has_room() -> None:
    of = Class("A", [], None)
    one, other = Instance(of), Instance(of)
    room = spare_room(one, Walk())
    assert room > 0
    assert spare_room([one, other], Walk()) == 0
    # It is the same one, wherever it is come by.
    assert spare_room([one, one], Walk()) == room
    one.attributes["itself"] = one
    assert spare_room(one, Walk()) == room - 8

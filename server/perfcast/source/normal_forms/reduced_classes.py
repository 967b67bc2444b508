"""Classes as far as one of their methods needs them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from perfcast.source.classes.filling import filling_of, is_called_for_instance
from perfcast.source.classes.preceding import opening, preceding
from perfcast.source.classes.read_contents import putting_what_is_read
from perfcast.source.definitions.bindings import Constant, Definition, chosen_among
from perfcast.source.definitions.references import references
from perfcast.source.definitions.units import FunctionNode
from perfcast.source.normal_forms.constants import LONGEST_CONSTANT, LONGEST_OF_MODULE, assignment
from perfcast.source.normal_forms.meanings import Meanings
from perfcast.source.normal_forms.methods import hooks, members_used
from perfcast.source.normal_forms.nearest_first import nearest_first
from perfcast.source.normal_forms.networks import Networks
from perfcast.source.parsing.walking import walk
from perfcast.source.printing import changed


class ReducedClasses:
    """Those of one file. What a method uses is found once."""

    def __init__(self, networks: Networks, meanings: Meanings) -> None:
        self._networks, self._meanings = networks, meanings
        self._members_used: dict[Definition, frozenset[str]] = {}

    def longest_constant(self, owner: ast.ClassDef) -> int:
        """Characters of the value of one of its constants, at most."""
        return LONGEST_OF_MODULE if self._networks.is_module(owner) else LONGEST_CONSTANT

    def of(self, owner: ast.ClassDef, unit: FunctionNode, others: Iterable[str]) -> ast.ClassDef:
        """The class with the unit, then the attributes, what makes an instance, the methods that the unit uses through
        self, those that make an instance as what it extends asks for, others of these names, and last those that fill
        it."""
        members, longest = self._meanings.within(owner), self.longest_constant(owner)
        attributes: dict[str, Constant] = {}
        methods: dict[str, Sequence[Definition]] = {}
        uses: dict[str, frozenset[str]] = {}
        hooked = () if self._networks.is_module(owner) else hooks(owner)
        chosen = chosen_among(unit, members.definitions)
        asked = (self._uses_of_class(one, owner) for one in (unit, *chosen))
        start = frozenset().union(*asked) | {"__new__", "__init__", *hooked, *others}
        is_filled = not self._networks.is_module(owner) and is_called_for_instance(unit)
        fillers = (*opening(owner, unit.name), *filling_of(owner), *preceding(owner, unit.name)) if is_filled else ()
        filling = frozenset(one.name for one in fillers)
        # After these, of which the first is taken for what fills an instance.
        besides = frozenset(one.name for one in putting_what_is_read(owner, unit.name) if is_filled)
        seen = {unit.name}
        pending = [start | filling | besides]
        while pending:
            for name in pending.pop() - seen:
                seen.add(name)
                if name in members.definitions:
                    methods[name] = members.definitions[name]
                    uses[name] = frozenset().union(*(self._uses_of_class(one, owner) for one in methods[name]))
                elif name in members.constants:
                    attributes[name] = members.constants[name]
                    uses[name] = references(assignment(attributes[name], longest)).names
                    if owner.name in uses[name]:
                        # What it holds is asked for as the unit asks others.
                        uses[name] |= {part.attr for part in walk(unit) if isinstance(part, ast.Attribute)}
                pending.append(uses.get(name, frozenset()))
        body: list[ast.stmt] = [unit, *chosen]
        body += [assignment(one, longest) for one in sorted(attributes.values(), key=lambda constant: constant.place)]
        order = dict.fromkeys(name for names in (start, filling, besides) for name in nearest_first(names, uses))
        body += [method for name in order for method in methods.get(name, ())]
        return changed(owner, body=body)

    def _uses_of_class(self, member: Definition, owner: ast.ClassDef) -> frozenset[str]:
        """Names of the class body that the member uses: through self, through the class, and in its own header."""
        if member not in self._members_used:
            self._members_used[member] = (
                frozenset() if isinstance(member, ast.ClassDef) else members_used(member, owner)
            )
        return self._members_used[member]

"""How the lines are put together that a function takes apart: ``name, age = line.split(",")`` and ``int(age)`` say that
they are like 'aaaaaa,000'."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from perfcast.source import FunctionNode
from perfcast.source.definitions.dunder_methods import last_name
from perfcast.workload.code.body import body_of, names_given
from perfcast.workload.code.regexes import ASKING_MATCHES, MATCHING, Expression, Told, found_in, matched
from perfcast.workload.code.separators import written
from perfcast.workload.language.workload import BETWEEN
from perfcast.workload.naming.names import is_whole_text
from perfcast.workload.numbers.text_fields import NUMBER, NUMBERS, number_field
from perfcast.workload.texts.match_groups import SAME_TEXT, matches_in, method_called
from perfcast.workload.texts.moments import matched_moments, read_as_moment
from perfcast.workload.texts.part_counts import least_parts, length_compared
from perfcast.workload.texts.told_apart_fields import each_together, told_apart
from perfcast.workload.texts.units import LONGEST_WRITTEN, unit_behind
from perfcast.workload.uses.name_uses import is_name

#: What fields are like that are words.
WORD: Final = "aaaaaa"
_BLANK: Final = " "
#: The line above those of a section.
_HEADER: Final = f"[{WORD}]\n"
#: Fields of a text that says no number of them.
_SOME: Final = 3
#: Calls that give the same lines.
_LINES: Final = frozenset({"enumerate", "iter", "list", "reversed", "sorted", "filter"})
#: Fields of a line, and fields of fields.
_MOST_FIELDS: Final = 12
_DEEPEST: Final = 3


def line_pattern(node: FunctionNode, name: str, *, of_many: bool, known: Mapping[str, Expression]) -> str | None:
    """A pattern, see `perfcast.workload.Argument.like`, of a parameter that is a text, or a list of texts, of which
    each line is taken apart into as many fields; None where the body does not say how.

    Args:
        of_many: it is a list of lines.
        known: regular expressions that names stand for.
    """
    body = body_of(node)
    matching = partial(_matching, body, known, matched_moments(body)) if _asks_matches(body) else _nothing
    lines = [*names_of_lines(body, name, of_many=of_many)]
    for line in lines:
        found = (
            matching(line)
            or _pattern(body, line, 0, of_several=True)
            or _numbers(body, line)
            or _pieces(body, line, False)
        )
        if found is not None:
            return found if of_many else f"{_HEADER if _has_sections(body, line) else ''}{found}\n"
    if not of_many and (each := next((line for line in lines if is_number_read(body, line)), None)) is not None:
        return f"{_number(body, ast.Name(each))}\n"
    if not of_many and _reads_lines(body, name):
        return f"{NUMBER}\n"
    if of_many or lines:
        return None
    grows = is_whole_text(name)
    numbers = matching(name) or _pattern(body, name, 0) or _numbers(body, name, grows) or _pieces(body, name, grows)
    # Between as many numbers as one likes the end of a line is as good as a blank.
    return f"{NUMBER}\n" if numbers == _BLANK.join([NUMBER] * _SOME) else numbers


def pattern_with_matches(
    node: FunctionNode, name: str, known: Mapping[str, Expression], *, of_many: bool
) -> str | None:
    """That of a text, or of a list of lines, in which regular expressions are looked for everywhere: there is a match
    in each line, behind words. None where there is none of more than one character."""
    body = body_of(node)
    names = {*names_of_lines(body, name, of_many=of_many), *([] if of_many else [name])}
    found = found_in(body, lambda text: any(is_text_named(text, one) for one in names), known)
    lines = "\n".join(f"{WORD} {WORD} {one}" for one in found)
    return lines if of_many or not lines else f"{lines}\n"


def _asks_matches(body: Sequence[ast.AST]) -> bool:
    """Whether it takes it that there is a match: it asks one for what was found, by a method or in brackets, and not
    to say why it raises."""
    if _refuses_matches(body):
        return False
    if any(isinstance(part, ast.Attribute) and part.attr in ASKING_MATCHES for part in body):
        return True
    matches = set(matches_in(body))
    return any(
        isinstance(part, ast.Subscript)
        and isinstance(part.value, ast.Name)
        and part.value.id in matches
        and isinstance(part.slice, ast.Constant)
        for part in body
    )


def _refuses_matches(body: Sequence[ast.AST]) -> bool:
    """``if found := FORBIDDEN.search(text): raise ValueError(found.group())``"""
    tests = [part.test for part in body if isinstance(part, ast.If) and isinstance(part.body[-1], ast.Raise)]
    if any(isinstance(test, ast.NamedExpr) and method_called(test.value) in MATCHING for test in tests):
        return True
    names = {test.id for test in tests if isinstance(test, ast.Name)}
    return bool(names) and not names.isdisjoint(matches_in(body))


def _matching(body: Sequence[ast.AST], known: Mapping[str, Expression], moments: Told, line: str) -> str | None:
    """That of a text of a name which is matched with a regular expression."""
    found = matched(body, partial(is_text_named, name=line), known, moments)
    # What it ends with is a part of it, not what stands between two.
    return f"{found[:-1]}`{found[-1]}`" if found is not None and found[-1:] in BETWEEN - {"\n"} else found


def _nothing(line: str) -> None:
    """Where nobody asks for what is matched."""


def _has_sections(body: Sequence[ast.AST], line: str) -> bool:
    """Whether some lines are told from others by the bracket that they start with: ``if line.startswith("[")``."""
    for part in body:
        match part:
            case ast.Call(ast.Attribute(of, "startswith"), [ast.Constant("[")]) if is_text_named(of, line):
                return True
            case ast.Compare(ast.Subscript(of, ast.Constant(0)), [ast.Eq()], [ast.Constant("[")]) if is_text_named(
                of, line
            ):
                return True
    return False


def names_of_lines(body: Sequence[ast.AST], name: str, *, of_many: bool) -> Iterator[str]:
    """Names of the lines of a text, or of a list of them."""
    return _elements(body, lambda over: is_text_named(over, name)) if of_many else _lines_of(body, name)


def _lines_of(body: Sequence[ast.AST], text: str) -> Iterator[str]:
    """Names of the lines of a text."""
    held = names_given(body, lambda value: splits_lines(value, text))
    yield from _elements(body, lambda over: splits_lines(over, text) or any(is_text_named(over, name) for name in held))


def splits_lines(node: ast.expr, text: str) -> bool:
    """Whether an expression gives the lines of the text of that name."""
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr="splitlines")):
            return is_text_named(of, text)
        case ast.Call(func=ast.Attribute(value=of, attr="split"), args=[ast.Constant(value="\n")]):
            return is_text_named(of, text)
    return False


def _elements(body: Sequence[ast.AST], is_one: Callable[[ast.expr], bool]) -> Iterator[str]:
    """Names of what loops go through, where that is such."""
    for part in body:
        if isinstance(part, ast.For | ast.comprehension):
            target, over = part.target, part.iter
            if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id in _LINES and over.args:
                is_counted = over.func.id == "enumerate" and isinstance(target, ast.Tuple)
                target = target.elts[-1] if is_counted and isinstance(target, ast.Tuple) and target.elts else target
                over = over.args[-1] if over.func.id == "filter" else over.args[0]
            over = over.value if isinstance(over, ast.Subscript) else over
            if isinstance(target, ast.Name) and is_one(over):
                yield target.id
        elif isinstance(part, ast.Call) and any(map(is_one, part.args)):
            # ``max(lines, key=lambda line: ...)``
            given = (*part.args, *(keyword.value for keyword in part.keywords))
            yield from (one.args.args[0].arg for one in given if isinstance(one, ast.Lambda) and one.args.args)


def _pattern(body: Sequence[ast.AST], line: str, depth: int, *, of_several: bool = False) -> str | None:
    """That of a text of a name, by the first statement that takes it apart.

    Args:
        of_several: there are several such texts, whose fields may be told apart.
    """
    if depth > _DEEPEST:
        return None
    for part in body:
        if isinstance(part, ast.Call) and is_name(part.func, "dict"):
            pairs = (one.elt for one in part.args if isinstance(one, ast.GeneratorExp | ast.ListComp))
            separator = next((at for pair in pairs if (at := _separator(pair, line)) is not None), None)
            if separator is not None:
                return separator.join([WORD] * 2)
        if not isinstance(part, ast.Assign) or len(part.targets) != 1:
            continue
        separator = _separator(part.value, line)
        if separator is None:
            continue
        target = part.targets[0]
        if isinstance(target, ast.Tuple) and all(isinstance(one, ast.Name) for one in target.elts):
            names = [one.id for one in target.elts if isinstance(one, ast.Name)]
            # A separator stands between both sides of what `partition` gives.
            names = names[::2] if method_called(part.value) in {"partition", "rpartition"} else names
            # What is named as the text itself is a part of it from there on.
            known = [name if name != line else "" for name in names]
            fields = _named(body, known, depth)
        elif isinstance(target, ast.Name):
            fields = _of_parts(body, target.id, depth)
        else:
            continue
        if 1 < len(fields) <= _MOST_FIELDS:
            together = each_together(fields, separator)
            return "\n".join(together) if of_several else together[0]
    return _of_asked_places(body, line, depth)


def _of_parts(body: Sequence[ast.AST], parts: str, depth: int) -> list[list[str]]:
    """What each field of a list is like; none where nothing of it is asked."""
    for part in body:
        match part:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value) if is_name(value, parts):
                # The names that they are given then; one that takes the rest has none.
                return _named(body, [one.id if isinstance(one, ast.Name) else "" for one in names], depth)
    return _of_places(body, parts, depth) or [[field] for field in _measured(body, parts)]


def _named(body: Sequence[ast.AST], names: Sequence[str], depth: int) -> list[list[str]]:
    """What each of the fields is like that are given names; words where it has none."""
    return [_choices(body, partial(is_text_named, name=name), name, depth) if name else [WORD] for name in names]


def _choices(body: Sequence[ast.AST], is_it: Callable[[ast.expr], bool], name: str, depth: int) -> list[str]:
    """What a field may be like."""
    field = _field(body, is_it, name, depth)
    return (told_apart(body, is_it, WORD) if field == WORD else []) or [field]


def _measured(body: Sequence[ast.AST], parts: str) -> list[str]:
    """Fields of a text, all of one kind, as many as what they are measured against, or stand beside; none where nothing
    of it is asked."""
    numbers = [one for one in _elements(body, lambda over: is_text_named(over, parts)) if is_number_read(body, one)]
    field = _number(body, ast.Name(numbers[0])) if numbers else WORD
    least = least_parts(body, parts, _MOST_FIELDS)
    if least > 1:
        return [field] * least
    # As many as another line has.
    split = names_given(body, lambda value: method_called(value) in {"split", "rsplit"}) - {parts}
    for part in body:
        match length_compared(part, parts):
            # What has one field, or none, is asked for to be passed over.
            case (ast.Eq() | ast.NotEq(), ast.Constant(value=int(count))) if 1 < count <= _MOST_FIELDS:
                return [field] * count
            case (ast.Eq() | ast.NotEq(), ast.Call(args=[other, *_])) if is_name(other, *split):
                return [field] * _SOME
        match part:
            case ast.Call(ast.Name("zip"), [_, ast.Name(id=one)]) if one == parts:
                return [field] * _SOME
    return []


def _of_asked_places(body: Sequence[ast.AST], line: str, depth: int) -> str | None:
    """That of a text fields of which are asked for at once, ``line.split(",")[1]``, where more than words are."""
    asked: dict[str, list[tuple[int, str]]] = {}
    for part in body:
        match part:
            case ast.Subscript(value=ast.Call() as split, slice=ast.Constant(value=int(place))):
                separator = _separator(split, line)
                if separator is not None and place < _MOST_FIELDS:
                    asked.setdefault(separator, []).append((place, ast.dump(part)))
            case ast.Subscript(
                value=ast.Call() as split, slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))
            ):
                # What stands last is the second of two.
                separator = _separator(split, line)
                if separator is not None:
                    asked.setdefault(separator, []).append((1, ast.dump(part)))

    def at(place: int, places: Sequence[tuple[int, str]]) -> str:
        said = {dumped for other, dumped in places if other == place}
        named = names_given(body, lambda value: ast.dump(value) in said) - {line} if said else set()

        def is_it(node: ast.expr) -> bool:
            return ast.dump(node) in said or is_name(node, *named)

        return _field(body, is_it, min(named, default=""), depth) if said else WORD

    for separator, places in asked.items():
        fields = [at(place, places) for place in range(max(place for place, _ in places) + 1)]
        if any(field != WORD for field in fields):
            return separator.join([*fields, *[WORD] * (len(fields) == 1)])
    return None


def _numbers(body: Sequence[ast.AST], line: str, grows: bool = False) -> str | None:
    """That of a text of a name, all fields of which are numbers: ``map(int, line.split("."))``.

    Args:
        grows: where nothing says how many, there are as many as fit into it.
    """
    for part in body:
        names: list[ast.expr] = []
        is_open = not isinstance(part, ast.Assign)
        match part:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Call(args=[kind, over]) as value):
                is_read = method_called(value) == "map" and last_name(kind) in NUMBERS
            case ast.Assign(
                targets=[ast.Tuple(elts=names)],
                value=(ast.GeneratorExp() | ast.ListComp()) as value,
            ):
                loop = value.generators[0]
                over, is_read = loop.iter, isinstance(loop.target, ast.Name) and is_number_read(body, loop.target.id)
            case ast.Call(func=ast.Name(id="map"), args=[kind, over]):
                is_read = last_name(kind) in NUMBERS
            case (
                ast.For(target=ast.Name(id=one), iter=over)
                | ast.comprehension(target=ast.Name(id=one), iter=over)
                | ast.For(
                    target=ast.Tuple(elts=[_, ast.Name(id=one)]), iter=ast.Call(ast.Name("enumerate"), [over, *_])
                )
            ):
                is_read = is_number_read(body, one)
                names = [ast.Name(one)] * _SOME
            case _:
                continue
        separator = _separator(over, line) if is_read else None
        if separator is not None:
            fields = [_number(body, one) for one in names] or [NUMBER] * _SOME
            return f"{fields[0]}{separator}" if grows and is_open and separator in BETWEEN else separator.join(fields)
    return None


def _number(body: Sequence[ast.AST], name: ast.expr) -> str:
    """As that is which has a name; any where it has none."""
    return number_field(body, partial(is_text_named, name=name.id), name.id) if isinstance(name, ast.Name) else NUMBER


def is_number_read(body: Sequence[ast.AST], name: str) -> bool:
    """Whether what has that name is read as one."""
    calls = (part for part in body if isinstance(part, ast.Call) and last_name(part.func) in NUMBERS)
    return any(call.args and is_text_named(call.args[0], name) for call in calls)


def _reads_lines(body: Sequence[ast.AST], text: str) -> bool:
    """Whether each line of a text is read as a number: ``sum(map(int, text.splitlines()))``."""
    for part in body:
        match part:
            case ast.Call(func=ast.Name(id="map"), args=[kind, over]) if last_name(kind) in NUMBERS:
                return splits_lines(over, text)
    return False


def _pieces(body: Sequence[ast.AST], text: str, grows: bool) -> str | None:
    """That of a text which is split into some that are taken apart: ``for pair in query.split("&")``.

    Args:
        grows: there are as many as fit into it.
    """
    for part in body:
        match part:
            case ast.For(target=ast.Name(id=one), iter=over) | ast.comprehension(target=ast.Name(id=one), iter=over):
                separator = _separator(over, text)
                found = None if separator is None else _pattern(body, one, 0) or _numbers(body, one)
                if found is not None and isinstance(over, ast.Call) and not over.args:
                    return f"{found}\n"
                if separator is not None and found is not None and separator not in found:
                    is_open = grows and separator in BETWEEN
                    return f"{found}{separator}" if is_open else separator.join([found] * _SOME)
    return None


def _of_places(body: Sequence[ast.AST], parts: str, depth: int) -> list[list[str]]:
    """What fields may be like that are asked for by their place in a list."""
    places = [
        part.slice.value
        for part in body
        if isinstance(part, ast.Subscript)
        and is_text_named(part.value, parts)
        and isinstance(part.slice, ast.Constant)
        and isinstance(part.slice.value, int)
    ]
    if not places or max(places) >= _MOST_FIELDS:
        return []

    def at(place: int) -> list[str]:
        return _choices(body, lambda node: _is_place(node, parts, place), "", depth)

    return [at(place) for place in range(max(max(*places, 1) + 1, least_parts(body, parts, _MOST_FIELDS)))]


def _is_place(node: ast.expr, parts: str, place: int) -> bool:
    is_part = isinstance(node, ast.Subscript) and is_text_named(node.value, parts)
    return is_part and isinstance(node, ast.Subscript) and getattr(node.slice, "value", None) == place


def _field(body: Sequence[ast.AST], is_it: Callable[[ast.expr], bool], name: str, depth: int) -> str:
    """What a field is like."""
    for part in body:
        only = _needed(part, is_it)
        if only is not None:
            return f"`{only}`"
        unit = unit_behind(part, is_it) if isinstance(part, ast.Call) else None
        if unit is not None:
            return f"{number_field(body, is_it, name)}{unit}".replace("``", "")
        if isinstance(part, ast.Call) and last_name(part.func) in NUMBERS and any(map(is_it, _either(part.args[:1]))):
            return number_field(body, is_it, name)
        read = read_as_moment(part, is_it)
        if read is not None:
            return read
    return (_pattern(body, name, depth + 1) if name else None) or WORD


def _needed(part: ast.AST, is_it: Callable[[ast.expr], bool]) -> str | None:
    """The text that a field has to be, or it raises, or passes the line over:
    ``if unit != "bytes": raise ValueError(unit)``, ``if level != "ERROR": continue``."""
    match part:
        case ast.If(
            test=ast.Compare(left=field, ops=[ast.NotEq()], comparators=[ast.Constant(value=str(text))]),
            body=[*before, ast.Raise() | ast.Continue() as end],
        ) if text and "`" not in text and is_it(field):
            # What is done before it goes on may be what is wanted of the line.
            return text if isinstance(end, ast.Raise) or all(map(_counts, before)) else None
    return None


def _counts(part: ast.stmt) -> bool:
    """Whether it is but counted that this is come to: ``skipped += 1``."""
    return isinstance(part, ast.AugAssign) and isinstance(part.value, ast.Constant)


def _either(given: Sequence[ast.expr]) -> Sequence[ast.expr]:
    """What is given, or the one that is there of several: ``int(last or first)``."""
    return given[0].values if given and isinstance(given[0], ast.BoolOp) else given


def _separator(node: ast.expr, line: str) -> str | None:
    """At which an expression splits the text of that name, whose parts may be stripped and gathered then; None for all
    other expressions."""
    match node:
        case (
            ast.ListComp(elt=part, generators=[ast.comprehension(target=ast.Name(id=one), iter=over)])
            | ast.GeneratorExp(elt=part, generators=[ast.comprehension(target=ast.Name(id=one), iter=over)])
        ) if is_text_named(part, one):
            return _separator(over, line)
        case ast.Call(func=ast.Name(id="map"), args=[ast.Attribute(value=ast.Name(id="str"), attr=method), over]):
            return _separator(over, line) if method in SAME_TEXT else None
        case ast.Call(func=ast.Name(id="list" | "tuple"), args=[over]):
            return _separator(over, line)
        case ast.Call(func=ast.Attribute(value=of, attr=method), args=arguments) if is_text_named(of, line):
            if method in {"split", "rsplit"} and not arguments:
                return _BLANK
            if method in {"split", "rsplit", "partition", "rpartition"} and arguments:
                return itself(written(arguments[0]))
    return None


def itself(text: str | None) -> str | None:
    """As a pattern has it, in which letters and digits stand for others; None of what is too long or none says."""
    if text is None or "`" in text or len(text) > LONGEST_WRITTEN:
        return None
    return f"`{text}`" if any(map(str.isalnum, text)) else text


def is_text_named(node: ast.AST, name: str) -> bool:
    """Whether it is the name, or much the same text."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SAME_TEXT:
        node = node.func.value
    return isinstance(node, ast.Name) and node.id == name

"""What a unit calls the columns of the tables that it is given, and what it takes them to hold.

A workload says how many columns a table has, not their names: those are read off the unit's text, or every function
that asks for a column of its own would end with the first one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from perfcast.workload.code.string_lists import lists_of_texts, texts_of
from perfcast.workload.libraries.sklearn_roles import Role, roles_in
from perfcast.workload.naming.names import PANDAS, last_word
from perfcast.workload.tables.attribute_columns import dotted
from perfcast.workload.tables.averaged_columns import averaged
from perfcast.workload.tables.column_contents import Content, clues
from perfcast.workload.tables.column_parameters import around, parameters_of, with_texts
from perfcast.workload.tables.columns_by_type import TEXTUAL_COLUMN, asks_for_texts
from perfcast.workload.tables.reshaped_columns import melted, of_wide
from perfcast.workload.tables.separated_columns import Separated, separated
from perfcast.workload.tables.texts_by_element import texts_by_element
from perfcast.workload.tables.timed_labels import labelled_by_moments

#: Names that tables of workloads have anyway.
_NUMBERED: Final = re.compile(r"c\d+")
#: Methods that are told names of columns, and keywords that are.
_ASKING: Final = frozenset(
    {"groupby", "sort_values", "set_index", "drop_duplicates", "duplicated", "pivot_table", "pivot", "nlargest"}
    | {"nsmallest", "merge", "melt", "explode", "value_counts", "filter", "pop", "get", "dropna", "join", "merge_asof"}
)
_KEYWORDS: Final = frozenset(
    {"by", "on", "left_on", "right_on", "subset", "columns", "index", "values", "id_vars", "value_vars", "keys"}
)
#: Those by which rows are put together.
_GROUPING: Final = frozenset({"groupby", "pivot_table", "pivot", "value_counts"})
#: What puts rows together by time, and the option that names the column of that.
_BY_TIME: Final = {"Grouper": "key", "resample": "on", "rolling": "on"}
_JOINING: Final = frozenset({"merge", "join", "merge_asof"})
#: Calls whose texts name what is made.
_NAMING: Final = frozenset({"rename", "agg", "aggregate", "assign", "to_frame", "set_axis", "reset_index", "DataFrame"})
#: Calls that are told what to do with each column by its name.
_BY_COLUMN: Final = frozenset({"fillna", "astype", "round"})
#: Words in names that tell what a column holds, where its use does not.
TEXTUAL: Final = frozenset(
    {"name", "text", "title", "email", "city", "country", "region", "address", "url", "description", "comment", "word"}
    | {"status", "kind", "type", "category", "label", "gender", "color", "colour", "currency", "brand", "message"}
)
TIMED: Final = frozenset({"date", "time", "timestamp", "datetime", "ts", "day"})
#: The column that tells which of two tables a row was of.
_ORIGIN: Final = "_merge"
#: What a column is called that is given alone.
ALONE: Final = ""
#: What labels of rows are called that are moments.
LABELS: Final = "\n"
#: Names of one unit, at most.
_MOST: Final = 60
_ONE: Final = (ast.Eq, ast.NotEq)


@dataclass
class NamedColumn:
    """A column that is asked for.

    Attributes:
        content: what it holds.
        among: texts that it is compared with.
        separated: at what its texts are split.
        holders: names that hold the table, as far as they are known.
        is_computed: whether it is computed with, as only numbers are.
        is_key: whether tables are joined by it.
        is_dotted: whether it stands behind dots alone, which may be of something else than a table.
    """

    content: Content = Content.NUMBERS
    among: list[str] = field(default_factory=list)
    separated: Separated | None = None
    holders: set[str] = field(default_factory=set)
    is_computed: bool = False
    is_key: bool = False
    is_dotted: bool = False

    def is_named(self, name: str) -> None:
        """Notes what the last word of the name says, where nothing else does: a city is a text, a price a number."""
        if self.content is Content.NUMBERS and not self.is_computed:
            word = last_word(name)
            self.content = Content.TEXTS if word in TEXTUAL else Content.TIMES if word in TIMED else Content.NUMBERS

    def is_learned(self, role: Role) -> None:
        """Notes what it is to an estimator: texts that it is compared with may be labels, features are numbers."""
        if role is Role.LABELS and not self.among:
            self.content = Content.LABELS
        elif role in {Role.SAMPLES, Role.NUMBERS}:
            self.content = Content.NUMBERS
        elif role is Role.TEXTS:
            self.content = Content.TEXTS

    def holds(self, content: Content) -> None:
        """Notes what it holds, unless something more telling is known: texts that rows are grouped by remain texts."""
        if content is Content.TEXTS and self.content is Content.NUMERALS:
            return
        if self.content is Content.NUMBERS or content not in {Content.NUMBERS, Content.GROUPS}:
            self.content = content


class NamedColumns:
    """The columns that a text asks for by name; none where it uses the names that tables of workloads have.

    Attributes:
        parameters: of the text's functions, those that name columns, with what they are called with where a workload
            says nothing else.
        moments: names of what moments are subtracted from, or which is subtracted from these.
    """

    def __init__(self, tree: ast.AST) -> None:
        self._found: dict[str, NamedColumn] = {}
        #: What columns hold that are names themselves.
        self._alone: dict[str, NamedColumn] = {}
        parameters = parameters_of(tree)
        self._tree, self._around = tree, around(tree, parameters)
        tree = with_texts(tree, {**lists_of_texts(tree), **parameters})
        made: set[str] = set()
        self._labelled_by_moments = labelled_by_moments(tree)
        self._dotted = {id(node): root for node, root in dotted(tree)}
        for _, _, node, is_made in sorted(_mentions(tree), key=itemgetter(0, 1, 3)):
            if is_made:
                made |= {name for name in _texts(node) if name not in self._found}
            else:
                self._of_mention(node, made)
        rows = list(_rows(tree))
        self._of_rows = frozenset(row for row, _ in rows)
        for row, table in rows:
            self._of_row(row, table, tree, made)
        self._tell(tree)
        self.moments = frozenset(name for name, column in self._alone.items() if column.content is Content.TIMES)
        roles = roles_in(tree).columns
        for name in roles:
            self._note(name, made, None)
        for name, column in self._found.items():
            column.is_named(name)
            if name in roles:
                column.is_learned(roles[name])
        if len(self._found) > _MOST or any(_NUMBERED.fullmatch(name) for name in (*self._found, *made)):
            self._found = {}
        self.parameters = {
            name: texts
            for name, texts in parameters.items()
            if self._found.keys() >= set(texts) or not self._found.keys().isdisjoint(self._around.get(name, ()))
        }

    def of(
        self, table: str, tables: Sequence[str], said: Mapping[str, str] = MappingProxyType({})
    ) -> dict[str, NamedColumn]:
        """Those of one of the tables that are given. What may be of any is of the first one, and so are keys of a table
        that nobody knows where it comes from.

        Args:
            said: texts that parameters are called with.
        """
        labels = {LABELS: NamedColumn(Content.TIMES)} if table in self._labelled_by_moments else {}
        if table in self._alone:
            return {ALONE: self._alone[table], **labels}
        names = {texts[0]: said[name] for name, texts in self.parameters.items() if name in said}
        alone = {name: texts for name, texts in self.parameters.items() if name in said and len(texts) == 1}
        if alone and self._around:
            instead = around(self._tree, {**self.parameters, **{name: (said[name],) for name in alone}})
            for name in alone:
                names |= dict(zip(self._around.get(name, ()), instead.get(name, ()), strict=False))
        return labels | {
            names.get(name, name): column
            for name, column in self._found.items()
            if table in column.holders
            or (table == tables[0] and column.holders.isdisjoint(tables) and not column.is_dotted)
            or (table == tables[0] and column.is_key and not column.holders <= set(tables))
        }

    def _note(self, name: str, made: set[str], holder: ast.expr | None) -> NamedColumn | None:
        if name in made or name == _ORIGIN:
            return None
        column = self._found.setdefault(name, NamedColumn())
        column.is_dotted = False
        if isinstance(holder, ast.Name):
            column.holders.add(holder.id)
        return column

    def _of_mention(self, node: ast.expr, made: set[str]) -> None:
        if isinstance(node, ast.Subscript):
            for name in _texts(node.slice):
                self._note(name, made, node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            self._of_call(node, node.func, made)
        elif isinstance(node, ast.Attribute):
            self._of_dot(node, made)
        else:
            for name in _texts(node):
                self._note(name, made, None)

    def _of_dot(self, node: ast.Attribute, made: set[str]) -> None:
        """A column behind the dot of what may be a table."""
        root = self._dotted.get(id(node))
        if root is not None and node.attr not in made:
            self._found.setdefault(node.attr, NamedColumn(is_dotted=True)).holders.add(root)

    def _of_row(self, row: str, table: ast.expr, tree: ast.AST, made: set[str]) -> None:
        """The columns that are asked for behind a dot of a table's rows."""
        for part in ast.walk(tree):
            is_of_row = isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == row
            if is_of_row and isinstance(part, ast.Attribute) and part.attr != "Index" and part.attr[0] != "_":
                self._note(part.attr, made, table)

    def _of_call(self, node: ast.Call, function: ast.Attribute, made: set[str]) -> None:
        if function.attr == "get_dummies":
            self._of_dummies(node, made)
        if function.attr == "select_dtypes" and asks_for_texts(node):
            column = self._note(TEXTUAL_COLUMN, made, function.value)
            if column is not None:
                column.holds(Content.TEXTS)
        if function.attr in _BY_TIME:
            for keyword in node.keywords:
                for name in _texts(keyword.value) if keyword.arg == _BY_TIME[function.attr] else ():
                    column = self._note(name, made, None if function.attr == "Grouper" else function.value)
                    if column is not None:
                        column.holds(Content.TIMES)
        if function.attr not in _ASKING and function.attr != "drop":
            return
        arguments = [keyword.value for keyword in node.keywords if keyword.arg in _KEYWORDS and keyword.arg != "values"]
        of_values = [keyword.value for keyword in node.keywords if keyword.arg == "values"]
        if function.attr in _JOINING:
            self._of_join(node, function, made)
            return
        # No pair of a row and a column may be there twice.
        keys = [one.value for one in node.keywords if one.arg == "index" and function.attr == "pivot"]
        for value in (*(node.args if function.attr in _ASKING else ()), *arguments, *of_values):
            for name in _texts(value):
                column = self._note(name, made, function.value)
                if column is not None and value not in of_values and function.attr in _GROUPING:
                    column.holds(Content.KEYS if value in keys else Content.GROUPS)

    def _of_dummies(self, node: ast.Call, made: set[str]) -> None:
        """The columns of a table of each of whose values a column is made."""
        for keyword in node.keywords:
            for name in _texts(keyword.value) if keyword.arg == "columns" and node.args else ():
                column = self._note(name, made, node.args[0])
                if column is not None:
                    column.holds(Content.GROUPS)

    def _of_join(self, node: ast.Call, function: ast.Attribute, made: set[str]) -> None:
        """The columns by which two tables are joined: of both, or of one each."""
        is_method = not (isinstance(function.value, ast.Name) and function.value.id in PANDAS)
        sides = [*([function.value] if is_method else []), *node.args][:2]
        for keyword in node.keywords:
            if keyword.arg in _KEYWORDS:
                of = sides[:1] if keyword.arg == "left_on" else sides[1:] if keyword.arg == "right_on" else sides
                for name in _texts(keyword.value):
                    column = self._note(name, made, None)
                    if column is not None:
                        column.holds(Content.KEYS)
                        column.is_key = True
                        column.holders |= {holder for holder in map(_holder, of) if holder is not None}

    def _tell(self, tree: ast.AST) -> None:
        """Notes what columns are taken to hold."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in {"str", "dt"}:
                match node:
                    case ast.Attribute(value=ast.BinOp(left=left, op=ast.Sub(), right=right), attr="dt"):
                        # How far apart two moments are has parts of its own.
                        sides = [left, right]
                    case _:
                        sides = [node.value]
                for side in sides:
                    self._hold(side, Content.TEXTS if node.attr == "str" else Content.TIMES, is_column=True)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                if node.func.attr == "to_datetime":
                    self._hold(node.args[0], Content.TIMES)
                elif node.func.attr == "get_dummies":
                    self._hold(node.args[0], Content.TEXTS)
                elif node.func.attr == "isin":
                    self._hold(node.func.value, Content.TEXTS, list(_texts(node.args[0])))
            elif isinstance(node, ast.BinOp):
                self._compute(node.left)
                self._compute(node.right)
            elif isinstance(node, ast.Compare) and isinstance(node.ops[0], _ONE):
                self._hold(node.left, Content.TEXTS, list(_texts(node.comparators[0])))

        self._tell_besides(tree)

    def _tell_besides(self, tree: ast.AST) -> None:
        for of, content, among in clues(tree):
            self._hold(of, content, is_column=content is Content.NUMERALS)
            for column in self._of(of):
                column.among += among
        for of in texts_by_element(tree):
            self._hold(of, Content.TEXTS, is_column=True)
        for of in averaged(tree):
            self._compute(of)
        for of, parts in separated(tree):
            for column in self._of(of):
                column.separated = parts

    def _compute(self, node: ast.expr) -> None:
        """Of ``table["name"]`` beside an operator."""
        for column in self._of(node):
            column.is_computed = True

    def _hold(
        self, node: ast.expr, content: Content, among: list[str] | None = None, *, is_column: bool = False
    ) -> None:
        """Of ``table["name"]``, if it is such; where texts are expected, only if there are any.

        Args:
            is_column: a name is that of a column, too.
        """
        if is_column and isinstance(node, ast.Name):
            self._alone.setdefault(node.id, NamedColumn()).holds(content)
        if among != []:
            for column in self._of(node):
                column.holds(content)
                column.among += among or []

    def _of(self, node: ast.expr) -> list[NamedColumn]:
        """The columns that are asked for in brackets, or behind the dot of a row."""
        if isinstance(node, ast.Attribute):
            is_of_row = isinstance(node.value, ast.Name) and node.value.id in self._of_rows
            is_of_row |= id(node) in self._dotted
            return [self._found[node.attr]] if is_of_row and node.attr in self._found else []
        names = _texts(node.slice) if isinstance(node, ast.Subscript) else ()
        return [self._found[name] for name in names if name in self._found]


def _holder(node: ast.expr) -> str | None:
    """The name at the beginning of an expression that gives a table."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


#: Line and column of its end, the node, and whether its texts name what is made there.
_Mention = tuple[int, int, ast.expr, bool]


def _mentions(tree: ast.AST) -> Iterator[_Mention]:
    """What may name columns, in the order in which it is evaluated: what is assigned comes after what it is made of."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Subscript):
                    yield node.end_lineno or 0, node.end_col_offset or 0, target.slice, True
        elif isinstance(node, ast.Attribute) or (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)):
            yield node.end_lineno or 0, node.end_col_offset or 0, node, False
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            for value, is_made in _mentions_of_call(node, node.func.attr):
                yield node.end_lineno or 0, node.end_col_offset or 0, value, is_made


def _mentions_of_call(node: ast.Call, method: str) -> Iterator[tuple[ast.expr, bool]]:
    if method in _NAMING:
        yield from ((value, False) for value in _asked_by(node))
        yield from ((value, True) for value in _made_by(node))
    elif method in _BY_COLUMN:
        yield from ((value, False) for value in _asked_by(node))
    elif method in {"query", "eval"}:
        yield from ((ast.Constant(name), False) for name in _names_in(node))
    elif method == "wide_to_long":
        yield from of_wide(node)
    elif method == "melt":
        yield node, False
        yield from ((name, True) for name in melted(node))
    else:
        yield node, False


def _rows(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Names of rows whose columns stand behind a dot, and the tables that they are of."""
    for node in ast.walk(tree):
        match node:
            case (
                ast.For(target=ast.Name(id=row), iter=ast.Call(func=ast.Attribute(value=table, attr="itertuples")))
                | ast.comprehension(
                    target=ast.Name(id=row), iter=ast.Call(func=ast.Attribute(value=table, attr="itertuples"))
                )
            ):
                yield row, table


def _asked_by(node: ast.Call) -> Iterator[ast.expr]:
    """What names columns that a call makes others of: keys of what is renamed and added up, the first of a pair."""
    if isinstance(node.func, ast.Attribute) and node.func.attr in {"DataFrame", "assign"}:
        return
    for value in (*node.args, *(keyword.value for keyword in node.keywords)):
        if isinstance(value, ast.Dict):
            yield from (key for key in value.keys if key is not None)
        elif isinstance(value, ast.Tuple) and value.elts:
            yield value.elts[0]


def _names_in(node: ast.Call) -> Iterator[str]:
    """Names in the text of a query or an expression."""
    for value in node.args[:1]:
        for text in _texts(value):
            with suppress(SyntaxError, ValueError):
                for part in ast.walk(ast.parse(text.strip())):
                    if isinstance(part, ast.Name) and part.id not in {"index", "abs", "sqrt", "exp", "log"}:
                        yield part.id


def _made_by(node: ast.Call) -> Iterator[ast.expr]:
    """What names columns that a call makes."""
    for keyword in node.keywords:
        if keyword.arg is not None and keyword.arg not in _KEYWORDS:
            yield ast.Constant(keyword.arg)
    for value in (*node.args, *(keyword.value for keyword in node.keywords)):
        if isinstance(value, ast.Dict):
            yield from value.values
            if isinstance(node.func, ast.Attribute) and node.func.attr == "DataFrame":
                yield from (key for key in value.keys if key is not None)
        elif not isinstance(value, ast.Tuple):
            yield value


def _texts(node: ast.expr) -> Iterator[str]:
    """A text, or those of a list; of columns where rows stand before them, as behind ``loc``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.List | ast.Set):
        for part in node.elts:
            yield from _texts(part)
    elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
        yield from _texts(node.elts[1])
    elif isinstance(node, ast.BinOp | ast.Call):
        yield from texts_of(node, {})


#: Of the least groups and texts that a column holds.
_FEW: Final = 5
#: The largest number that a text says.
_LARGEST: Final = 99_999
_START: Final = np.datetime64("2024-01-01", "ns")
_HOUR: Final = 3_600e9


def named_by(columns: int, asked_for: Mapping[str, NamedColumn], table: str) -> dict[str, NamedColumn]:
    """The columns of a table of so many, or of as many as are asked for; the others are called after the table."""
    asked_for = {asked: column for asked, column in asked_for.items() if asked not in {ALONE, LABELS}}
    name = f"{table}_" if asked_for else "c"
    others = {f"{name}{place}": NamedColumn() for place in range(len(asked_for), columns)}
    return {**asked_for, **others}


def moments(rows: int) -> np.ndarray[Any, np.dtype[Any]]:
    """Labels of so many rows, an hour apart."""
    return _START + (np.arange(rows) * _HOUR).astype("m8[ns]")


def contents(
    column: NamedColumn, numbers: np.ndarray[Any, np.dtype[Any]]
) -> np.ndarray[Any, np.dtype[Any]] | list[str]:
    """What a column holds, made of as many numbers, which are its own where it holds numbers.

    Texts, and groups, are as many as the square root of the rows; of keys there is one of each.
    """
    if column.content is Content.NUMBERS:
        return numbers
    rows = len(numbers)
    low, high = float(numbers.min(initial=0.0)), float(numbers.max(initial=0.0))
    shares = (numbers - low) / max(1.0, high - low)
    if column.content is Content.LABELS:
        labels: np.ndarray[Any, np.dtype[Any]] = (shares > shares.mean()).astype(np.int64)
        return labels
    if column.content is Content.TIMES:
        return _START + (shares * rows * _HOUR).astype("m8[ns]")
    if column.content in {Content.TEXTS, Content.NUMERALS}:
        return _written(column, shares)
    if column.content is Content.KEYS:
        ranks: np.ndarray[Any, np.dtype[Any]] = np.argsort(np.argsort(numbers))
        return ranks
    groups: np.ndarray[Any, np.dtype[Any]] = (shares * max(_FEW, rows**0.5)).astype(np.int64)
    return groups


def _written(column: NamedColumn, shares: np.ndarray[Any, np.dtype[Any]]) -> list[str]:
    if column.content is Content.NUMERALS:
        return [str(value) for value in (shares * _LARGEST).astype(np.int64).tolist()]
    texts = [*column.among, *(f"text {place}" for place in range(max(_FEW, int(len(shares) ** 0.5))))]
    if column.among:
        # What is looked for is as frequent as what is not.
        texts = texts[: 2 * len(column.among)]
    if column.separated is not None:
        texts = [column.separated.joined(text) for text in texts]
    return [texts[place] for place in (shares * (len(texts) - 1)).round().astype(np.int64).tolist()]

"""Other words for the same expression."""

import ast
import copy

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.styles.blocks import blocks, has_effects, size
from model_export.corpus.generator.trees import all_names, fresh

_MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt,
    ast.Gt: ast.Lt,
    ast.LtE: ast.GtE,
    ast.GtE: ast.LtE,
    ast.Eq: ast.Eq,
}


def mirror_comparisons(draft: Draft, dice: Dice) -> None:
    """`a < b` as `b > a`."""
    for node in ast.walk(draft.tree):
        if (
            isinstance(node, ast.Compare)
            and len(node.ops) == 1
            and type(node.ops[0]) in _MIRRORED
            and dice.chance(0.4)
            and not has_effects(node)
        ):
            node.ops = [_MIRRORED[type(node.ops[0])]()]
            node.left, node.comparators = node.comparators[0], [node.left]


def spell_out_updates(draft: Draft, dice: Dice) -> None:
    """`x += y` as `x = x + y` for numbers: where the value is a number for certain."""
    for statements in list(blocks(draft.tree)):
        for at, node in enumerate(statements):
            if not isinstance(node, ast.AugAssign) or not isinstance(node.target, ast.Name) or dice.chance(0.3):
                continue
            if isinstance(node.value, ast.Constant) or draft.theme == "python":
                if isinstance(node.value, ast.List | ast.ListComp | ast.Tuple):
                    continue
                load = ast.Name(node.target.id, ast.Load())
                statements[at] = ast.Assign([node.target], ast.BinOp(load, node.op, node.value), lineno=0)


def constructor_calls(draft: Draft, dice: Dice) -> None:
    """`list()` for `[]`, `dict()` for `{}`."""
    for statements in list(blocks(draft.tree)):
        for node in statements:
            if isinstance(node, ast.Assign) and dice.chance(0.7):
                empty_list = isinstance(node.value, ast.List) and not node.value.elts
                empty_dict = isinstance(node.value, ast.Dict) and not node.value.keys
                if empty_list or empty_dict:
                    node.value = ast.Call(ast.Name("list" if empty_list else "dict", ast.Load()), [], [])


def name_parts(draft: Draft, dice: Dice) -> None:
    """Give names to parts of long expressions."""
    taken = all_names(draft.tree)
    for _ in range(dice.pick((1, 1, 2, 3))):
        places = []
        for statements in blocks(draft.tree):
            for at, statement in enumerate(statements):
                if (
                    isinstance(statement, ast.Assign | ast.Return)
                    and statement.value is not None
                    and not has_effects(statement)
                ):
                    places += [(statements, at, parent, name) for parent, name in _parts(statement.value)]
        if not places:
            return
        statements, at, parent, field = dice.pick(places)
        name = fresh(dice.pick(("part", "tmp", "inner", "base", "first", "t", "intermediate", "x1", "aux")), taken)
        value = _get(parent, field)
        _put(parent, field, ast.Name(name, ast.Load()))
        statements.insert(at, ast.Assign([ast.Name(name, ast.Store())], value, lineno=0))


Field = tuple[str, int]


def _get(parent: ast.AST, field: Field) -> ast.expr:
    value = getattr(parent, field[0])
    result: ast.expr = value if field[1] < 0 else value[field[1]]
    return result


def _put(parent: ast.AST, field: Field, value: ast.expr) -> None:
    if field[1] < 0:
        setattr(parent, field[0], value)
    else:
        getattr(parent, field[0])[field[1]] = value


def _parts(expression: ast.expr) -> list[tuple[ast.AST, Field]]:
    """Places of parts that are evaluated whatever happens, once, and worth a name."""
    fields: list[Field] = []
    match expression:
        case ast.BinOp():
            fields = [("left", -1), ("right", -1)]
        case ast.UnaryOp():
            fields = [("operand", -1)]
        case ast.Call():
            fields = [("args", at) for at, part in enumerate(expression.args) if not isinstance(part, ast.Starred)]
            if isinstance(expression.func, ast.Attribute):
                return [*_of(expression, fields), *_of(expression.func, [("value", -1)])]
        case ast.Attribute() | ast.Subscript():
            fields = [("value", -1)]
        case ast.Tuple() | ast.List():
            fields = [("elts", at) for at, part in enumerate(expression.elts) if not isinstance(part, ast.Starred)]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return _of(expression.generators[0], [("iter", -1)])
    return _of(expression, fields)


def _of(parent: ast.AST, fields: list[Field]) -> list[tuple[ast.AST, Field]]:
    found: list[tuple[ast.AST, Field]] = []
    for field in fields:
        part = _get(parent, field)
        worth = isinstance(
            part,
            ast.Call | ast.BinOp | ast.Compare | ast.ListComp | ast.Subscript | ast.IfExp | ast.DictComp | ast.SetComp,
        )
        if worth and size(part) > 4:
            found.append((parent, field))
        found += _parts(part)
    return found


def inline_names(draft: Draft, dice: Dice) -> None:
    """Put the value of a variable that is read once, in the next statement, in its place."""
    for statements in list(blocks(draft.tree)):
        at = 0
        while at + 1 < len(statements):
            if dice.chance(0.6) and _inlined(statements[at], statements[at + 1], draft.tree):
                del statements[at]
            else:
                at += 1


def _inlined(first: ast.stmt, second: ast.stmt, tree: ast.AST) -> bool:
    if not isinstance(first, ast.Assign) or not isinstance(second, ast.Assign | ast.Return) or second.value is None:
        return False
    target = first.targets[0]
    if len(first.targets) != 1 or not isinstance(target, ast.Name) or has_effects(first) or has_effects(second):
        return False
    if sum(isinstance(node, ast.Name) and node.id == target.id for node in ast.walk(tree)) != 2:
        return False
    if isinstance(second.value, ast.Name) and second.value.id == target.id:
        second.value = first.value
        return True
    for parent, field in _every_place(second.value):
        part = _get(parent, field)
        if isinstance(part, ast.Name) and part.id == target.id:
            _put(parent, field, copy.deepcopy(first.value))
            return True
    return False


def _every_place(expression: ast.expr) -> list[tuple[ast.AST, Field]]:
    """Places of parts that are evaluated once whatever happens."""
    fields: list[Field] = []
    match expression:
        case ast.BinOp():
            fields = [("left", -1), ("right", -1)]
        case ast.Call():
            fields = [("args", at) for at, part in enumerate(expression.args) if not isinstance(part, ast.Starred)]
        case ast.Tuple() | ast.List():
            fields = [("elts", at) for at, part in enumerate(expression.elts) if not isinstance(part, ast.Starred)]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return [(expression.generators[0], ("iter", -1))]
    return [place for field in fields for place in ((expression, field), *_every_place(_get(expression, field)))]


def merge_assignments(draft: Draft, dice: Dice) -> None:
    """`a = 0` and `b = 0` on one line, chained or as a tuple."""
    for statements in list(blocks(draft.tree)):
        at = 0
        while at + 1 < len(statements):
            first, second = statements[at], statements[at + 1]
            if _simple(first) and _simple(second) and dice.chance(0.7):
                assert isinstance(first, ast.Assign) and isinstance(second, ast.Assign)
                same = ast.dump(first.value) == ast.dump(second.value) and isinstance(first.value, ast.Constant)
                if same and dice.chance(0.6):
                    merged = ast.Assign([*first.targets, *second.targets], first.value, lineno=0)
                else:
                    targets = ast.Tuple([first.targets[0], second.targets[0]], ast.Store())
                    merged = ast.Assign([targets], ast.Tuple([first.value, second.value], ast.Load()), lineno=0)
                statements[at : at + 2] = [merged]
            at += 1


def _simple(statement: ast.stmt) -> bool:
    if (
        not isinstance(statement, ast.Assign)
        or len(statement.targets) != 1
        or not isinstance(statement.targets[0], ast.Name)
    ):
        return False
    value = statement.value
    return (
        isinstance(value, ast.Constant)
        or (isinstance(value, ast.List) and not value.elts)
        or (isinstance(value, ast.Dict) and not value.keys)
    )

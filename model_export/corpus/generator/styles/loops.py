"""Loops for comprehensions and reductions, `while` for `for`, indices for items."""

import ast
import copy
from itertools import pairwise

from model_export.corpus.generator.dice import Dice
from model_export.corpus.generator.draft import Draft
from model_export.corpus.generator.styles.blocks import blocks, has_effects, mutated, own_loop_statements
from model_export.corpus.generator.trees import all_names, bound_names, bound_outside_comprehensions, fresh

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def comprehensions_to_loops(draft: Draft, dice: Dice) -> None:
    """`x = [f(v) for v in y]`, `x = sum(...)` and the like become loops that fill or count."""
    taken = all_names(draft.tree)
    outer = bound_outside_comprehensions(draft.tree)
    for statements in list(blocks(draft.tree)):
        at = 0
        while at < len(statements):
            replacement = _loop_for(statements[at], outer, taken, dice) if dice.chance(0.5) else None
            if replacement:
                statements[at : at + 1] = replacement
                outer |= bound_names(ast.Module(replacement, []))
                at += len(replacement)
            else:
                at += 1


def _loop_for(statement: ast.stmt, outer: set[str], taken: set[str], dice: Dice) -> list[ast.stmt] | None:
    if not isinstance(statement, ast.Assign | ast.Return) or statement.value is None:
        return None
    if isinstance(statement, ast.Assign) and not (
        len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name)
    ):
        return None
    form = _form(statement.value)
    if form is None:
        return None
    comprehension, start, add = form
    targets = {name for part in comprehension.generators for name in bound_names(part.target)}
    if targets & outer or any(isinstance(node, ast.NamedExpr | ast.Lambda) for node in ast.walk(statement)):
        return None
    wanted = statement.targets[0].id if isinstance(statement, ast.Assign) else "result"  # type: ignore[attr-defined]
    used = {node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)}
    direct = isinstance(statement, ast.Assign) and wanted not in used
    name = wanted if direct else fresh("result", taken)
    inner = ast.parse(add.format(x=name)).body
    _fill_in(inner, comprehension)
    for part in reversed(comprehension.generators):
        for test in reversed(part.ifs):
            inner = [ast.If(test, inner, [])]
        inner = [ast.For(part.target, part.iter, inner, [])]
    made: list[ast.stmt] = [*ast.parse(f"{name} = {start}").body, *inner]
    if isinstance(statement, ast.Return):
        made.append(ast.Return(ast.Name(name, ast.Load())))
    elif not direct:
        made.append(ast.Assign(statement.targets, ast.Name(name, ast.Load()), lineno=0))
    return made


_BUILDERS: dict[type[ast.expr], tuple[str, str]] = {
    ast.ListComp: ("[]", "{x}.append(ELEMENT)"),
    ast.SetComp: ("set()", "{x}.add(ELEMENT)"),
    ast.DictComp: ("{}", "{x}[KEY] = ELEMENT"),
}
_CONSUMERS = {
    "sum": ("0", "{x} += ELEMENT"),
    "any": ("False", "if ELEMENT:\n    {x} = True\n    break"),
    "all": ("True", "if not ELEMENT:\n    {x} = False\n    break"),
    "''.join": ("''", "{x} += ELEMENT"),
}


def _form(value: ast.expr) -> tuple[Comprehension, str, str] | None:
    """The comprehension of an expression, the start of what it fills, and the statement that adds ELEMENT (KEY)."""
    if isinstance(value, ast.ListComp | ast.SetComp | ast.DictComp):
        return value, *_BUILDERS[type(value)]
    if not isinstance(value, ast.Call) or len(value.args) != 1 or value.keywords:
        return None
    inner, consumer = value.args[0], ast.unparse(value.func)
    if not isinstance(inner, ast.GeneratorExp | ast.ListComp) or consumer not in _CONSUMERS:
        return None
    if consumer in ("any", "all") and len(inner.generators) > 1:
        return None
    return inner, *_CONSUMERS[consumer]


def _fill_in(statements: list[ast.stmt], comprehension: Comprehension) -> None:
    element = comprehension.value if isinstance(comprehension, ast.DictComp) else comprehension.elt
    key = comprehension.key if isinstance(comprehension, ast.DictComp) else None

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if node.id == "ELEMENT":
                return element
            return key if node.id == "KEY" and key is not None else node

    for statement in statements:
        Fill().visit(statement)


def fors_to_whiles(draft: Draft, dice: Dice) -> None:
    """`for i in range(...)` becomes a `while` that counts."""
    for statements in list(blocks(draft.tree)):
        at = 0
        while at < len(statements):
            loop = statements[at]
            made = _counting_while(loop, draft.tree) if isinstance(loop, ast.For) and dice.chance(0.5) else None
            if made:
                statements[at : at + 1] = made
            at += 1


def _counting_while(loop: ast.For, tree: ast.AST) -> list[ast.stmt] | None:
    call, target = loop.iter, loop.target
    is_range = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range"
    if not is_range or not isinstance(target, ast.Name):
        return None
    assert isinstance(call, ast.Call)
    arguments = call.args
    start: ast.expr = arguments[0] if len(arguments) > 1 else ast.Constant(0)
    stop = arguments[1] if len(arguments) > 1 else arguments[0]
    stable = isinstance(stop, ast.Constant) or (isinstance(stop, ast.Name) and not mutated(stop.id, loop.body))
    if _is_len(stop):
        measured = stop.args[0]  # type: ignore[attr-defined]
        stable = isinstance(measured, ast.Name) and not mutated(measured.id, loop.body)
    loads = sum(isinstance(node, ast.Name) and node.id == target.id for node in ast.walk(tree))
    inside = sum(isinstance(node, ast.Name) and node.id == target.id for node in ast.walk(loop))
    skips = any(isinstance(node, ast.Continue) for node in own_loop_statements(loop))
    closures = any(isinstance(node, ast.Lambda | ast.GeneratorExp | ast.FunctionDef) for node in ast.walk(loop))
    if len(arguments) == 3 or not stable or loads != inside or mutated(target.id, loop.body) or skips or closures:
        return None
    test = ast.Compare(ast.Name(target.id, ast.Load()), [ast.Lt()], [stop])
    count = ast.parse(f"{target.id} += 1").body
    first = ast.Assign([ast.Name(target.id, ast.Store())], start, lineno=0)
    return [first, ast.While(test, [*loop.body, *count], loop.orelse)]


def _is_len(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1
    )


def items_to_indices(draft: Draft, dice: Dice) -> None:
    """`for v in nums` over an argument becomes `for i in range(len(nums)): v = nums[i]`, or enumerates."""
    taken = all_names(draft.tree)
    sequences = {name for name, text in draft.annotations.items() if text.startswith(("list", "str"))}
    function = draft.function()
    for loop in [node for node in ast.walk(function) if isinstance(node, ast.For)]:
        if (
            not isinstance(loop.iter, ast.Name)
            or loop.iter.id not in sequences
            or mutated(loop.iter.id, function.body)
            or dice.chance(0.5)
        ):
            continue
        index = fresh(dice.pick(("i", "idx", "pos", "j")), taken)
        name = loop.iter.id
        if dice.chance(0.3):
            pair = ast.Tuple([ast.Name(index, ast.Store()), loop.target], ast.Store())
            loop.target, loop.iter = pair, ast.parse(f"enumerate({name})", mode="eval").body
        else:
            item = ast.parse(f"{name}[{index}]", mode="eval").body
            loop.body.insert(0, ast.Assign([copy.deepcopy(loop.target)], item, lineno=0))
            loop.target, loop.iter = ast.Name(index, ast.Store()), ast.parse(f"range(len({name}))", mode="eval").body


_ONE_PASS = frozenset(
    ("sum", "any", "all", "max", "min", "sorted", "set", "list", "tuple", "Counter", "frozenset", "join")
)


def eager_or_lazy_arguments(draft: Draft, dice: Dice) -> None:
    """`sum(f(v) for v in x)` against `sum([f(v) for v in x])`."""
    for call in [node for node in ast.walk(draft.tree) if isinstance(node, ast.Call)]:
        called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if called not in _ONE_PASS or not call.args or dice.chance(0.4):
            continue
        first = call.args[0]
        if isinstance(first, ast.GeneratorExp):
            call.args[0] = ast.ListComp(first.elt, first.generators)
        elif isinstance(first, ast.ListComp):
            call.args[0] = ast.GeneratorExp(first.elt, first.generators)


def lists_to_generators(draft: Draft, dice: Dice) -> None:
    """A list that is read once, in order, by the next statement becomes a generator expression."""
    for statements in list(blocks(draft.tree)):
        for first, second in pairwise(statements):
            if not (
                isinstance(first, ast.Assign)
                and isinstance(first.value, ast.ListComp)
                and isinstance(first.targets[0], ast.Name)
            ):
                continue
            name = first.targets[0].id
            uses = [node for node in ast.walk(draft.tree) if isinstance(node, ast.Name) and node.id == name]
            if (
                len(uses) == 2
                and any(node is uses[1] or node is uses[0] for node in _read_once(second))
                and not has_effects(second)
            ):
                first.value = ast.GeneratorExp(first.value.elt, first.value.generators)


def _read_once(statement: ast.stmt) -> list[ast.expr]:
    """The expressions that the statement iterates over exactly once."""
    found: list[ast.expr] = [statement.iter] if isinstance(statement, ast.For) else []
    value = getattr(statement, "value", None)
    if isinstance(value, ast.ListComp | ast.SetComp | ast.DictComp):
        found.append(value.generators[0].iter)
    if isinstance(value, ast.Call) and value.args:
        called = value.func.attr if isinstance(value.func, ast.Attribute) else getattr(value.func, "id", "")
        if called in _ONE_PASS:
            found.append(value.args[0])
    return found


def endless_loops(draft: Draft, dice: Dice) -> None:
    """`while test:` becomes `while True:` with a break."""
    for loop in [node for node in ast.walk(draft.tree) if isinstance(node, ast.While) and not node.orelse]:
        if isinstance(loop.test, ast.Constant) or not dice.chance(0.5):
            continue
        loop.body.insert(0, ast.If(ast.UnaryOp(ast.Not(), loop.test), [ast.Break()], []))
        loop.test = ast.Constant(True)
